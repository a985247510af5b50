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

/** The marked parts of each segment, by its index. */
const marked = (query: string, from?: number, all = segments) =>
  Object.fromEntries(
    Array.from(findWords(all, query, from).marks, ([index, marks]) => [
      index,
      marks.map(([begin, end]) => all[index]!.text.slice(begin, end)).join('|'),
    ]),
  )

test('a typed text is found as it is, otherwise by all of its words; nothing else is marked', () => {
  assert.deepEqual(findWords(segments, ' Would ').matches, [0, 1, 4])
  assert.deepEqual(marked(' Would '), { 0: 'would', 1: 'would', 4: 'would' })
  assert.deepEqual(marked('cost twelve'), { 2: 'cost twelve' })
  assert.deepEqual(marked('cost would'), { 4: 'would|cost' })
  assert.deepEqual(marked('contr what'), { 4: 'what|contr' }, 'words are found by their beginnings')
  assert.deepEqual(marked('elve'), { 2: 'elve', 3: 'elve', 4: 'elve' }, 'a text anywhere')
  assert.deepEqual(marked('evening'), {})
  assert.deepEqual(marked('  '), {})
})

test('letters inside of words are not what was typed', () => {
  const said = [
    { speaker: 'Ada', text: 'A plan, not an idea (a+b) to cut totals', start_time: 0, end_time: 1 },
    { speaker: 'Bo', text: '来週の会議で', start_time: 1, end_time: 2 },
  ]
  assert.deepEqual(marked('a', undefined, said), { 0: 'A|a' })
  assert.deepEqual(marked('o', undefined, said), {})
  assert.deepEqual(marked('to a', undefined, said), { 0: 'A|a|to' })
  assert.deepEqual(marked('(a+b)', undefined, said), { 0: '(a+b)' })
  assert.deepEqual(marked('会', undefined, said), { 1: '会' })
})

test('a link leads to the segment that begins in its second and has most of its words, marked in its excerpt', () => {
  assert.equal(momentOf(segments, 9, 'would cost twelve'), 9.4)
  assert.deepEqual(marked('would cost twelve', 9), { 4: 'Twelve|would|cost' })
  assert.equal(momentOf(segments, 4, 'remote euro would'), 4.2)
  assert.deepEqual(marked('remote euro would', 4), { 1: 'remote|would', 2: 'Euro' })
  assert.deepEqual(findWords(segments, 'remote euro would', 4).matches, [1])
  assert.deepEqual([momentOf(segments, 9, 'twelve, what'), marked('twelve, what', 9)], [9.4, { 4: 'Twelve, what' }])
  const older = [momentOf(segments, 2, 'cost twelve'), marked('cost twelve', 2)]
  assert.deepEqual(older, [4.6, { 2: 'cost twelve' }], 'a link that is older than the words')
})

test('a word of a link that is not said in its excerpt is marked nowhere', () => {
  const far = [...segments, { speaker: 'Ada', text: 'x'.repeat(320), start_time: 20, end_time: 21 }].concat(
    [30, 40].map((start_time) => ({ speaker: 'Bo', text: `would it? ${'x'.repeat(320)}`, start_time, end_time: 50 })),
  )
  assert.deepEqual(marked('would whisper', 30, far), { 6: 'would' })
})

test('a quote of several segments is marked in each of them', () => {
  const quote = 'remote would cost twelve'
  assert.equal(momentOf(segments, 4, quote), 4.2)
  assert.deepEqual(findWords(segments, quote, 4).matches, [1])
  assert.deepEqual(marked(quote, 4), { 1: 'remote would', 2: 'cost twelve' })
  assert.deepEqual(marked(`${quote} pounds`, 4)[1], 'remote|would')
})

test('a link without words leads to what begins in its second, or else to its moment', () => {
  const moments = [2, 3, 4, 4.5, 8.5, undefined]
  assert.deepEqual(
    moments.map((from) => momentOf(segments, from, '')),
    [2, 3, 4.2, 4.6, 8.5, undefined],
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
