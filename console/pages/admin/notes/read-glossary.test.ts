import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printGlossary, readGlossary } from './read-glossary.ts'

test('a line has a word, with its meaning after ` = `; a printed glossary reads back the same', () => {
  const { terms, wrongLine } = readGlossary('  Plastworks = our = largest customer\n\nZbigniew\nE=mc2 \n')
  assert.deepEqual(terms, [
    { term: 'Plastworks', meaning: 'our = largest customer' },
    { term: 'Zbigniew', meaning: null },
    { term: 'E=mc2', meaning: null },
  ])
  assert.equal(wrongLine, null)
  assert.deepEqual(readGlossary(printGlossary(terms)).terms, terms)
  assert.deepEqual(readGlossary(' \n'), { terms: [], wrongLine: null })
})

test('the error names the first line that is too long, or the first beyond the limit', () => {
  const wrong = (text: string) => readGlossary(text).wrongLine
  assert.equal(wrong(`a\n${'x'.repeat(100)} = ${'y'.repeat(300)}`), null)
  assert.equal(wrong(`a\n${'x'.repeat(101)}\n${'x'.repeat(101)}`), 2)
  assert.equal(wrong(`a = ${'y'.repeat(301)}`), 1)
  assert.equal(wrong('🎛'.repeat(100)), null)
  assert.equal(wrong('word\n'.repeat(500)), null)
  assert.equal(wrong('word\n'.repeat(501)), 501)
})
