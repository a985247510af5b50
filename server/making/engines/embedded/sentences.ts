/** Splits the turns of a transcript into sentences with speaker and second. *Pure.* */
import type { JoinedTurn, Segment } from './join-turns.ts'

/** `text` is as in the transcript. `whole` means that it begins and ends where the speaker's sentence does. */
export type Sentence = { text: string; speaker: string; second: number; whole: boolean }

/** A turn is split in stretches of this length, because the splitter needs much memory for a long text. */
const maxCharacters = 4_000

const splitter = new Intl.Segmenter('en', { granularity: 'sentence' })
const endMark = /[.!?。！？]["”»')]*\s*$/
/** The splitter ends a sentence after these: `Mr. Lee`, `z. B. das`. */
const abbreviation = /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Hon|St|Sr|Sra|Nr|bzw|z\.\s?B|d\.\s?h|ca|M|Mme)\.\s*$/

/** @param punctuated  without end marks, only a turn is known to be whole */
export function* sentencesOf({ speaker, segments, continues }: JoinedTurn, punctuated: boolean): Generator<Sentence> {
  const clock = clockOf(segments)
  let [position, ended] = [0, !continues]
  for (const { stretch, last } of stretchesOf(segments)) {
    const only = last && position === 0
    for (const piece of punctuated ? splitSentences(stretch) : [stretch]) {
      const ends = endMark.test(piece) || (last && !punctuated)
      const whole = punctuated ? ended && ends && !(position === 0 && /^\s*["'(]*\p{Ll}/u.test(piece)) : only
      const text = piece.replace(/\s+/g, ' ').trim()
      const indent = piece.length - piece.trimStart().length
      if (text !== '') yield { text, speaker, second: clock(position + indent), whole }
      position += piece.length
      ended = ends
    }
  }
}

/** The text of a turn, cut after the last sentence of each stretch, or else at a space. */
function* stretchesOf(segments: Segment[]): Generator<{ stretch: string; last: boolean }> {
  let text = ''
  for (const [index, segment] of segments.entries()) {
    text += index === 0 ? segment.text : ` ${segment.text}`
    while (text.length > maxCharacters) {
      const stretch = text.slice(0, maxCharacters)
      const end = Math.max(...['. ', '? ', '! ', '。'].map((mark) => stretch.lastIndexOf(mark)))
      const cut = end > 0 ? end + 1 : stretch.lastIndexOf(' ') > 0 ? stretch.lastIndexOf(' ') : maxCharacters
      yield { stretch: text.slice(0, cut), last: false }
      text = text.slice(cut)
    }
  }
  yield { stretch: text, last: true }
}

function splitSentences(text: string): string[] {
  const all: string[] = []
  for (const { segment } of splitter.segment(text)) {
    const last = all.at(-1)
    if (last !== undefined && abbreviation.test(last.slice(-8))) all[all.length - 1] = last + segment
    else all.push(segment)
  }
  return all
}

/** @returns estimates the second of a position in the text; positions must not decrease */
function clockOf(segments: Segment[]): (position: number) => number {
  let [current, begin] = [0, 0]
  return (position) => {
    while (current < segments.length - 1 && position > begin + segments[current]!.text.length) {
      begin += segments[current]!.text.length + 1
      current++
    }
    const { text, start_time, end_time } = segments[current]!
    const share = Math.min((position - begin) / Math.max(text.length, 1), 1)
    return Math.floor(start_time + share * (end_time - start_time))
  }
}
