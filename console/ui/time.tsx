/** A moment in the person's zone; the exact one on hover. */
import { exactTime } from './format.ts'

export function Time({ at, as }: { at: string; as: (iso: string) => string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {as(at)}
    </time>
  )
}
