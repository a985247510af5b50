/** Joins a transcript with the times of its words, which are stored beside it (decision 46 on corrections). *Pure.* */
import type { SpokenWord, StoredTranscript, StoredWords } from '../../../platform/postgres/column-types.ts'

/** A segment as the JSON export prints it. */
export type TimedSegment = StoredTranscript['speech_segments'][number] & {
  words?: { text: string; start_time: number; end_time: number }[]
}

/** Segments without known times have no `words`. */
export function withWords({ speech_segments, ...transcript }: StoredTranscript, words: StoredWords | null) {
  return {
    ...transcript,
    speech_segments: speech_segments.map(({ speaker, text, start_time, end_time, heard }, index): TimedSegment => {
      const [timed, segment] = [words?.[index], { speaker, text, start_time, end_time }]
      return { ...segment, ...(heard !== undefined && { heard }), ...(timed && { words: timed.map(printWord) }) }
    }),
  }
}

/** @param transcript  JSON, as the two are stored */
export function printWithWords(transcript: string, words: string): string {
  return JSON.stringify(withWords(JSON.parse(transcript), JSON.parse(words)))
}

const printWord = ([text, start_time, end_time]: SpokenWord) => ({ text, start_time, end_time })
