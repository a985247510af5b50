/** Splits the segments of a transcript into sentences with speaker and second, without fillers. *Pure.* */
import type { StoredTranscript } from '../../tables.ts'
import { clip } from '../compose-notes.ts'
import { wordSplitter, wordsOf } from './words.ts'

/** `second` is a whole number, from the start of the recording. */
export type Sentence = { text: string; speaker: string; second: number; words: string[] }

type Segment = StoredTranscript['speech_segments'][number]
type Block = { speaker: string; text: string; marks: { at: number; segment: Segment }[] }

/** The maximum size of a piece of a turn in characters, and of a sentence in words. */
const MOST_CHARACTERS = 4_000
const MOST_WORDS = 50
const MOST_CHARACTERS_OF_PIECE = 1_000

const splitter = new Intl.Segmenter('en', { granularity: 'sentence' })

export function sentencesOf({ speech_segments }: StoredTranscript): Sentence[] {
  return blocksOf(speech_segments).flatMap(readBlock)
}

/** Joins the adjacent segments of one speaker, because a sentence may span several segments. */
function blocksOf(segments: Segment[]): Block[] {
  const blocks: Block[] = []
  for (const segment of segments) {
    const last = blocks.at(-1)
    const text = segment.text.trim()
    if (last && last.speaker === segment.speaker && last.text.length + text.length < MOST_CHARACTERS) {
      last.marks.push({ at: last.text.length + 1, segment })
      last.text += ` ${text}`
    } else {
      blocks.push({ speaker: segment.speaker, text, marks: [{ at: 0, segment }] })
    }
  }
  return blocks
}

function readBlock({ speaker, text, marks }: Block): Sentence[] {
  const sentences: Sentence[] = []
  let mark = 0
  for (const { segment: raw, index } of splitter.segment(text)) {
    for (const { piece, at } of piecesOf(raw)) {
      while (marks[mark + 1] && marks[mark + 1]!.at <= index + at) mark++
      const clean = withoutFillers(clip(piece, MOST_CHARACTERS_OF_PIECE))
      const words = wordsOf(clean)
      const second = secondAt(marks[mark]!, index + at)
      if (words.length > 0) sentences.push({ text: clean, speaker, second, words })
    }
  }
  return sentences
}

/** Splits speech without full stops into pieces: at a comma after half of the limit, or else at the limit. */
function piecesOf(raw: string): { piece: string; at: number }[] {
  if (raw.length <= 2 * MOST_WORDS) return [{ piece: raw, at: 0 }]
  const tokens = [...wordSplitter.segment(raw)]
  if (tokens.filter(({ isWordLike }) => isWordLike).length <= MOST_WORDS) return [{ piece: raw, at: 0 }]
  const pieces: { piece: string; at: number }[] = []
  let [at, words] = [0, 0]
  for (const { segment, index, isWordLike } of tokens) {
    if (words >= MOST_WORDS || (words >= MOST_WORDS / 2 && /[,;、，]/.test(segment))) {
      pieces.push({ piece: raw.slice(at, index), at })
      ;[at, words] = [index, 0]
    }
    if (isWordLike) words++
  }
  return [...pieces, { piece: raw.slice(at), at }]
}

/** Estimates the time of words from their position in a long turn. */
function secondAt({ at, segment }: Block['marks'][number], position: number): number {
  const share = Math.min((position - at) / Math.max(segment.text.length, 1), 1)
  return Math.floor(segment.start_time + share * (segment.end_time - segment.start_time))
}

const marks = /\{\w+\}|\[[^\]]{0,40}\]|\((?:laughs?|laughter|inaudible|crosstalk|applause|music)\)|[♪♫]+/gi
const hesitation =
  /(?:^|,?\s+|,)(?:u+h+m*|u+m+|e+r+m*|h+m+|m+h*m+(?:-h*m+)?|uh-huh|mm-hmm)(?=[\s,.?!…]|$)(?:,|[.…]+(?=\s|$))?/gi
const opening =
  /^(?:(?:so|and|but|yeah|yes|yep|okay|ok|oh|well|right|alright|now|then|anyway|because|'cause|like|you know|i mean|i think|i guess)\b[\s,.]*)+(?=\S)/i
const twice = /(?<![\p{L}'])((?:[\p{L}']+ ){0,3}[\p{L}']+)(?:[\s,]+\1(?![\p{L}']))+/giu
const corrected = /(?<![\p{L}'])(\p{L}+) (?=\1')/giu
const begunAgain = /(?<![\p{L}'])([\p{L}']+) (\p{L}{1,4}) \1 (?=\2)/giu

/** Changes `So, um, the the deck` to `The deck`; other words stay. */
function withoutFillers(text: string): string {
  const clean = text
    .replace(marks, ' ')
    .replace(hesitation, ' ')
    .replace(/\b(?:you know|i mean),?\s/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(opening, '')
    .replace(corrected, '')
    .replace(begunAgain, '$1 ')
    .replace(twice, '$1')
    .replace(/ (?=[.,?!;:])/g, '')
    .replace(/,(?=[,.?!;:])/g, '')
    .replace(/^[\s.,?!;:…-]+/, '')
    .trim()
  return (clean.charAt(0).toUpperCase() + clean.slice(1)).replace(/[,;:\s–-]+$/, '')
}
