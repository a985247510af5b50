import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWords, momentOf } from './found-words.ts'

const segments = [
  ['Ada', 'Good morning, would you begin?', 2],
  ['Bo', 'The remote would', 4.2],
  ['Bo', 'cost twelve Euro.', 4.6],
  ['Ada', 'Twelve?', 9],
  ['Bo', 'Twelve, what would control cost?', 9.4],
].map(([speaker, text, start]) => ({
  speaker: String(speaker),
  text: String(text),
  start_time: Number(start),
  end_time: Number(start) + 0.4,
}))

test('a typed text is found as it is, otherwise by all of its words', () => {
  assert.deepEqual(findWords(segments, ' Would '), { marks: ['would'], matches: [0, 1, 4] })
  assert.deepEqual(findWords(segments, 'cost twelve'), { marks: ['cost twelve'], matches: [2] })
  assert.deepEqual(findWords(segments, 'cost would'), { marks: ['cost', 'would'], matches: [4] })
  assert.deepEqual(findWords(segments, 'evening'), { marks: ['evening'], matches: [] })
  assert.deepEqual(findWords(segments, '  '), { marks: [], matches: [] })
})

test('a link leads to the segment that begins in its second and has most of its words, which are marked', () => {
  const at = (from: number, query: string) => [momentOf(segments, from, query), findWords(segments, query, from).marks]
  assert.deepEqual(at(9, 'would cost twelve'), [9.4, ['would', 'cost', 'twelve']])
  assert.deepEqual(at(4, 'remote euro would'), [4.2, ['remote', 'would']])
  assert.deepEqual(at(9, 'twelve, what'), [9.4, ['twelve, what']])
  assert.deepEqual(at(2, 'cost twelve'), [4.6, ['cost twelve']], 'a link that is older than the words')
})

test('a quote of several segments is marked in each of them', () => {
  const quote = 'remote would cost twelve'
  assert.equal(momentOf(segments, 4, quote), 4.2)
  assert.deepEqual(findWords(segments, quote, 4), { marks: ['remote would', 'cost twelve'], matches: [1] })
  assert.deepEqual(findWords(segments, `${quote} pounds`, 4).marks, ['remote', 'would'])
})

test('a link without words leads to its moment', () => {
  const moments = [2, 3, 4, 4.5, undefined]
  assert.deepEqual(
    moments.map((from) => momentOf(segments, from, '')),
    moments,
  )
})

test('a link with words leads to their first segment after its moment, or else to the moment', () => {
  const said = [2, 4, 6, 9].map((start_time, index) => ({
    speaker: 'Ada',
    text: ['Good morning', 'all', 'MORNING', 'So'][index]!,
    start_time,
    end_time: start_time + 1,
  }))
  const at = (from: number | undefined, query: string) => momentOf(said, from, query)
  assert.deepEqual([at(0, 'morning'), at(2, 'morning'), at(2.5, 'morning'), at(6.5, 'morning')], [2, 2, 6, 6.5])
  assert.deepEqual([at(3, 'elsewhere'), at(3, ''), at(undefined, 'morning')], [3, 3, undefined])
})
