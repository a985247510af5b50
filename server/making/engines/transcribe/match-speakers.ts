/**
 * Matches the speaker labels of the parts of a cut recording. Each part has its own labels, and a speaker in an overlap is
 * in both parts. *Pure.*
 */
import type { PlacedPart, PlacedSegment } from './trim-overlaps.ts'

/** A speaker, by the label in the first part that has the speaker. Parts are counted from 1. */
export type Speaker = { label: string; part: number }

/** Less proves nothing, because times of words are not more exact. */
const minSharedSeconds = 1

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
  const isInside = ({ speaker, start, end }: PlacedSegment) => speaker !== null && end > from && start < until
  const [these, those] = [earlier.segments.filter(isInside), later.segments.filter(isInside)]
  const together: { one: string; other: string; seconds: number }[] = []
  for (const one of new Set(these.map(({ speaker }) => speaker!))) {
    for (const other of new Set(those.map(({ speaker }) => speaker!))) {
      const seconds = sharedSeconds(of(one, these), of(other, those))
      if (seconds >= minSharedSeconds) together.push({ one, other, seconds })
    }
  }
  const most = (here: (typeof together)[number], side: 'one' | 'other') =>
    together.every((each) => each === here || each[side] !== here[side] || each.seconds < here.seconds)
  const sure = together.filter((pair) => most(pair, 'one') && most(pair, 'other'))
  return new Map(sure.map(({ one, other }) => [other, one]))
}

const of = (label: string, segments: PlacedSegment[]) => segments.filter(({ speaker }) => speaker === label)

const sharedSeconds = (these: PlacedSegment[], those: PlacedSegment[]) =>
  these.reduce(
    (sum, one) =>
      those.reduce(
        (all, other) => all + Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start)),
        sum,
      ),
    0,
  )
