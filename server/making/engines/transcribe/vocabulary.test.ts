import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import { vocabularyOf } from './vocabulary.ts'

const wide = { maxTerms: 100, maxCharacters: 1_000, maxWords: 5 }
const nothing = { glossary: [], speakers: [], title: '', agenda: '' }

test('each term is listed once, in any case: glossary, then names, then words that look like names', () => {
  const hints = {
    glossary: ['Minutebook'],
    speakers: ['Ada Moreau', 'ada moreau', ''],
    title: 'Weekly: the MINUTEBOOK launch',
    agenda: 'The budget of Q3.\nask Brzęczyszczykiewicz, about GPT-4o & R2D2; 会議 2026',
  }
  assert.deepEqual(vocabularyOf(hints, wide), [
    ...['Minutebook', 'Ada Moreau', 'Weekly', 'Q3', 'Brzęczyszczykiewicz', 'GPT-4o', 'R2D2'],
  ])
})

test('terms that the meeting names are the first, then names, then the other terms; a series is named by its title', () => {
  const hints = {
    glossary: ['Plastworks', 'Zbigniew', 'Minutebook'],
    likely: 1,
    speakers: ['Ada Moreau'],
    title: 'Call',
    series: 'the Quantrix weekly',
    agenda: 'Budget',
  }
  const wanted = ['Plastworks', 'Ada Moreau', 'Zbigniew', 'Minutebook', 'Call', 'Quantrix', 'Budget']
  assert.deepEqual(vocabularyOf(hints, wide), wanted)
  assert.deepEqual(vocabularyOf(hints, { ...wide, maxTerms: 2 }), wanted.slice(0, 2))
})

test('terms at each limit of a service are kept, one above is not', () => {
  const speakers = ['Ada', 'Bo', 'Cyd Rho', 'Dan']
  const within = (limits: object) => vocabularyOf({ ...nothing, speakers }, { ...wide, ...limits })
  assert.deepEqual(within({ maxTerms: 4 }), speakers)
  assert.deepEqual(within({ maxTerms: 3 }), speakers.slice(0, 3))
  assert.deepEqual(within({ maxCharacters: 15 }), speakers)
  assert.deepEqual(within({ maxCharacters: 14 }), speakers.slice(0, 3))
  assert.deepEqual(within({ maxWords: 2 }), speakers)
  assert.deepEqual(within({ maxWords: 1 }), ['Ada', 'Bo', 'Dan'])
  const long = ['a'.repeat(100), 'b'.repeat(101)]
  assert.deepEqual(vocabularyOf({ ...nothing, glossary: long }, wide), ['a'.repeat(100)])
})

test('line breaks and control characters do not reach a service', () => {
  assert.deepEqual(vocabularyOf({ ...nothing, speakers: ['Ada\r\nMoreau\u0000', '\n'] }, wide), ['Ada Moreau'])
})

test('a name ends with its last letter or number; punctuation after it is read as quickly as other text', () => {
  assertNoSquare(100_000, (dots) => {
    const agenda = `A.B.'- Q3's R&D. ${'Ada'}${'.'.repeat(dots)} Bo${'.'.repeat(dots)}b ÉE\u0301`
    const wanted = ['A.B', "Q3's", 'R&D', 'Ada', 'ÉE']
    assert.deepEqual(vocabularyOf({ ...nothing, agenda }, wide), wanted)
  })
})
