/** Where a piece has no words, or too few: a model may stop in the middle of it, without a sign. *Pure.* */

import { notUnderstood } from '../../shared/not-understood.ts'
import { hertz } from '../../transcribe/made-formats.ts'
import { cutEvenly, type Part, type Span } from './cut-pieces.ts'
import { isSpoken, lettersOf, plain, type Turn, type Word } from './piece-text.ts'

export type Piece = Part & { turns: Turn[] }
/** `parts`: the stretches read again. `isInstead`: they replace all words of the piece; otherwise they fill its gaps. */
export type Again = { piece: Piece; isInstead: boolean; parts: Piece[] }

/** What has fewer letters a second than this share of its speaker's usual ones is read again. */
const fewShare = 0.4
const againSeconds = 8
/** In seconds: what is shorter may be a breath or a laugh. */
const leastSeconds = 2
/** Seconds between two words of a piece from which it is a gap: a pause in it has at most half of that. */
const leastGap = 3
/** In seconds; the times say only where a word begins, so a gap looks like a long word. */
const longestWord = 1

/** What is read again, in shorter parts. */
export function toReadAgain(pieces: Piece[]): Again[] {
  const spoken = pieces.filter((piece) => secondsOf(piece) >= leastSeconds)
  const heard = Map.groupBy(
    spoken.filter(({ turns }) => turns.length > 0),
    ({ speaker }) => speaker,
  )
  const usual = new Map([...heard].map(([speaker, own]) => [speaker, median(own.map(rateOf))]))
  return spoken.flatMap((piece) => {
    const isInstead = rateOf(piece) < fewShare * (usual.get(piece.speaker) ?? 0)
    const spans = isInstead ? [piece] : gapsOf(piece)
    const parts = spans.flatMap(({ from, to }) => cutEvenly({ ...piece, from, to, turns: [] }, againSeconds * hertz))
    return parts.length > 0 ? [{ piece, isInstead, parts }] : []
  })
}

/** Changes the turns of the piece: puts in what was heard the second time, and says where there is still nothing. */
export function fillIn({ piece, isInstead, parts }: Again): void {
  const again = parts.flatMap(({ turns }) => turns)
  if (!isInstead) piece.turns = withinGaps(piece, again)
  else if (lettersOf(again) > lettersOf(piece.turns)) piece.turns = again
  const missing = gapsOf(piece).map(({ from, to }): Turn => {
    return { text: notUnderstood, start: from / hertz, end: to / hertz, words: [] }
  })
  piece.turns = withinGaps(piece, missing)
}

/** Where a piece has no word for long. */
function gapsOf({ from, to, turns }: Piece): Span[] {
  if (turns.length === 0) return [{ from, to }]
  const times = turns.flatMap((turn) => (turn.words.length > 0 ? turn.words.filter(isWord).map(timesOf) : [turn]))
  const ends = [from / hertz, ...times.map(({ end }) => end)]
  const starts = [...times.map(({ start }) => start), to / hertz]
  return ends.flatMap((end, index) => {
    const start = starts[index]!
    return start - end < leastGap ? [] : [{ from: Math.round(end * hertz), to: Math.round(start * hertz) }]
  })
}

/** A full stop may have any time, such as the end of the piece. */
const isWord = ({ word }: Word) => isSpoken(word)
const timesOf = ({ start, end }: Word) => ({ start, end: Math.min(end, start + longestWord) })

/** The turns of the piece with others in its gaps, where a turn is cut. */
function withinGaps({ turns }: Piece, others: Turn[]): Turn[] {
  const cut = turns.flatMap((turn) => {
    const words = turn.words.filter(isWord)
    const moments = others.map(({ start }) => start).filter((at) => words.some((word) => word.start < at))
    return moments.length === 0 ? [turn] : cutAt(turn, moments)
  })
  return [...cut, ...others].sort((one, other) => one.start - other.start)
}

/** What is no word stands with the word before it. */
function cutAt({ words }: Turn, moments: number[]): Turn[] {
  const partOf = ({ start }: Word) => moments.filter((at) => at <= start).length
  let part = partOf(words.find(isWord)!)
  const parts = Map.groupBy(words, (word) => {
    if (isWord(word)) part = partOf(word)
    return part
  })
  return [...parts.values()].map(turnWith)
}

function turnWith(words: Word[]): Turn {
  const { end } = timesOf(words.findLast(isWord)!)
  const within = words.map((word) => ({ ...word, start: Math.min(word.start, end), end: Math.min(word.end, end) }))
  return { text: plain(words.map(({ word }) => word).join('')), start: within[0]!.start, end, words: within }
}

const secondsOf = ({ from, to }: Span) => (to - from) / hertz
const rateOf = (piece: Piece) => lettersOf(piece.turns) / secondsOf(piece)
const median = (values: number[]) => values.sort((one, other) => one - other)[values.length >> 1] ?? 0
