/** Which words of a question ask, and are not asked about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRequestWord } from './request-words.ts'

const left = (question: string, dictionary: string) =>
  question.split(' ').filter((word) => !isRequestWord(word, [dictionary]))

test('words that ask are known in their language, with and without others beside it', () => {
  for (const [dictionary, question, content] of [
    ['english_stem', 'summarize the discussion of budgets', 'the of budgets'],
    ['german_stem', 'was sagte ada uber budgets', 'was ada uber budgets'],
    ['french_stem', 'resume la discussion des budgets', 'la des budgets'],
    ['spanish_stem', 'que dijo ada del presupuesto', 'que ada del presupuesto'],
    ['italian_stem', 'cosa ha detto ada del budget', 'cosa ha ada del budget'],
    ['portuguese_stem', 'o que ada disse da discussao', 'o que ada da'],
    ['dutch_stem', 'wat zei ada over budgetten', 'wat ada over budgetten'],
  ] as const) {
    assert.equal(left(question, dictionary).join(' '), content)
    assert.equal(left(question, 'finnish_stem').join(' '), question)
  }
  assert(isRequestWord('sagte', ['english_stem', 'german_stem']))
  assert(!isRequestWord('sagte', ['english_stem']))
})
