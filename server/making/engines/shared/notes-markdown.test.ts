/** AI notes with any text can be printed as Markdown and read back unchanged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import { composeNotes } from './compose-notes.ts'
import type { Meeting } from './engines.ts'
import { printNotes, readNotes } from './notes-markdown.ts'

const people = [
  { name: 'Ada Moreau', email: 'ada@acme.test' },
  { name: 'Moreau, Bo', email: 'bo@acme.test' },
  { name: 'Cy (Sales)', email: 'cy@acme.test' },
  { name: '', email: 'dee@acme.test' },
]
const emails = people.map(({ email }) => email)
const meeting: Meeting = {
  title: 'Weekly',
  startedAt: null,
  people,
  transcript: { language_code: 'en', speech_segments: [{ speaker: '', text: '', start_time: 0, end_time: 9_999 }] },
}
const names = new Map(people.map(({ name, email }) => [name || email, email]))

/** Pieces that have a meaning in the Markdown of notes. */
const piece = fc.constantFrom(
  ...[
    '## Topics',
    '#',
    '###### x',
    '- ',
    '* ',
    '+ x',
    '\\',
    '\\\\',
    '\n',
    '\r\n',
    ' ',
    'word',
    '[00:00:01] ',
    '[1:02]',
  ],
  ...[
    ' (Ada Moreau)',
    ' (Ada Moreau, Moreau, Bo)',
    '(Cy (Sales))',
    ' (Due: 2026-01-09)',
    ' \\(Due: 2026-01-09)',
    '(',
    ')',
  ],
)
const sharp = fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string({ maxLength: 4 })), { maxLength: 8 })
const text = sharp.map((pieces) => pieces.join(''))
const timestamp = fc.option(fc.nat(9_999))
const point = fc.record({ text, timestamp })
const item = fc.record({
  text,
  timestamp,
  assignees: fc.uniqueArray(fc.constantFrom(...emails)),
  dueDate: fc.option(fc.constant('2026-01-31')),
})
const findings = fc.record({
  summary: text.map((text) => ({ text, timestamp: null })),
  topics: fc.array(point, { maxLength: 3 }),
  decisions: fc.array(point, { maxLength: 3 }),
  actionItems: fc.array(item, { maxLength: 3 }),
})

test('notes printed as Markdown are read back as the same sections', () => {
  fc.assert(
    fc.property(findings, (found) => {
      const { markdown, sections } = composeNotes(found, meeting, 'm')
      const read = readNotes(markdown, names.keys()).map(({ title, content, items }) => ({
        title,
        ...(content !== undefined && { content }),
        ...(items && {
          items: items.map(({ text, timestamp, names: who }) => ({
            text,
            timestamp,
            ...(title === 'Action items' && { assignees: who.map((name) => names.get(name)!) }),
          })),
        }),
      }))
      assert.deepEqual(read, sections, markdown)
    }),
    { numRuns: 2_000 },
  )
})

const read = (markdown: string) =>
  readNotes(markdown, ['Ada Moreau']).map(({ title, content, items }) => ({
    title,
    ...(content !== undefined && { content }),
    ...(items && { items: items.map(({ text, timestamp, names }) => [text, timestamp, ...names]) }),
  }))

test('people may write any heading, any bullet, and text above the first heading', () => {
  assert.deepEqual(
    read('Hello\n\n# One\r\n* a\r\n  + [01:05] b (Ada Moreau) (Due: 2026-01-01)\n\n### Two\nx\n- y\n## \n##'),
    [
      { title: '', content: 'Hello' },
      {
        title: 'One',
        items: [
          ['a', null],
          ['b', 65, 'Ada Moreau'],
        ],
      },
      { title: 'Two', content: 'x\n- y' },
      { title: '' },
      { title: '' },
    ],
  )
  assert.deepEqual(read(''), [])
  assert.deepEqual(read('  \n\n'), [])
  assert.deepEqual(read('#hashtag'), [{ title: '', content: '#hashtag' }])
})

test('unknown names and too large times stay text', () => {
  assert.deepEqual(read('- Call (Mallory)\n- [999999:00:00] late\n- (Ada Moreau)'), [
    {
      title: '',
      items: [
        ['Call (Mallory)', null],
        ['[999999:00:00] late', null],
        ['(Ada Moreau)', null],
      ],
    },
  ])
})

test('a line of only backslashes is read as quickly as any other line', () => {
  assertNoSquare(100_000, (length) => {
    const text = `${'\\'.repeat(length)}x (Ada Moreau)`
    assert.deepEqual(read(`- ${text} (Ada Moreau)`), [{ title: '', items: [[text, null, 'Ada Moreau']] }])
  })
})

test('a section without a body is printed as its heading', () => {
  assert.equal(printNotes([{ title: 'Summary' }, { title: 'Next', items: [] }], []), '## Summary\n\n## Next')
})
