/**
 * Matches the speaker labels of the parts of a cut recording. Each part has its own labels, and a speaker in an overlap is
 * in both parts. *Pure.*
 */
import type { PlacedPart, PlacedSegment } from './trim-overlaps.ts'

/** A speaker, by the label in the first part that has the speaker. Parts are counted from 1. */
export type Speaker = { label: string; part: number }

/** Less proves nothing, because times of words are not more exact. */
const minSharedSeconds = 1

/** Of a part in an overlap. Nobody hears more people in half a minute, but an answer may name any number. */
const maxLabels = 50

/**
 * Two labels of neighbouring parts are one speaker if each has more speech of the overlap in common with the other than
 * with any third label.
 * @returns for each part its speakers by label
 */
export function matchSpeakers(parts: PlacedPart[], overlapSeconds: number): Map<string, Speaker>[] {
  const known: Map<string, Speaker>[] = []
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    const same = before ? matchLabels(before, part, overlapSeconds) : new Map<string, string>()
    const speakers = new Map<string, Speaker>()
    for (const { speaker: label } of part.segments) {
      if (label === null || speakers.has(label)) continue
      const earlier = same.get(label)
      speakers.set(label, (earlier !== undefined && known.at(-1)!.get(earlier)) || { label, part: index + 1 })
    }
    known.push(speakers)
  }
  return known
}

/** @returns the earlier part's label by the later's */
function matchLabels(earlier: PlacedPart, later: PlacedPart, overlapSeconds: number): Map<string, string> {
  const [from, until] = [later.startSeconds, later.startSeconds + overlapSeconds]
  const isInside = ({ start, end }: PlacedSegment) => end > from && start < until
  const [these, those] = [earlier, later].map(({ segments }) => speechByLabel(segments.filter(isInside)))
  const together: { one: string; other: string; seconds: number }[] = []
  for (const [one, speech] of these!) {
    for (const [other, otherSpeech] of those!) {
      const seconds = sharedSeconds(speech, otherSpeech)
      if (seconds >= minSharedSeconds) together.push({ one, other, seconds })
    }
  }
  const most = (here: (typeof together)[number], side: 'one' | 'other') =>
    together.every((each) => each === here || each[side] !== here[side] || each.seconds < here.seconds)
  const sure = together.filter((pair) => most(pair, 'one') && most(pair, 'other'))
  return new Map(sure.map(({ one, other }) => [other, one]))
}

type Span = { start: number; end: number }

/** When each of the first labels speaks: in order, without overlaps. */
function speechByLabel(segments: PlacedSegment[]): [label: string, speech: Span[]][] {
  const speech = new Map<string, Span[]>()
  for (const { speaker, start, end } of segments.toSorted((one, other) => one.start - other.start)) {
    if (speaker === null) continue
    const spans = speech.get(speaker) ?? []
    if (spans.length === 0) speech.set(speaker, spans)
    const last = spans.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else spans.push({ start, end })
  }
  return [...speech].slice(0, maxLabels)
}

function sharedSeconds(these: Span[], those: Span[]): number {
  let sum = 0
  for (let here = 0, there = 0; here < these.length && there < those.length; ) {
    const [one, other] = [these[here]!, those[there]!]
    sum += Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start))
    if (one.end < other.end) here++
    else there++
  }
  return sum
}
