import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hertz } from '../../transcribe/made-formats.ts'
import { fillIn, type Piece, toReadAgain } from './missing-words.ts'
import { type Turn, turnOf } from './piece-text.ts'

/** A word at each of these moments, in seconds from the start of the recording. */
function heard(...moments: number[]): Turn {
  const tokens = moments.map((at) => ` word${at}`)
  return turnOf({ text: tokens.join(''), tokens, timestamps: moments }, 0, 60)!
}
const piece = (from: number, to: number, ...turns: Turn[]): Piece => ({
  ...{ from: from * hertz, to: to * hertz, track: 0, speaker: 0 },
  turns,
})
const seconds = (pieces: Piece[]) => pieces.map(({ from, to }) => [from / hertz, to / hertz])
const again = (...pieces: Piece[]) => toReadAgain(pieces).map(({ isInstead, parts }) => [isInstead, seconds(parts)])
const every = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
const texts = ({ turns }: Piece) => turns.map(({ text, start, end }) => [text, start, end])

test('a stretch of 3 s without words is read again, in parts of at most 8 s', () => {
  assert.deepEqual(again(piece(0, 10, heard(...every(0, 10)))), [])
  assert.deepEqual(again(piece(0, 10, heard(0, 1, 2, 6, 7, 8, 9))), [[false, [[3, 6]]]])
  assert.deepEqual(again(piece(0, 10, heard(0, 1, 2, 5.9, 7, 8, 9))), [])
  assert.deepEqual(again(piece(0, 10, heard(3, 4, 5, 6))), [
    [
      false,
      [
        [0, 3],
        [6.5, 10],
      ],
    ],
  ])
  assert.deepEqual(again(piece(0, 20, heard(...every(0, 10)))), [
    [
      false,
      [
        [9.5, 14.75],
        [14.75, 20],
      ],
    ],
  ])
})

test('a piece of 2 s or more without a word is read again, and a shorter one is not', () => {
  assert.deepEqual(again(piece(1, 3)), [[false, [[1, 3]]]])
  assert.deepEqual(again(piece(1, 2.9)), [])
})

test('what has less than 0.4 of the letters that its speaker usually has is read again, all of it', () => {
  const usual = [piece(0, 4, heard(...every(0, 4))), piece(4, 8, heard(...every(4, 8)))]
  assert.deepEqual(again(...usual, piece(10, 16, heard(11, 13))), [])
  assert.deepEqual(again(...usual, piece(10, 16, heard(11))), [[true, [[10, 16]]]])
})

test('what is heard the second time stands between the words; where there is nothing, that is said', () => {
  const its = piece(0, 20, heard(0, 1, 2, 12, 13, 14, 15))
  const [found] = toReadAgain([its])
  assert.deepEqual(seconds(found!.parts), [
    [3, 7.5],
    [7.5, 12],
    [15.5, 20],
  ])
  found!.parts[0]!.turns = [heard(3, 4, 5, 6)]
  fillIn(found!)
  assert.deepEqual(texts(its), [
    ['word0 word1 word2', 0, 3],
    ['word3 word4 word5 word6', 3, 6.5],
    ['[not understood]', 6.5, 12],
    ['word12 word13 word14 word15', 12, 15.5],
    ['[not understood]', 15.5, 20],
  ])
})

test('the longer answer counts', () => {
  const its = piece(0, 4)
  const [found] = toReadAgain([its])
  fillIn(found!)
  assert.deepEqual(texts(its), [['[not understood]', 0, 4]])
  const [more] = toReadAgain([{ ...its, turns: [] }])
  more!.parts[0]!.turns = [heard(0, 1, 2, 3)]
  fillIn(more!)
  assert.deepEqual(texts(more!.piece), [['word0 word1 word2 word3', 0, 3.5]])
})

test('a full stop is no word, and stays with the words before it', () => {
  const tokens = [' Yes', ',', ' no', '.']
  const its = piece(0, 10, turnOf({ text: ' Yes, no.', tokens, timestamps: [0, 3, 6, 9.5] }, 0, 10)!)
  const [found] = toReadAgain([its])
  assert.deepEqual(seconds(found!.parts), [
    [1, 6],
    [7, 10],
  ])
  fillIn(found!)
  assert.deepEqual(texts(its), [
    ['Yes,', 0, 1],
    ['[not understood]', 1, 6],
    ['no.', 6, 7],
    ['[not understood]', 7, 10],
  ])
})
