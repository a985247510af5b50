/** What was said where people marked a recording (decision 67): the notes quote it, so no mark is passed over. *Pure.* */
import { cutShort, oneLine } from '../../../platform/text.ts'
import type { Meeting } from './engines.ts'

/** Stands where somebody marked, and nothing was said. */
export const nothingSaid = '[nothing said]'

/** People press once they have heard it, and a little late. */
const lateSeconds = 15
/** Or as somebody begins. */
const earlySeconds = 1

/** Characters of a moment's texts, of a name and of what was said: long texts must leave room for it. */
const most = { texts: 300, speaker: 100, quote: 500 }

/** `text` has the lines of those who marked it, '' without one; `said` is null where nothing was said. */
export type MarkedMoment = { at: number; text: string; said: Said | null }
/** `quote` are words of the segment, from its beginning on. */
type Said = { segment: number; speaker: string; quote: string }

/** In the order of the recording; marks of one segment are one moment. */
export function markedMoments({ marks = [], transcript }: Pick<Meeting, 'marks' | 'transcript'>): MarkedMoment[] {
  const segments = transcript.speech_segments
  const moments = new Map<number | string, { at: number; segment: number; texts: string[] }>()
  for (const { at, text } of marks) {
    const saidBy = (second: number) =>
      segments.findLastIndex(
        ({ start_time, end_time, text }) =>
          start_time <= second && Math.max(end_time, start_time) >= at - lateSeconds && /\p{L}/u.test(text),
      )
    const lately = saidBy(at)
    const segment = lately === -1 ? saidBy(at + earlySeconds) : lately
    const key = segment === -1 ? `at ${at}` : segment
    const moment = moments.get(key) ?? { at: segments[segment]?.start_time ?? at, segment, texts: [] }
    if (text !== null) moment.texts.push(oneLine(text))
    moments.set(key, moment)
  }
  const saidIn = (segment: number): Said | null => {
    const said = segments[segment]
    if (!said) return null
    const [speaker, quote] = [cutShort(oneLine(said.speaker), most.speaker), wholeWords(oneLine(said.text), most.quote)]
    return { segment, speaker, quote }
  }
  return [...moments.values()]
    .sort((one, other) => one.at - other.at)
    .map(({ at, segment, texts }) => ({ at, text: cutShort(texts.join(' – '), most.texts), said: saidIn(segment) }))
}

/** The beginning of a text, as it stands there. Scripts without spaces are cut between characters. */
function wholeWords(text: string, max: number): string {
  if (text.length <= max) return text
  const begun = text.slice(0, max + 1)
  return begun.slice(0, begun.lastIndexOf(' ') > 0 ? begun.lastIndexOf(' ') : max).replace(/[\ud800-\udbff]$/, '')
}

/** `Ask legal – Ada Moreau: We could go to forty.` */
export function printMoment({ text, said }: MarkedMoment): string {
  const quoted = said && [said.speaker, said.quote].filter(Boolean).join(': ')
  return [text, quoted ?? nothingSaid].filter(Boolean).join(' – ')
}

/** The same without what was said, which goes with the transcript. */
export const nameMoment = ({ text, said }: MarkedMoment): string =>
  [text, said ? said.speaker : nothingSaid].filter(Boolean).join(' – ') || '…'
