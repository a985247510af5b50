/** Gives each word of the turns its speaker. *Pure.* */
import { continuesWord } from '../../transcribe/read-transcription.ts'
import { plain, type Turn } from './piece-text.ts'

/** In seconds; spans come in order and do not overlap. */
export type SpeakerSpan = { start: number; end: number; speaker: number }

type Timed = { start: number; end: number }

/** Times of words are not exact, so a change of speaker moves to the end of a sentence that is so many words away. */
const maxMovedWords = 2

/**
 * @returns turns of one speaker each, with labels `SPEAKER_0`, `SPEAKER_1` in the order of appearance, and the labels by
 *   the speakers of the spans; without spans the turns as they are
 */
export function assignSpeakers(turns: Turn[], spans: SpeakerSpan[]): { turns: Turn[]; labels: Map<number, string> } {
  const labels = new Map<number, string>()
  if (spans.length === 0) return { turns, labels }
  const labelOf = (speaker: number) => {
    if (!labels.has(speaker)) labels.set(speaker, `SPEAKER_${labels.size}`)
    return labels.get(speaker)!
  }
  return {
    turns: turns
      .flatMap((turn) => splitAtChanges(turn, spans))
      .map(({ speaker, ...turn }) => ({ ...turn, speaker: labelOf(speaker) })),
    labels,
  }
}

type TokenizedWord = Timed & { tokens: Turn['words'] }

function splitAtChanges(turn: Turn, spans: SpeakerSpan[]): (Omit<Turn, 'speaker'> & { speaker: number })[] {
  const words = wordsOf(turn)
  if (words.length === 0) return [{ ...turn, speaker: speakerOf(turn, spans) }]
  const speakers = words.map((word) => speakerOf(word, spans))
  moveToSentenceEnds(words, speakers)
  const starts = [...words.keys()].filter((index) => speakers[index] !== speakers[index - 1])
  return starts.map((start, index) => {
    const tokens = words.slice(start, starts[index + 1]).flatMap((word) => word.tokens)
    const text = plain(tokens.map(({ word }) => word).join(''))
    return { text, start: tokens[0]!.start, end: tokens.at(-1)!.end, words: tokens, speaker: speakers[start]! }
  })
}

/** A word may be of several tokens. */
function wordsOf({ words: tokens }: Turn): TokenizedWord[] {
  const words: TokenizedWord[] = []
  for (const token of tokens) {
    const last = words.at(-1)
    if (last && continuesWord(token.word)) {
      last.tokens.push(token)
      last.end = token.end
    } else words.push({ start: token.start, end: token.end, tokens: [token] })
  }
  return words
}

/** Whose spans have most of it, or are nearest. */
function speakerOf(timed: Timed, spans: SpeakerSpan[]): number {
  const shares = new Map<number, number>()
  let nearest = spans[0]!
  for (let index = firstAfter(timed.start, spans); index < spans.length; index++) {
    const span = spans[index]!
    if (distance(timed, span) < distance(timed, nearest)) nearest = span
    if (span.start >= timed.end) break
    shares.set(span.speaker, (shares.get(span.speaker) ?? 0) + Math.max(0, shared(timed, span)))
  }
  const [most, share] = [...shares].reduce((one, other) => (other[1] > one[1] ? other : one), [nearest.speaker, 0])
  return share > 0 ? most : nearest.speaker
}

/** The index of the span before the first one that ends after this moment. */
function firstAfter(moment: number, spans: SpeakerSpan[]): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.end > moment) high = middle
    else low = middle + 1
  }
  return Math.max(0, low - 1)
}

const shared = (one: Timed, other: Timed) => Math.min(one.end, other.end) - Math.max(one.start, other.start)
const distance = (one: Timed, other: Timed) => Math.max(0, -shared(one, other))

const endsSentence = ({ tokens }: TokenizedWord) => /[.!?。！？]$/.test(tokens.at(-1)!.word.trim())

function moveToSentenceEnds(words: TokenizedWord[], speakers: number[]): void {
  for (let change = 1; change < words.length; change++) {
    const [before, after] = [speakers[change - 1]!, speakers[change]!]
    if (before === after || endsSentence(words[change - 1]!)) continue
    const end = nearestEnd(words, speakers, change)
    if (end === null) continue
    speakers.fill(after, Math.min(end, change), change)
    speakers.fill(before, change, Math.max(end, change))
  }
}

/** @returns the index of the first word after the end of a sentence near the change, without passing another change */
function nearestEnd(words: TokenizedWord[], speakers: number[], change: number): number | null {
  for (let moved = 1; moved <= maxMovedWords; moved++) {
    for (const at of [change + moved, change - moved]) {
      const between = speakers.slice(Math.min(at, change), Math.max(at, change))
      const isOneSpeakers = between.length === moved && between.every((speaker) => speaker === between[0])
      if (at > 0 && isOneSpeakers && endsSentence(words[at - 1]!)) return at
    }
  }
  return null
}
