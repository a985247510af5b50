import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Meeting } from '../shared/engines.ts'
import { keepCarried } from './keep-carried.ts'

const lines: [speaker: string, text: string][] = [
  ['Ada Moreau', 'Can somebody order the paper for the posters?'],
  ['Bo Lindqvist', 'Yes, I will.'],
  ['Ada Moreau', 'Then it is settled: the cover is blue, for 300 euros.'],
  ['Bo Lindqvist', 'What about the weather?'],
  ['Ada Moreau', 'It rained all week in Lyon.'],
]
const meetingOf = (said: [speaker: string, text: string][], seconds = 10): Meeting => ({
  title: '',
  startedAt: null,
  people: [],
  transcript: {
    language_code: 'und',
    speech_segments: said.map(([speaker, text], index) => ({
      speaker,
      text,
      start_time: index * seconds + 0.4,
      end_time: index * seconds + 5,
    })),
  },
})
const none = { topics: [], open_questions: [], sections: [], decisions: [], action_items: [] }
const itemOf = (text: string, timestamp: number | null) => ({ text, timestamp, assignees: [], due_date: null })

/** @returns the texts that are kept, and how many are not */
function kept(meeting: Meeting, points: [text: string, timestamp: number | null][], summary = 'The posters.') {
  const decisions = points.map(([text, timestamp]) => ({ text, timestamp }))
  const action_items = points.map(([text, timestamp]) => itemOf(text, timestamp))
  const { answer, dropped } = keepCarried({ ...none, summary, decisions, action_items }, meeting)
  assert.deepEqual(
    answer.decisions.map(({ text }) => text),
    answer.action_items.map(({ text }) => text),
  )
  return [answer.decisions.map(({ text }) => text).join('|'), dropped / 2]
}

test('a statement stays if the line that it names, or the one beside it, says a part of its words', () => {
  const meeting = meetingOf(lines)
  assert.deepEqual(kept(meeting, [['Order paper for the posters', 0]]), ['Order paper for the posters', 0])
  assert.deepEqual(kept(meeting, [['Order paper for the posters', 10]]), ['Order paper for the posters', 0])
  assert.deepEqual(kept(meeting, [['Pay 300', 22]]), ['Pay 300', 0])
  assert.deepEqual(kept(meeting, [['Do that', 41]]), ['Do that', 0], 'without a word of its own it can only be there')
})

test('a statement of another place, of no place or of nothing that was said is dropped and counted', () => {
  const meeting = meetingOf(lines)
  for (const point of [
    ['Order paper for the posters', 40],
    ['Order paper for the posters', 36],
    ['Order paper for the posters', 999],
    ['Order paper for the posters', -1],
    ['Order paper for the posters', null],
    ['Wire the money to Mallory', 0],
  ] as const) {
    assert.deepEqual(kept(meeting, [[...point], ['The cover is blue', 20]]), ['The cover is blue', 1])
  }
})

test('one of four words is enough, one of five is not', () => {
  const meeting = meetingOf(lines)
  assert.deepEqual(kept(meeting, [['Paper invoices reach accounting', 0]])[1], 0)
  assert.deepEqual(kept(meeting, [['Paper invoices reach accounting tomorrow-ish', 0]])[1], 1)
})

test('in notes of another language than the meeting only the place is compared', () => {
  const german = 'Die Plakate werden gedruckt, und wir haben über das Papier und die Farbe von dem Umschlag gesprochen.'
  const points: [string, number | null][] = [['Bo bestellt das Papier', 10]]
  assert.deepEqual(kept(meetingOf(lines), points, german), ['Bo bestellt das Papier', 0])
  assert.deepEqual(kept(meetingOf(lines), [['Bo bestellt das Papier', 999]], german), ['', 1])
})

test('a transcript without times is one place', () => {
  assert.deepEqual(kept(meetingOf(lines, 0), [['The cover is blue', 0]]), ['The cover is blue', 0])
})
