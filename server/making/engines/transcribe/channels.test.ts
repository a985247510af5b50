import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import { Channels, windowSamples as frame, frameSeconds } from './channels.ts'

const second = 16_000 / frame

/** Each second has a loudness in each channel. */
function channelsOf(seconds: number[][]): Channels {
  const channels = new Channels()
  for (let index = 0; index < seconds.length * second; index++) {
    const all = seconds[Math.floor(index / second)]!
    const windows = all.map((loudness) => new Float32Array(frame).fill(loudness))
    const mean = all.reduce((sum, each) => sum + each, 0) / all.length
    channels.add(windows, new Float32Array(frame).fill(mean))
  }
  return channels
}

const heard = (seconds: number[][]) =>
  channelsOf(seconds)
    .tracks()
    .map(({ channel }) => channel)
const pause = (count: number) => Array.from({ length: count }, () => 0.001)
const apart = [[0.3, 0.01], [0.3, 0.01], [0.01, 0.2], [0.01, 0.2], [0.3, 0.01], pause(2), pause(2)]

test('each channel with people of its own is heard for itself, also if others are heard quietly in it', () => {
  for (const quiet of [1, 5]) {
    const given = apart.map((pair) => pair.map((value) => (value === 0.01 ? 0.01 * quiet : value)))
    assert.deepEqual(heard(given), [0, 1])
  }
})

test('a channel whose people are 20 dB quieter, in steady noise, is heard for itself', () => {
  const noise = 0.002
  const call = [
    [0.3, noise],
    [0.3, noise],
    [noise, 0.03],
    [noise, 0.03],
    [noise, noise],
    [noise, noise],
  ]
  assert.deepEqual(heard(call), [0, 1])
})

test('the same content in both, a person on one side of the room, and an empty channel are heard as one', () => {
  const both = [[0.3, 0.3], [0.2, 0.2], [0.1, 0.1], pause(2)]
  const besides = [[0.3, 0.2], [0.2, 0.3], [0.3, 0.2], pause(2)]
  const empty = [[0.3, 0], [0.3, 0], [0.3, 0], pause(2)]
  for (const seconds of [both, besides, empty, [[0, 0]], []]) assert.deepEqual(heard(seconds), [null])
})

test('of several tracks each with a second of speech is heard for itself; tracks that repeat others are not', () => {
  const four = [
    ...Array.from({ length: 90 }, () => [0.3, 0.01, 0, 0.02]),
    ...Array.from({ length: 90 }, () => [0.01, 0.2, 0, 0.02]),
    [0.01, 0.02, 0, 0.2],
    ...Array.from({ length: 30 }, () => pause(4)),
  ]
  assert.deepEqual(heard(four), [0, 1, 3])
  assert.deepEqual(heard(four.map((tracks) => [Math.max(...tracks), ...tracks])), [null])
})

test('quiet sound is made as loud as usual, by at most 20 dB, and loud sound is left within bounds', () => {
  const gainOf = (loudness: number) => channelsOf([[loudness], [0]]).tracks()[0]!.gain
  assert.equal(gainOf(0.1).toFixed(2), '1.00')
  assert.equal(gainOf(0.02).toFixed(2), '5.00')
  assert.equal(gainOf(0.001).toFixed(2), '10.00')
  assert.equal(gainOf(0.9).toFixed(2), '0.50')
  assert.equal(gainOf(0), 1)
})

test('the loudest channel between two moments is known, over hours too', () => {
  const channels = channelsOf([...Array.from({ length: 200 }, () => [0.1, 0.3]), [0.3, 0.1], [0.3, 0.1]])
  assert.deepEqual([channels.loudest(0, 5), channels.loudest(200.3, 201.5), channels.loudest(199, 200.2)], [1, 0, 1])
})

test('the time for lines that all last to the end does not grow with the square of the recording', () => {
  assertNoSquare(4_000, (frames) => {
    const channels = new Channels()
    const [loud, silent] = [new Float32Array(1).fill(0.1), new Float32Array(1)]
    for (let window = 0; window < 4 * frames; window++) channels.add([loud, silent], loud)
    const end = frames * frameSeconds
    for (let line = 0; line < frames; line++) {
      channels.loudest(line * frameSeconds, end)
      channels.isSilent(1, line * frameSeconds, end)
    }
  })
})

test('a channel is silent where all is 40 dB quieter than its speech; where there is no sound nothing is known', () => {
  const speech = 0.1
  const channels = channelsOf([
    [speech, 0],
    [speech * 0.011, speech],
    [speech * 0.009, 0],
    [0, 0],
    [speech, 0],
  ])
  const silent = (channel: number) => [0.1, 1.1, 2.1, 3.1, 4.1].map((at) => channels.isSilent(channel, at, at + 0.7))
  assert.deepEqual(silent(0), [false, false, true, true, false])
  assert.deepEqual(silent(1), [true, false, true, true, true])
  assert.equal(channels.isSilent(0, 2.5, 4.5), false)
  assert.equal(channels.isSilent(0, 60, 61), false)
  assert.equal(channels.energies().length, Math.ceil((5 * second) / 4))
})
