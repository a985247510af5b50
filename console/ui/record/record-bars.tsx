/** The recordings of this tab, on every page: time, level, and what became of them. */
import { useResizeObserver } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { recordings, restoreRecordings } from '../../record/recordings.ts'
import classes from './record.module.css'
import { RecordBar } from './record-bar.tsx'

export function RecordBars() {
  const states = useSyncExternalStore(recordings.subscribe, recordings.states)
  const [bars, { height }] = useResizeObserver<HTMLDivElement>()
  useEffect(() => void restoreRecordings(), [])
  // What stays at the top of a page stays below them.
  useEffect(() => {
    const room = height === 0 ? '0px' : `calc(${height}px + var(--space-8))`
    document.documentElement.style.setProperty('--bars-height', room)
  }, [height])
  return (
    <div ref={bars} className={classes.bars}>
      {states.map((state) => (
        <RecordBar key={state.id} state={state} />
      ))}
    </div>
  )
}
