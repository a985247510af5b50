import assert from 'node:assert/strict'
import { test } from 'node:test'
import { most } from './limits.ts'
import { readTerms } from './read-terms.ts'
import { asFirst, matching, withTerm } from './terms.ts'

const terms = [{ term: 'Plastworks', sounds_like: ['plus works'], note: 'our largest customer' }, { term: 'Zbigniew' }]

test('a line is a term, with what is heard after an equals sign or in the columns of a table', () => {
  const text =
    'Kubernetes\r\n\r\nNguyen = new yen, win;  win\nRotterdam\trotter dam\tthe harbour\nC++ = see plus plus\n'
  assert.deepEqual(readTerms(text, []), {
    added: [
      { term: 'Kubernetes' },
      { term: 'Nguyen', sounds_like: ['new yen', 'win'] },
      { term: 'Rotterdam', sounds_like: ['rotter dam'], note: 'the harbour' },
      { term: 'C++', sounds_like: ['see plus plus'] },
    ],
    known: 0,
    wrong: [],
  })
})

test('terms that are there already, in any case, are counted and not added', () => {
  const { added, known } = readTerms('PLASTWORKS = plaster works\nOslo\noslo', terms)
  assert.deepEqual([added, known], [[{ term: 'Oslo' }], 2])
})

test('what the service would refuse is named by its line: at and above each limit', () => {
  const [longest, note] = ['𝒜'.repeat(most.term), 'n'.repeat(most.note)]
  const heard = Array.from({ length: most.soundsLike }, (_, index) => `form ${index}`)
  const wrong = (line: string) => readTerms(line, []).wrong.map(({ problem }) => problem)
  assert.deepEqual(wrong(longest), [])
  assert.deepEqual(wrong(`${longest}x`), ['term'])
  assert.deepEqual(wrong(' = heard'), ['term'])
  assert.deepEqual(wrong(`Oslo = ${heard.join(', ')}`), [])
  assert.deepEqual(wrong(`Oslo = ${heard.join(', ')}, one more`), ['soundsLike'])
  assert.deepEqual(wrong(`Oslo = ${longest}x`), ['soundsLike'])
  assert.deepEqual(wrong(`Oslo\t\t${note}`), [])
  assert.deepEqual(wrong(`Oslo\t\t${note}n`), ['note'])
  const many = Array.from({ length: most.terms - 1 }, (_, index) => ({ term: `T${index}` }))
  const { added, wrong: last } = readTerms('One\nTwo', many)
  assert.deepEqual([added.length, last], [1, [{ line: 2, problem: 'tooMany' }]])
})

test('terms are found by what they are, what is heard and their note', () => {
  const found = (query: string) => matching(terms, query).map(({ term }) => term)
  assert.deepEqual(found(''), ['Plastworks', 'Zbigniew'])
  assert.deepEqual(found('plus'), ['Plastworks'])
  assert.deepEqual(found('CUSTOMER plast'), ['Plastworks'])
  assert.deepEqual(found('nobody'), [])
})

test('a term stays in its place; a new one, and one that is gone, come last', () => {
  const names = (given: { term: string }[]) => given.map(({ term }) => term)
  assert.deepEqual(names(withTerm(terms, 'plastworks', { term: 'Plasticworks' })), ['Plasticworks', 'Zbigniew'])
  assert.deepEqual(names(withTerm(terms, null, { term: 'Oslo' })), ['Plastworks', 'Zbigniew', 'Oslo'])
  assert.deepEqual(names(withTerm(terms, 'Gone', { term: 'Oslo' })), ['Plastworks', 'Zbigniew', 'Oslo'])
  assert.deepEqual(names(asFirst(terms, 'Zbigniew')), ['Zbigniew', 'Plastworks'])
  assert.deepEqual(asFirst(terms, 'Gone'), terms)
})
