/** Another decision that one names, if it is still there. */
import { useQuery } from '@tanstack/react-query'
import { decisionQuery } from '../../api/decisions.ts'
import { shortDay } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import classes from './decisions.module.css'
import { Where } from './where.tsx'

export function Other({ label, id }: { label: string; id: string }) {
  const { data: decision } = useQuery(decisionQuery(id))
  if (!decision) return null
  return (
    <div className={classes.other}>
      <span>{label} </span>
      <span dir="auto">
        <Where decision={decision} />
      </span>
      <span> · </span>
      <Time at={decision.made_at} as={shortDay} />
    </div>
  )
}
