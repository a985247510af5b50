/** The recordings of this tab, on every page: time, level, and what became of them. */
import { useEffect, useSyncExternalStore } from 'react'
import { recordings, restoreRecordings } from '../../record/recordings.ts'
import classes from './record.module.css'
import { RecordBar } from './record-bar.tsx'

export function RecordBars() {
  const states = useSyncExternalStore(recordings.subscribe, recordings.states)
  useEffect(() => void restoreRecordings(), [])
  return (
    <div className={classes.bars}>
      {states.map((state) => (
        <RecordBar key={state.id} state={state} />
      ))}
    </div>
  )
}
