import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupVoices, meanVoices, toUnit, type Voice } from './group-voices.ts'

const open = { exactly: null, atMost: null }

let state = 35
/** The same numbers each time, from 0 to 1. */
function random(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

/** A voice near one of the axes; `spread` is how far the stretches of one person are apart. */
function voice(person: number, at: number, spread: number, seconds = 4): Voice {
  const noise = toUnit(Float32Array.from({ length: 96 }, () => random() - 0.5))
  const vector = noise.map((value, index) => spread * value + (index === person ? 1 : 0))
  return { start: at * 10, end: at * 10 + seconds, vector: toUnit(vector) }
}

const people = [0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 0]
const talk = (spread: number) => people.map((person, at) => voice(person, at, spread))

test('voices are told apart in a quiet room and in a noisy one, and numbered as they appear', () => {
  for (const spread of [0.1, 0.5, 0.9]) assert.deepEqual(groupVoices(talk(spread), open), people)
})

test('one person alone is one group', () => {
  for (const spread of [0, 0.3, 0.8, 1.2]) {
    const alone = Array.from({ length: 12 }, (_, at) => voice(0, at, spread))
    assert.deepEqual(new Set(groupVoices(alone, open)), new Set([0]))
  }
  assert.deepEqual(groupVoices([voice(0, 0, 0, 0.4)], open), [0])
  assert.deepEqual(groupVoices([], open), [])
})

test('there are as many groups as is said, and not more than at most', () => {
  const count = (limits: object) => new Set(groupVoices(talk(0.3), { ...open, ...limits })).size
  assert.deepEqual(
    [1, 2, 3, 4, 20].map((atMost) => count({ atMost })),
    [1, 2, 3, 3, 3],
  )
  assert.deepEqual(
    [1, 2, 3, 4].map((exactly) => count({ exactly })),
    [1, 2, 3, 4],
  )
})

test('a voice with little of the speech is given to another; short stretches go to the nearest', () => {
  const noise = voice(3, 12, 0, 1.6)
  assert.equal(new Set(groupVoices([...talk(0.3), noise], open)).size, 3)
  assert.equal(groupVoices([...talk(0.3), voice(2, 12, 0.5, 0.4)], open).at(-1), 2)
})

test('a mean voice has the length 1 and is nearest to its own group', () => {
  const voices = talk(0.5)
  const means = meanVoices(voices, groupVoices(voices, open))
  assert.equal(means.length, 3)
  for (const [person, mean] of means.entries()) {
    assert(Math.abs(Math.hypot(...mean) - 1) < 1e-6)
    assert.equal(mean.indexOf(Math.max(...mean)), person)
  }
})

test('the voices of a day are grouped', () => {
  const day = Array.from({ length: 1_600 }, (_, at) => voice(people[at % 12]!, at, 0.4, 2 + (at % 5)))
  assert.deepEqual(groupVoices(day, open).slice(0, 12), people)
})
