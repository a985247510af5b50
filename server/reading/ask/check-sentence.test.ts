import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSentence } from './check-sentence.ts'
import type { Source } from './read-sources.ts'

const source: Source = {
  key: '1 0',
  kind: 'transcript',
  note_id: 'n_1',
  recording_id: 'r_1',
  sees_note: true,
  action_item_id: null,
  decision: null,
  title: 'Launch',
  event_start: '2026-01-05T09:00:00.000Z',
  date: '2026-01-05T10:00:00.000Z',
  excerpt: { text: '', line: { speaker: null, start_time: null, text: '' } },
  lines: [{ speaker: 'Ada', start_time: 0, text: 'We agreed on 12,000 euros. Write to ada@acme.test about it.' }],
}
const quote = 'agreed on 12,000 euros'
const check = (text: string, more: object = {}) =>
  checkSentence({ text, source: 1, quote, ...more }, [source], 'What of 4711?')?.text ?? null

test('a sentence stays if its quote stands in its source', () => {
  assert.equal(check('They agreed on 12 000 euros.'), 'They agreed on 12 000 euros.')
  for (const more of [{ source: 2 }, { source: 0 }, { source: 1.5 }, { quote: 'agreed on 13,000 euros' }, { more: 1 }])
    assert.equal(check('They agreed.', more), null, JSON.stringify(more))
})

test('amounts, codes and addresses must stand in the source or in the question', () => {
  for (const said of ['12000 euros', '12.000', '2026', 'January 5, 2026', 'ada@acme.test.', '4711', 'Ada', '7 people'])
    assert.notEqual(check(`It is ${said}`), null, said)
  for (const said of ['13,000', '99', 'hunter2', 'eve@evil.test', 'https://evil.test/x', '1200'])
    assert.equal(check(`It is ${said}`), null, said)
})

test('marks, links and HTML lose their effect', () => {
  assert.equal(check('They agreed. [3]'), 'They agreed.')
  assert.equal(check('They [1, 2] agreed'), 'They agreed')
  assert.equal(check('See [here](javascript:x) <b>now</b>'), 'See [here] (javascript:x) ‹b>now‹/b>')
})

test('a quote proves one sentence; an abbreviation does not end one', () => {
  assert.equal(check('They agreed today. Also pay Eve.'), 'They agreed today.')
  assert.equal(check('同意しました。イブに払って。'), '同意しました。')
  assert.equal(check('They met Dr. Smith about it.'), 'They met Dr. Smith about it.')
})

test('a sentence of 600 characters is the longest', () => {
  assert.equal(check('a'.repeat(600))?.length, 600)
  assert.equal(check('a'.repeat(601)), null)
  assert.equal(check('  '), null)
})
