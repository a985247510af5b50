/** What a hit shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../test/support/growth.ts'
import { makeSnippet } from './snippet.ts'

/** The marked parts of a snippet. */
const marked = ({ text, hits }: ReturnType<typeof makeSnippet>) =>
  hits.map(([from, to]) => [...text].slice(from, to).join(''))

test('a short text is shown whole, with its words marked in code points', () => {
  const snippet = makeSnippet('🎉 Größe, so\nthe size', [0, 2])
  assert.deepEqual(snippet, {
    text: '🎉 Größe, so the size',
    hits: [
      [2, 7],
      [12, 15],
    ],
  })
})

test('of a long text the part with most of the words is shown', () => {
  const text = `${'one '.repeat(100)}two ${'three '.repeat(100)}two two ${'four '.repeat(100)}`
  const snippet = makeSnippet(text, [100, 201, 202])
  assert.match(snippet.text, /^…(three )+two two (four )+.*…$/)
  assert.deepEqual(marked(snippet), ['two', 'two'])
})

test('any snippet has only whole words marked, and at most 322 characters', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bc', '会議', '🎉', 'é', ' ', '\n', 'x'.repeat(50)), { maxLength: 400 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      text,
      fc.uniqueArray(fc.nat(200), { maxLength: 5 }).map((found) => found.sort((a, b) => a - b)),
      (text, found) => {
        const snippet = makeSnippet(text, found)
        assert(snippet.text.isWellFormed() && snippet.text.length <= 323)
        for (const word of marked(snippet)) assert.match(word, /^[\p{L}\p{N}\p{M}]+$/u)
      },
    ),
  )
})

test('a text of nothing but the word takes a time that grows with it', () => {
  const all = (count: number) => Array.from({ length: count }, (_, index) => index)
  assertNoSquare(80_000, (count) => makeSnippet('k '.repeat(count), all(count)))
})
