import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyAgenda } from '../../../meetings/notes/agenda.arbitrary.ts'
import { parseAgenda } from '../../../meetings/notes/agenda-parse.ts'
import type { StoredBlock } from '../../../platform/postgres/column-types.ts'
import { type KnownThing, KnownThings, planAgenda } from './plan-agenda.ts'

const item = (id: string, note: string | null, text: string, listed: KnownThing['listed'] = 'no') => ({
  id,
  note,
  text,
  listed,
})
const shown = (id: string, depth = 0): StoredBlock => ({ type: 'action_item', depth, id })

const knownOf = (items: KnownThing[], decisions: KnownThing[] = []) => ({
  action_item: new KnownThings(items),
  decision: new KnownThings(decisions),
})

function plan(
  lines: string[] | null,
  { stored = [] as StoredBlock[], items = [] as KnownThing[], decisions = [] as KnownThing[] } = {},
) {
  let made = 0
  const agenda = lines && parseAgenda(['::agenda{version=1}', ...lines].join('\n'))
  return planAgenda('n', agenda, stored, knownOf(items, decisions), (prefix) => `${prefix}_new${++made}`)
}

test('a block without id gets one, and an item that only markup describes is created', () => {
  const { blocks, newItems } = plan(['# Goals', '::talking-point[Pricing]', '::action-item[Send]{due=2026-01-09}'])
  assert.deepEqual(blocks, [
    { type: 'heading', depth: 0, level: 1, text: 'Goals' },
    { type: 'talking_point', depth: 0, id: 'tp_new1', text: 'Pricing' },
    { type: 'action_item', depth: 0, id: 'ai_new2' },
  ])
  assert.deepEqual(
    newItems.map(({ id, text, due_date }) => [id, text, due_date]),
    [['ai_new2', 'Send', '2026-01-09']],
  )
})

test('a block without id matches the first stored block with its text that is not matched yet', () => {
  const stored: StoredBlock[] = [
    { type: 'talking_point', depth: 0, id: 'tp_a', text: 'Same' },
    { type: 'talking_point', depth: 0, id: 'tp_b', text: 'Same' },
    shown('ai_a'),
    shown('ai_b'),
  ]
  const items = [item('ai_a', 'n', 'Send'), item('ai_b', 'n', 'Send')]
  const lines = ['::talking-point[Same]', '::talking-point[Same]', '::action-item[Send]', '::action-item[Send]']
  assert.deepEqual(plan(lines, { stored, items }).blocks, stored)
  assert.deepEqual(plan(lines, { stored, items }).newItems, [])
})

test('an id that is in the text is not given to another block', () => {
  const items = [item('ai_a', 'n', 'Send')]
  const { blocks } = plan(['::action-item[Send]', '::action-item[Send]{#ai_a}'], { items })
  assert.deepEqual(blocks, [shown('ai_new1'), shown('ai_a')])
})

test('a listed item is where its id is named, or without an id where its text is; else at the end', () => {
  const items = [
    item('ai_listed', 'n', 'Send', 'by id'),
    item('ai_textual', 'n', 'Call', 'without id'),
    item('ai_rest', 'n', 'Rest', 'without id'),
    item('ai_elsewhere', 'n_2', 'Send'),
  ]
  const { blocks, newItems } = plan(['::action-item[Call]', '- between', '::action-item[Send]'], { items })
  assert.deepEqual(
    blocks.map((block) => ('id' in block ? block.id : block.type)),
    ['ai_textual', 'bullet', 'ai_new1', 'ai_listed', 'ai_rest'],
  )
  assert.equal(newItems.length, 1)
})

test('a talking point with the id of an item of the note gets another id, always the same, and the item is shown', () => {
  const talking = (id: string): StoredBlock => ({ type: 'talking_point', depth: 0, id, text: 'Send' })
  const items = [item('x1', 'n', 'Send')]
  const lines = ['::talking-point[Send]{#x1}']
  const { blocks } = plan(lines, { items })
  assert.deepEqual(blocks, [talking('tp_new1'), shown('x1')])
  assert.deepEqual(plan(lines, { stored: blocks, items }).blocks, blocks)
  assert.deepEqual(plan(null, { stored: [talking('x1')], items }).blocks, [talking('x1'), shown('x1')])
})

test('an item without a note belongs to the first agenda that names it; a second agenda is rejected', () => {
  const items = knownOf([item('ai_a', null, 'Send')])
  const agenda = parseAgenda('::agenda{version=1}\n- x\n::action-item[Send]{#ai_a}')
  assert.deepEqual(
    planAgenda('n', agenda, [], items, () => '').movedItems.map(({ id }) => id),
    ['ai_a'],
  )
  assert.throws(() => planAgenda('n_2', agenda, [], items, () => ''), {
    block: 1,
    message: 'the action item ai_a belongs to the note n',
  })
})

test('63: a decision is where its line is, else at the end; one of another note or of a recap is rejected', () => {
  const decisions = [item('dec_a', 'n', 'Rent'), item('dec_b', 'n', 'Sell', 'by id')]
  const lines = ['::decision[Rent]', '- between', '::decision[New]{status=withdrawn}']
  const { blocks, newDecisions } = plan(lines, { decisions })
  assert.deepEqual(
    blocks.map((block) => ('id' in block ? block.id : block.type)),
    ['dec_a', 'bullet', 'dec_new1', 'dec_b'],
  )
  assert.deepEqual(newDecisions, [{ type: 'decision', depth: 0, id: 'dec_new1', text: 'New', status: 'withdrawn' }])
  assert.throws(() => plan(['- x', '::decision[y]{#dec_c}'], { decisions: [item('dec_c', 'n_2', 'y')] }), {
    block: 1,
    message: 'the decision dec_c belongs to the note n_2',
  })
  const ofRecap = { ...item('dec_c', 'n', 'y'), recording: 'r_1' }
  assert.deepEqual(plan(['- x'], { decisions: [ofRecap] }).blocks, [{ type: 'bullet', depth: 0, text: 'x' }])
  assert.throws(() => plan(['::decision[y]{#dec_c}'], { decisions: [ofRecap] }), {
    block: 0,
    message: 'the decision dec_c belongs to the recording r_1',
  })
})

test('without an agenda in the file the stored one stays; new items are added, removed items are left out', () => {
  const stored: StoredBlock[] = [
    shown('ai_gone'),
    { type: 'bullet', depth: 1, text: 'below it' },
    { type: 'bullet', depth: 2, text: 'below that' },
    shown('ai_a', 1),
  ]
  const items = [
    item('ai_a', 'n', 'Send'),
    item('ai_new', 'n', 'New', 'by id'),
    item('ai_gone', 'n_2', 'Gone', 'by id'),
  ]
  assert.deepEqual(plan(null, { stored, items }).blocks, [
    { type: 'bullet', depth: 0, text: 'below it' },
    { type: 'bullet', depth: 1, text: 'below that' },
    shown('ai_a', 1),
    shown('ai_new'),
  ])
})

test('planning a planned agenda again changes nothing', () => {
  fc.assert(
    fc.property(anyAgenda, (agenda) => {
      const legal = agenda.filter((block) => !('id' in block) || !['list', 'tus'].includes(block.id ?? ''))
      let made = 0
      const newId = (prefix: string) => `${prefix}_new${String(++made).padStart(4, '0')}`
      const first = planAgenda('n', legal, [], knownOf([]), newId)
      const [items, decisions] = [first.newItems, first.newDecisions].map((made) =>
        made.map(({ id, text }) => item(id, 'n', text)).sort((a, b) => (a.id < b.id ? -1 : 1)),
      )
      const second = planAgenda('n', legal, first.blocks, knownOf(items!, decisions), newId)
      assert.deepEqual(second.blocks, first.blocks)
      assert.deepEqual([second.newItems, second.newDecisions], [[], []])
    }),
    { numRuns: 500 },
  )
})
