import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyAgenda } from './agenda.arbitrary.ts'
import { type Agenda, AgendaError, agendaMarker } from './agenda.ts'
import { parseAgenda } from './agenda-parse.ts'
import { printProse } from './prose.ts'

function prose(...lines: string[]): string {
  return printProse(parseAgenda([agendaMarker, ...lines].join('\n')))
}

test('2.2: the rendering is an agenda as people read it', () => {
  const rendered = prose(
    '# Goals',
    'Plain **paragraph** text,\\',
    'on two lines.',
    'Another.',
    '- A bullet',
    '  - a nested bullet',
    '## Items',
    '::talking-point[Pricing]{#tp_1}',
    '  ::action-item[Send the deck]{#ai_1 assignees=u_ada due=2026-01-09}',
    '  Who helps?',
    '::action-item[Call Bo]',
  )
  assert.equal(
    rendered,
    `# Goals

Plain **paragraph** text, on two lines.

Another.

* A bullet
  * a nested bullet

## Items

* Pricing
  * Action Item: Send the deck (Due: 2026-01-09)

  Who helps?

* Action Item: Call Bo`,
  )
})

test('2.2: an action item prints its text and its due date, done or not', () => {
  for (const status of ['Incomplete', 'Done', 'Archived']) {
    assert.equal(
      prose(`::action-item[Send it]{due=2026-01-09 status=${status}}`),
      '* Action Item: Send it (Due: 2026-01-09)',
    )
    assert.equal(prose(`::action-item[Send it]{status=${status}}`), '* Action Item: Send it')
  }
})

test('63: a decision prints its text, and whether it was withdrawn', () => {
  assert.equal(prose('::decision[We rent the hall]{#dec_1}'), '* Decision: We rent the hall')
  assert.equal(
    prose('- a', '  ::decision[We rent\\', '  the hall]{#dec_1 status=withdrawn}'),
    '* a\n  * Decision: We rent the hall (Withdrawn)',
  )
  assert.equal(prose('::decision[]'), '* Decision:')
})

test('a text cannot add lines or look like a block', () => {
  assert.equal(prose('a&#10;&#13;&#10;b&#133;- c&#13;d&#8232;e&#8233;f&#11;g&#12;h'), 'a b - c d e f g h')
  for (const text of ['# a', '- a', '* Action Item: a', '+ a', '::action-item[a]']) {
    assert.equal(printProse([{ type: 'paragraph', depth: 0, text }]), `\\${text}`)
    assert.equal(printProse([{ type: 'bullet', depth: 0, text }]), `* \\${text}`)
  }
})

test('an empty agenda is printed as the empty text, an empty block is not', () => {
  assert.equal(printProse([]), '')
  assert.equal(
    prose('#', '-', '::paragraph[]', '::talking-point[]', '::action-item[]'),
    '#\n\n*\n\n&nbsp;\n\n*\n* Action Item:',
  )
})

test('2.2: the rendering is rejected as input', () => {
  const nonempty = anyAgenda.filter((agenda) => agenda.length > 0)
  const property = fc.property(nonempty, fc.constantFrom('', '\n', '\r\n \n', '\ufeff\n'), (agenda, above) => {
    assert.throws(() => parseAgenda(above + printProse(agenda)), AgendaError)
    assert.throws(() => parseAgenda(`${printProse(agenda)}\n${agendaMarker}\n`), AgendaError)
  })
  fc.assert(property, { numRuns: 5_000 })
})

test('2.2: the rendering of a paragraph with the marker’s text is not native', () => {
  for (const text of [
    agendaMarker,
    ` ${agendaMarker}`,
    `\n${agendaMarker}\n# a`,
    `\ufeff${agendaMarker}`,
    '::agenda{version="1"}',
  ]) {
    const agenda: Agenda = [{ type: 'paragraph', depth: 0, text }]
    assert.throws(() => parseAgenda(printProse(agenda)), /line 1: an agenda starts with/, JSON.stringify(text))
  }
})

test('every block is rendered, an action item and a decision on exactly one line', () => {
  const property = fc.property(anyAgenda, (agenda) => {
    const lines = printProse(agenda)
      .split('\n')
      .filter((line) => line !== '')
    assert.equal(lines.length, agenda.length)
    agenda.forEach((block, index) => {
      if (block.type === 'decision') {
        assert.ok(lines[index]!.startsWith(`${'  '.repeat(block.depth)}* Decision:`))
        if (block.status === 'withdrawn') assert.ok(lines[index]!.endsWith(' (Withdrawn)'))
      }
      if (block.type !== 'action_item') return
      assert.ok(lines[index]!.startsWith(`${'  '.repeat(block.depth)}* Action Item:`))
      assert.equal(lines[index]!.endsWith(` (Due: ${block.due_date})`), block.due_date !== null)
    })
  })
  fc.assert(property, { numRuns: 2_000 })
})
