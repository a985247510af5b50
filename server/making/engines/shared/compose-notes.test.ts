/** For any answer of a model, the notes contain only possible facts of the meeting and can be stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { claim, notesOf } from '../../../../test/support/claims.ts'
import { isStorable } from '../../../platform/text.ts'
import { linesOf } from '../write-by-model/lines.ts'
import { findingsOf, readModelAnswer } from '../write-by-model/model-answer.ts'
import { clip, composeNotes } from './compose-notes.ts'
import type { Meeting, WrittenNotes } from './engines.ts'

const meeting: Meeting = {
  title: 'Weekly',
  startedAt: new Date('2026-01-05T09:00:00Z'),
  transcript: { language_code: 'en', speech_segments: [{ speaker: 'Ada', text: 'Hm', start_time: 0, end_time: 29.9 }] },
  people: [
    { name: 'Ada Moreau', email: 'ada@acme.test' },
    { name: 'Bo Lindqvist', email: 'bo@acme.test' },
    { name: 'Bo Ek', email: 'ek@acme.test' },
  ],
}
const nothing = { summary: [], topics: [], decisions: [], actionItems: [] }
const lines = linesOf(meeting)
const item = { text: 'Do it', assignees: [], dueDate: null, timestamp: null }

test('seconds are whole and within the transcript', () => {
  const timestamps = [-1, 0, 29, 29.5, 30, Number.NaN, Infinity, null]
  const topics = timestamps.map((timestamp) => ({ text: 'Deck', timestamp }))
  const { sections } = composeNotes({ ...nothing, topics }, meeting, 'm')
  assert.deepEqual(
    sections[0]!.items!.map(({ timestamp }) => timestamp),
    [null, 0, 29, 29, null, null, null, null],
  )
})

test('assignees are people of the meeting, without duplicates', () => {
  const assignees = ['mallory@evil.test', 'bo@acme.test', 'bo@acme.test']
  const { actionItems } = composeNotes({ ...nothing, actionItems: [{ ...item, assignees }] }, meeting, 'm')
  assert.deepEqual(actionItems[0]!.assignees, ['bo@acme.test'])
})

test('a model names people by name or e-mail in any case; a name that two people share is ignored', () => {
  const assigneesOf = (name: string) => {
    const action_items = [{ ...claim('Do it', 'Hm'), assignees: [name], due_date: null }]
    return findingsOf({ ...notesOf(), action_items }, meeting, lines).actionItems[0]!.assignees
  }
  for (const name of ['Ada Moreau', 'ada moreau', ' Ada ', 'ADA@acme.test'])
    assert.deepEqual(assigneesOf(name), ['ada@acme.test'])
  for (const name of ['Bo', 'Mallory', '', 'Moreau, Ada', 'ada@evil.test']) assert.deepEqual(assigneesOf(name), [])
})

test('a due date exists and is not before the meeting', () => {
  const dueDateOf = (due_date: string | null, startedAt = meeting.startedAt) => {
    const action_items = [{ ...claim('Do it', 'Hm'), assignees: [], due_date }]
    return findingsOf({ ...notesOf(), action_items }, { ...meeting, startedAt }, lines).actionItems[0]!.dueDate
  }
  for (const day of ['2026-01-05', '2026-01-06', '2028-01-04']) assert.equal(dueDateOf(day), day)
  for (const day of [
    '2026-01-04',
    '2028-01-06',
    '2026-02-30',
    '2026-13-01',
    'Friday',
    '',
    '2026-01-06T00:00:00Z',
    null,
  ]) {
    assert.equal(dueDateOf(day), null)
  }
  assert.equal(dueDateOf('2020-01-01', null), '2020-01-01')
})

test('lengths are limited, points are on one line, empty points are left out', () => {
  const points = (texts: string[]) => texts.map((text) => ({ text, timestamp: null }))
  const topics = points(['  ', 'Two\nlines \0', 'y'.repeat(2_000), 'y'.repeat(2_001)])
  const openQuestions = points(['y'.repeat(500), 'y'.repeat(501)])
  const decisions = points(Array.from({ length: 200 }, (_, index) => `Decision ${index}`))
  const findings = {
    ...nothing,
    summary: { text: 'x'.repeat(9_000), timestamp: null },
    topics,
    decisions,
    openQuestions,
  }
  const { sections } = composeNotes(findings, meeting, 'm')
  const texts = sections.map(({ items = [] }) => items.map(({ text }) => text))
  assert.deepEqual(texts[1], ['Two lines \ufffd', 'y'.repeat(2_000), `${'y'.repeat(1_999)}…`])
  assert.deepEqual(texts[3], ['y'.repeat(500), `${'y'.repeat(499)}…`])
  assert.deepEqual([sections[0]!.content!.length, texts[2]!.length], [8_000, 100])
})

test('sections of the template are last, with only their points', () => {
  const points = [
    { text: 'The printer is late', timestamp: 31 },
    { text: ' ', timestamp: 2 },
  ]
  const sections = [
    { title: 'Risks', points },
    { title: 'Budget', points: [] },
  ]
  const notes = composeNotes({ ...nothing, summary: { text: 'S', timestamp: null }, sections }, meeting, 'm')
  assert.deepEqual(notes.sections[1], { title: 'Risks', items: [{ text: 'The printer is late', timestamp: null }] })
  assert.equal(notes.sections.length, 2)
})

const sentencesOf = ({ sentences = [], items = [] }: WrittenNotes['sections'][number]) => [
  ...sentences,
  ...items.flatMap((each) => each.sentences ?? []),
]

test('the sentences of a text stand in it, and those that are cut off with it go', () => {
  const sentences = Array.from({ length: 21 }, (_, index) => {
    const text = `${String(index).padStart(2, '0')} ${'x'.repeat(95)}.`
    return { text, segment: 0, timestamp: 0, quote: 'Hm' }
  })
  const long = { text: sentences.map(({ text }) => text).join(' '), timestamp: 0, sentences }
  const { sections } = composeNotes({ ...nothing, summary: long, topics: [long] }, meeting, 'm')
  assert.deepEqual(
    sections.map((section) => sentencesOf(section).length),
    [21, 20],
  )
})

test('a text is cut between characters', () => {
  assert.equal(clip('ab', 2), 'ab')
  assert.equal(clip('abc', 2), 'a…')
  assert.equal(clip('a👩b', 3), 'a…')
  assert.equal(clip('a👩bc', 4), 'a👩…')
})

test('any response gives notes that can be stored, or is rejected', () => {
  const signs = fc.constantFrom('[', ']', '(', ')', '!', '<', '>', ':', '/', 'a', 'www.', 'https', ' ', '\n')
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(signs).map((all) => all.join('')),
    fc.constantFrom('\0', '\ud800', 'x'.repeat(10_000)),
  )
  const sentence = { text, line: fc.integer({ min: -9, max: 9 }), quote: fc.constantFrom('Hm', 'hm!', 'No') }
  const points = fc.array(fc.record(sentence))
  const action_items = fc.array(fc.record({ ...sentence, assignees: fc.array(text), due_date: fc.option(text) }))
  const topics = fc.array(fc.record({ title: text, sentences: points }))
  const sections = fc.array(fc.record({ title: fc.constantFrom('Risks', 'risks ', 'Other'), points }))
  const answers = fc.record({
    summary: points,
    topics,
    decisions: points,
    action_items,
    open_questions: points,
    sections,
  })
  const guidance = { instructions: [], glossary: [], sections: [{ title: 'Risks', instructions: null }] }
  fc.assert(
    fc.property(fc.oneof(answers, fc.jsonValue()), (value) => {
      const answer = readModelAnswer(JSON.stringify(value))
      if (!answer) return
      const notes = composeNotes(findingsOf(answer, { ...meeting, guidance }, lines), meeting, 'm')
      const texts = [
        notes.markdown,
        ...notes.sections.flatMap(({ content = '', items = [] }) => [content, ...items.map((each) => each.text)]),
        ...notes.sections.flatMap(sentencesOf).map((each) => each.text),
      ]
      assert(texts.every(isStorable))
      for (const each of texts) assert.doesNotMatch(each, /\]\(|\]\[|\]:|<[a-z/!?]|:\/\/|www\.\S/i)
    }),
  )
})
