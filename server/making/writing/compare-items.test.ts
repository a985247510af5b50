/** Which action items are kept, added and deleted when AI notes are rewritten. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareItems, type KnownItem } from './compare-items.ts'

const known = (id: string, text: string, more: Partial<KnownItem> = {}): KnownItem => ({
  id,
  text,
  recording_offset: 5,
  untouched: true,
  ...more,
})
const found = (text: string) => ({ text, assignees: [], dueDate: null, timestamp: 7 })
const notes = (...texts: string[]) => ({
  markdown: '',
  sections: [{ title: 'Action items', items: texts.map((text) => ({ text, timestamp: 5 })) }],
})
const compare = (items: KnownItem[], before: ReturnType<typeof notes> | null, ...texts: string[]) => {
  const { created, removed } = compareItems(items, before, texts.map(found))
  return [created.map(({ text }) => text), removed]
}

test('the same words are the same item, in any case and punctuation; each matches one item only', () => {
  assert.deepEqual(compare([known('a', 'Send the deck')], notes('Send the deck'), 'SEND the deck!'), [[], []])
  assert.deepEqual(compare([known('a', 'Send it')], notes('Send it'), 'Send it', 'send it.'), [['send it.'], []])
  assert.deepEqual(compare([known('a', '!!')], null, '!!', '??'), [['??'], []])
  assert.deepEqual(compare([known('a', 'ΟΔΟΣ')], null, 'οδός', 'οδος'), [['οδός'], []])
})

test('only items of this recording’s notes that were not changed since are deleted', () => {
  const items = [
    known('goes', 'Old'),
    known('touched', 'Old too', { untouched: false }),
    known('elsewhere', 'Of another recording'),
    known('later', 'Old', { recording_offset: 6 }),
  ]
  assert.deepEqual(compare(items, notes('Old', 'Old too'), 'New'), [['New'], ['goes']])
  assert.deepEqual(compare(items, null, 'New'), [['New'], []])
})
