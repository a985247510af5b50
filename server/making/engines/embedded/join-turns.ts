/** Joins the segments of a transcript into turns of one speaker. *Pure.* */
import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'

export type Segment = StoredTranscript['speech_segments'][number]
/** `continues` means that another speaker interrupted a sentence of this one before. */
export type JoinedTurn = { speaker: string; segments: Segment[]; continues: boolean }

/** Another speaker with no more words than this does not end a sentence. */
const maxWordsBetween = 4
const maxTurnsBetween = 3

const isOpen = ({ segments }: JoinedTurn) => /[\p{L}\p{N},…—–-]\s*$/u.test(segments.at(-1)!.text.slice(-8))
const isShort = ({ segments: [first, ...more] }: JoinedTurn) =>
  more.length === 0 && first!.text.trim().split(/\s+/, maxWordsBetween + 1).length <= maxWordsBetween

/**
 * A sentence may span several segments, with another speaker's `Yeah.` between them.
 * @param punctuated  whether sentences have end marks; without them, no turn continues after another speaker
 */
export function joinTurns(segments: Segment[], punctuated: boolean): JoinedTurn[] {
  const turns: JoinedTurn[] = []
  const latest = new Map<string, JoinedTurn>()
  for (const segment of segments) {
    if (!/[\p{L}\p{N}]/u.test(segment.text)) continue
    const begun = turnToContinue(turns, segment.speaker, punctuated)
    if (begun) begun.segments.push(segment)
    else {
      const before = latest.get(segment.speaker)
      const turn = { speaker: segment.speaker, segments: [segment], continues: before !== undefined && isOpen(before) }
      latest.set(turn.speaker, turn)
      turns.push(turn)
    }
  }
  return turns
}

function turnToContinue(turns: JoinedTurn[], speaker: string, punctuated: boolean): JoinedTurn | undefined {
  const last = turns.at(-1)
  if (last?.speaker === speaker) return last
  if (!punctuated) return undefined
  for (const turn of turns.slice(-1 - maxTurnsBetween).reverse()) {
    if (turn.speaker === speaker) return isOpen(turn) ? turn : undefined
    if (!isShort(turn)) return undefined
  }
  return undefined
}
