import assert from 'node:assert/strict'
import { test } from 'node:test'
import { append, findReplace, prepend, replace } from './edits.ts'

const current = [{ type: 'bullet', depth: 0, text: 'there' }] as const
const written = [{ type: 'bullet', depth: 0, text: 'new' }] as const

test('a replacement removes the old agenda, a fragment is added above or below it', () => {
  const places = [replace(''), append(''), prepend('')].map((edit) =>
    edit.place([...current], [...written]).map((block) => block.text),
  )
  assert.deepEqual(places, [['new'], ['there', 'new'], ['new', 'there']])
  assert.deepEqual(
    [replace(''), findReplace('a', ''), append(''), prepend('')].map(({ fragment }) => fragment),
    [false, false, true, true],
  )
})

test('22: find-replace changes the only occurrence of the text', () => {
  assert.equal(findReplace('b\nc', '').text('ab\ncd'), 'ad')
  assert.equal(findReplace('$', "$& $1 $'").text('a$b'), "a$& $1 $'b", 'nothing in the new text is a pattern')
  assert.equal(findReplace('.', 'x').text('a.b'), 'axb', 'nor in the text to find')
})

test('22: a text without an occurrence, or with more than one, is a 422; occurrences may overlap', () => {
  const missing = { status: 422, message: 'The text to find is not in the agenda' }
  const several = { status: 422, message: 'The text to find is in the agenda more than once' }
  assert.throws(() => findReplace('x', '').text('abc'), missing)
  assert.throws(() => findReplace('x', '').text(''), missing)
  assert.throws(() => findReplace('B', '').text('abc'), missing)
  assert.throws(() => findReplace('b', '').text('abcb'), several)
  assert.throws(() => findReplace('aa', '').text('aaa'), several)
})
