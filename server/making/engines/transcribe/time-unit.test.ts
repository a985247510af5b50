import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTranscription } from './read-transcription.ts'

const answer = (unit: number, ends: [number, number] = [4.2, 9]) => ({
  text: 'Good morning. We ship.',
  duration: 9 * unit,
  segments: [
    { start: 0, end: ends[0] * unit, text: ' Good morning.', words: [{ word: 'Good', start: unit, end: 2 * unit }] },
    { start: ends[0] * unit, end: ends[1] * unit, text: ' We ship.' },
  ],
})
const timesOf = (given: object, length: number | null) =>
  readTranscription(given, length)!.segments.map(({ start, end }) => [start, end])
const times = [
  [0, 4.2],
  [4.2, 9],
]

test('seconds, milliseconds, microseconds and nanoseconds are known by the pace of speech, with little speech too', () => {
  for (const unit of [1, 1e3, 1e6, 1e9]) {
    for (const length of [9, 60, 3_600, 86_400]) {
      const read = readTranscription(answer(unit), length)!
      assert.deepEqual(timesOf(answer(unit), length), times, `${unit}, ${length} s`)
      assert.equal(read.words[0]![0]!.end, 2)
    }
    assert.equal(readTranscription(answer(unit), 60)!.durationSeconds, 9)
  }
  const words = [' Good', ' morning.'].map((word, at) => ({ word, start: 500 * at, end: 500 * at + 400 }))
  assert.deepEqual(timesOf({ words }, 3_600), [[0, 0.9]])
  assert.deepEqual(timesOf({ words: words.map(({ word, start }) => ({ word, start: start * 1e6 })) }, 60), [[0, 0.5]])
})

test('without a known length, an answer whose own duration is impossible is read in no unit', () => {
  const { duration, ...published } = answer(1e9)
  assert.deepEqual(timesOf(published, null), times, 'as LocalAI answers')
  assert.deepEqual(timesOf({ ...published, duration: 9 }, null), times)
  const ignored = [
    [0, 0],
    [0, 0],
  ]
  assert.deepEqual(timesOf({ ...published, duration }, null), ignored)
})

test('a time that a model invented changes no unit, of whatever size it is', () => {
  for (const end of [30, 100, 5_000, 600_000]) {
    assert.deepEqual(timesOf(answer(1, [4.2, end]), 9), [
      [0, 4.2],
      [4.2, end],
    ])
  }
  for (const end of [1e6, 1e10, 1e12, 1e300]) {
    assert.deepEqual(timesOf(answer(1, [4.2, end]), 9), [
      [0, 4.2],
      [4.2, 4.2],
    ])
  }
})

test('slow speech stays in seconds: a word in silence, and one segment for all of the media', () => {
  const said = (text: string, end: number) => ({ segments: [{ text, start: 0, end }] })
  assert.deepEqual(timesOf(said('I', 30), 3_600), [[0, 30]])
  assert.deepEqual(timesOf(said('I', 31.9), 3_600), [[0, 31.9]])
  assert.deepEqual(timesOf(said('I', 32), 3_600), [[0, 0.032]])
  assert.deepEqual(timesOf(said('Thank you.', 1_800), 1_800), [[0, 1_800]])
  assert.deepEqual(timesOf({ ...said('Thank you.', 1_800), duration: 1_800 }, null), [[0, 1_800]])
})
