/** Converts answers of transcription services, and of models on this machine, to segments. *Pure.* */
import { maxSeconds } from '../../../meetings/recordings/transcript/captions.ts'
import { cutLong } from '../../../meetings/recordings/transcript/cut-long.ts'
import { type AnswerFields, fieldsOf, isFields } from './answer-fields.ts'
import { inSeconds } from './time-unit.ts'

/** Times are in seconds from the start of the sent media. `speaker` is the service's label, or null. */
export type TranscribedSegment = { speaker: string | null; text: string; start: number; end: number }
export type TimedWord = { text: string; start: number; end: number }

/** `words` has a list for each segment, empty if the service gives no times. */
export type Transcribed = {
  language: unknown
  durationSeconds: number | null
  segments: TranscribedSegment[]
  words: TimedWord[][]
}

type SegmentWithWords = TranscribedSegment & { words: TimedWord[] }
type SpeakersWord = TimedWord & { speaker: string | null }

/** If there are only words, a sentence ends at this pause or after this number of words. */
const sentencePauseSeconds = 1
const maxSentenceWords = 40

/**
 * @param lengthSeconds  of the sent media, if known; a text without times becomes one segment of this length, or several if it is long
 * @returns null for an unknown shape
 */
export function readTranscription(answer: unknown, lengthSeconds: number | null): Transcribed | null {
  if (!isFields(answer)) return null
  const timed = inSeconds(answer, lengthSeconds)
  const durationSeconds = seconds(timed.duration) ?? lengthSeconds
  const found = findSegments(timed, durationSeconds)
  if (!found) return null
  return {
    language: answer.language,
    durationSeconds,
    segments: found.map(({ words: _, ...segment }) => segment),
    words: found.map(({ words }) => words.map(({ text, start, end }) => ({ text, start, end }))),
  }
}

function findSegments(answer: AnswerFields, durationSeconds: number | null): SegmentWithWords[] | null {
  const listed = fieldsOf(answer.segments)
  const words = readWords(answer.words)
  if (listed.length > 0) return assignWords(readSegments(listed), words).flatMap(splitLong)
  if (words.length > 0) return splitIntoSegments(words)
  const { text } = answer
  if (typeof text !== 'string') return Array.isArray(answer.segments) ? [] : null
  // Nobody knows when what was said; people speak about as fast all the time.
  const length = durationSeconds ?? 0
  return cutLong(text.trim()).map(({ text, from, to }) => ({
    speaker: null,
    text,
    start: from * length,
    end: to * length,
    words: [],
  }))
}

/** Whisper finds words in silence. By its own rule, these two numbers mean that there was no speech. */
const isSilence = ({ no_speech_prob, avg_logprob }: AnswerFields) =>
  typeof no_speech_prob === 'number' && no_speech_prob > 0.6 && typeof avg_logprob === 'number' && avg_logprob < -1

function readSegments(listed: AnswerFields[]): SegmentWithWords[] {
  let speaker: string | null = null
  return listed.flatMap((fields) => {
    speaker = label(fields.speaker) ?? speaker
    const words = readWords(fields.words)
    const text = typeof fields.text === 'string' ? fields.text.trim() : words.map((word) => word.text).join(' ')
    if (text === '' || isSilence(fields)) return []
    const start = seconds(fields.start) ?? words[0]?.start ?? 0
    const end = seconds(fields.end) ?? words.at(-1)?.end ?? start
    return [{ speaker, text, start, end: Math.max(start, end), words }]
  })
}

/**
 * Some services list the words of all segments separately. A word belongs to the last segment that starts before the
 * word's middle.
 */
function assignWords(segments: SegmentWithWords[], words: SpeakersWord[]): SegmentWithWords[] {
  if (segments.length === 0 || segments.some((segment) => segment.words.length > 0)) return segments
  let index = 0
  for (const word of words) {
    while (index + 1 < segments.length && segments[index + 1]!.start <= (word.start + word.end) / 2) index++
    segments[index]!.words.push(word)
  }
  return segments
}

function readWords(value: unknown): SpeakersWord[] {
  const listed = fieldsOf(value).flatMap(({ word, text, start, end, speaker }) => {
    const spoken = [word, text].find((each) => typeof each === 'string' && each.trim() !== '')
    const from = seconds(start)
    if (typeof spoken !== 'string' || from === null) return []
    return [{ text: spoken, start: from, end: Math.max(from, seconds(end) ?? from), speaker: label(speaker) }]
  })
  return joinTokens(listed).map((word) => ({ ...word, text: word.text.trim() }))
}

/** Scripts without spaces between words. */
const unspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

/** Whether a token belongs to the word before it. */
export const continuesWord = (token: string) => !/^\s/.test(token) && !unspaced.test(token)

/** whisper.cpp lists tokens as words. Where some begin with a space, one without continues the word before it. */
function joinTokens(listed: SpeakersWord[]): SpeakersWord[] {
  if (!listed.some(({ text }) => /^\s/.test(text))) return listed
  const words: SpeakersWord[] = []
  for (const token of listed) {
    const last = words.at(-1)
    if (!last || !continuesWord(token.text)) words.push({ ...token })
    else Object.assign(last, { text: last.text + token.text, end: Math.max(last.end, token.end) })
  }
  return words
}

/** Splits a turn, which may last minutes, into sentences if its words make up its text. */
export function splitIntoSentences(turn: AnswerFields): AnswerFields[] {
  const words = readWords(turn.words)
  if (words.length === 0 || words.map(({ text }) => text).join(' ') !== turn.text) return [turn]
  return splitIntoSegments(words).map((sentence) => ({ ...sentence, speaker: turn.speaker }))
}

/** A service without times of sentences gives segments of half a minute. */
const longSegmentSeconds = 15

function splitLong(segment: SegmentWithWords): SegmentWithWords[] {
  const { words, text, start, end, speaker } = segment
  const isWhole = words.map((word) => word.text).join(' ') === text
  if (end - start <= longSegmentSeconds || words.length === 0 || !isWhole) return [segment]
  return splitIntoSegments(words.map((word) => ({ ...word, speaker })))
}

function splitIntoSegments(words: SpeakersWord[]): SegmentWithWords[] {
  const segments: SegmentWithWords[] = []
  let count = 0
  for (const word of words) {
    const last = segments.at(-1)
    const continues =
      last &&
      count < maxSentenceWords &&
      word.start - last.end < sentencePauseSeconds &&
      !/[.!?。！？]$/.test(last.text)
    if (continues && (word.speaker ?? last.speaker) === last.speaker) {
      last.text += ` ${word.text}`
      last.end = Math.max(last.end, word.end)
      last.words.push(word)
      count++
    } else {
      segments.push({ ...word, speaker: word.speaker ?? last?.speaker ?? null, words: [word] })
      count = 1
    }
  }
  return segments
}

/** The label of a speaker with this number, counted from 0. */
export const speakerLabel = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? `SPEAKER_${value}` : null
const label = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const seconds = (value: unknown) => (typeof value === 'number' && value >= 0 && value <= maxSeconds ? value : null)
