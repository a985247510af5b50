import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSpans } from './spans.ts'

test('bold, italic and code are separate spans, and no text becomes HTML', () => {
  const text = 'a **b** *c* `d` \\* <b>e</b> ** *'
  const spans = readSpans(text).map(({ length: _, ...span }) => span)
  assert.equal(
    readSpans(text).reduce((sum, { length }) => sum + length, 0),
    text.length,
  )
  assert.deepEqual(spans, [
    { text: 'a ', style: 'plain' },
    { text: 'b', style: 'bold' },
    { text: ' ', style: 'plain' },
    { text: 'c', style: 'italic' },
    { text: ' ', style: 'plain' },
    { text: 'd', style: 'code' },
    { text: ' * <b>e</b> ** *', style: 'plain' },
  ])
})
