/** Every part of a cut recording has its own labels of speakers; those who speak in an overlap are in both parts. *Pure.* */
import type { Heard, HeardPart } from './trim-overlaps.ts'

/** The label of a speaker in the part where they were first heard, counted from 1. */
export type Speaker = { label: string; part: number }

/** Less is no proof: times of words differ by as much. */
const LEAST_SECONDS = 1

/**
 * Two labels of neighbours are one speaker if each shares the most speech of the overlap with the other.
 * @returns for each part its speakers by label
 */
export function matchSpeakers(parts: HeardPart[], overlapSeconds: number): Map<string, Speaker>[] {
  const known: Map<string, Speaker>[] = []
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    const same = before ? sameVoices(before, part, overlapSeconds) : new Map<string, string>()
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
function sameVoices(earlier: HeardPart, later: HeardPart, overlapSeconds: number): Map<string, string> {
  const [from, until] = [later.startSeconds, later.startSeconds + overlapSeconds]
  const isInside = ({ speaker, start, end }: Heard) => speaker !== null && end > from && start < until
  const [these, those] = [earlier.segments.filter(isInside), later.segments.filter(isInside)]
  const together: { one: string; other: string; seconds: number }[] = []
  for (const one of new Set(these.map(({ speaker }) => speaker!))) {
    for (const other of new Set(those.map(({ speaker }) => speaker!))) {
      const seconds = secondsTogether(of(one, these), of(other, those))
      if (seconds >= LEAST_SECONDS) together.push({ one, other, seconds })
    }
  }
  const most = (here: (typeof together)[number], side: 'one' | 'other') =>
    together.every((each) => each === here || each[side] !== here[side] || each.seconds < here.seconds)
  const sure = together.filter((pair) => most(pair, 'one') && most(pair, 'other'))
  return new Map(sure.map(({ one, other }) => [other, one]))
}

const of = (label: string, segments: Heard[]) => segments.filter(({ speaker }) => speaker === label)

const secondsTogether = (these: Heard[], those: Heard[]) =>
  these.reduce(
    (sum, one) =>
      those.reduce(
        (all, other) => all + Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start)),
        sum,
      ),
    0,
  )
