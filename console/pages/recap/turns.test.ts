import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missedIn, segmentAt, turnOf, turnsOf, unbrokenFrom } from './turns.ts'

const said = (...lines: [string, string, number][]) =>
  lines.map(([speaker, text, start_time]) => ({ speaker, text, start_time, end_time: start_time + 1 }))

const segments = said(['Ada', 'Good morning', 2], ['Ada', 'all', 4], ['Bo', 'MORNING', 6], ['Ada', 'So', 9])

test('a turn is a run of one speaker, cut after eight segments', () => {
  assert.deepEqual(
    turnsOf(segments).map(({ speaker, start, first, segments: own }) => [speaker, start, first, own.length]),
    [
      ['Ada', 2, 0, 2],
      ['Bo', 6, 2, 1],
      ['Ada', 9, 3, 1],
    ],
  )
  const speech = said(...Array.from({ length: 17 }, (_, at): [string, string, number] => ['Ada', 'word', at]))
  assert.deepEqual(
    turnsOf(speech).map(({ segments: own }) => own.length),
    [8, 8, 1],
  )
  assert.deepEqual(turnsOf([]), [])
})

test('the segment at a moment is the last that has begun', () => {
  assert.deepEqual(
    [0, 1.9, 2, 5.9, 6, 8, 9, 1_000].map((seconds) => segmentAt(segments, seconds)),
    [-1, -1, 0, 1, 2, 2, 3, 3],
  )
  assert.equal(segmentAt([], 5), -1)
  const turns = turnsOf(segments)
  assert.deepEqual(
    [-1, 0, 1, 2, 3].map((segment) => turnOf(turns, segment)),
    [-1, 0, 0, 1, 2],
  )
})

test('the sentences below a name end where somebody else speaks', () => {
  const ranges = [0, 1, 2, 3].map((first) => unbrokenFrom(segments, first).count)
  assert.deepEqual(ranges, [2, 1, 1, 1])
})

test('what was not understood is counted, and its time', () => {
  assert.deepEqual(missedIn(segments), { count: 0, seconds: 0 })
  const missed = said(
    ['Ada', '[not understood]', 12],
    ['Bo', 'What is "[not understood]"?', 14],
    ['Bo', '[not understood]', 15],
  )
  assert.deepEqual(missedIn([...segments, ...missed]), { count: 2, seconds: 2 })
})
