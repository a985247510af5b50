import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { history, undo } from 'prosemirror-history'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { anyAgenda } from '../../../../server/meetings/notes/agenda.arbitrary.ts'
import { parseAgenda } from '../../../../server/meetings/notes/agenda-parse.ts'
import { printAgenda as printOfService } from '../../../../server/meetings/notes/agenda-print.ts'
import * as commands from './commands.ts'
import { keepValid } from './keep-valid.ts'
import { newHead, printAgenda, readAgenda } from './markup.ts'
import { docOf, linesOf } from './schema.ts'

const open = (markup: string) =>
  EditorState.create({ doc: docOf(readAgenda(markup).lines), plugins: [history(), keepValid()] })
const print = ({ doc }: EditorState) => printAgenda({ head: newHead, lines: linesOf(doc) })
const put = (state: EditorState, from: number, to = from) =>
  state.apply(state.tr.setSelection(TextSelection.between(state.doc.resolve(from), state.doc.resolve(to))))

function run(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (tr) => {
    next = state.apply(tr)
  })
  return next
}

/** Puts the cursor `offset` characters into the line with this text. */
function at(state: EditorState, text: string, offset = 0): EditorState {
  let found = -1
  state.doc.forEach((node, place) => {
    if (node.textContent === text) found = place
  })
  assert(found >= 0, text)
  return put(state, found + 1 + offset)
}

const rows = (state: EditorState) => print(state).slice(newHead.length).split('\n')

const item = '::action-item[Send it]{#ai_1 assignees="u_ada" due=2026-01-09 status=Done}'

test('Enter adds a line of the same kind; the id stays with its text', () => {
  const state = open(newHead + item)
  const broken = (offset: number) => rows(run(at(state, 'Send it', offset), commands.breakLine))
  const head = '{#ai_1 assignees="u_ada" due=2026-01-09 status=Done}'
  assert.deepEqual(broken(7), [item, '::action-item[]'])
  assert.deepEqual(broken(4), [`::action-item[Send]${head}`, '::action-item[&#32;it]'])
  assert.deepEqual(broken(0), ['::action-item[]', item])
  assert.deepEqual(rows(run(at(open(`${newHead}# Goals`), 'Goals', 5), commands.breakLine)), [
    '# Goals',
    '::paragraph[]',
  ])
})

test('Ctrl+Enter checks off items and withdraws decisions; once more undoes it', () => {
  const lines = ['::action-item[Send it]{#ai_1}', '::decision[We rent]{#dec_1}', '- a']
  const changed = ['::action-item[Send it]{#ai_1 status=Done}', '::decision[We rent]{#dec_1 status=withdrawn}', '- a']
  const all = (state: EditorState) => put(state, 0, state.doc.content.size)
  const once = run(all(open(newHead + lines.join('\n'))), commands.toggleStatus)
  assert.deepEqual(rows(once), changed)
  assert.deepEqual(rows(run(all(once), commands.toggleStatus)), lines)
  assert.equal(commands.toggleStatus(at(once, 'a')), false)
})

test('Enter in an empty line outdents it by one level, and at the first level makes it plain text', () => {
  let state = at(open(`${newHead}- a\n  -`), '')
  const seen = [1, 2].map(() => {
    state = run(state, commands.breakLine)
    return rows(state)
  })
  assert.deepEqual(seen, [
    ['- a', '-'],
    ['- a', '::paragraph[]'],
  ])
})

test('Backspace at the start outdents, then joins the line above, which keeps its id', () => {
  let state = at(open(`${newHead}${item}\n- more`), 'more')
  state = run(state, commands.joinAbove)
  assert.deepEqual(rows(state), [item, 'more'])
  assert.deepEqual(rows(run(state, commands.joinAbove)), [item.replace('Send it', 'Send itmore')])
  const below = run(at(open(`${newHead}::paragraph[]\nText`), 'Text'), commands.joinAbove)
  assert.deepEqual(rows(below), ['Text'])
})

test('Tab indents deeper lines too, and at most one level below the line above', () => {
  const state = open(`${newHead}- a\n- b\n  - c\n- d`)
  const inner = run(at(state, 'b'), commands.indent(1))
  assert.deepEqual(rows(inner), ['- a', '  - b', '    - c', '- d'])
  assert.deepEqual(rows(run(inner, commands.indent(1))), rows(inner))
  assert.deepEqual(rows(run(inner, commands.indent(-1))), rows(state))
  assert.deepEqual(rows(run(at(state, 'd'), commands.moveLines(-1))), ['- a', '- b', '- d', '  - c'])
})

const anyCommand = fc.constantFrom<Command>(
  ...[commands.breakLine, commands.breakText, commands.joinAbove, commands.dropEmptyLine, commands.toggleStatus, undo],
  ...([1, -1] as const).flatMap((by) => [commands.indent(by), commands.moveLines(by)]),
  ...(['paragraph', 'heading', 'bullet', 'talking_point', 'action_item'] as const).map((kind) =>
    commands.setType({ kind }),
  ),
  (state, dispatch) => {
    dispatch?.(state.tr.insertText('# x]'))
    return true
  },
  ...(['bold', 'italic', 'code'] as const).map((style) => commands.toggleStyle(style)),
  (state, dispatch) => {
    dispatch?.(state.tr.deleteSelection())
    return true
  },
)

test('bold, italic and code are signs in the markup only', () => {
  const state = open(`${newHead}Say **it all** now\n- a *b* \`c\`\n::action-item[**Send** it]`)
  assert.deepEqual(
    state.doc.children.map(({ textContent }) => textContent),
    ['Say it all now', 'a b c', 'Send it'],
  )
  const toggled = (style: 'bold' | 'code') =>
    run(put(state, 1, 'Say it all now'.length + 1), commands.toggleStyle(style))
  assert.equal(rows(toggled('bold'))[0], '**Say it all now**')
  assert.equal(rows(run(toggled('bold'), commands.toggleStyle('bold')))[0], 'Say it all now')
  assert.equal(rows(toggled('code'))[0], '`Say it all now`')
  assert.deepEqual(rows(run(at(state, 'Send it', 2), commands.breakLine)).slice(2), [
    '::action-item[**Se**]',
    '::action-item[**nd** it]',
  ])
})

test('any commands on any agenda give an agenda that the service can read', () => {
  const steps = fc.array(fc.tuple(anyCommand, fc.nat(), fc.nat()), { maxLength: 12 })
  const holds = fc.property(anyAgenda, steps, (blocks, done) => {
    let state = open(printOfService(blocks))
    for (const [command, from, to] of done) {
      const size = state.doc.content.size
      state = run(put(state, from % (size + 1), to % (size + 1)), command)
    }
    const printed = print(state)
    const read = parseAgenda(printed)
    assert.equal(printOfService(read), printed)
  })
  fc.assert(holds, { numRuns: 1_000 })
})

test('undo restores every byte', () => {
  const holds = fc.property(anyAgenda, anyCommand, fc.nat(), fc.nat(), (blocks, command, from, to) => {
    if (command === undo) return
    const before = open(printOfService(blocks))
    const size = before.doc.content.size + 1
    const after = run(put(before, from % size, to % size), command)
    if (after.doc.eq(before.doc)) return
    assert.equal(print(run(after, undo)), print(before))
  })
  fc.assert(holds, { numRuns: 1_000 })
})
