/** Neighbouring parts of a recording both contain their overlap; one part's text of it is kept, the other's dropped. *Pure.* */
import type { TranscribedSegment } from './read-transcription.ts'

/** A segment at its time in the whole recording. */
export type Heard = TranscribedSegment & { words: { text: string; start: number; end: number }[] }

/** `startSeconds` is where the part begins. */
export type HeardPart = { startSeconds: number; segments: Heard[] }

/** @param overlapSeconds  how long a part continues after the next one has begun */
export function trimOverlaps<Part extends HeardPart>(parts: Part[], overlapSeconds: number): Part[] {
  const seams = parts.slice(1).map((later, index) => seamOf(parts[index]!, later, overlapSeconds))
  return parts.map((part, index) => {
    // Without times it is unknown what was heard twice; keeping both is better than losing one.
    if (part.segments.every(({ end }) => end === part.startSeconds)) return part
    const [from, until] = [seams[index - 1] ?? -Infinity, seams[index] ?? Infinity]
    return { ...part, segments: part.segments.flatMap((segment) => within(segment, from, until)) }
  })
}

/**
 * The moment in the overlap where the later part takes over: where little is cut through and most of the speech is kept,
 * because one of the two may have missed a sentence.
 */
export function seamOf(earlier: HeardPart, later: HeardPart, overlapSeconds: number): number {
  const [from, until] = [later.startSeconds, later.startSeconds + overlapSeconds]
  const middle = (from + until) / 2
  const edges = [...earlier.segments.map(({ end }) => end), ...later.segments.map(({ start }) => start)]
  const moments = [middle, ...edges.filter((edge) => edge >= from && edge <= until)]
  // At the begin of the overlap all of the later part is kept.
  const worth = worthAt(
    moments,
    shared(later.segments, from, until),
    bendsOf(earlier.segments, later.segments, from, until),
  )
  return moments.reduce((one, other) => {
    const more = worth.get(other)! - worth.get(one)!
    const isNearer = Math.abs(other - middle) < Math.abs(one - middle)
    return more > 0 || (more === 0 && isNearer) ? other : one
  })
}

/** Seconds of speech between two moments. */
const shared = (segments: Heard[], from: number, until: number) =>
  segments.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, until) - Math.max(start, from)), 0)

/** From this moment on the worth of a moment changes by so much more for each second. */
type Bend = [at: number, more: number]

/**
 * A moment is worth the speech that is kept on both sides, less twice that by which it is inside of segments, from the nearer
 * end of each. This is a line with bends where segments begin, end and have their middle.
 */
function bendsOf(earlier: Heard[], later: Heard[], from: number, until: number): Bend[] {
  const isInside = ({ start, end }: Heard) => end > start && end > from && start < until
  const kept = (segments: Heard[], sign: 1 | -1) =>
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

/** In whole seconds. Once along the line, as there may be 10,000s of segments. */
function worthAt(moments: number[], first: number, bends: Bend[]): Map<number, number> {
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

/** A segment that is cut through keeps its words on this side; without words it goes where its middle is. */
function within(segment: Heard, from: number, until: number): Heard[] {
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
