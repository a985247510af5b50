import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EditorState, TextSelection } from 'prosemirror-state'
import { anyAgenda } from '../../../../server/meetings/notes/agenda.arbitrary.ts'
import { printAgenda as printOfService } from '../../../../server/meetings/notes/agenda-print.ts'
import { adopt } from './adopt.ts'
import { newHead, printAgenda, readAgenda } from './markup.ts'
import { docOf, linesOf } from './schema.ts'

const open = (markup: string) => EditorState.create({ doc: docOf(readAgenda(markup).lines) })
const print = ({ doc }: EditorState) => printAgenda({ head: newHead, lines: linesOf(doc) })

test('the cursor stays at its letter, in a line that others change and between others', () => {
  const before = open(`${newHead}# Goals\nHere\n- One two three\nLast`)
  const at = 'Goals'.length + 'Here'.length + 4 + 'One two'.length + 1
  const state = before.apply(before.tr.setSelection(TextSelection.create(before.doc, at)))
  const text = `${newHead}New\n# Goals of all\nHere\n- Well, **one** two three\nand more\nLast, too`
  const after = state.apply(adopt(state, text))
  assert.equal(print(after), text)
  const { $from } = after.selection
  assert.equal($from.parent.textContent.slice(0, $from.parentOffset), 'Well, one two')
})

test('any agenda becomes any other', () => {
  const holds = fc.property(anyAgenda, anyAgenda, (one, other) => {
    const [from, to] = [open(printOfService(one)), printOfService(other)]
    assert.equal(print(from.apply(adopt(from, to))), print(open(to)))
  })
  fc.assert(holds, { numRuns: 300 })
})
