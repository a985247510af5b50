/** What people marked: each with its moment, its line, and who marked it. */
import { CloseButton } from '@mantine/core'
import { memo } from 'react'
import type { Recap } from '../../api/correct-recording.ts'
import { useDeleteMark } from '../../api/marks.ts'
import { clockTime } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import { Moment } from './moment.tsx'
import { Part } from './part.tsx'
import classes from './recap.module.css'

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
