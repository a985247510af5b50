/** Turns of one speaker, and the segment at a moment. *Pure.* */
/** `heard`: the text before terms of the glossary were put in; absent if none was. */
export type Segment = { speaker: string; text: string; start_time: number; end_time: number; heard?: string }
/** Segments of a transcript that follow each other. */
export type Range = { first: number; count: number }
export type Turn = { speaker: string; start: number; first: number; segments: Segment[] }

/** Longer turns are split, so that each row stays small enough to be rendered alone. */
const maxSegments = 8

/** `first` is the index of a turn's first segment in the transcript. */
export function turnsOf(segments: Segment[]): Turn[] {
  const turns: Turn[] = []
  segments.forEach((segment, index) => {
    const last = turns.at(-1)
    if (last && last.speaker === segment.speaker && last.segments.length < maxSegments) last.segments.push(segment)
    else turns.push({ speaker: segment.speaker, start: segment.start_time, first: index, segments: [segment] })
  })
  return turns
}

/** The last segment that has begun by then; -1 before the first. */
export function segmentAt(segments: Segment[], seconds: number): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]!.start_time <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** This segment and those after it of the same speaker. */
export function unbrokenFrom(segments: Segment[], first: number): Range {
  const end = segments.findIndex(({ speaker }, index) => index > first && speaker !== segments[first]?.speaker)
  return { first, count: (end === -1 ? segments.length : end) - first }
}

/** The turn that has this segment. */
export function turnOf(turns: Turn[], segment: number): number {
  const after = turns.findIndex(({ first }) => first > segment)
  return (after === -1 ? turns.length : after) - 1
}

/** Stands where somebody spoke and the engine heard no words. */
export const notUnderstood = '[not understood]'

/** How many stretches had no words, and how long they are in all, in seconds. */
export function missedIn(segments: Segment[]): { count: number; seconds: number } {
  const missed = segments.filter(({ text }) => text === notUnderstood)
  return { count: missed.length, seconds: missed.reduce((sum, each) => sum + each.end_time - each.start_time, 0) }
}
