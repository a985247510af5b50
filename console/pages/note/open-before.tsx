/** Open items of earlier meetings of the series; a press checks one off. */
import type { Note } from '@minutebook/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { openOfSeriesQuery } from '../../api/items.ts'
import rows from '../../ui/rows.module.css'
import { More, Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { ItemRow } from '../items/item-row.tsx'
import { useNotesOf } from '../items/use-notes-of.ts'
import { Part } from '../recap/part.tsx'

export function OpenBefore({ note }: { note: Note }) {
  return note.series_id === null ? null : <OfSeries seriesId={note.series_id} note={note} />
}

function OfSeries({ seriesId, note }: { seriesId: string; note: Note }) {
  const items = useInfiniteQuery(openOfSeriesQuery(seriesId))
  const others = items.data?.pages.flatMap(({ data }) => data.filter(({ note_id }) => note_id !== note.id)) ?? []
  const notes = useNotesOf(others)
  const shown = others.flatMap((item) => {
    const from = notes.get(item.note_id ?? '')
    return from && momentOf(from) < momentOf(note) ? [{ item, from }] : []
  })
  const isRefused = items.error !== null && !items.data
  if (shown.length === 0 && !items.hasNextPage && !isRefused) return null
  return (
    <Part title={words.note.openBefore}>
      {isRefused && <Refusal error={items.error} />}
      <ul className={rows.list} aria-label={words.note.openBefore}>
        {shown.map(({ item, from }) => (
          <ItemRow key={item.id} item={item} note={from} isOfNote />
        ))}
      </ul>
      <More of={items} />
    </Part>
  )
}

const momentOf = ({ event_start, created_at }: Note): number => Date.parse(event_start ?? created_at)
