import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '../../../people/mail/words.ts'
import { outlineOf, withoutParts } from './outline.ts'

test('what stands for a summary is left out as one', () => {
  const decided = [{ text: 'We rent', seconds: null, detected: false, stands: true, replaced: [] }]
  const sections = [{ title: 'Salaries', content: 'Secret' }, { title: 'Weather' }]
  const recap = { title: '', at: null, url: '', sections, decided, words: wordsIn('en') }
  const outline = outlineOf(recap, () => undefined)
  const left = (...parts: Parameters<typeof withoutParts>[1]) =>
    withoutParts(outline, parts).sections.map(({ title }) => title)
  assert.deepEqual(left('items'), ['Salaries', 'Decisions'])
  assert.deepEqual(left('summary'), ['Decisions'])
  assert.deepEqual(left('decisions'), ['Salaries'])
})
