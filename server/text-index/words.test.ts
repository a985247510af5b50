/** Words as search compares them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutWords, plain, splitUnspaced } from './words.ts'

const words = (text: string) => [...cutWords(text)].map(({ word }) => word)

test('punctuation, case and accents do not count', () => {
  assert.deepEqual(words('Don’t stop, Élan: e-mail v2.1!'), ['don', 't', 'stop', 'elan', 'e', 'mail', 'v2', '1'])
  assert.deepEqual(words('Straße STRASSE ﬁn e\u0301 ΟΔΟΣ οδος'), ['strasse', 'strasse', 'fin', 'e', 'οδοσ', 'οδοσ'])
  assert.deepEqual(words(' … !? \n'), [])
})

test('combining marks that are part of a letter stay', () => {
  assert.deepEqual(words('हिन्दी が'), ['हिन्दी', 'が'])
})

test('scripts without spaces are split into characters, or into real words by a dictionary', () => {
  assert.deepEqual(words('会議ok ไทย 한국'), ['会', '議', 'ok', 'ไ', 'ท', 'ย', '한', '국'])
  assert.deepEqual(splitUnspaced('会議の予算 and more'), ['会議', 'の', '予算', 'and', 'more'])
})

test('a word has its position in the text', () => {
  assert.deepEqual([...cutWords('a É b')][1], { word: 'e', from: 2, to: 3 })
})

test('only the first 64 characters of a word count', () => {
  for (const [length, kept] of [
    [63, 63],
    [64, 64],
    [65, 64],
  ] as const) {
    assert.equal(plain('x'.repeat(length)).length, kept)
    assert.equal([...plain('𐐀'.repeat(length))].length, kept)
  }
})
