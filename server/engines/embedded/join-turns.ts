/** Joins the segments of a transcript into turns of one speaker. *Pure.* */
import type { StoredTranscript } from '../../tables.ts'

type Segment = StoredTranscript['speech_segments'][number]

/** `marks` has the position in the text at which each segment begins. */
export type Turn = { speaker: string; text: string; marks: { at: number; segment: Segment }[] }

/** Of a turn. */
const maxCharacters = 4_000
/** Another speaker with no more words than this does not end a sentence. */
const maxWordsBetween = 4
const maxTurnsBetween = 3

const isOpen = (text: string) => /[\p{L}\p{N},–-]$/u.test(text)

/**
 * A sentence may span several segments, with another speaker's `Yeah.` between them.
 * @param punctuated  whether sentences have end marks; without them, no turn continues after another speaker
 */
export function joinTurns(segments: Segment[], punctuated: boolean): Turn[] {
  const turns: Turn[] = []
  for (const segment of segments) {
    const text = segment.text.trim()
    const begun = turnToContinue(turns, segment.speaker, punctuated)
    if (begun && begun.text.length + text.length < maxCharacters) {
      begun.marks.push({ at: begun.text.length + 1, segment })
      begun.text += ` ${text}`
    } else {
      turns.push({ speaker: segment.speaker, text, marks: [{ at: 0, segment }] })
    }
  }
  return turns
}

function turnToContinue(turns: Turn[], speaker: string, punctuated: boolean): Turn | undefined {
  const last = turns.at(-1)
  if (last?.speaker === speaker) return last
  if (!punctuated) return undefined
  for (const turn of turns.slice(-1 - maxTurnsBetween).reverse()) {
    if (turn.speaker === speaker) return isOpen(turn.text) ? turn : undefined
    if (turn.text.split(' ', maxWordsBetween + 1).length > maxWordsBetween) return undefined
  }
  return undefined
}
