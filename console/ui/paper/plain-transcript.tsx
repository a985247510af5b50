/** A whole transcript as text, for people who only read it. */
import { useMemo } from 'react'
import { type Segment, turnsOf } from '../../pages/recap/turns.ts'
import { words } from '../../words/words.ts'
import { clockTime } from '../format.ts'
import classes from './paper.module.css'

/** @param onSeek  absent without media */
export function PlainTranscript({
  segments,
  onSeek,
}: {
  segments: Segment[]
  onSeek?: ((seconds: number) => void) | undefined
}) {
  const turns = useMemo(() => turnsOf(segments), [segments])
  return (
    <div>
      {turns.map(({ speaker, start, first, segments: own }, index) => (
        <div key={first} className={classes.turn}>
          <div className={classes.turnHead}>
            {turns[index - 1]?.speaker !== speaker && (
              <strong dir="auto">{speaker || words.recap.unnamedSpeaker}</strong>
            )}
            <Start at={start} onSeek={onSeek} />
          </div>
          <p dir="auto">{own.map(({ text }) => text).join(' ')}</p>
        </div>
      ))}
    </div>
  )
}

function Start({ at, onSeek }: { at: number; onSeek: ((seconds: number) => void) | undefined }) {
  const time = clockTime(at)
  if (!onSeek) return <time className={classes.moment}>{time}</time>
  return (
    <button type="button" className={classes.moment} aria-label={words.recap.at(time)} onClick={() => onSeek(at)}>
      {time}
    </button>
  )
}
