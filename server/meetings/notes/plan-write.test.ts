import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyAgenda } from './agenda.arbitrary.ts'
import type { Agenda } from './agenda.ts'
import { parseAgenda } from './agenda-parse.ts'
import { planWrite } from './plan-write.ts'

const agendaOf = (...lines: string[]) => parseAgenda(['::agenda{version=1}', ...lines].join('\n'))

let made = 0

function plan(current: Agenda, wanted: Agenda) {
  return planWrite(current, wanted, (type) => `${type}_new${++made}`)
}

/** The plan in short: the ids in their order, and the changes of items. */
function inShort(current: string[], wanted: string[]) {
  made = 0
  const { agenda, created, changed, removed, decisions } = plan(agendaOf(...current), agendaOf(...wanted))
  const ids = agenda.map((block) => ('id' in block ? block.id : block.type))
  return { ids, created: created.map(({ id, text }) => `${id} ${text}`), changed, removed, decisions }
}

const noDecisions = { decisions: { created: [], changed: [], removed: [] } }
const untouched = { created: [], changed: [], removed: [], ...noDecisions }

test('an agenda that is written back unchanged changes nothing, and keeps every id', () => {
  const lines = ['# Goals', '::talking-point[a]{#tp_1}', '::action-item[b]{#ai_1 assignees="u_1 u_2" status=Done}']
  assert.deepEqual(inShort(lines, lines), { ids: ['heading', 'tp_1', 'ai_1'], ...untouched })
})

test('a moved line, or changed lines around it, do not change its item', () => {
  const current = ['- above', '::action-item[b]{#ai_1}', '::talking-point[a]{#tp_1}']
  const wanted = ['::talking-point[other]{#tp_1}', '  ::action-item[b]{#ai_1}', '# New']
  assert.deepEqual(inShort(current, wanted), { ids: ['tp_1', 'ai_1', 'heading'], ...untouched })
})

test('21: a block without an id is new, with any text', () => {
  const current = ['::action-item[b]{#ai_1}', '::talking-point[a]{#tp_1}']
  const wanted = ['::action-item[b]', '::talking-point[a]']
  assert.deepEqual(inShort(current, wanted), {
    ...untouched,
    ids: ['action_item_new1', 'talking_point_new2'],
    created: ['action_item_new1 b'],
    removed: ['ai_1'],
  })
})

test('22: an id that the note does not have, or has for another kind of block, is replaced by a new one', () => {
  const current = ['::action-item[b]{#ai_1}', '::talking-point[a]{#tp_1}']
  const wanted = ['::talking-point[b]{#ai_1}', '::action-item[a]{#tp_1}', '::action-item[c]{#ai_elsewhere}']
  assert.deepEqual(inShort(current, wanted), {
    ids: ['talking_point_new1', 'action_item_new2', 'action_item_new3'],
    created: ['action_item_new2 a', 'action_item_new3 c'],
    changed: [],
    removed: ['ai_1'],
    ...noDecisions,
  })
})

test('63: a decision is created, changed and removed with its line; an unchanged line changes nothing', () => {
  const current = ['::decision[a]{#dec_1}', '::decision[b]{#dec_2 status=withdrawn}', '::decision[c]{#dec_3}']
  const decisionsOf = (...wanted: string[]) => inShort([...current, '- x'], wanted)
  assert.deepEqual(decisionsOf(...current.toReversed()), { ids: ['dec_3', 'dec_2', 'dec_1'], ...untouched })
  const wanted = [
    '  ::decision[b]{#dec_2}',
    '::decision[A]{#dec_1 status=withdrawn}',
    '::decision[c]',
    '::decision[d]{#ai_1}',
  ]
  assert.deepEqual(decisionsOf('- x', ...wanted), {
    ids: ['bullet', 'dec_2', 'dec_1', 'decision_new1', 'decision_new2'],
    ...untouched,
    decisions: {
      created: [
        { id: 'decision_new1', text: 'c', status: 'stands' },
        { id: 'decision_new2', text: 'd', status: 'stands' },
      ],
      changed: [
        { id: 'dec_2', text: 'b', status: 'stands' },
        { id: 'dec_1', text: 'A', status: 'withdrawn' },
      ],
      removed: ['dec_3'],
    },
  })
})

test('25: a changed status causes an action, an unchanged one does not', () => {
  const statuses = ['Incomplete', 'Done', 'Archived']
  const actions = { Incomplete: 'reopen', Done: 'finish', Archived: 'archive' } as Record<string, string>
  for (const before of statuses) {
    for (const after of statuses) {
      const { changed } = inShort([`::action-item[a]{#x status=${before}}`], [`::action-item[b]{#x status=${after}}`])
      assert.equal(changed[0]?.action, before === after ? undefined : actions[after], `${before} to ${after}`)
    }
    const { created } = plan([], agendaOf(`::action-item[a]{status=${before}}`))
    assert.equal(created[0]?.action, before === 'Incomplete' ? undefined : actions[before])
  }
})

test('each attribute of a line changes the item', () => {
  const current = agendaOf('::action-item[a]{#x assignees="u_1 u_2"}')
  const content = { id: 'x', text: 'a', due_date: null, completion_type: 'any', assignees: ['u_1', 'u_2'] }
  const changes: [string, object][] = [
    ['::action-item[b]{#x assignees="u_1 u_2"}', { text: 'b' }],
    ['::action-item[a]{#x assignees="u_2 u_1"}', { assignees: ['u_2', 'u_1'] }],
    ['::action-item[a]{#x assignees="u_1"}', { assignees: ['u_1'] }],
    ['::action-item[a]{#x assignees="u_1 u_2" due=2026-01-09}', { due_date: '2026-01-09' }],
    ['::action-item[a]{#x assignees="u_1 u_2" completion=all}', { completion_type: 'all' }],
    ['::action-item[a]{#x assignees="u_1 u_2" status=Done}', { action: 'finish' }],
  ]
  for (const [line, change] of changes) {
    assert.deepEqual(plan(current, agendaOf(line)).changed, [{ ...content, ...change }], line)
  }
})

for (const type of ['action_item', 'decision'] as const)
  test(`any edit keeps, creates or removes each ${type}, and none twice`, () => {
    const idsOf = (agenda: Agenda) => agenda.flatMap((block) => (block.type === type && block.id ? [block.id] : []))
    const property = fc.property(anyAgenda, anyAgenda, fc.infiniteStream(fc.nat(3)), (one, other, dice) => {
      const roll = () => dice.next().value!
      const current = plan([], one).agenda
      const kept = current
        .filter(() => roll() > 0)
        .map((block) => (roll() === 0 ? { ...block, text: 'another' } : block))
      const wanted = [...kept.splice(roll()), ...other, ...kept]
      const planned = plan(current, wanted)
      const { agenda } = planned
      const { created, changed, removed } = type === 'decision' ? planned.decisions : planned
      const [before, after] = [new Set(idsOf(current)), new Set(idsOf(agenda))]
      assert.equal(after.size, agenda.filter((block) => block.type === type).length, 'every one has its own id')
      assert.deepEqual(
        created.map(({ id }) => id),
        [...after].filter((id) => !before.has(id)),
      )
      assert.deepEqual(
        removed,
        [...before].filter((id) => !after.has(id)),
      )
      const texts = new Map(current.map((block) => [block.type === type && block.id, block.text]))
      const differ = agenda.filter((block) => block.type === type && before.has(block.id!))
      assert.deepEqual(
        changed.map(({ id }) => id),
        differ.flatMap((block) => ('id' in block && texts.get(block.id!) !== block.text ? [block.id] : [])),
      )
      assert.deepEqual(plan(agenda, agenda), { agenda, ...untouched })
    })
    fc.assert(property, { numRuns: 1_000 })
  })
