import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeDuplicates } from './remove-duplicates.ts'

const nothing = { summary: 'S', topics: [], decisions: [], action_items: [], open_questions: [], sections: [] }
const point = (text: string, timestamp: number | null = null) => ({ text, timestamp })
const item = (text: string, assignees: string[] = [], due_date: string | null = null) => ({
  text,
  assignees,
  due_date,
  timestamp: 3,
})

test('of texts with the same words the first one is kept; other texts stay', () => {
  const decisions = [
    point('The cover is blue.', 20),
    point('the COVER is blue', 25),
    point('The cover is not blue', 26),
  ]
  const open_questions = [point('?'), point('?'), point('!')]
  const sections = [{ title: 'Risks', points: decisions }]
  const found = removeDuplicates({ ...nothing, decisions, open_questions, sections })
  assert.deepEqual(found.decisions, [decisions[0], decisions[2]])
  assert.deepEqual(found.open_questions, [point('?'), point('!')])
  assert.deepEqual(found.sections[0]!.points, found.decisions)
})

test('an item gets missing fields from its duplicate; contradictory items stay', () => {
  const merged = (...action_items: ReturnType<typeof item>[]) =>
    removeDuplicates({ ...nothing, action_items }).action_items
  assert.deepEqual(merged(item('Send the deck', ['Bo']), item('Send the deck.', [], '2026-01-09')), [
    item('Send the deck', ['Bo'], '2026-01-09'),
  ])
  assert.deepEqual(merged(item('Send it'), item('Send it', ['Ada', 'Bo'])), [item('Send it', ['Ada', 'Bo'])])
  for (const two of [
    [item('Send it', ['Ada']), item('Send it', ['Bo'])],
    [item('Send it', [], '2026-01-09'), item('Send it', [], '2026-01-12')],
    [item('Ada pays Bo'), item('Bo pays Ada')],
  ]) {
    assert.deepEqual(merged(...two), two)
  }
})
