import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignSpeakers } from './assign-speakers.ts'

/** One token each half second; a token without a space before it continues a word. */
function turn(text: string, start = 0) {
  const tokens = text.match(/ ?[^ |]+/g)!
  const words = tokens.map((word, index) => ({ word, start: start + index / 2, end: start + (index + 1) / 2 }))
  return { text: text.replaceAll('|', '').trim(), start, end: words.at(-1)!.end, words }
}

const spans = (...changes: [start: number, end: number, speaker: number][]) =>
  changes.map(([start, end, speaker]) => ({ start, end, speaker }))

const said = (turns: ReturnType<typeof turn>[], where: ReturnType<typeof spans>) =>
  assignSpeakers(turns, where).turns.map(({ speaker, text, start, end }) => [speaker, text, start, end])

test('a turn is split where the speaker changes; speakers are numbered as they appear', () => {
  assert.deepEqual(said([turn(' I think so. We do not.')], spans([0, 1.5, 7], [1.5, 3, 4])), [
    ['SPEAKER_0', 'I think so.', 0, 1.5],
    ['SPEAKER_1', 'We do not.', 1.5, 3],
  ])
})

test('a word of several tokens is not split', () => {
  assert.deepEqual(said([turn(' one two|ty| three')], spans([0, 0.9, 0], [0.9, 9, 1])), [
    ['SPEAKER_0', 'one', 0, 0.5],
    ['SPEAKER_1', 'twoty three', 0.5, 2],
  ])
})

test('a change two words from the end of a sentence moves there, one further away stays', () => {
  const change = spans([0, 2, 0], [2, 9, 1])
  assert.deepEqual(
    said([turn(' a b c d e f. g h')], change).map(([, text]) => text),
    ['a b c d e f.', 'g h'],
  )
  assert.deepEqual(
    said([turn(' a b. c d e f g h')], change).map(([, text]) => text),
    ['a b.', 'c d e f g h'],
  )
  assert.deepEqual(
    said([turn(' a b c d e f g. h')], change).map(([, text]) => text),
    ['a b c d', 'e f g. h'],
  )
})

test('words between spans go to the nearest, and a turn without times to who has most of it', () => {
  assert.deepEqual(said([turn(' late', 6)], spans([0, 2, 0], [7, 9, 1])), [['SPEAKER_0', 'late', 6, 6.5]])
  const untimed = { text: 'no times', start: 0, end: 4, words: [] }
  const { turns, labels } = assignSpeakers([untimed], spans([0, 1, 0], [1, 4, 1]))
  assert.deepEqual(turns, [{ ...untimed, speaker: 'SPEAKER_0' }])
  assert.deepEqual([...labels], [[1, 'SPEAKER_0']])
})

test('without spans turns stay as they are', () => {
  const turns = [turn(' a b')]
  assert.deepEqual(assignSpeakers(turns, []), { turns, labels: new Map() })
})
