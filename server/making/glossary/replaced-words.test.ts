import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countReplacements } from './replaced-words.ts'

const twice = (from: string, to: string) =>
  countReplacements(
    [
      { from, to },
      { from, to },
    ],
    [],
  )

test('words between words that both texts have are a replacement; of other case too', () => {
  assert.deepEqual(twice('ask cooper netties now', 'ask Kubernetes now'), [
    { term: 'Kubernetes', sounds_like: ['cooper netties'], times: 2 },
  ])
  assert.deepEqual(twice('the postgres, he said', 'the Postgres, he said')[0]!.term, 'Postgres')
  assert.deepEqual(
    twice('a big knee have', 'a Zbigniew has').map(({ term }) => term),
    ['Zbigniew has'],
  )
})

test('a text that was cut short ends before its last word, which may be half of one', () => {
  assert.deepEqual(twice('he uses cooper…', 'he uses Kuber…'), [])
})

test('any texts: each suggestion is written twice or more, short, and unlike what was heard', () => {
  const text = fc
    .array(fc.constantFrom('Zbig', 'the', 'Ömer', 'a', 'x…', 'New York', '東京', "O'Neil"), { maxLength: 12 })
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(fc.record({ from: text, to: text }), { maxLength: 6 }), (texts) => {
      for (const { term, sounds_like, times } of countReplacements(texts, ['Zbig'])) {
        assert(times >= 2 && term.split(' ').length <= 4 && !sounds_like.includes(term) && term !== 'Zbig')
      }
    }),
  )
})
