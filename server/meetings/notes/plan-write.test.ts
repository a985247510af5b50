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
  const { agenda, created, changed, removed } = plan(agendaOf(...current), agendaOf(...wanted))
  const ids = agenda.map((block) => ('id' in block ? block.id : block.type))
  return { ids, created: created.map(({ id, text }) => `${id} ${text}`), changed, removed }
}

const untouched = { created: [], changed: [], removed: [] }

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

test('any edit keeps, creates or removes each item, and none twice', () => {
  const idsOf = (agenda: Agenda) =>
    agenda.flatMap((block) => (block.type === 'action_item' && block.id ? [block.id] : []))
  const property = fc.property(anyAgenda, anyAgenda, fc.infiniteStream(fc.nat(3)), (one, other, dice) => {
    const roll = () => dice.next().value!
    const current = plan([], one).agenda
    const kept = current.filter(() => roll() > 0).map((block) => (roll() === 0 ? { ...block, text: 'another' } : block))
    const wanted = [...kept.splice(roll()), ...other, ...kept]
    const { agenda, created, changed, removed } = plan(current, wanted)
    const [before, after] = [new Set(idsOf(current)), new Set(idsOf(agenda))]
    assert.equal(after.size, agenda.filter((block) => block.type === 'action_item').length, 'every item has its own id')
    assert.deepEqual(
      created.map(({ id }) => id),
      [...after].filter((id) => !before.has(id)),
    )
    assert.deepEqual(
      removed,
      [...before].filter((id) => !after.has(id)),
    )
    const texts = new Map(current.map((block) => [block.type === 'action_item' && block.id, block.text]))
    const differ = agenda.filter((block) => block.type === 'action_item' && before.has(block.id!))
    assert.deepEqual(
      changed.map(({ id }) => id),
      differ.flatMap((block) => ('id' in block && texts.get(block.id!) !== block.text ? [block.id] : [])),
    )
    assert.deepEqual(plan(agenda, agenda), { agenda, ...untouched })
  })
  fc.assert(property, { numRuns: 1_000 })
})
