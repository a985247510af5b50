import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxBlocks } from '../action-items/schemas.ts'
import { type ActionItemBlock, type Agenda, AgendaError, agendaMarker, type Block, maxDepth } from './agenda.ts'
import { parseAgenda, readAgendaText } from './agenda-parse.ts'

test('the parser accepts markup in a loose format', () => {
  const loose: [text: string, blocks: Agenda][] = [
    ['#\n##  Goals  \n- \n-   a', [heading(1, ''), heading(2, 'Goals'), bullet(''), bullet('a')]],
    [
      '#hashtag\n-5 degrees\n+1\n**bold**\n1. one\n---',
      '#hashtag|-5 degrees|+1|**bold**|1. one|---'.split('|').map(paragraph),
    ],
    ['[ ] open\n- [x] done', [paragraph('[ ] open'), bullet('[x] done')]],
    ['a\nb\n\nc', ['a', 'b', 'c'].map(paragraph)],
    ['- a\\\n      b', [bullet('a\nb')]],
    ['::paragraph[ a ]', [paragraph('a')]],
    ['::action-item[ a ]{ \t}', [actionItem('a')]],
    ['::action-item[a]{due=2000-02-29}', [actionItem('a', { due_date: '2000-02-29' })]],
    [
      '::action-item[a]{completion=all  due="2028-02-29" id=x }',
      [actionItem('a', { id: 'x', due_date: '2028-02-29', completion_type: 'all' })],
    ],
    ['::action-item[a]{assignees=u_ada}', [actionItem('a', { assignees: ['u_ada'] })]],
    ['::action-item[a]{assignees=u_ada,u_bo,u_ada}', [actionItem('a', { assignees: ['u_ada', 'u_bo'] })]],
    [
      "::action-item[a]{assignees=' ada@acme.test, bo@acme.test '}",
      [actionItem('a', { assignees: ['ada@acme.test', 'bo@acme.test'] })],
    ],
    ['::action-item[a]{assignees="" status=Incomplete completion=any}', [actionItem('a')]],
    ['::action-item[a]{status=Archived}', [actionItem('a', { status: 'Archived' })]],
    ['::decision[ a ]{status=stands}', [{ type: 'decision', depth: 0, id: null, text: 'a', status: 'stands' }]],
    [
      '::decision[a]{status="withdrawn" id=x }',
      [{ type: 'decision', depth: 0, id: 'x', text: 'a', status: 'withdrawn' }],
    ],
  ]
  for (const [text, blocks] of loose) {
    assert.deepEqual(parseAgenda(text, { fragment: true }), blocks, text)
    assert.deepEqual(parseAgenda(`\ufeff::agenda{version="1"}\n${text}\n`), blocks, text)
  }
})

test('invalid markup is rejected, with its line and what to write instead', () => {
  const refused: [text: string, line: number, message: RegExp][] = [
    ['* a', 1, /content_markdown rendering; write `::action-item\[…\]` .* `- …`/],
    ['a\n\n* Action Item: Send the deck (Due: 2026-01-09)', 3, /content_markdown/],
    ['+ a', 1, /content_markdown/],
    ['#### a', 1, /level 1 to 3/],
    ['- a\n  # b', 2, /heading is not indented/],
    ['- a\n - b', 2, /two spaces per level, not by 1/],
    ['- a\n\t- b', 2, /spaces only/],
    ['- a\n\u00a0\u00a0- b', 2, /spaces only/],
    ['  - a', 1, /more than one level/],
    ['- a\n    - b', 2, /more than one level/],
    ['- a\n  - b\n- c\n    - d', 4, /more than one level/],
    ['::', 1, /there must be a name/],
    [':::action-item[a]', 1, /there must be a name/],
    ['::todo[a]', 1, /`::todo` is not known; there are `::action-item`, `::decision` and `::talking-point`/],
    ['a\n* Decision: We rent the hall', 2, /content_markdown/],
    ['::decision', 1, /`::decision` needs a text/],
    ['::decision[a]{status=superseded}', 1, /status `superseded` is none of stands, withdrawn/],
    ['a\n::decision[a]{status=Withdrawn}', 2, /status `Withdrawn` is none of stands, withdrawn/],
    ['::decision[a]{due=2026-01-09}', 1, /`::decision` has no attribute `due`/],
    ['::decision[a]{#x}\n::action-item[b]{#x}', 2, /id `x` is there twice/],
    ['::Action-Item[a]', 1, /is not known/],
    ['::constructor[a]', 1, /is not known/],
    ['::action-item', 1, /needs a text/],
    ['::action-item{due=2026-01-09}', 1, /needs a text/],
    ['::action-item Send', 1, /expected `\[` right after `::action-item`, found `Send`/],
    ['::action-item[a', 1, /not closed/],
    ['::action-item[a\\]', 1, /not closed/],
    ['::action-item[[a]', 1, /not closed/],
    ['::action-item[a\\\nb\n]', 1, /not closed/],
    ['::action-item[a] b', 1, /expected the end of the line, found `b`/],
    ['::action-item[a]{#x} b', 1, /expected the end of the line, found `b`/],
    ['::action-item[a] {#x}', 1, /expected the end of the line/],
    ['::action-item[a]{#x', 1, /expected `key=value` or `}`/],
    ['::action-item[a]{due}', 1, /expected `key=value`/],
    ['::action-item[a]{due=}', 1, /expected `key=value`/],
    ['::action-item[a]{.done}', 1, /expected `key=value`/],
    ['::action-item[a]{due="2026-01-09}', 1, /expected `key=value`/],
    ['::action-item[a]{#x#y}', 1, /expected `key=value`/],
    ['::action-item[a]{#x"y"}', 1, /expected `key=value`/],
    ['::action-item[a]{due=2026-01-09due="x"}', 1, /expected `key=value`/],
    ['::action-item[a]{#x\\\ndue=2026-01-09}', 1, /expected `key=value`/],
    ['::action-item[a]{assignees="u_ada\\\nu_bo"}', 1, /expected `key=value`/],
    ['::action-item[a]{due=2026-01-09}}', 1, /expected the end of the line, found `}`/],
    ['::action-item[a]{due=2026-01-09 due=2026-01-09}', 1, /`due` is there twice/],
    ['::action-item[a]{#x id=x}', 1, /`id` is there twice/],
    ['::action-item[a]{owner=u_ada}', 1, /has no attribute `owner`/],
    ['::action-item[a]{Due=2026-01-09}', 1, /has no attribute `Due`/],
    ['::talking-point[a]{due=2026-01-09}', 1, /has no attribute `due`/],
    ['::paragraph[a]{#x}', 1, /has no attribute `id`/],
    ...[
      '2026-02-29',
      '2100-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-01-32',
      '0000-01-01',
      '2026-1-9',
      'tomorrow',
      '2026-01-09T00:00:00Z',
    ].map((date): [string, number, RegExp] => [
      `::action-item[a]{due=${date}}`,
      1,
      /is no date; write it as in `due=2026-01-09`/,
    ]),
    ['::action-item[a]{status=done}', 1, /status `done` is none of Incomplete, Done, Archived/],
    ['::action-item[a]{completion=some}', 1, /completion `some` is none of any, all/],
    ["::action-item[a]{assignees='a\"b'}", 1, /assignee `a"b` has a quote/],
    ['::action-item[a]{assignees="u\u200bada"}', 1, /invisible character/],
    ['::action-item[a]{#x.y}', 1, /id `x\.y` must be/],
    ['::action-item[a]{id=""}', 1, /id `` must be/],
    [`::action-item[a]{#${'x'.repeat(65)}}`, 1, /must be 1 to 64/],
    ['::talking-point[a]{#x}\n\n::action-item[b]{#x}', 3, /id `x` is there twice/],
    ['::action-item[a]{#x}\n\n::action-item[b]{#x}', 3, /id `x` is there twice/],
    ['a\n::agenda{version=1}', 2, /stands once, on the first line/],
    ['::agenda{version=1}\n::agenda{version=1}', 2, /stands once, on the first line/],
    ['::agenda', 1, /write `::agenda\{version=1\}`/],
    ['::agenda[a]{version=1}', 1, /write `::agenda\{version=1\}`/],
    ['::agenda{version=1 #x}', 1, /write `::agenda\{version=1\}`/],
    ['::agenda{version=2}', 1, /version `2` is not known/],
    ['a\\', 1, /no text follows the `\\`/],
    ['a\n\nb\\\n \nc', 3, /no text follows the `\\`/],
    ['- a\\\n- b', 2, /`\\` at the end of line 1 .* looks like a block; .* as `&#45;`/],
    ['C:\\temp\\\n::action-item[a]', 2, /looks like a block/],
    ['::action-item[a\\\n* b]', 2, /looks like a block/],
    ['a &#0; b', 1, /`&#0;` is no character; for the text itself write `&#38;#0;`/],
    ['a\n- &#55296;', 2, /is no character/],
    ['&#57343;', 1, /is no character/],
    ['&#1114112;', 1, /is no character/],
    ['a\nb\0', 2, /NUL/],
    ['a\nb\ud800', 2, /surrogate/],
    ['- a\r* Action Item: b', 1, /LF or CR LF/],
    ['- a\n- b\r\r\n', 2, /LF or CR LF/],
  ]
  for (const [text, line, message] of refused) {
    assert.throws(() => parseAgenda(text, { fragment: true }), refusal(line, message), JSON.stringify(text))
    if (!text.includes('::agenda')) {
      assert.throws(() => parseAgenda(`${agendaMarker}\n${text}`), AgendaError, JSON.stringify(text))
    }
  }
})

test('a whole text must start with the marker, a fragment may', () => {
  const missing = refusal(2, /starts with the line `::agenda\{version=1\}`; the read-only content_markdown/)
  for (const text of [
    '\na',
    '\n# a',
    '\n::action-item[a]',
    '\n  ::agenda{version=1}',
    '\n::agenda-2{version=1}',
    '\n- ::agenda{version=1}',
  ]) {
    assert.throws(() => parseAgenda(text), missing, text)
  }
  assert.deepEqual(parseAgenda('a', { fragment: true }), [paragraph('a')])
  assert.deepEqual(parseAgenda(`${agendaMarker}\na`, { fragment: true }), [paragraph('a')])
})

test('each block has the number of the line on which it begins', () => {
  const text = `\n${agendaMarker}\n\n# a\r\n- b\\\n  still b\n\n  ::talking-point[c]\nd`
  const { agenda, lines } = readAgendaText(text)
  assert.deepEqual(
    agenda.map(({ text }) => text),
    ['a', 'b\nstill b', 'c', 'd'],
  )
  assert.deepEqual(lines, [4, 5, 8, 9])
})

test('the number of blocks is limited; the error names the first block beyond the limit', () => {
  const text = `${agendaMarker}\n- a\n\n- b`
  assert.equal(parseAgenda(text, { room: 2 }).length, 2)
  const message = `an agenda has at most ${maxBlocks} blocks`
  assert.throws(() => parseAgenda(text, { room: 1 }), { line: 4, message: `line 4: ${message}` })
  assert.throws(() => parseAgenda('- a', { fragment: true, room: 0 }), { line: 1, message: `line 1: ${message}` })
  assert.deepEqual(parseAgenda(agendaMarker, { room: 0 }), [])
})

test('nesting and the length of ids are limited', () => {
  const nested = (deepest: number) =>
    Array.from({ length: deepest + 1 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')
  assert.equal(parseAgenda(nested(maxDepth - 1), { fragment: true }).at(-1)?.depth, 15)
  assert.equal(parseAgenda(nested(maxDepth), { fragment: true }).at(-1)?.depth, 16)
  assert.throws(() => parseAgenda(nested(maxDepth + 1), { fragment: true }), refusal(18, /at most 16 levels/))
  const id = 'x'.repeat(64)
  assert.deepEqual(parseAgenda(`::action-item[a]{#${id}}`, { fragment: true }), [actionItem('a', { id })])
})

function refusal(line: number, message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof AgendaError, String(error))
    assert.equal(error.line, line)
    assert.match(error.message, message)
    assert.ok(error.message.startsWith(`line ${line}: `))
    return true
  }
}

function heading(level: 1 | 2 | 3, text: string): Block {
  return { type: 'heading', depth: 0, level, text }
}

function bullet(text: string): Block {
  return { type: 'bullet', depth: 0, text }
}

function paragraph(text: string): Block {
  return { type: 'paragraph', depth: 0, text }
}

function actionItem(text: string, given: Partial<ActionItemBlock> = {}): ActionItemBlock {
  return {
    type: 'action_item',
    depth: 0,
    id: null,
    text,
    assignees: [],
    due_date: null,
    status: 'Incomplete',
    completion_type: 'any',
    ...given,
  }
}

test('the number of people of an action item is limited', () => {
  const naming = (count: number) =>
    `::agenda{version=1}\n\n::action-item[x]{assignees="${Array.from({ length: count }, (_, n) => `u_${n}`).join(' ')}"}`
  const [item] = parseAgenda(naming(10_000))
  assert(item?.type === 'action_item' && item.assignees.length === 10_000)
  assert.throws(
    () => parseAgenda(naming(10_001)),
    /^AgendaError: line 3: an action item names at most 10000 assignees$/,
  )
})
