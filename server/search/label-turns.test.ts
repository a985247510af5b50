/** Who said the found words, and the names in snippets of several turns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelTurns } from './label-turns.ts'
import { makeSnippet } from './snippet.ts'

const talk = [
  { speaker: 'Cy', text: 'Before the passage.' },
  { speaker: 'Ada', text: 'We ship 🚢 on Monday.' },
  { speaker: 'Ada', text: 'Who tells\nthe customers?' },
  { speaker: 'Bo', text: 'I tell the customers.' },
  { speaker: '', text: 'Thanks.' },
]
const passage = talk.slice(1).map(({ text }) => text)

/** The snippet for these words, counted from 0, with what its hits show. */
function said(text: string, words: number[], segments = talk) {
  const found = labelTurns(text, segments, makeSnippet(text, words))
  const characters = [...(found?.snippet.text ?? '')]
  const hits = found?.snippet.hits.map(([from, to]) => characters.slice(from, to).join(''))
  return found && [found.speaker, found.snippet.text, hits]
}

test('a hit is of who said its words, and a snippet of several turns names the speakers', () => {
  const text = 'Ada: We ship 🚢 on Monday. Who tells the customers? Bo: I tell the customers. ?: Thanks.'
  assert.deepEqual(said(passage.join('\n'), [1, 7]), ['Ada', text, ['ship', 'customers']])
  assert.deepEqual(said(passage.join('\n'), [1, 9, 11]), ['Bo', text, ['ship', 'tell', 'customers']])
  assert.deepEqual(said(passage.join('\n'), []), [null, text, []])
  assert.deepEqual(said(passage.slice(0, 2).join('\n'), [1]), [
    'Ada',
    'We ship 🚢 on Monday. Who tells the customers?',
    ['ship'],
  ])
})

test('a snippet from the middle of a passage begins with who is speaking there', () => {
  const long = [
    { speaker: 'Ada', text: 'word '.repeat(80).trim() },
    { speaker: 'Bo', text: 'The budget is fine.' },
    { speaker: 'Ada', text: 'more '.repeat(80).trim() },
  ]
  const [speaker, text, hits] = said(long.map((each) => each.text).join('\n'), [81], long)!
  assert.deepEqual([speaker, hits], ['Bo', ['budget']])
  assert.match(String(text), /^…Ada: word (word )+Bo: The budget is fine\. Ada: more (more )+more…$/)
})

test('a passage that is not made of whole segments has no names', () => {
  assert.equal(said('We ship 🚢 on', [1]), null)
  assert.equal(said(passage.join('\n'), [1], []), null)
})
