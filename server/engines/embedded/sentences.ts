/** Splits the turns of a transcript into sentences with speaker and second, and removes false starts. *Pure.* */
import { clip } from '../compose-notes.ts'
import { cleanSpeech, withoutMarks } from './clean-speech.ts'
import type { Turn } from './join-turns.ts'
import type { Speech } from './languages/speech.ts'
import { wordSplitter, wordsOf } from './words.ts'

/**
 * `second` is a whole number from the start of the recording. `raw` is the text in the transcript. `whole` means that it
 * begins and ends where the speaker's sentence does.
 */
export type Sentence = { text: string; raw: string; speaker: string; second: number; words: string[]; whole: boolean }

/** Of a sentence. */
const maxWords = 60
const maxCharacters = 1_000

const splitter = new Intl.Segmenter('en', { granularity: 'sentence' })
const endMark = /[.!?。！？]["”»')]*\s*$/
/** The splitter ends a sentence after these: `Mr. Lee`, `z. B. das`. */
const abbreviation = /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Hon|St|Sr|Sra|Nr|bzw|z\. ?B|d\. ?h|ca|M|Mme)\.\s*$/

export function sentencesOf({ speaker, text, marks }: Turn, speech: Speech, punctuated: boolean): Sentence[] {
  const sentences: Sentence[] = []
  let mark = 0
  let endedBefore = true
  for (const { raw, index } of rawSentences(text)) {
    const pieces = piecesOf(raw)
    for (const { piece, at } of pieces) {
      while (marks[mark + 1] && marks[mark + 1]!.at <= index + at) mark++
      const clean = cleanSpeech(clip(piece, maxCharacters), speech)
      const words = wordsOf(clean)
      // A turn that begins in lower case continues an interrupted sentence.
      const begins = pieces.length === 1 && endedBefore && !/^[\s"'(]*\p{Ll}/u.test(piece)
      const whole = !punctuated || (begins && endMark.test(piece))
      endedBefore = endMark.test(piece)
      const second = secondAt(marks[mark]!, index + at)
      if (words.length > 0) sentences.push({ text: clean, raw: withoutMarks(piece), speaker, second, words, whole })
    }
  }
  return sentences
}

function rawSentences(text: string): { raw: string; index: number }[] {
  const all: { raw: string; index: number }[] = []
  for (const { segment, index } of splitter.segment(text)) {
    const last = all.at(-1)
    if (last && abbreviation.test(last.raw.slice(-8))) last.raw += segment
    else all.push({ raw: segment, index })
  }
  return all
}

/** Splits speech without full stops at a comma after half of the limit, or else at the limit. */
function piecesOf(raw: string): { piece: string; at: number }[] {
  if (raw.length <= 2 * maxWords) return [{ piece: raw, at: 0 }]
  const tokens = [...wordSplitter.segment(raw)]
  if (tokens.filter(({ isWordLike }) => isWordLike).length <= maxWords) return [{ piece: raw, at: 0 }]
  const pieces: { piece: string; at: number }[] = []
  let [at, words] = [0, 0]
  for (const { segment, index, isWordLike } of tokens) {
    if (words >= maxWords || (words >= maxWords / 2 && /[,;、，]/.test(segment))) {
      pieces.push({ piece: raw.slice(at, index), at })
      ;[at, words] = [index, 0]
    }
    if (isWordLike) words++
  }
  return [...pieces, { piece: raw.slice(at), at }]
}

/** Estimates the time of words from their position in a long turn. */
function secondAt({ at, segment }: Turn['marks'][number], position: number): number {
  const share = Math.min((position - at) / Math.max(segment.text.length, 1), 1)
  return Math.floor(segment.start_time + share * (segment.end_time - segment.start_time))
}
