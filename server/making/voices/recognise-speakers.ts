/** Finds out by voice who the speakers of a recording are (decision 62). A wrong name is worse than none. *Pure.* */

import type { StoredTranscript } from '../../platform/postgres/column-types.ts'
import type { SpeakerVoice } from '../engines/shared/engines.ts'
import { isUnnamed } from '../engines/transcribe/join-parts.ts'
import { likeness } from './vectors.ts'

export type KnownVoice = { name: string; isInvited: boolean; vector: number[] }

/** Chosen by `npm run bench -- voices`; somebody who was not invited must be more alike. */
export const thresholds = { invited: 0.78, others: 0.8, margin: 0.1 }

/** A shorter speech does not show a voice. */
const minSeconds = 5

/**
 * Names speakers who have no name yet, each person once.
 * @param voices  of the speakers, by the model of `known`
 */
export function recognise(transcript: StoredTranscript, voices: SpeakerVoice[], known: KnownVoice[]): StoredTranscript {
  const seconds = secondsOf(transcript)
  const heard = voices.filter(({ speaker }) => isUnnamed(speaker) && (seconds.get(speaker) ?? 0) >= minSeconds)
  const found = heard.flatMap(({ speaker, vector }) => {
    const match = bestMatch(vector, known)
    return match ? [{ speaker, ...match }] : []
  })
  const names = new Map<string, string>()
  const taken = new Set(seconds.keys())
  for (const { speaker, name } of found.sort((one, other) => other.likeness - one.likeness)) {
    if (taken.has(name)) continue
    names.set(speaker, name)
    taken.add(name)
  }
  return names.size === 0 ? transcript : withNames(transcript, names)
}

/** The one whose voice is alike, and clearly more so than anybody else's. */
export function bestMatch(
  vector: number[],
  known: KnownVoice[],
  { invited, others, margin } = thresholds,
): { name: string; likeness: number } | null {
  const compared = known
    .map((voice) => ({ ...voice, likeness: likeness(vector, voice.vector) }))
    .sort((one, other) => other.likeness - one.likeness)
  const expected = compared.filter(({ isInvited }) => isInvited)
  return closest(expected, invited, margin) ?? closest(compared, others, margin)
}

function closest<Voice extends { likeness: number }>(
  [best, second]: Voice[],
  threshold: number,
  margin: number,
): Voice | null {
  if (!best || best.likeness < threshold) return null
  return second && best.likeness - second.likeness < margin ? null : best
}

function secondsOf({ speech_segments }: StoredTranscript): Map<string, number> {
  const seconds = new Map<string, number>()
  for (const { speaker, start_time, end_time } of speech_segments)
    seconds.set(speaker, (seconds.get(speaker) ?? 0) + end_time - start_time)
  return seconds
}

function withNames({ speech_segments, ...transcript }: StoredTranscript, names: Map<string, string>): StoredTranscript {
  return {
    ...transcript,
    speech_segments: speech_segments.map((segment) => ({
      ...segment,
      speaker: names.get(segment.speaker) ?? segment.speaker,
    })),
    recognised: [...names].map(([before, speaker]) => ({ speaker, before })),
  }
}
