import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameSeconds } from './channels.ts'
import { missingSpans } from './missing-spans.ts'

type Part = [seconds: number, energyOf: (frame: number) => number]

/** Syllables and pauses: two of three frames are loud. */
const speech = (frame: number) => (frame % 12 < 8 ? [0.01, 0.02, 0.004][frame % 3]! : 1e-7)
const quietSpeech = (frame: number) => speech(frame) / 100
const silence = () => 1e-8
const hum = () => 0.01
const music = (frame: number) => 0.01 + 0.005 * Math.sin(frame)

function soundOf(...parts: Part[]): Float64Array {
  return Float64Array.from(
    parts.flatMap(([seconds, energyOf]) =>
      Array.from({ length: Math.round(seconds / frameSeconds) }, (_, frame) => energyOf(frame)),
    ),
  )
}
const spans = (heard: [number, number][], ...parts: Part[]) =>
  missingSpans(
    heard.map(([start, end]) => ({ start, end })),
    soundOf(...parts),
  ).map(({ start, end }) => [Math.round(start), Math.round(end)])

test('words for two minutes of an hour: the rest is missing, where people speak', () => {
  assert.deepEqual(spans([[0, 120]], [3_600, speech]), [[120, 3_600]])
  assert.deepEqual(spans([[0, 120]], [120, speech], [3_480, silence]), [])
  assert.deepEqual(spans([[0, 120]], [120, speech], [600, silence], [600, speech]), [[720, 1_320]])
  assert.deepEqual(spans([[0, 600]], [600, speech]), [])
})

test('a gap of half a minute counts, a shorter one does not; its end is of it', () => {
  const between = (seconds: number) =>
    spans(
      [
        [0, 60],
        [60 + seconds, 200],
      ],
      [200, speech],
    )
  assert.deepEqual([between(29), between(30), between(31), between(59)], [[], [[60, 90]], [[60, 91]], [[60, 119]]])
  assert.deepEqual(spans([[60, 100]], [100, speech]), [[0, 60]], 'the beginning')
})

test('neither hum nor music nor far quieter speech than elsewhere is missing', () => {
  for (const other of [silence, hum, music])
    assert.deepEqual(spans([[0, 120]], [120, speech], [300, other]), [], other.name)
  assert.deepEqual(spans([[0, 120]], [120, speech], [300, quietSpeech]), [])
})

test('without any word, only what is as loud as quiet speech is missing', () => {
  assert.deepEqual(spans([], [300, speech]), [[0, 300]])
  assert.deepEqual(spans([], [300, quietSpeech]), [[0, 300]])
  assert.deepEqual(spans([], [300, (frame) => quietSpeech(frame) / 1_000]), [])
  for (const other of [silence, hum, music]) assert.deepEqual(spans([], [300, other]), [])
  assert.deepEqual(spans([]), [])
})

test('what overlaps and is out of order is one', () => {
  const heard: [number, number][] = [
    [40, 100],
    [0, 50],
    [10, 20],
  ]
  assert.deepEqual(spans(heard, [100, speech]), [])
})
