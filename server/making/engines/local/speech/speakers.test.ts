import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Track } from '../../transcribe/channels.ts'
import { hertz } from '../../transcribe/made-formats.ts'
import { toUnit } from './group-voices.ts'
import { partsOf } from './speakers.ts'
import type { Stretch } from './tell-speech.ts'

/** A voice along one of the axes, a little different each time. */
const stretch = (person: number | null, from: number, to: number, track = 0): Stretch => {
  const vector = new Float32Array(40).fill(0)
  if (person !== null) vector[person] = 1
  vector[10 + (Math.round(from) % 30)] = 0.5
  const voice = person === null ? null : { start: from, end: to, vector: toUnit(vector) }
  return { from: from * hertz, to: to * hertz, track, voice }
}
const one: Track[] = [{ channel: null, gain: 1 }]
const two: Track[] = [
  { channel: 0, gain: 1 },
  { channel: 1, gain: 1 },
]
const loudest = (channel: number) => ({ loudest: (_start: number) => channel })
const told = (stretches: Stretch[], tracks = one, channels = loudest(0), count: number | null = null) =>
  partsOf(stretches, tracks, channels, count).map(({ from, to, speaker }) => [from / hertz, to / hertz, speaker])
const speakers = (...given: Parameters<typeof told>) => told(...given).map(([, , speaker]) => speaker)

test('people in one track are told apart by voice, and two in a channel are two', () => {
  const talk = [0, 1, 0, 1, 0, 1].map((person, at) => stretch(person, 5 * at, 5 * at + 4))
  assert.deepEqual(speakers(talk), [0, 1, 0, 1, 0, 1])
  const call = [2, 0, 1, 0, 1, 2, 0, 1].map((person, at) => stretch(person, 5 * at, 5 * at + 4, person === 2 ? 0 : 1))
  const found = speakers(call, two, { loudest: (start) => call[start / 5]!.track })
  assert.equal(new Set(found).size, 3)
  assert.deepEqual([found[0], found[1], found[2]], [found[5], found[3], found[4]])
})

test('one voice in two tracks is one speaker', () => {
  const call = [stretch(0, 0, 4, 0), stretch(1, 5, 9, 1), stretch(0, 10, 14, 1), stretch(1, 15, 19, 1)]
  const found = speakers(call, two, { loudest: (start) => (start < 4 ? 0 : 1) })
  assert.deepEqual([found[0], found[1]], [found[2], found[3]])
  assert.notEqual(found[0], found[1])
})

test('what a microphone took of a loudspeaker is left out, and who answers at the same time is not', () => {
  const call = [
    ...[stretch(0, 0, 4, 0), stretch(1, 5, 15, 1), stretch(0, 16, 20, 0), stretch(1, 21, 29, 1)],
    ...[stretch(1, 5, 15, 0), stretch(1, 21, 28, 0)],
  ]
  const channels = { loudest: (start: number) => (start < 5 || (start >= 16 && start < 21) ? 0 : 1) }
  assert.deepEqual(
    told(call, two, channels).map(([from]) => from),
    [0, 5, 16, 21],
  )
  const answer = stretch(0, 23, 25, 0)
  assert(told([...call, answer], two, channels).some(([from]) => from === 23))
})

test('a short sound between two stretches of a speaker is theirs', () => {
  const talk = [
    stretch(0, 0, 4),
    stretch(1, 4, 4.5),
    stretch(0, 4.5, 9),
    stretch(1, 10, 14),
    stretch(0, 15, 19),
    stretch(1, 20, 24),
  ]
  assert.deepEqual(speakers(talk), [0, 0, 0, 1, 0, 1])
})

test('as many speakers are told as are said; a stretch without a voice is of the one before', () => {
  const call = [0, 1, 2, 0, 1, 2].map((person, at) => stretch(person, 5 * at, 5 * at + 4, person === 0 ? 0 : 1))
  assert.equal(new Set(speakers(call, two, loudest(0), 2)).size, 2)
  assert.deepEqual(speakers([stretch(0, 0, 4), stretch(null, 5, 6)]), [0, 0])
})

test('without voices a track is one speaker, and sound as one has none', () => {
  assert.deepEqual(speakers([stretch(null, 0, 4), stretch(null, 5, 6)]), [null, null])
  const found = speakers([stretch(null, 0, 4, 0), stretch(null, 5, 6, 1), stretch(null, 7, 8, 0)], two, loudest(0))
  assert.equal(found[0], found[2])
  assert.notEqual(found[0], found[1])
})
