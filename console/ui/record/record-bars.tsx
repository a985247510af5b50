/** The recordings of this tab, on every page: time, level, and what became of them. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { recordings, restoreRecordings } from '../../record/recordings.ts'
import classes from './record.module.css'
import { RecordBar } from './record-bar.tsx'

export function RecordBars() {
  const { user } = useSuspenseQuery(sessionQuery).data
  const states = useSyncExternalStore(recordings.subscribe, recordings.states)
  useEffect(() => void restoreRecordings(user.id), [user.id])
  return (
    <div className={classes.bars}>
      {states.map((state) => (
        <RecordBar key={state.id} state={state} />
      ))}
    </div>
  )
}
