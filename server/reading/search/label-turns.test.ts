/** Who said the found words, and the names in snippets of several turns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutWords } from '../../meetings/text-index/words.ts'
import { labelTurns } from './label-turns.ts'
import { makeSnippet } from './snippet.ts'

const talk = [
  { speaker: 'Ada', text: 'We ship 🚢 on Monday.' },
  { speaker: 'Ada', text: 'Who tells\nthe customers?' },
  { speaker: 'Bo', text: 'I tell the customers.' },
  { speaker: '', text: 'Thanks.' },
]

/** The snippet for these words, counted from 0, with what its hits show. */
function said(segments: typeof talk, words: number[]) {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))].filter((speaker) => speaker !== '')
  const spoken = segments.flatMap(({ speaker, text }) => [speakers.indexOf(speaker) + 1, [...cutWords(text)].length])
  const text = segments.map((each) => each.text).join('\n')
  const found = labelTurns(text, speakers, spoken, makeSnippet(text, words))
  const characters = [...(found?.snippet.text ?? '')]
  const hits = found?.snippet.hits.map(([from, to]) => characters.slice(from, to).join(''))
  return found && [found.speaker, found.snippet.text, hits]
}

test('a hit is of who said its words, and a snippet of several turns names the speakers', () => {
  const text = 'Ada: We ship 🚢 on Monday. Who tells the customers? Bo: I tell the customers. ?: Thanks.'
  assert.deepEqual(said(talk, [1, 7]), ['Ada', text, ['ship', 'customers']])
  assert.deepEqual(said(talk, [1, 9, 11]), ['Bo', text, ['ship', 'tell', 'customers']])
  assert.deepEqual(said(talk, []), [null, text, []])
  assert.deepEqual(said(talk.slice(0, 2), [1]), ['Ada', 'We ship 🚢 on Monday. Who tells the customers?', ['ship']])
})

test('a snippet from the middle of a passage begins with who is speaking there', () => {
  const long = [
    { speaker: 'Ada', text: 'word '.repeat(80).trim() },
    { speaker: 'Bo', text: 'The budget is fine.' },
    { speaker: 'Ada', text: 'more '.repeat(80).trim() },
  ]
  const [speaker, text, hits] = said(long, [81])!
  assert.deepEqual([speaker, hits], ['Bo', ['budget']])
  assert.match(String(text), /^…Ada: word (word )+Bo: The budget is fine\. Ada: more (more )+more…$/)
})

test('a turn without a word has no name, and a sign before the first word belongs to its turn', () => {
  const signs = [
    { speaker: 'Ada', text: 'So?' },
    { speaker: 'Cy', text: '…' },
    { speaker: 'Bo', text: '“Yes.”' },
  ]
  assert.deepEqual(said(signs, [1]), ['Bo', 'Ada: So? … Bo: “Yes.”', ['Yes']])
})

test('a text that nobody speaks has no names', () => {
  assert.equal(labelTurns('We ship', [], [], makeSnippet('We ship', [1])), null)
})
