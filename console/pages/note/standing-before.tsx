/** What other meetings of the series decided and still stands. */
import { Button } from '@mantine/core'
import type { Note } from '@minutebook/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { decisionsQuery } from '../../api/decisions.ts'
import rows from '../../ui/rows.module.css'
import { More, Refusal } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { DecisionRow } from '../decisions/decision-row.tsx'
import { Part } from '../recap/part.tsx'

const { decisions: said } = words

export function StandingBefore({ note }: { note: Note }) {
  return note.series_id === null ? null : <OfSeries seriesId={note.series_id} noteId={note.id} />
}

function OfSeries({ seriesId, noteId }: { seriesId: string; noteId: string }) {
  const decisions = useInfiniteQuery(decisionsQuery({ series: seriesId }))
  const others = decisions.data?.pages.flatMap(({ data }) => data.filter(({ note_id }) => note_id !== noteId)) ?? []
  const isRefused = decisions.error !== null && !decisions.data
  if (others.length === 0 && !decisions.hasNextPage && !isRefused) return null
  const all = (
    <Button
      variant="subtle"
      size="compact-sm"
      renderRoot={(props) => <Link to="/decisions" search={{ series: seriesId }} {...props} />}
    >
      {said.allOfSeries}
    </Button>
  )
  return (
    <Part title={said.ofSeries} action={all}>
      {isRefused && <Refusal error={decisions.error} />}
      <ul className={rows.list} aria-label={said.ofSeries}>
        {others.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} mayEdit={false} />
        ))}
      </ul>
      <More of={decisions} />
    </Part>
  )
}
