/** What was said where people marked a recording (decision 67): the notes quote it, so no mark is passed over. *Pure.* */
import { oneLine } from '../../../platform/text.ts'
import type { Meeting } from './engines.ts'

/** Stands where somebody marked, and nothing was said. */
export const nothingSaid = '[nothing said]'

/** People press once they have heard it, and a little late. */
const lateSeconds = 15
/** Or as somebody begins. */
const earlySeconds = 1

/** `texts` are the lines of those who marked it; `said` is null where nothing was said. */
export type MarkedMoment = { at: number; texts: string[]; said: { speaker: string; text: string } | null }

/** In the order of the recording; marks of one segment are one moment. */
export function markedMoments({ marks = [], transcript }: Pick<Meeting, 'marks' | 'transcript'>): MarkedMoment[] {
  const segments = transcript.speech_segments
  const moments = new Map<number | string, MarkedMoment>()
  for (const { at, text } of marks) {
    const saidBy = (second: number) =>
      segments.findLastIndex(
        ({ start_time, end_time, text }) =>
          start_time <= second && Math.max(end_time, start_time) >= at - lateSeconds && /\p{L}/u.test(text),
      )
    const lately = saidBy(at)
    const index = lately === -1 ? saidBy(at + earlySeconds) : lately
    const said = segments[index]
    const key = said ? index : `at ${at}`
    const moment = moments.get(key) ?? { at: said ? said.start_time : at, texts: [], said: said ?? null }
    if (text !== null) moment.texts.push(oneLine(text))
    moments.set(key, moment)
  }
  return [...moments.values()].sort((one, other) => one.at - other.at)
}

/** `Ask legal – Ada Moreau: We could go to forty.` */
export function printMoment({ texts, said }: MarkedMoment): string {
  const quoted = said && [oneLine(said.speaker), oneLine(said.text)].filter(Boolean).join(': ')
  return [...texts, quoted ?? nothingSaid].join(' – ')
}
