/** Names are replaced only as whole words, in every script. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { renamer, TooLongError } from './rename-in-text.ts'

const rename = (text: string, renames: Record<string, string>, others: string[] = []) =>
  renamer(new Map(Object.entries(renames)), others)(text, 1_000)

test('whole words only', () => {
  const to = { Bo: 'Ada' }
  assert.equal(rename("Bo, Bo's and (Bo) and “Bo”: Bo.", to), "Ada, Ada's and (Ada) and “Ada”: Ada.")
  const others = 'Bob bo BO Bö Bo\u0301 Bo_1 Bo1 Lebo Bo-Ann Ann-Bo O’Bo bo@Bo.test Bo@acme.test'
  assert.equal(rename(others, to), others)
  assert.equal(rename('Bo\nBo', to), 'Ada\nAda')
})

test('several at once: a swap, a ring, and a merge', () => {
  assert.equal(rename('Ada asks Bo', { Ada: 'Bo', Bo: 'Ada' }), 'Bo asks Ada')
  assert.equal(rename('A1 B1 C1', { A1: 'B1', B1: 'C1', C1: 'A1' }), 'B1 C1 A1')
  assert.equal(rename('Speaker 1 and Speaker 2', { 'Speaker 1': 'Ada', 'Speaker 2': 'Ada' }), 'Ada and Ada')
})

test('names that contain each other: the longest counts, and others keep theirs', () => {
  assert.equal(rename('Bo Lindqvist and Bo', { Bo: 'Cy', 'Bo Lindqvist': 'Dee' }), 'Dee and Cy')
  assert.equal(rename('Bo Lindqvist and Bo', { Bo: 'Cy' }, ['Bo Lindqvist', 'Ada']), 'Bo Lindqvist and Cy')
  assert.equal(rename('Bo Lindqvist and Bo', { Bo: 'Bo Lindqvist' }), 'Bo Lindqvist and Bo Lindqvist')
  assert.equal(rename('Speaker 1, Speaker 11', { 'Speaker 1': 'Ada' }), 'Ada, Speaker 11')
})

test('characters of regular expressions, Markdown and replacements are ordinary characters', () => {
  for (const name of [
    '(B.*)+',
    'A.a',
    '[x]',
    '**Bo**',
    '#1 & $&',
    '$1',
    'a|b',
    'x\\d',
    '{2}x',
    'Bo/Ada',
    '-1',
    '^a$',
  ]) {
    assert.equal(rename(`so ${name} said`, { [name]: '$& $1 \\ **' }), 'so $& $1 \\ ** said', name)
  }
  assert.equal(rename('Axa', { 'A.a': 'no' }), 'Axa')
  assert.equal(renamer(new Map([['__proto__', 'Ada']]), [])('__proto__ said', 99), 'Ada said')
})

test('all scripts', () => {
  assert.equal(rename('مرحبا يا علي، كيف حالك', { علي: 'سارة' }), 'مرحبا يا سارة، كيف حالك')
  assert.equal(rename('עליזה ועלי', { עלי: 'דן' }), 'עליזה ועלי')
  assert.equal(rename('王明说他会来', { 王明: '李华' }), '李华说他会来')
  assert.equal(rename('민수는 온다', { 민수: '지영' }), '지영는 온다')
  assert.equal(rename('Ada说', { Ada: 'Bo' }), 'Bo说')
  assert.equal(rename('Ζωή. Ζωήσ', { Ζωή: 'Άννα' }), 'Άννα. Ζωήσ')
})

test('a name that cannot be distinguished from other words stays', () => {
  for (const name of ['', 'A', '-', '??', '王'])
    assert.equal(rename(`A - ?? 王 ${name}`, { [name]: 'x' }), `A - ?? 王 ${name}`)
})

test('a new name is on one line, and no result is longer than it may be', () => {
  assert.equal(rename('Bo', { Bo: ' A\n# B\t' }), 'A # B')
  const grow = renamer(new Map([['Bo', 'x'.repeat(255)]]), [])
  assert.equal(grow('Bo Bo', 511).length, 511)
  assert.throws(() => grow('Bo Bo', 510), TooLongError)
})

test('renaming back gives the original, for a name that is nowhere else in the text', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 2, maxLength: 12 })
    .map((text) => `Q${text.replace(/\s+/gu, '')}Q`)
  fc.assert(
    fc.property(name, fc.array(fc.constantFrom('some', ' ', ', ', '.', '\n', 'words')), (old, pieces) => {
      const text = ['', ...pieces, ''].join(` ${old} `)
      assert.equal(rename(rename(text, { [old]: 'ZzzZ' }), { ZzzZ: old }), text)
    }),
  )
})
