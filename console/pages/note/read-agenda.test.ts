import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Agenda, agendaMarker } from '../../../server/notes/agenda.ts'
import { printAgenda } from '../../../server/notes/agenda-print.ts'
import { readAgenda, readSpans } from './read-agenda.ts'

test('every kind of block is read as the service prints it, with its depth and its exact text', () => {
  const agenda: Agenda = [
    { type: 'heading', depth: 0, level: 2, text: 'Goals' },
    { type: 'paragraph', depth: 0, text: 'First line\nsecond line' },
    { type: 'bullet', depth: 0, text: 'A point' },
    { type: 'bullet', depth: 1, text: '  with blanks [and brackets' },
    { type: 'talking_point', depth: 0, id: 'tp_1', text: 'Pricing' },
    {
      ...({ type: 'action_item', depth: 1, id: 'ai_1', text: 'Send [the] deck', assignees: ['u_ada'] } as const),
      ...({ due_date: '2026-01-09', status: 'Done', completion_type: 'any' } as const),
    },
    { type: 'paragraph', depth: 0, text: '# no heading' },
  ]
  const blocks = readAgenda(printAgenda(agenda))
  assert.deepEqual(
    blocks.map(({ kind, depth, level, text, isDone }) => [kind, depth, level, text, isDone]),
    [
      ['heading', 0, 2, 'Goals', false],
      ['paragraph', 0, 0, 'First line\nsecond line', false],
      ['bullet', 0, 0, 'A point', false],
      ['bullet', 1, 0, '  with blanks [and brackets', false],
      ['talking-point', 0, 0, 'Pricing', false],
      ['action-item', 1, 0, 'Send [the] deck', true],
      ['paragraph', 0, 0, '# no heading', false],
    ],
  )
  assert.deepEqual(readAgenda(`${agendaMarker}\n`), [])
})

test('what is not known is shown as it is', () => {
  assert.deepEqual(
    readAgenda('::chart[Sales]{#c_1}').map(({ kind, text }) => [kind, text]),
    [['paragraph', '::chart[Sales]{#c_1}']],
  )
})

test('bold, italic and code are set apart, and nothing becomes markup of the page', () => {
  assert.deepEqual(readSpans('a **b** *c* `d` \\* <b>e</b> ** *'), [
    { text: 'a ', style: 'plain' },
    { text: 'b', style: 'bold' },
    { text: ' ', style: 'plain' },
    { text: 'c', style: 'italic' },
    { text: ' ', style: 'plain' },
    { text: 'd', style: 'code' },
    { text: ' * <b>e</b> ** *', style: 'plain' },
  ])
})
