/** How loud each channel is. It is drawn for each frame, past React. */
import { useEffect, useRef } from 'react'
import { words } from '../../words/words.ts'
import classes from './record.module.css'

/** Decibels below the loudest at which nothing is shown. */
const quietest = 60

/** @param read  the level of each channel, from 0 to 1 */
export function LevelMeter({ read, channels }: { read: () => number[]; channels: number }) {
  const meter = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let frame = 0
    const draw = () => {
      const levels = read()
      for (const [channel, bar] of [...meter.current!.children].entries()) {
        const decibels = 20 * Math.log10(levels[channel] || Number.MIN_VALUE)
        const part = Math.min(1, Math.max(0, 1 + decibels / quietest))
        ;(bar.firstElementChild as HTMLElement).style.transform = `scaleX(${part.toFixed(2)})`
      }
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [read])
  return (
    <div ref={meter} className={classes.levels} role="img" aria-label={words.record.level}>
      {['left', 'right'].slice(0, channels).map((side) => (
        <div key={side} className={classes.level}>
          <span />
        </div>
      ))}
    </div>
  )
}
