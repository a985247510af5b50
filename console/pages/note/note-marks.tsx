/** Moments that are marked beside a bot, until its recording has them; those that are in none stay here. */
import { CloseButton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noteMarksQuery, useDeleteNoteMark, useMarkNote } from '../../api/marks.ts'
import { exactHour } from '../../ui/format.ts'
import { MarkField } from '../../ui/record/mark-field.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import classes from './note.module.css'

const { bot: said } = words
const iso = (ms: number) => new Date(ms).toISOString()
const name = (ms: number) => exactHour(iso(ms))

export function NoteMarks({ noteId }: { noteId: string }) {
  const { data } = useQuery(noteMarksQuery(noteId))
  const mark = useMarkNote(noteId)
  const { mutate: remove, isPending } = useDeleteNoteMark(noteId)
  if (!data || (!data.may_mark && data.data.length === 0)) return null
  return (
    <section className={classes.marks} aria-label={words.recap.marks}>
      {data.may_mark && (
        <MarkField now={Date.now} name={name} onMark={(at, text) => mark.mutateAsync({ made_at: iso(at), text })} />
      )}
      <Text size="sm" c="dimmed">
        {data.may_mark ? said.marks : said.marksLeft}
      </Text>
      <ul>
        {data.data.map(({ id, made_at, text, by }) => (
          <li key={id}>
            <Time at={made_at} as={exactHour} />
            <span dir="auto">
              {text} <span className={classes.markedBy}>{by.full_name}</span>
            </span>
            <CloseButton
              size="sm"
              aria-label={words.recap.unmark(exactHour(made_at))}
              disabled={isPending}
              onClick={() => remove(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
