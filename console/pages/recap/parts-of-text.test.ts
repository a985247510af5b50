import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './parts-of-text.ts'

const sentence = (text: string) => ({ text, segment: 0, timestamp: 0, quote: null })

test('a text is its sentences in order, and what stands between them', () => {
  const [one, two] = [sentence('It is blue.'), sentence('Bo prints it.')]
  assert.deepEqual(partsOf('The cover: It is blue. Bo prints it.', [one, two]), [
    { text: 'The cover: ', sentence: null },
    { text: one.text, sentence: one },
    { text: ' ', sentence: null },
    { text: two.text, sentence: two },
  ])
  assert.deepEqual(partsOf('It is blue.', [one]), [{ text: one.text, sentence: one }])
})

test('a sentence that is not there any more, or stands earlier, is left out, and the text stays whole', () => {
  const all = ['It is red.', 'Yes.', 'It is blue.', ''].map(sentence)
  const parts = partsOf('It is blue. Yes. No.', all)
  assert.equal(parts.map(({ text }) => text).join(''), 'It is blue. Yes. No.')
  assert.deepEqual(
    parts.filter(({ sentence }) => sentence).map(({ text }) => text),
    ['Yes.'],
  )
  assert.deepEqual(partsOf('', all), [])
})
