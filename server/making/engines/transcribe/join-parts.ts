/** Makes the transcript of a recording from its transcribed parts; a model on this machine gives one. *Pure.* */

import type { SpokenWord, StoredWords } from '../../../platform/postgres/column-types.ts'
import { foldCase, toStorable } from '../../../platform/text.ts'
import type { Transcription, TranscriptionHints } from '../shared/engines.ts'
import { languageTag } from './language-tag.ts'
import { matchSpeakers, type Speaker } from './match-speakers.ts'
import type { TimedWord, Transcribed } from './read-transcription.ts'
import { type PlacedPart, trimOverlaps } from './trim-overlaps.ts'

const maxWords = 500_000
const maxWordCharacters = 255

/** `startSeconds` is where the part begins. */
export type TranscribedPart = Transcribed & { startSeconds: number }

/**
 * @param overlapSeconds  how long a part continues after the next one has begun
 * @param lengthSeconds   of the whole recording, if known
 */
export function joinParts(
  parts: TranscribedPart[],
  overlapSeconds: number,
  hints: TranscriptionHints,
  lengthSeconds: number | null,
): Transcription {
  const heard = parts.map(placePart)
  const nameOf = speakerNames(matchSpeakers(heard, overlapSeconds), hints.speakers)
  const segments = trimOverlaps(heard, overlapSeconds).flatMap((part, index) =>
    part.segments.map(({ speaker, text, start, end, words }) => ({
      words: words.map(timed),
      speaker: nameOf(index, speaker),
      text: toStorable(text),
      start_time: milliseconds(start),
      end_time: milliseconds(end),
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

function placePart({ startSeconds, segments, words }: TranscribedPart): PlacedPart {
  const moved = <Timed extends { start: number; end: number }>(timed: Timed): Timed => ({
    ...timed,
    start: startSeconds + timed.start,
    end: startSeconds + timed.end,
  })
  return {
    startSeconds,
    segments: segments.map((segment, index) => ({ ...moved(segment), words: words[index]!.map(moved) })),
  }
}

const timed = ({ text, start, end }: TimedWord): SpokenWord => [
  toStorable(text),
  milliseconds(start),
  milliseconds(end),
]

/** Empty without words, or with more than a real recording has: an hour of speech has 10,000 words. */
function within(words: SpokenWord[][]): { words?: StoredWords } {
  const count = words.reduce((sum, { length }) => sum + length, 0)
  if (count === 0 || count > maxWords) return {}
  const isUsual = (timed: SpokenWord[]) => timed.length > 0 && timed.every(([text]) => text.length <= maxWordCharacters)
  return { words: words.map((timed) => (isUsual(timed) ? timed : null)) }
}

/**
 * Names speakers after participants, or by their labels. If the label may be another person in another part, the name
 * includes the part.
 */
function speakerNames(parts: Map<string, Speaker>[], known: string[]): (part: number, label: string | null) => string {
  // Of two names that differ only in case, the first one counts.
  const participants = new Map(known.toReversed().map((name) => [foldCase(name), name]))
  const speakers = new Set(parts.flatMap((part) => [...part.values()]))
  const count = Map.groupBy(speakers, ({ label }) => plainName(label))
  return (index, label) => {
    if (label === null) return ''
    const name = participants.get(foldCase(label))
    if (name !== undefined) return name
    const { label: first, part } = parts[index]!.get(label)!
    const plain = plainName(first)
    return count.get(plain)!.length > 1 ? `${plain} (part ${part})` : plain
  }
}

/** `SPEAKER_00` becomes `Speaker 1`, `A` becomes `Speaker A`. */
export function plainName(label: string): string {
  const [, number] = /^SPEAKER[_ ](\d+)$/i.exec(label) ?? []
  if (number) return `Speaker ${Number(number) + 1}`
  return /^[A-Z]{1,2}$/.test(label) ? `Speaker ${label}` : toStorable(label)
}

/** Whether a transcriber calls somebody so whom it does not know. */
export const isUnnamed = (speaker: string) => /^Speaker (\d+|[A-Z]{1,2})$/.test(speaker)

const milliseconds = (seconds: number) => Math.round(seconds * 1_000) / 1_000
