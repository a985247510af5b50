/** What a query asks for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuery, withoutOperators } from './parse-query.ts'

/** `should a b`, `not c*` */
const parsed = (query: string) =>
  parseQuery(query).map(({ kind, words, isPrefix }) => `${kind} ${words.join(' ')}${isPrefix ? '*' : ''}`)

test('a query has words, phrases, excluded words, and beginnings of words', () => {
  for (const [query, terms] of [
    ['Budget review?', ['should budget', 'should review']],
    ['launch "in March" -draft', ['must in march', 'not draft', 'should launch']],
    ['-"first draft" organi*', ['not first draft', 'should organi*']],
    ['“a phrase” «another» „a third“', ['must a phrase', 'must another', 'must a third']],
    ['"not closed', ['must not closed']],
    ['e-mail well-known*', ['should e mail', 'should well known*']],
    ['again again Again', ['should again']],
    ['a - b', ['should a', 'should b']],
    ['会議の予算', ['should 会 議', 'should の', 'should 予 算']],
  ] as const) {
    assert.deepEqual(parsed(query), terms, query)
  }
})

test('punctuation alone is an empty query', () => {
  for (const query of ['', '?!', '""', '*', '-', '- "…"']) assert.deepEqual(parsed(query), [], query)
})

test('the first 60 words of a query count, required and excluded ones before the others', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
  for (const [count, kept] of [
    [59, 59],
    [60, 60],
    [61, 60],
  ] as const) {
    assert.equal(parseQuery(words(count)).length, kept)
  }
  const [first] = parseQuery(`${words(60)} -last`)
  assert.deepEqual([first?.kind, first?.words], ['not', ['last']])
})

test('a long phrase counts by its first 60 words and uses up only the limit of words; every -word counts', () => {
  const words = (count: number, sign = '') => Array.from({ length: count }, (_, index) => `${sign}w${index}`).join(' ')
  for (const count of [59, 60, 61, 120]) {
    const kept = Math.min(count, 60)
    const rest = ['not without', ...(kept < 60 ? ['should one'] : [])]
    assert.deepEqual(parsed(`"${words(count)}" -without one two`), [`must ${words(kept)}`, ...rest])
  }
  assert.equal(parseQuery(`${words(100, '-')} found`).length, 101)
})

test('if the index splits one word into more than 60, the first 60 count', () => {
  const [term, ...others] = parseQuery(`${'a/'.repeat(100)}b*`)
  assert.deepEqual([term!.kind, term!.words.length, term!.isPrefix, others], ['should', 60, false, []])
})

test('without operators no word binds or excludes', () => {
  for (const query of ['who said "in March" -x', '"a b"-"c d"', '-„a b“ --c e-mail', '“a”-b', '- -a'])
    for (const { kind } of parseQuery(withoutOperators(query))) assert.equal(kind, 'should', query)
  assert.deepEqual(parseQuery(withoutOperators('-e-mail')), parseQuery('e-mail'))
})
