/** Converts the answers of transcription services, in all their shapes, to segments. *Pure.* */

/** Times are in seconds from the start of the sent media; a speaker is the back end's label, or null. */
export type TranscribedSegment = { speaker: string | null; text: string; start: number; end: number }
export type Transcribed = { language: unknown; durationSeconds: number | null; segments: TranscribedSegment[] }

type Fields = Record<string, unknown>
type Word = { text: string; start: number; end: number; speaker: string | null }

/** If there are only words, a sentence ends at this pause or after this number of words. */
const PAUSE_SECONDS = 1
const MOST_WORDS = 40

/**
 * @param lengthSeconds  of the sent media, if known: a text without times becomes one segment of this length
 * @returns null for an unknown shape
 */
export function readTranscription(answer: unknown, lengthSeconds: number | null): Transcribed | null {
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

/** Whisper finds words in silence; by its own rule these two numbers show that there was no speech. */
const isSilence = ({ no_speech_prob, avg_logprob }: Fields) =>
  typeof no_speech_prob === 'number' && no_speech_prob > 0.6 && typeof avg_logprob === 'number' && avg_logprob < -1

function readSegments(listed: Fields[]): TranscribedSegment[] {
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

function segmentsOf(words: Word[]): TranscribedSegment[] {
  const segments: TranscribedSegment[] = []
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
