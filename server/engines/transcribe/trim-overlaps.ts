/** Neighbouring parts of a recording both hear their overlap; what one heard is kept, the other's is dropped. *Pure.* */
import type { TranscribedSegment } from './read-transcription.ts'

/** A segment at its time in the whole recording. */
export type Heard = TranscribedSegment & { words: { text: string; start: number; end: number }[] }

/** `startSeconds` is where the part begins. */
export type HeardPart = { startSeconds: number; segments: Heard[] }

/** @param overlapSeconds  how long a part goes on after the next one has begun */
export function trimOverlaps<Part extends HeardPart>(parts: Part[], overlapSeconds: number): Part[] {
  const seams = parts.slice(1).map((later, index) => seamOf(parts[index]!, later, overlapSeconds))
  return parts.map((part, index) => {
    // Without times nobody knows what was heard twice, and twice is better than never.
    if (part.segments.every(({ end }) => end === part.startSeconds)) return part
    const [from, until] = [seams[index - 1] ?? -Infinity, seams[index] ?? Infinity]
    return { ...part, segments: part.segments.flatMap((segment) => within(segment, from, until)) }
  })
}

/**
 * The moment in the overlap where the later part takes over: where little is cut through and most of the speech is kept,
 * because one of the two may have missed a sentence.
 */
function seamOf(earlier: HeardPart, later: HeardPart, overlapSeconds: number): number {
  const [from, until] = [later.startSeconds, later.startSeconds + overlapSeconds]
  const middle = (from + until) / 2
  const edges = [...earlier.segments.map(({ end }) => end), ...later.segments.map(({ start }) => start)]
  // Each once: where a service tells no times, all segments begin with the part.
  const moments = [...new Set([middle, ...edges.filter((edge) => edge >= from && edge <= until)])]
  const worth = (moment: number) => {
    const kept = shared(earlier.segments, from, moment) + shared(later.segments, moment, until)
    return Math.round(kept - 2 * cutThrough(moment, [...earlier.segments, ...later.segments]))
  }
  const best = Math.max(...moments.map(worth))
  return moments
    .filter((moment) => worth(moment) === best)
    .reduce((one, other) => (Math.abs(other - middle) < Math.abs(one - middle) ? other : one))
}

/** Seconds of speech between two moments. */
const shared = (segments: Heard[], from: number, until: number) =>
  segments.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, until) - Math.max(start, from)), 0)

/** Seconds by which a moment is inside of segments, from the nearer end of each. */
const cutThrough = (moment: number, segments: Heard[]) =>
  segments.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(moment - start, end - moment)), 0)

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
