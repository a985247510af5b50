import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { containsPattern, cutShort, findUnstorable, foldCase, isStorable, positionsOf } from './text.ts'

test('decision 11: texts that differ only in case fold to the same text', () => {
  for (const [a, b] of [
    ['STRASSE', 'straße'],
    ['STRAẞE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['ÉCOLE', 'école'],
    ['ДОМ', 'дом'],
    ['ﬁn', 'FIN'],
  ]) {
    assert.equal(foldCase(a!), foldCase(b!), `${a} ${b}`)
  }
})

test('decision 11: texts that differ in more than case fold differently', () => {
  for (const [a, b] of [
    ['e', 'é'],
    ['a', 'ä'],
    ['o', '0'],
    ['', ' '],
  ])
    assert.notEqual(foldCase(a!), foldCase(b!))
})

test('decision 11: a part of a text folds to a part of the folded text', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, text, text, (before, middle, after) => {
      assert(foldCase(before + middle + after).includes(foldCase(middle)))
      assert.equal(foldCase(foldCase(middle)), foldCase(middle))
    }),
  )
})

test('decision 11: wildcards of LIKE are ordinary characters', () => {
  assert.equal(containsPattern('100%_\\'), '%100\\%\\_\\\\%')
})

test('text that PostgreSQL cannot hold is found, with its path', () => {
  assert(isStorable('a 😀 ‮'))
  assert(!isStorable('a\0'))
  assert(!isStorable('\ud83d'))
  assert.equal(findUnstorable({ a: ['x', { b: '\0' }] }, 'body'), 'body.a[1].b')
  assert.equal(findUnstorable({ a: { '\0': 1 } }, 'body'), 'body.a')
  assert.equal(findUnstorable({ a: ['x', 1, null, true] }, 'body'), null)
})

test('a body nested deeper than the call stack allows is searched to its end', () => {
  let value: unknown = '\0'
  for (let depth = 0; depth < 200_000; depth++) value = [value]
  assert.match(findUnstorable(value, 'body')!, /^body(\[0\])+$/)
})

test('a text is cut by characters, not code units, and only if it is longer than the limit', () => {
  for (const character of ['a', '😀', 'é']) {
    assert.equal(cutShort(character.repeat(9), 10), character.repeat(9))
    assert.equal(cutShort(character.repeat(10), 10), character.repeat(10))
    assert.equal(cutShort(character.repeat(11), 10), `${character.repeat(9)}…`)
  }
  assert.equal(cutShort('', 10), '')
})

test('the positions of a part in a text are those of indexOf, with overlapping ones', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 }), letters, (part, text) => {
      const places = [...text].flatMap((_, at) => (text.startsWith(part, at) ? [at] : []))
      assert.deepEqual(positionsOf(part, text, 2), places.slice(0, 2))
      assert.deepEqual(positionsOf(part, text, 100), places)
    }),
  )
})
