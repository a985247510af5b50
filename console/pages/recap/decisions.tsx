/** What was decided in the recording: each with its moment, what it replaces, and what may be replaced by it. */
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { decisionsOfRecordingQuery } from '../../api/decisions.ts'
import rows from '../../ui/rows.module.css'
import { words } from '../../words/words.ts'
import { DecisionRow } from '../decisions/decision-row.tsx'
import { Moment } from './moment.tsx'
import { Part } from './part.tsx'

type Props = { recordingId: string; mayEdit: boolean; onSeek: (seconds: number) => void }

export const Decisions = memo(function Decisions({ recordingId, mayEdit, onSeek }: Props) {
  const { data: decisions = [] } = useQuery(decisionsOfRecordingQuery(recordingId))
  if (decisions.length === 0) return null
  return (
    <Part title={words.decisions.title}>
      <ul className={rows.list} aria-label={words.decisions.title}>
        {decisions.map((decision) => (
          <DecisionRow
            key={decision.id}
            decision={decision}
            isOfRecap
            mayEdit={mayEdit}
            moment={decision.start_time !== null && <Moment at={decision.start_time} onSeek={onSeek} />}
          />
        ))}
      </ul>
    </Part>
  )
})
