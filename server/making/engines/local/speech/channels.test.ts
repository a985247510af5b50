import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Channels } from './channels.ts'

const frame = 512
const second = 16_000 / frame

/** Each second has a loudness in each channel. */
function channelsOf(seconds: number[][]): Channels {
  const channels = new Channels(frame)
  for (let index = 0; index < seconds.length * second; index++) {
    channels.add(seconds[Math.floor(index / second)]!.map((loudness) => new Float32Array(frame).fill(loudness)))
  }
  return channels
}

const whole = [{ start: 0, end: 20 }]
const apart: [number, number][] = [
  [0.3, 0.01],
  [0.3, 0.01],
  [0.01, 0.2],
  [0.01, 0.2],
  [0.3, 0.01],
  [0.001, 0.001],
]

test('each channel with a person of its own is a speaker, also if the other person is heard quietly', () => {
  for (const quiet of [1, 5]) {
    const given = apart.map((pair) => pair.map((value) => (value === 0.01 ? 0.01 * quiet : value)) as [number, number])
    const spans = channelsOf(given)
      .speakers(whole)!
      .map(({ start, end, speaker }) => [Math.round(start), Math.round(end), speaker])
    assert.deepEqual(spans.slice(0, 3), [
      [0, 2, 0],
      [2, 4, 1],
      [4, 6, 0],
    ])
  }
})

test('the same content in both, a person on one side of the room, and an empty channel are not apart', () => {
  const both: [number, number][] = [
    [0.3, 0.3],
    [0.2, 0.2],
    [0.1, 0.1],
  ]
  assert.equal(channelsOf(both).speakers(whole), null)
  assert.equal(
    channelsOf([
      [0.3, 0.2],
      [0.2, 0.3],
      [0.3, 0.2],
    ]).speakers(whole),
    null,
  )
  assert.equal(
    channelsOf([
      [0.3, 0],
      [0.3, 0],
      [0.3, 0],
    ]).speakers(whole),
    null,
  )
  assert.equal(channelsOf([[0, 0]]).speakers(whole), null)
  assert.equal(channelsOf(apart).speakers([]), null)
})

test('of several tracks each is a speaker, also of one who says little; tracks that repeat others are not', () => {
  const four = [
    ...Array.from({ length: 9 }, () => [0.3, 0.01, 0, 0.02]),
    ...Array.from({ length: 9 }, () => [0.01, 0.2, 0, 0.02]),
    [0.01, 0.02, 0, 0.2],
  ]
  const speakers = channelsOf(four)
    .speakers(whole)!
    .map(({ speaker }) => speaker)
  assert.deepEqual([...new Set(speakers)], [0, 1, 3])
  const withMix = four.map((tracks) => [Math.max(...tracks), ...tracks])
  assert.equal(channelsOf(withMix).speakers(whole), null)
})
