/** Whose each stretch of speech is, by the voices in each track and across the tracks. *Pure.* */

import { lowerBound } from '../../shared/lower-bound.ts'
import type { Channels, Track } from '../../transcribe/channels.ts'
import { hertz } from '../../transcribe/made-formats.ts'
import { longest, type Part } from './cut-pieces.ts'
import { groupTracks, type Voice } from './group-voices.ts'
import type { Stretch } from './tell-speech.ts'

/** `speaker` is null where nobody is told apart. */
export type Told = Part & { voice: Voice | null }

/** A shorter one, in seconds, says too little of its voice; it is of who speaks before and after it. */
const leastOfVoice = 0.6
/** Of the time that a speaker is heard in a track: whoever is an echo for so much of it is not there. */
const echoShare = 0.8

/**
 * @param count  of speakers; null: unknown
 * @returns the stretches in order, without what a microphone took of a loudspeaker
 */
export function partsOf(
  stretches: Stretch[],
  tracks: Track[],
  channels: Pick<Channels, 'loudest'>,
  count: number | null,
): Told[] {
  const heard = stretches.toSorted((one, other) => one.from - other.from)
  const byTrack = tracks.map((_, track) => heard.filter((each) => each.track === track))
  const groups = groupTracks(
    byTrack.map((ofTrack) => ofTrack.flatMap(({ voice }) => voice ?? [])),
    count,
  )
  const told = byTrack.map((ofTrack, track) => named(ofTrack, groups, tracks.length > 1 ? -1 - track : null))
  return withoutEchoes(told, tracks, channels).sort((one, other) => one.from - other.from)
}

/** @param nobody  who speaks in a track without voices */
function named(stretches: Stretch[], groups: Map<Voice, number>, nobody: number | null): Told[] {
  const speakers = stretches.map(({ voice }) => (voice ? groups.get(voice)! : null))
  return stretches.map((stretch, index) => {
    const [before, after] = [speakers[index - 1] ?? null, speakers[index + 1] ?? null]
    const isBetween = before !== null && before === after && secondsOf(stretch) < leastOfVoice
    const nearest = before ?? after ?? speakers.find((speaker) => speaker !== null) ?? nobody
    return { ...stretch, speaker: isBetween ? before : (speakers[index] ?? nearest) }
  })
}

function withoutEchoes(byTrack: Told[][], tracks: Track[], channels: Pick<Channels, 'loudest'>): Told[] {
  if (tracks.length === 1) return byTrack.flat()
  const all = byTrack.flat().sort((one, other) => one.from - other.from)
  const others = (part: Told) => around(part, all).filter((each) => each.track !== part.track && shared(each, part) > 0)
  const isEcho = (part: Told) => {
    const louder = channels.loudest(part.from / hertz, part.to / hertz) !== tracks[part.track]!.channel
    return louder && others(part).reduce((sum, each) => sum + shared(each, part), 0) > (part.to - part.from) / 2
  }
  const echoes = new Set(all.filter(isEcho))
  const timeOf = (parts: Told[]) => parts.reduce((sum, part) => sum + secondsOf(part), 0)
  return byTrack.flatMap((parts) => {
    const bySpeaker = Map.groupBy(parts, ({ speaker }) => speaker)
    const shareOf = (speaker: number | null) => {
      const own = bySpeaker.get(speaker)!
      return timeOf(own.filter((part) => echoes.has(part))) / timeOf(own)
    }
    const away = new Set([...bySpeaker.keys()].filter((speaker) => shareOf(speaker) >= echoShare))
    const isLeft = (part: Told) => {
      if (!echoes.has(part)) return false
      return away.has(part.speaker) || others(part).some(({ speaker }) => speaker === part.speaker)
    }
    return parts.filter((part) => !isLeft(part))
  })
}

/** Those that can share a moment with it, of all in order: none is longer than a piece. */
function around({ from, to }: Told, all: Told[]): Told[] {
  const before = (moment: number) => lowerBound(all, (each) => each.from < moment)
  return all.slice(before(from - longest), before(to))
}

const secondsOf = ({ from, to }: Told | Stretch) => (to - from) / hertz
const shared = (one: Told, other: Told) => Math.min(one.to, other.to) - Math.max(one.from, other.from)
