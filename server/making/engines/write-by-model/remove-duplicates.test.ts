import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claim, notesOf } from '../../../../test/support/claims.ts'
import { removeDuplicates } from './remove-duplicates.ts'

const nothing = notesOf()
const point = (text: string, line = 0) => claim(text, '', line)
const item = (text: string, assignees: string[] = [], due_date: string | null = null) => ({
  ...claim(text, '', 3),
  assignees,
  due_date,
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
  const topic = (title: string) => ({ title, sentences: decisions })
  const { summary, topics } = removeDuplicates({ ...notesOf(...decisions), topics: ['A', 'B', 'a'].map(topic) })
  assert.deepEqual([summary, topics], [found.decisions, [topic('A'), topic('B')]])
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
