/** Drops text that is in two neighbouring parts of a recording, because both contain the overlap. *Pure.* */
import type { TranscribedSegment } from './read-transcription.ts'

/** A segment with its times in the whole recording. */
export type PlacedSegment = TranscribedSegment & { words: { text: string; start: number; end: number }[] }

/** `startSeconds` is where the part begins. */
export type PlacedPart = { startSeconds: number; segments: PlacedSegment[] }

/** @param overlapSeconds  how long a part continues after the next one has begun */
export function trimOverlaps<Part extends PlacedPart>(parts: Part[], overlapSeconds: number): Part[] {
  const seams = parts.slice(1).map((later, index) => findSeam(parts[index]!, later, overlapSeconds))
  return parts.map((part, index) => {
    // Without times the duplicates are unknown. Duplicate text is better than lost text.
    if (part.segments.every(({ end }) => end === part.startSeconds)) return part
    const [from, until] = [seams[index - 1] ?? -Infinity, seams[index] ?? Infinity]
    return { ...part, segments: part.segments.flatMap((segment) => within(segment, from, until)) }
  })
}

/**
 * The moment in the overlap from which the later part is used. The best moment cuts through little speech and keeps the
 * most, because one of the parts may have missed a sentence.
 */
export function findSeam(earlier: PlacedPart, later: PlacedPart, overlapSeconds: number): number {
  const [from, until] = [later.startSeconds, later.startSeconds + overlapSeconds]
  const middle = (from + until) / 2
  const edges = [...earlier.segments.map(({ end }) => end), ...later.segments.map(({ start }) => start)]
  const moments = [middle, ...edges.filter((edge) => edge >= from && edge <= until)]
  // At the start of the overlap all of the later part is kept.
  const worth = valuesAt(
    moments,
    shared(later.segments, from, until),
    findBends(earlier.segments, later.segments, from, until),
  )
  return moments.reduce((one, other) => {
    const gain = worth.get(other)! - worth.get(one)!
    const isNearer = Math.abs(other - middle) < Math.abs(one - middle)
    return gain > 0 || (gain === 0 && isNearer) ? other : one
  })
}

/** Seconds of speech between two moments. */
const shared = (segments: PlacedSegment[], from: number, until: number) =>
  segments.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, until) - Math.max(start, from)), 0)

/** From the moment `at` on, the value of a moment changes by `more` more per second. */
type Bend = [at: number, more: number]

/**
 * The value of a moment: the seconds of speech kept on both sides, less twice its distance from the nearer end of each
 * segment that it cuts. It changes linearly, with bends at the start, middle and end of segments.
 */
function findBends(earlier: PlacedSegment[], later: PlacedSegment[], from: number, until: number): Bend[] {
  const isInside = ({ start, end }: PlacedSegment) => end > start && end > from && start < until
  const kept = (segments: PlacedSegment[], sign: 1 | -1) =>
    segments.filter(isInside).flatMap(({ start, end }): Bend[] => [
      [Math.max(start, from), sign],
      [end, -sign],
    ])
  const cut = [...earlier, ...later].filter(isInside).flatMap(({ start, end }): Bend[] => [
    [start, -2],
    [(start + end) / 2, 4],
    [end, -2],
  ])
  return [...kept(earlier, 1), ...kept(later, -1), ...cut]
}

/** The value of each moment in whole seconds, computed in one pass: there may be tens of thousands of segments. */
function valuesAt(moments: number[], first: number, bends: Bend[]): Map<number, number> {
  const waiting = bends.toSorted(([one], [other]) => other - one)
  const worth = new Map<number, number>()
  let [before, slope, value] = [0, 0, first]
  const go = (to: number) => {
    value += slope * (to - before)
    before = to
  }
  for (const moment of moments.toSorted((one, other) => one - other)) {
    while (waiting.length > 0 && waiting.at(-1)![0] <= moment) {
      const [at, more] = waiting.pop()!
      go(at)
      slope += more
    }
    go(moment)
    worth.set(moment, Math.round(value))
  }
  return worth
}

/** A cut segment keeps its words within these times. Without words, its middle decides whether it is kept. */
function within(segment: PlacedSegment, from: number, until: number): PlacedSegment[] {
  const isHere = ({ start, end }: { start: number; end: number }) =>
    (start + end) / 2 >= from && (start + end) / 2 < until
  if (segment.start >= from && segment.end <= until) return [segment]
  if (segment.words.length === 0) return isHere(segment) ? [segment] : []
  const words = segment.words.filter(isHere)
  if (words.length === segment.words.length) return [segment]
  if (words.length === 0) return []
  const text = words.map((word) => word.text).join(segment.text.includes(' ') ? ' ' : '')
  return [{ ...segment, text, words, start: words[0]!.start, end: words.at(-1)!.end }]
}
