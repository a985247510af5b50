/** Words as search compares them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutWords, splitUnspaced } from './words.ts'

const words = (text: string) => [...cutWords(text)].map(({ word }) => word)

test('punctuation, case and accents do not count', () => {
  assert.deepEqual(words('Don’t stop, Élan: e-mail v2.1!'), ['don', 't', 'stop', 'elan', 'e', 'mail', 'v2', '1'])
  assert.deepEqual(words('Straße STRASSE ﬁn e\u0301 ΟΔΟΣ οδος'), ['strasse', 'strasse', 'fin', 'e', 'οδοσ', 'οδοσ'])
  assert.deepEqual(words(' … !? \n'), [])
})

test('combining marks that are part of a letter stay', () => {
  assert.deepEqual(words('हिन्दी が'), ['हिन्दी', 'が'])
})

test('marks belong to their letter, in every script; vowel points that are mostly left out do not count', () => {
  for (const [text, cut] of [
    ['बैठक के बाद', ['बैठक', 'के', 'बाद']],
    ['বৈঠক র\u200d্যাব', ['বৈঠক', 'র্যাব']],
    ['கூட்டம்', ['கூட்டம்']],
    ['ప్రణాళిక', ['ప్రణాళిక']],
    ['cre\u0300me', ['creme']],
    ['مُحَمَّد مـحـمـد', ['محمد', 'محمد']],
    ['שָׁלוֹם', ['שלום']],
    ['می\u200cخواهم', ['می', 'خواهم']],
    ['e\u0301\u0323\u0301', ['e']],
    ['ـــ \u0301', []],
  ] as const) {
    assert.deepEqual(words(text), cut)
    // A query is cut as the text is.
    assert.deepEqual(splitUnspaced(text), text.split(' '))
  }
  assert.deepEqual([...cutWords('Annulée')][0], { word: 'annulee', spelling: 'annulée', from: 0, to: 7 })
  assert.deepEqual(splitUnspaced('ประชุมวันนี้'), ['ประชุม', 'วัน', 'นี้'])
})

test('scripts without spaces are split into characters, or into real words by a dictionary', () => {
  assert.deepEqual(words('会議ok ไทย 한국'), ['会', '議', 'ok', 'ไ', 'ท', 'ย', '한', '국'])
  assert.deepEqual(splitUnspaced('会議の予算 and more'), ['会議', 'の', '予算', 'and', 'more'])
})

test('a word has its position in the text', () => {
  assert.deepEqual([...cutWords('a É b')][1], { word: 'e', spelling: 'é', from: 2, to: 3 })
})

test('only the first 64 characters of a word count', () => {
  for (const [length, kept] of [
    [63, 63],
    [64, 64],
    [65, 64],
  ] as const) {
    for (const letter of ['x', '𐐀']) assert.equal([...words(letter.repeat(length))[0]!].length, kept)
  }
})
