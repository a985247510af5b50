/** Joins what was heard in each channel of a recording, or in each of its tracks, to one transcript. *Pure.* */
import type { SpokenWord } from '../../../platform/postgres/column-types.ts'
import type { Transcription } from '../shared/engines.ts'
import { lowerBound } from '../shared/lower-bound.ts'
import { notUnderstood } from '../shared/not-understood.ts'
import { keyOfWords } from '../shared/same-words.ts'
import type { Channels } from './channels.ts'
import { isUnnamed } from './join-parts.ts'

export type HeardTrack = { channel: number; heard: Transcription }

type Segment = Transcription['transcript']['speech_segments'][number]
type Line = Segment & { track: number; channel: number; words: SpokenWord[] | null }

/** In seconds: services differ so much in when a word was said. */
const tolerance = 1
/** Of the pairs of words that follow each other in a line: so many are said in the louder channel too if it is an echo. */
const echoShare = 0.5

/**
 * Left out are words in a channel that is silent then, which models invent, and those that a microphone took of a
 * loudspeaker. Nobody of one channel has the name of somebody in another one, unless the service knows who it is.
 */
export function joinTracks(tracks: HeardTrack[], channels: Pick<Channels, 'loudest' | 'isSilent'>): Transcription {
  const spoken = tracks
    .flatMap(linesOf)
    .filter(({ channel, start_time, end_time }) => !channels.isSilent(channel, start_time, end_time))
    .sort(byStart)
  const lines = withoutEchoes(spoken, channels)
  const nameOf = numbered(
    lines,
    ({ speaker, text }) => isUnknown(speaker) || (speaker === '' && text !== notUnderstood),
  )
  const names = new Map(lines.map((line) => [nameOf(line), line.channel]))
  return { ...transcriptionOf(lines, nameOf, tracks), channels: names }
}

/**
 * Adds what was heard of some stretches that were asked about once more. Nobody knows whether their speakers are those of
 * the rest.
 */
export function fillIn(heard: Transcription, found: Transcription[]): Transcription {
  const tracks = [heard, ...found].map((each) => ({ channel: 0, heard: each }))
  const lines = tracks.flatMap(linesOf).sort(byStart)
  const taken = new Set(heard.transcript.speech_segments.map(({ speaker }) => speaker))
  const nameOf = numbered(lines, ({ speaker, track }) => track > 0 && isUnknown(speaker), taken)
  return transcriptionOf(lines, nameOf, tracks)
}

type NameOf = (line: Pick<Line, 'track' | 'speaker'>) => string

/** The language is that of most words. */
function transcriptionOf(lines: Line[], nameOf: NameOf, tracks: HeardTrack[]): Transcription {
  const lettersOf = ({ heard }: HeardTrack) =>
    heard.transcript.speech_segments.reduce((sum, { text }) => sum + (text === notUnderstood ? 0 : text.length), 0)
  const main = tracks.reduce((one, other) => (lettersOf(other) > lettersOf(one) ? other : one))
  return {
    transcript: {
      language_code: main.heard.transcript.language_code,
      speech_segments: lines.map(({ text, start_time, end_time, ...line }) => ({
        speaker: nameOf(line),
        text,
        start_time,
        end_time,
      })),
    },
    ...(lines.some(({ words }) => words) && { words: lines.map(({ words }) => words) }),
    durationSeconds: tracks[0]!.heard.durationSeconds,
  }
}

const byStart = (one: Line, other: Line) => one.start_time - other.start_time

/** As transcribers call speakers whom they do not know, also in a part of a recording. */
const isUnknown = (speaker: string) => isUnnamed(speaker.replace(/ \(part \d+\)$/, ''))

const linesOf = ({ channel, heard: { transcript, words } }: HeardTrack, track: number): Line[] =>
  transcript.speech_segments.map((segment, index) => ({ ...segment, track, channel, words: words?.[index] ?? null }))

/** Speakers without a name are counted in the order in which they speak. @param taken  numbers that others have */
function numbered(lines: Line[], isNumbered: (line: Line) => boolean, taken = new Set<string>()): NameOf {
  const names = new Map<string, string>()
  const keyOf = ({ track, speaker }: Pick<Line, 'track' | 'speaker'>) => `${track} ${speaker}`
  let count = 0
  for (const line of lines) {
    if (!isNumbered(line) || names.has(keyOf(line))) continue
    do count++
    while (taken.has(`Speaker ${count}`))
    names.set(keyOf(line), `Speaker ${count}`)
  }
  return (line) => names.get(keyOf(line)) ?? line.speaker
}

/** An echo is said in a louder channel at the same time, or not understood: a quiet person who says something else stays. */
function withoutEchoes(lines: Line[], channels: Pick<Channels, 'loudest'>): Line[] {
  const saidDuring = during(lines.filter(({ text }) => text !== notUnderstood))
  return lines.filter((line) => {
    const louder = channels.loudest(line.start_time, line.end_time)
    if (louder === line.channel) return true
    if (line.text === notUnderstood) return false
    const others = saidDuring(line).filter(({ channel }) => channel === louder)
    return sharedPairs(line.text, others.map(({ text }) => text).join(' ')) < echoShare
  })
}

/** Finds those that are said at the same time as a line. @param lines  in the order of their beginnings */
function during(lines: Line[]): (line: Line) => Line[] {
  const longest = lines.reduce((most, { start_time, end_time }) => Math.max(most, end_time - start_time), 0)
  const before = (moment: number) => lowerBound(lines, ({ start_time }) => start_time < moment)
  return ({ start_time: start, end_time: end }) =>
    lines
      .slice(before(start - tolerance - longest), before(end + tolerance))
      .filter((each) => each.end_time > start - tolerance)
}

/** The share of the pairs of words of a text that another one has too, each as often; of one or two words these. */
function sharedPairs(text: string, other: string): number {
  const [words, others] = [text, other].map((each) => keyOfWords(each).split(' ')) as [string[], string[]]
  const pairsOf = (all: string[]) =>
    words.length < 3 ? all : all.slice(1).map((word, index) => `${all[index]} ${word}`)
  const left = Map.groupBy(pairsOf(others), (pair) => pair)
  const pairs = pairsOf(words)
  return pairs.filter((pair) => left.get(pair)?.pop() !== undefined).length / pairs.length
}
