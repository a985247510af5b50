import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { findIgnored } from './ignored-fields.ts'
import { Maybe } from './schema.ts'

const schema = Type.Object({
  title: Type.String(),
  filters: Maybe(Type.Object({ title: Maybe(Type.String()) })),
  people: Maybe(Type.Array(Type.Object({ name: Type.String() }))),
  transcript: Type.Union([Type.Object({ text: Type.String() }), Type.Object({ segments: Type.Array(Type.String()) })]),
  anything: Type.Record(Type.String(), Type.Unknown()),
})

test('unknown fields are named with their path, at any depth', () => {
  const body = {
    titel: 'x',
    filters: { query: 'x', title: 'y' },
    people: [{ name: 'Ada' }, { name: 'Bo', mail: 'b', age: 3 }],
    transcript: { segments: ['x'], text: 'known by another form' },
    anything: { goes: { here: 1 } },
    more: { inner: true },
  }
  assert.deepEqual(findIgnored(body, schema), ['titel', 'filters.query', 'people[1].mail', 'people[1].age', 'more'])
})

test('no field is named if all are known, or if there is no object or no schema', () => {
  for (const body of [{ title: 'x', filters: null, people: [] }, {}, null, undefined, 'x', [1]]) {
    assert.deepEqual(findIgnored(body, schema), [])
  }
  assert.deepEqual(findIgnored({ x: 1 }, undefined), ['x'])
  assert.deepEqual(findIgnored({ x: 1 }, {}), [])
  assert.deepEqual(findIgnored({ constructor: 1, toString: 2 }, schema), ['constructor', 'toString'])
})

test('at most 20 fields are named, in a form that is valid in a header', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
  for (const [given, named] of [
    [19, 19],
    [20, 20],
    [21, 20],
  ] as const) {
    assert.equal(findIgnored(many(given), schema).length, named)
  }
  const odd = { 'a b,\r\nc': 1, ж: 1, '\ud800': 1, [`x${'y'.repeat(100)}`]: 1 }
  assert.deepEqual(findIgnored(odd, schema), ['a%20b%2C%0D%0Ac', '%D0%B6', '%EF%BF%BD', `x${'y'.repeat(63)}`])
})

test('the names have at most 1,024 characters in total', () => {
  const long = (characters: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}${'🎉'.repeat(characters)}`, 1]))
  // Twelve characters for each of them, and a comma and a blank between the names.
  for (const [body, length] of [
    [{ ...long(16, 5), [`x${'y'.repeat(48)}`]: 1 }, 1_024],
    [{ ...long(16, 5), [`x${'y'.repeat(49)}`]: 1 }, 973],
    [long(32, 20), 766],
  ] as const) {
    assert.equal(findIgnored(body, schema).join(', ').length, length)
  }
})
