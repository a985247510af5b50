/** A time that leads to its moment: a press plays it, its address can be sent. */
import type { MouseEvent } from 'react'
import { clockTime } from '../../ui/format.ts'
import { words } from '../../words/words.ts'
import classes from './recap.module.css'

export function Moment({ at, onSeek }: { at: number; onSeek: (seconds: number) => void }) {
  const time = clockTime(at)
  return (
    <a
      href={`?t=${Math.floor(at)}`}
      className={classes.moment}
      aria-label={words.recap.at(time)}
      onClick={seekOn(at, onSeek)}
    >
      {time}
    </a>
  )
}

/** A press with a key held opens a new tab, as with every link. */
export function seekOn(at: number, onSeek: (seconds: number) => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onSeek(at)
  }
}
