/** Takes the headings and the open items of the meeting before into this agenda, by one press. */
import { Button, Tooltip } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { useQuery } from '@tanstack/react-query'
import { meetingBeforeQuery, useTakeOver } from '../../api/take-over.ts'
import { noticeDone } from '../../ui/notices.ts'
import { words } from '../../words/words.ts'
import { type Line, readAgenda } from './editor/markup.ts'

const { takeOver: said } = words.note

export function TakeOver({ note }: { note: Note }) {
  return note.series_id === null ? null : <OfSeries seriesId={note.series_id} note={note} />
}

/** Shown while anything is left to take. */
function OfSeries({ seriesId, note }: { seriesId: string; note: Note }) {
  const { data: before } = useQuery(meetingBeforeQuery(seriesId, note))
  const take = useTakeOver(note.id)
  if (!before || !hasLeft(before, note)) return null
  return (
    <Tooltip label={said.hint(before.title)} multiline maw={300}>
      <Button
        variant="default"
        size="compact-sm"
        loading={take.isPending}
        onClick={() => take.mutate(before.id, { onSuccess: () => noticeDone(said.done(before.title)) })}
      >
        {said.button}
      </Button>
    </Tooltip>
  )
}

function hasLeft(before: Note, note: Note): boolean {
  const headingOf = (line: Line) => (line.kind === 'heading' ? `${line.level} ${line.text}` : null)
  const has = new Set(linesOf(note).map(headingOf))
  const isLeft = (line: Line) =>
    line.kind === 'action_item'
      ? line.status === 'Incomplete'
      : line.kind === 'heading' && line.text !== before.title && !has.has(headingOf(line))
  return linesOf(before).some(isLeft)
}

const linesOf = ({ content_native_markdown: markup }: Note) => readAgenda(markup ?? '').lines
