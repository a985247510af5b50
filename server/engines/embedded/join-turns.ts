/** Joins the segments of a transcript to what one person says in one go. *Pure.* */
import type { StoredTranscript } from '../../tables.ts'

type Segment = StoredTranscript['speech_segments'][number]

/** `marks` say where in the text each segment begins. */
export type Turn = { speaker: string; text: string; marks: { at: number; segment: Segment }[] }

/** The maximum size of a turn in characters. */
const MOST_CHARACTERS = 4_000
/** A voice that says no more than this into a sentence does not end it. */
const MOST_WORDS_BETWEEN = 4
const MOST_TURNS_BETWEEN = 3

const isOpen = (text: string) => /[\p{L}\p{N},–-]$/u.test(text)

/**
 * A sentence may span several segments, with somebody else's `Yeah.` between them.
 * @param punctuated  whether sentences have end marks: without any, no turn continues after another voice
 */
export function joinTurns(segments: Segment[], punctuated: boolean): Turn[] {
  const turns: Turn[] = []
  for (const segment of segments) {
    const text = segment.text.trim()
    const begun = turnToGoOn(turns, segment.speaker, punctuated)
    if (begun && begun.text.length + text.length < MOST_CHARACTERS) {
      begun.marks.push({ at: begun.text.length + 1, segment })
      begun.text += ` ${text}`
    } else {
      turns.push({ speaker: segment.speaker, text, marks: [{ at: 0, segment }] })
    }
  }
  return turns
}

function turnToGoOn(turns: Turn[], speaker: string, punctuated: boolean): Turn | undefined {
  const last = turns.at(-1)
  if (last?.speaker === speaker) return last
  if (!punctuated) return undefined
  for (const turn of turns.slice(-1 - MOST_TURNS_BETWEEN).reverse()) {
    if (turn.speaker === speaker) return isOpen(turn.text) ? turn : undefined
    if (turn.text.split(' ', MOST_WORDS_BETWEEN + 1).length > MOST_WORDS_BETWEEN) return undefined
  }
  return undefined
}
