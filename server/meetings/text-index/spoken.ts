/** What is said in a passage of a transcript, by whom and when, as `search_passages.segments` stores it. *Pure.* */
import type { Passage } from './passages.ts'

/**
 * Segments stand in the text in this order, one a line. `length` is in UTF-16 units. `speaker` is the number of the passage's
 * speaker, counted from 1, or 0 without a name. Times are seconds from the start of the recording.
 */
export type PackedSegment = [length: number, speaker: number, start_time: number, end_time: number]

/** `from` and `to` are UTF-16 offsets in the text of the passage; `speaker` is '' without a name. */
export type SpokenSegment = { from: number; to: number; speaker: string; start_time: number; end_time: number }

export function packSegments({ segments, speakers }: Passage): PackedSegment[] {
  const numberOf = new Map(speakers.map((speaker, index) => [speaker, index + 1]))
  return segments.map(({ text, speaker, start_time, end_time }) => [
    text.length,
    numberOf.get(speaker) ?? 0,
    start_time,
    end_time,
  ])
}

export function unpackSegments(packed: PackedSegment[], speakers: string[]): SpokenSegment[] {
  let next = 0
  return packed.map(([length, speaker, start_time, end_time]) => {
    const from = next
    next += length + 1
    return { from, to: from + length, speaker: speakers[speaker - 1] ?? '', start_time, end_time }
  })
}

/** @param by  indexes of the passage's speakers @returns what they say; without any, what everybody says */
export function saidBy<Each extends SpokenSegment>(spoken: Each[], speakers: string[], by: number[]): Each[] {
  const names = new Set(by.map((index) => speakers[index]))
  return names.size === 0 ? spoken : spoken.filter(({ speaker }) => names.has(speaker))
}
