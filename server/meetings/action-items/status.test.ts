/** Every status by every action, completion type and kind of person (decision 25). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Action, act, type ItemState, mayAct } from './status.ts'

const statuses = ['Incomplete', 'Done', 'Archived'] as const
const actions: Action[] = ['complete', 'finish', 'reopen', 'archive']
const assignees = ['ann', 'ben']

/** The possible states before an action, with the marks of people who completed the item. */
const states: ItemState[] = statuses.flatMap((status) =>
  [true, false].flatMap((wont_do) =>
    [[], ['ann'], ['ben'], ['ed'], ['gone', 'ben'], ['ann', 'ben']].map((completed_by) => ({
      status,
      wont_do,
      completed_by,
    })),
  ),
)

const people = [
  { name: 'assignee', id: 'ann', edits: false },
  { name: 'assignee who may edit', id: 'ann', edits: true },
  { name: 'other assignee', id: 'ben', edits: false },
  { name: 'editor', id: 'ed', edits: true },
]

test('only assignees and people with the edit right may act', () => {
  for (const { id, edits } of people) assert(mayAct(id, assignees, edits), id)
  assert(!mayAct('stranger', assignees, false))
  assert(!mayAct('stranger', [], false))
  assert(mayAct('ed', [], true))
})

test('complete, any: one person is enough, and the mark names that person', () => {
  for (const before of states) {
    for (const { name, id } of people) {
      const after = act({ ...before, assignees, completion_type: 'any' }, 'complete', id)
      assert.deepEqual(after, { status: 'Done', wont_do: before.wont_do, completed_by: marked(before, id) }, name)
    }
  }
})

test('complete, all: the item is done after every assignee has completed it, or one editor who is no assignee', () => {
  for (const before of states) {
    for (const { name, id } of people) {
      const after = act({ ...before, assignees, completion_type: 'all' }, 'complete', id)
      const other = id === 'ann' ? 'ben' : 'ann'
      const status = id === 'ed' || before.completed_by.includes(other) ? 'Done' : before.status
      assert.deepEqual(after, { status, wont_do: before.wont_do, completed_by: marked(before, id) }, name)
    }
  }
})

test('complete, all: deactivated assignees need not complete it, and their marks stay', () => {
  const three = [...assignees, 'cy']
  const open: ItemState = { status: 'Incomplete', wont_do: false, completed_by: [] }
  const complete = (before: ItemState, actor: string, deactivated: string[]) =>
    act({ ...before, assignees: three, completion_type: 'all' }, 'complete', actor, new Set(deactivated))
  assert.equal(complete(open, 'ann', ['ben', 'cy']).status, 'Done')
  assert.equal(complete(open, 'ann', ['ben']).status, 'Incomplete', 'cy is still to come')
  assert.equal(complete(open, 'ann', ['dee']).status, 'Incomplete', 'somebody else')
  const marked = { ...open, completed_by: ['cy'] }
  assert.deepEqual(complete(marked, 'ann', ['ben', 'cy']), { ...open, status: 'Done', completed_by: ['cy', 'ann'] })
  const waiting = { ...open, completed_by: ['ann', 'cy'] }
  assert.equal(complete(waiting, 'ann', ['ben']).status, 'Done', 'the next completion counts, also by the same person')
})

test('finish: the item is done at once, with any completion type', () => {
  for (const before of states) {
    for (const completion_type of ['any', 'all'] as const) {
      for (const { id } of people) {
        const after = act({ ...before, assignees, completion_type }, 'finish', id)
        assert.deepEqual(after, { status: 'Done', wont_do: before.wont_do, completed_by: marked(before, id) })
      }
    }
  }
})

test('reopen clears everything and archive keeps the marks, for every state and person', () => {
  for (const before of states) {
    for (const completion_type of ['any', 'all'] as const) {
      for (const { id } of people) {
        const item = { ...before, assignees, completion_type }
        assert.deepEqual(act(item, 'reopen', id), { status: 'Incomplete', wont_do: false, completed_by: [] })
        const { completed_by } = before
        assert.deepEqual(act(item, 'archive', id), { status: 'Archived', wont_do: true, completed_by })
      }
    }
  }
})

test('the same action by the same person again changes nothing', () => {
  for (const before of states) {
    for (const completion_type of ['any', 'all'] as const) {
      for (const action of actions) {
        for (const { id } of people) {
          const once = act({ ...before, assignees, completion_type }, action, id)
          assert.deepEqual(act({ ...once, assignees, completion_type }, action, id), once)
        }
      }
    }
  }
})

test('all, without assignees: an editor completes the item', () => {
  const item: ItemState = { status: 'Incomplete', wont_do: false, completed_by: [] }
  assert.equal(act({ ...item, assignees: [], completion_type: 'all' }, 'complete', 'ed').status, 'Done')
})

function marked({ completed_by }: ItemState, id: string): string[] {
  return completed_by.includes(id) ? completed_by : [...completed_by, id]
}
