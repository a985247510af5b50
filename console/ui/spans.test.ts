import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { printSpans, readSpans, type Span, withoutBackslashes } from './spans.ts'

test('bold, italic and code are separate spans, and no text becomes HTML', () => {
  const spans = readSpans('a **b** *c* `d` \\* <b>e</b> ** *')
  assert.deepEqual(spans, [
    { text: 'a ', style: 'plain' },
    { text: 'b', style: 'bold' },
    { text: ' ', style: 'plain' },
    { text: 'c', style: 'italic' },
    { text: ' ', style: 'plain' },
    { text: 'd', style: 'code' },
    { text: ' \\* <b>e</b> ** *', style: 'plain' },
  ])
  assert.equal(withoutBackslashes(spans.at(-1)!.text), ' * <b>e</b> ** *')
})

const anyText = fc.string({ unit: fc.constantFrom('*', '**', '`', ' ', 'a', 'b', '\\', '\n', '_') })

test('a text that is read is written with the same bytes', () => {
  fc.assert(
    fc.property(anyText, (text) => assert.equal(printSpans(readSpans(text)), text)),
    { numRuns: 5_000 },
  )
  assert.deepEqual(readSpans('**a****b**'), [{ text: '**a****b**', style: 'plain' }])
  assert.deepEqual(readSpans('** a** b'), [{ text: '** a** b', style: 'plain' }])
})

test('what is made bold is read as bold again, without the spaces at its ends', () => {
  const bold = (text: string): Span[] => [
    { text: 'Say ', style: 'plain' },
    { text, style: 'bold' },
    { text: 'now', style: 'plain' },
  ]
  assert.equal(printSpans(bold('it all ')), 'Say **it all** now')
  assert.deepEqual(readSpans('Say **it all** now')[1], { text: 'it all', style: 'bold' })
  assert.equal(printSpans(bold(' ')), 'Say  now')
  assert.equal(printSpans(bold('2*3 ')), 'Say 2*3 now')
})
