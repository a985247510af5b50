import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupVoices, meanVoices, toUnit, type Voice } from './group-voices.ts'

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
  for (const spread of [0.1, 0.5, 0.9]) assert.deepEqual(groupVoices(talk(spread), null), people)
})

test('one person alone is one group', () => {
  for (const spread of [0, 0.3, 0.8, 1.2]) {
    const alone = Array.from({ length: 12 }, (_, at) => voice(0, at, spread))
    assert.deepEqual(new Set(groupVoices(alone, null)), new Set([0]))
  }
  assert.deepEqual(groupVoices([voice(0, 0, 0, 0.4)], null), [0])
  assert.deepEqual(groupVoices([], null), [])
})

test('there are as many groups as is said', () => {
  const count = (given: number) => new Set(groupVoices(talk(0.3), given)).size
  assert.deepEqual([1, 2, 3, 4].map(count), [1, 2, 3, 4])
})

test('of groupings that are equally good the one with more people is taken', () => {
  /** Four people in two pairs; the likeness is 0.8 of two stretches of one person, and `ofPair` of two people of a pair. */
  const pairs = (ofPair: number): Voice[] =>
    Array.from({ length: 12 }, (_, at) => {
      const vector = new Float32Array(18)
      vector[at % 2] = Math.sqrt(ofPair)
      vector[2 + (at % 4)] = Math.sqrt(0.8 - ofPair)
      vector[6 + at] = Math.sqrt(0.2)
      return { start: at * 10, end: at * 10 + 4, vector }
    })
  const count = (ofPair: number) => new Set(groupVoices(pairs(ofPair), null)).size
  // The separation of two groups and of four is 0.61 and 0.61, then 0.68 and 0.50.
  assert.deepEqual([count(0.49), count(0.6)], [4, 2])
})

test('a voice with little of the speech is given to another; short stretches go to the nearest', () => {
  const noise = voice(3, 12, 0, 1.6)
  assert.equal(new Set(groupVoices([...talk(0.3), noise], null)).size, 3)
  assert.equal(groupVoices([...talk(0.3), voice(2, 12, 0.5, 0.4)], null).at(-1), 2)
})

test('a mean voice has the length 1 and is nearest to its own group', () => {
  const voices = talk(0.5)
  const means = meanVoices(voices, groupVoices(voices, null))
  assert.equal(means.length, 3)
  for (const [person, mean] of means.entries()) {
    assert(Math.abs(Math.hypot(...mean) - 1) < 1e-6)
    assert.equal(mean.indexOf(Math.max(...mean)), person)
  }
})

test('the voices of a day are grouped', () => {
  const day = Array.from({ length: 1_600 }, (_, at) => voice(people[at % 12]!, at, 0.4, 2 + (at % 5)))
  assert.deepEqual(groupVoices(day, null).slice(0, 12), people)
})
