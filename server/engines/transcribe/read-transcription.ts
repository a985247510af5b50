/** What transcription services answer, in all their shapes, as segments. *Pure.* */

/** Seconds from the start of what was sent; a speaker is the back end's own label, or null. */
export type HeardSegment = { speaker: string | null; text: string; start: number; end: number }
export type Heard = { language: unknown; durationSeconds: number | null; segments: HeardSegment[] }

type Fields = Record<string, unknown>
type Word = { text: string; start: number; end: number; speaker: string | null }

/** A pause that parts sentences where there are only words, and the most words without one. */
const PAUSE_SECONDS = 1
const MOST_WORDS = 40

/**
 * @param lengthSeconds  of what was sent, if known: a text without times fills it
 * @returns null for what is none of the shapes
 */
export function readTranscription(answer: unknown, lengthSeconds: number | null): Heard | null {
  if (!isFields(answer)) return null
  const { language, text } = answer
  const durationSeconds = seconds(answer.duration) ?? lengthSeconds
  const listed = fieldsOf(answer.segments)
  if (listed.length > 0) return { language, durationSeconds, segments: readSegments(listed) }
  const words = readWords(answer.words)
  if (words.length > 0) return { language, durationSeconds, segments: segmentsOf(words) }
  if (typeof text !== 'string')
    return Array.isArray(answer.segments) ? { language, durationSeconds, segments: [] } : null
  const whole = { speaker: null, text: text.trim(), start: 0, end: durationSeconds ?? 0 }
  return { language, durationSeconds, segments: whole.text === '' ? [] : [whole] }
}

/** Whisper hears words in silence; by its own rule these two numbers tell that nobody spoke. */
const isSilence = ({ no_speech_prob, avg_logprob }: Fields) =>
  typeof no_speech_prob === 'number' && no_speech_prob > 0.6 && typeof avg_logprob === 'number' && avg_logprob < -1

function readSegments(listed: Fields[]): HeardSegment[] {
  let speaker: string | null = null
  return listed.flatMap((fields) => {
    speaker = label(fields.speaker) ?? speaker
    const words = readWords(fields.words)
    const text = typeof fields.text === 'string' ? fields.text.trim() : words.map((word) => word.text).join(' ')
    if (text === '' || isSilence(fields)) return []
    const start = seconds(fields.start) ?? words[0]?.start ?? 0
    const end = seconds(fields.end) ?? words.at(-1)?.end ?? start
    return [{ speaker, text, start, end: Math.max(start, end) }]
  })
}

function readWords(value: unknown): Word[] {
  return fieldsOf(value).flatMap(({ word, text, start, end, speaker }) => {
    const spoken = [word, text].find((each) => typeof each === 'string' && each.trim() !== '')
    const from = seconds(start)
    if (typeof spoken !== 'string' || from === null) return []
    return [{ text: spoken.trim(), start: from, end: Math.max(from, seconds(end) ?? from), speaker: label(speaker) }]
  })
}

function segmentsOf(words: Word[]): HeardSegment[] {
  const segments: HeardSegment[] = []
  let count = 0
  for (const word of words) {
    const last = segments.at(-1)
    const goesOn =
      last && count < MOST_WORDS && word.start - last.end < PAUSE_SECONDS && !/[.!?。！？]$/.test(last.text)
    if (goesOn && (word.speaker ?? last.speaker) === last.speaker) {
      last.text += ` ${word.text}`
      last.end = Math.max(last.end, word.end)
      count++
    } else {
      segments.push({ ...word, speaker: word.speaker ?? last?.speaker ?? null })
      count = 1
    }
  }
  return segments
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const label = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const seconds = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null)
