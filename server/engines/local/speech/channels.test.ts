import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Channels } from './channels.ts'

const frame = 512
const second = 16_000 / frame

/** Each second has a loudness on the left and one on the right. */
function channelsOf(seconds: [left: number, right: number][]): Channels {
  const channels = new Channels(frame)
  for (let index = 0; index < seconds.length * second; index++) {
    const [left, right] = seconds[Math.floor(index / second)]!
    channels.add(new Float32Array(frame).fill(left), new Float32Array(frame).fill(right))
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
