/** A time as a link to its moment: a press plays it, and the link can be shared. */
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

/** With a modifier key, the link opens a new tab as usual. */
export function seekOn(at: number, onSeek: (seconds: number) => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onSeek(at)
  }
}
