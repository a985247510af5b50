import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyAgenda, nearlyNative } from '../../../../server/meetings/notes/agenda.arbitrary.ts'
import type { Block } from '../../../../server/meetings/notes/agenda.ts'
import { printAgenda as printOfService } from '../../../../server/meetings/notes/agenda-print.ts'
import { type Line, newHead, printAgenda, readAgenda } from './markup.ts'

/** A block of the service as the editor's line. */
function lineOf(block: Block): Line {
  if (block.type !== 'action_item') {
    const { type: kind, ...rest } = block
    return { kind, ...rest } as Line
  }
  const { id, depth, text, assignees, status } = block
  return {
    kind: 'action_item',
    depth,
    id,
    text,
    assignees,
    due: block.due_date,
    status,
    completion: block.completion_type,
  }
}

test('an agenda that the service prints has only known blocks, and is printed unchanged', () => {
  const holds = fc.property(anyAgenda, (blocks) => {
    const text = printOfService(blocks)
    const agenda = readAgenda(text)
    assert.deepEqual(agenda.lines, blocks.map(lineOf))
    assert.equal(printAgenda(agenda), text)
  })
  fc.assert(holds, { numRuns: 2_000 })
})

test('any other text keeps all its bytes: unknown lines stay unchanged', () => {
  const holds = fc.property(nearlyNative, (text) => {
    const printed = printAgenda(readAgenda(text))
    assert.equal(printed, readAgenda(text).lines.length === 0 ? '' : text)
  })
  fc.assert(holds, { numRuns: 2_000 })
  const later = `${newHead}# Goals\n::chart[Sales]{#c_1 from=2026}\n\n::action-item[Send]{#ai_1 colour=red}\n   odd\n- **b** \\`
  assert.deepEqual(
    readAgenda(later).lines.map(({ kind }) => kind),
    ['heading', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown'],
  )
  assert.equal(printAgenda(readAgenda(later)), later)
  const nextVersion = '::agenda{version=2}\n\n# Goals'
  assert.deepEqual([readAgenda(nextVersion).head, printAgenda(readAgenda(nextVersion))], ['', nextVersion])
})

test('every agenda of the demo world is read and printed unchanged', async () => {
  const demo = JSON.parse(await readFile(new URL('../../../../demo/world.json', import.meta.url), 'utf8'))
  const texts = demo.workspaces.flatMap(({ notes }: { notes: { agenda: string }[] }) =>
    notes.map(({ agenda }) => agenda),
  )
  assert(texts.length > 10)
  for (const text of texts) assert.equal(printAgenda(readAgenda(text)), text)
  assert.equal(
    texts.flatMap((text: string) => readAgenda(text).lines).filter(({ kind }: Line) => kind === 'unknown').length,
    0,
  )
})
