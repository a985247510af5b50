/** Puts terms into a transcript where they were heard wrongly; a segment so changed keeps what was heard (decision 66). */
import type { SpokenWord, StoredTranscript, StoredWords } from '../../platform/postgres/column-types.ts'
import { type HeardWord, type KnownTerm, TermFinder } from './find-terms.ts'
import { ranksOf } from './ordinary-words.ts'

type Segment = StoredTranscript['speech_segments'][number]
type Heard = { transcript: StoredTranscript; words: StoredWords | null }
type Token = HeardWord & { at: number }

/** Ends with a letter or number, in linear time. */
const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’]*[\p{L}\p{N}])?/gu
/** What engines write where they heard no words. */
const isNoSpeech = (text: string) => /^\[[^\]]*\]$/.test(text.trim())

/**
 * In a language without a list of ordinary words only the `sounds_like` of terms are found, and terms with other spaces. Rank 1
 * makes each word a function word, so nothing is matched by its sound.
 */
export function putTerms({ transcript, words }: Heard, terms: KnownTerm[]): Heard {
  const ranks = ranksOf(transcript.language_code)
  const known = ranks ? terms : terms.filter(({ sounds_like }) => sounds_like)
  if (known.length === 0) return { transcript, words }
  const finder = new TermFinder(known, ranks ?? (() => 1))
  const put = transcript.speech_segments.map((segment, index) => putInSegment(segment, words?.[index] ?? null, finder))
  return {
    transcript: { ...transcript, speech_segments: put.map(({ segment }) => segment) },
    words: words && put.map((each) => each.words),
  }
}

function putInSegment(segment: Segment, words: SpokenWord[] | null, finder: TermFinder) {
  if (isNoSpeech(segment.text)) return { segment, words }
  const tokens = tokensOf(segment.text)
  const found = finder.find(tokens)
  if (found.length === 0) return { segment, words }
  const puts = found.map(({ first, last, term }) => {
    const { at, text } = tokens[last]!
    return { start: tokens[first]!.at, end: at + text.replace(/['’]s$/, '').length, term }
  })
  let [text, end] = ['', 0]
  for (const put of puts) {
    text += segment.text.slice(end, put.start) + put.term
    end = put.end
  }
  return {
    segment: { ...segment, text: text + segment.text.slice(end), heard: segment.text },
    words: words && putInWords(words, segment.text, puts),
  }
}

function tokensOf(text: string): Token[] {
  let end = 0
  return Array.from(text.matchAll(word), ({ 0: found, index }) => {
    const between = text.slice(end, index)
    const isFirst = end === 0
    end = index + found.length
    return {
      text: found,
      at: index,
      isNewSentence: isFirst || /[.?!:…]/.test(between),
      isJoined: /^(?:\s+|-)$/.test(between),
    }
  })
}

type Put = { start: number; end: number; term: string }

/** The times stay: what was heard as some words took their time. Words that are not those of the text stay as they are. */
function putInWords(words: SpokenWord[], text: string, puts: Put[]): SpokenWord[] {
  const chunks = Array.from(text.matchAll(/\S+/g), ({ 0: chunk, index }) => ({
    chunk,
    start: index,
    end: index + chunk.length,
  }))
  if (chunks.length !== words.length || chunks.some(({ chunk }, at) => chunk !== words[at]![0].trim())) return words
  const after: SpokenWord[] = []
  let next = 0
  for (const { start, end, term } of puts) {
    const first = chunks.findIndex((chunk, at) => at >= next && chunk.end > start)
    // Two terms in what is one word of the engine: as it was heard.
    if (first === -1 || chunks[first]!.start > start) return words
    const last = chunks.findLastIndex((chunk) => chunk.start < end)
    const written = text.slice(chunks[first]!.start, start) + term + text.slice(end, chunks[last]!.end)
    after.push(...words.slice(next, first), ...spread(written.split(/\s+/), words[first]![1], words[last]![2]))
    next = last + 1
  }
  return [...after, ...words.slice(next)]
}

const spread = (texts: string[], from: number, to: number) =>
  texts.map((text, at): SpokenWord => {
    const share = (to - from) / texts.length
    return [text, from + at * share, at === texts.length - 1 ? to : from + (at + 1) * share]
  })
