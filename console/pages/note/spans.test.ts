import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSpans } from './spans.ts'

test('bold, italic and code are set apart, and nothing becomes markup of the page', () => {
  assert.deepEqual(readSpans('a **b** *c* `d` \\* <b>e</b> ** *'), [
    { text: 'a ', style: 'plain' },
    { text: 'b', style: 'bold' },
    { text: ' ', style: 'plain' },
    { text: 'c', style: 'italic' },
    { text: ' ', style: 'plain' },
    { text: 'd', style: 'code' },
    { text: ' * <b>e</b> ** *', style: 'plain' },
  ])
})
