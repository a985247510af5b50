/** AI notes that a person edits: unchanged parts stay as they were, the rest is read from the Markdown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredAiNotes } from '../../platform/postgres/column-types.ts'
import { editNotes } from './edit-notes.ts'

const people = [
  { name: 'Ada Moreau', id: 'u_ada' },
  { name: 'Guest', id: null },
  { name: 'Bo', id: 'u_bo' },
  { name: 'Bo', id: 'u_other' },
]

/** Printed by another writer: names where ours has none, and a time that the Markdown does not show. */
const before: StoredAiNotes = {
  generated_by: 'another',
  markdown: '## Next\n\n* Send it -> Ada\n* Call (Bo)\n* Call (Bo)\n\n## Said\n\nAll well.',
  sections: [
    {
      title: 'Next',
      items: [
        { text: 'Send it', timestamp: 12, assignees: ['u_ada'] },
        { text: 'Call', timestamp: 20, assignees: ['u_other'] },
        { text: 'Call', timestamp: 30, assignees: ['u_bo'] },
      ],
    },
    { title: 'Said', content: 'All well, it seems.' },
  ],
}
const edited = (markdown: string) => editNotes(before, markdown, people).sections

test('sections and items whose lines stayed do not change', () => {
  assert.deepEqual(edited(`${before.markdown}\n\n## More\n\nNew.`), [
    ...before.sections,
    { title: 'More', content: 'New.' },
  ])
  assert.deepEqual(edited('## Said\n\nAll well.'), [before.sections[1]])
  const [next] = edited('## Next\n\n* Call (Bo)\n* Rest (Bo, Guest)\n* Send it -> Ada\n* Call (Bo)\n* Call (Bo)')
  const [send, first, second] = before.sections[0]!.items!
  const fresh = { text: 'Rest', timestamp: null, assignees: ['u_bo'] }
  // The third one has no counterpart, and is read; of two people with one name the first is meant.
  assert.deepEqual(next!.items, [first, fresh, send, second, { text: 'Call', timestamp: null, assignees: ['u_bo'] }])
})

test('an item under another heading is another item', () => {
  assert.deepEqual(edited('## Later\n\n* Send it -> Ada'), [
    { title: 'Later', items: [{ text: 'Send it -> Ada', timestamp: null }] },
  ])
})

test('if Markdown and sections do not correspond everything is read again', () => {
  const odd = { ...before, sections: before.sections.slice(1) }
  assert.deepEqual(editNotes(odd, '## Said\n\nAll well.', people).sections, [{ title: 'Said', content: 'All well.' }])
})

test('they are the person’s own; action items always have assignees', () => {
  assert.deepEqual(editNotes(null, '## Action items\n- a\n- b (Guest)', people), {
    markdown: '## Action items\n- a\n- b (Guest)',
    sections: [
      {
        title: 'Action items',
        items: [
          { text: 'a', timestamp: null, assignees: [] },
          { text: 'b', timestamp: null, assignees: [] },
        ],
      },
    ],
  })
})

test('fifty thousand equal lines are read one by one', () => {
  const markdown = '- a\n'.repeat(50_000)
  const items = Array.from({ length: 50_000 }, () => ({ text: 'a', timestamp: null }))
  const many = { markdown, sections: [{ title: '', items }] }
  assert.equal(editNotes(many, `${markdown}- b`, people).sections[0]!.items!.length, 50_001)
})
