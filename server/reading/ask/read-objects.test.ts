import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openObjectReader } from './read-objects.ts'

const readAll = (text: string, size: number) => {
  const read = openObjectReader()
  return (text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []).flatMap(read)
}

test('the innermost objects are read, however the text is cut', () => {
  const objects = [{ text: 'A "b" \\ {c}', source: 1 }, { text: '}' }, { query: 'x' }]
  const [first, second, last] = objects
  const text = `<think>{ hm, "so }</think>\n\`\`\`json\n${JSON.stringify({ sentences: [first, second], searches: [last] })}\n\`\`\``
  for (const size of [1, 2, 7, 1_000]) assert.deepEqual(readAll(text, size), objects)
})

test('an object is there when it is complete, and not before', () => {
  const read = openObjectReader()
  assert.deepEqual(read('{"sentences": [{"text": "One"'), [])
  assert.deepEqual(read('}, {"text": "Tw'), [{ text: 'One' }])
})

test('a text that is no object is passed over', () => {
  assert.deepEqual(readAll('{ not json } {"a": "open\n {"b": 1}', 3), [{ b: 1 }])
})
