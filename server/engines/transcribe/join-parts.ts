/** Joins the transcribed parts of a recording into one transcript. *Pure.* */
import { foldCase, toStorable } from '../../platform/text.ts'
import type { SpokenWord, StoredWords } from '../../tables.ts'
import type { Transcription, TranscriptionHints } from '../engines.ts'
import { languageTag } from '../language-tag.ts'
import type { TimedWord, Transcribed } from './read-transcription.ts'

const mostWords = 500_000
const mostWordCharacters = 255

/** `startSeconds` is where the part begins. */
export type TranscribedPart = Transcribed & { startSeconds: number }

/** @param lengthSeconds  of the whole recording, if known */
export function joinParts(
  parts: TranscribedPart[],
  hints: TranscriptionHints,
  lengthSeconds: number | null,
): Transcription {
  const segments = parts.flatMap((part, index) =>
    part.segments.map(({ speaker, text, start, end }, number) => ({
      words: part.words[number]!.map((word) => timed(word, part.startSeconds)),
      speaker: speakerName(speaker, hints.speakers, parts.length > 1 ? index + 1 : null),
      text: toStorable(text),
      start_time: milliseconds(part.startSeconds + start),
      end_time: milliseconds(part.startSeconds + end),
    })),
  )
  segments.sort((one, other) => one.start_time - other.start_time)
  const language = parts.find((part) => typeof part.language === 'string')?.language
  const last = parts.at(-1)
  const transcribedSeconds = last && last.durationSeconds !== null ? last.startSeconds + last.durationSeconds : null
  return {
    transcript: {
      language_code: languageTag(language, hints.languageCode),
      speech_segments: segments.map(({ words: _, ...segment }) => segment),
    },
    ...within(segments.map(({ words }) => words)),
    durationSeconds: lengthSeconds ?? transcribedSeconds,
  }
}

const timed = ({ text, start, end }: TimedWord, startSeconds: number): SpokenWord => [
  toStorable(text),
  milliseconds(startSeconds + start),
  milliseconds(startSeconds + end),
]

/** Nothing for none, and for more than any recording has: an hour of speech has 10,000 words. */
function within(words: SpokenWord[][]): { words?: StoredWords } {
  const count = words.reduce((sum, { length }) => sum + length, 0)
  if (count === 0 || count > mostWords) return {}
  const isUsual = (timed: SpokenWord[]) =>
    timed.length > 0 && timed.every(([text]) => text.length <= mostWordCharacters)
  return { words: words.map((timed) => (isUsual(timed) ? timed : null)) }
}

/**
 * Labels such as `SPEAKER_00` and `A` start again in every part, so the same label may be another person there.
 * @param part  counted from 1; null if there is only one
 */
function speakerName(label: string | null, known: string[], part: number | null): string {
  if (label === null) return ''
  const name = known.find((each) => foldCase(each) === foldCase(label))
  if (name !== undefined) return name
  const [, number] = /^SPEAKER[_ ](\d+)$/i.exec(label) ?? []
  const plain = number
    ? `Speaker ${Number(number) + 1}`
    : /^[A-Z]{1,2}$/.test(label)
      ? `Speaker ${label}`
      : toStorable(label)
  return part === null ? plain : `${plain} (part ${part})`
}

const milliseconds = (seconds: number) => Math.round(seconds * 1_000) / 1_000
