import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredBlock } from '../../platform/postgres/column-types.ts'
import type { AgendaItem } from '../action-items/list-items.ts'
import type { AgendaDecision } from '../decisions/read-decisions.ts'
import { fillAgenda, storeAgenda } from './stored-agenda.ts'

const item: AgendaItem = {
  text: 'Send',
  due_date: '2026-01-09',
  status: 'Done',
  completion_type: 'all',
  assignees: ['u_ada'],
}
const decision: AgendaDecision = { text: 'We rent', status: 'withdrawn' }
const bullet = (text: string, depth: number) => ({ type: 'bullet' as const, depth, text })
const itemBlock = (id: string, depth: number) => ({ type: 'action_item' as const, depth, id })

const decisionBlock = (id: string, depth: number) => ({ type: 'decision' as const, depth, id })

test('an agenda is stored without the contents of its items and decisions, and filled with them again', () => {
  const stored: StoredBlock[] = [
    { type: 'heading', depth: 0, level: 1, text: 'Goals' },
    { type: 'talking_point', depth: 0, id: 'x', text: 'Pricing' },
    itemBlock('x', 1),
    decisionBlock('x', 1),
  ]
  const agenda = fillAgenda(stored, new Map([['x', item]]), new Map([['x', decision]]))
  assert.deepEqual(agenda, [
    ...stored.slice(0, 2),
    { ...item, ...itemBlock('x', 1) },
    { ...decision, ...decisionBlock('x', 1) },
  ])
  assert.deepEqual(storeAgenda(agenda), stored)
})

test('a deleted item or decision leaves no gap: the blocks nested below it move up', () => {
  const stored = [
    bullet('a', 0),
    itemBlock('gone', 1),
    bullet('b', 2),
    bullet('c', 3),
    bullet('d', 1),
    decisionBlock('gone', 0),
    bullet('e', 1),
  ]
  assert.deepEqual(fillAgenda(stored, new Map(), new Map()), [
    ...[bullet('a', 0), bullet('b', 1), bullet('c', 2), bullet('d', 1), bullet('e', 1)],
  ])
  assert.deepEqual(fillAgenda([decisionBlock('gone', 0), bullet('a', 1)], new Map(), new Map()), [bullet('a', 0)])
})
