/** What people marked: each with its moment, its line, who marked it, and what the notes say was said there. */
import { CloseButton } from '@mantine/core'
import { memo } from 'react'
import type { Recap } from '../../api/correct-recording.ts'
import { useDeleteMark } from '../../api/marks.ts'
import { clockTime } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import { Moment } from './moment.tsx'
import { Part } from './part.tsx'
import classes from './recap.module.css'
import { isOfMarks } from './shown-sections.ts'

type Props = { recap: Recap; mayEdit: boolean; onSeek: (seconds: number) => void }

export const Marks = memo(function Marks({ recap, mayEdit, onSeek }: Props) {
  const { mutate: remove, isPending } = useDeleteMark(recap.id)
  const { marks = [] } = recap
  if (marks.length === 0) return null
  return (
    <Part title={words.recap.marks}>
      <ul className={classes.items}>
        {marks.map(({ id, at, text, by }) => (
          <li key={id} className={classes.point}>
            <span className={classes.pointText} dir="auto">
              {text} <span className={classes.people}>{by.full_name}</span>
              <SaidAt recap={recap} at={at} />
            </span>
            <Moment at={at} onSeek={onSeek} />
            {mayEdit && (
              <CloseButton
                size="sm"
                aria-label={words.recap.unmark(clockTime(at))}
                disabled={isPending}
                onClick={() => remove(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
})

/** The notes have what was said once for all marks of one moment, which begins at most a second after the first of them. */
function SaidAt({ recap: { ai_notes }, at }: { recap: Recap; at: number }) {
  const moments = ai_notes?.sections.find(isOfMarks)?.items ?? []
  const quote = moments.findLast(({ timestamp }) => timestamp !== null && timestamp <= at + 1)?.sentences?.[0]?.quote
  return quote == null ? null : <div>{words.recap.quote(quote)}</div>
}
