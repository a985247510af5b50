import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readNotes } from '../../../server/making/engines/shared/notes-markdown.ts'
import {
  addBlock,
  type Block,
  joinAbove,
  moveBlock,
  printBlocks,
  readBlocks,
  removeBlock,
  splitBlock,
  writeText,
} from './notes-blocks.ts'

const markdown = `## Summary

All is well.
Nearly.

## Decisions

- [00:01:02] Ship it (Ada Moreau)
* [61:00] Wait \\(Bo)
- No time`

const shown = (blocks: Block[]) => blocks.map(({ kind, seconds, text }) => [kind, seconds, text])

test('notes are headings, texts, and points with their times', () => {
  assert.deepEqual(shown(readBlocks(markdown)), [
    ['heading', null, 'Summary'],
    ['text', null, 'All is well.\nNearly.'],
    ['heading', null, 'Decisions'],
    ['point', 62, 'Ship it (Ada Moreau)'],
    ['point', 3_660, 'Wait \\(Bo)'],
    ['point', null, 'No time'],
  ])
})

const line = fc.constantFrom('## Said', '###', '- [00:01:02] Ship', '  * a', '- [1:2] b', 'Text', '', ' ', '\\- c', '-')

test('notes that nobody edits keep their bytes', () => {
  assert.equal(printBlocks(readBlocks(markdown)), markdown)
  const holds = fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
    const text = lines.join('\n')
    const blocks = readBlocks(text)
    // Empty blocks and blank lines at the ends go.
    if (blocks.every((block) => block.text.trim() !== '')) assert.equal(printBlocks(blocks).trim(), text.trim())
  })
  fc.assert(holds, { numRuns: 2_000 })
})

test('a changed point keeps its time, and so do the others', () => {
  const times = (blocks: Block[]) => readNotes(printBlocks(blocks), []).flatMap(({ items = [] }) => items)
  const at = (blocks: Block[]) => times(blocks).map(({ timestamp, text }) => [timestamp, text])
  const blocks = readBlocks(markdown)
  const changed = writeText(blocks, 3, 'Ship it now\n- and tell').blocks
  assert.deepEqual(at(changed).slice(0, 3), [
    [62, 'Ship it now'],
    [null, 'and tell'],
    [3_660, 'Wait \\(Bo)'],
  ])
  assert.deepEqual(at(moveBlock(blocks, 4, -1)!.blocks).slice(0, 2), [
    [3_660, 'Wait \\(Bo)'],
    [62, 'Ship it (Ada Moreau)'],
  ])
  const joined = joinAbove(blocks, 5)!
  assert.deepEqual(at(joined.blocks), [
    [62, 'Ship it (Ada Moreau)'],
    [3_660, 'Wait \\(Bo)No time'],
  ])
  assert.deepEqual(joined.focus, { key: 4, at: 'Wait \\(Bo)'.length })
  assert.deepEqual(at(removeBlock(blocks, 3).blocks), [
    [3_660, 'Wait \\(Bo)'],
    [null, 'No time'],
  ])
  assert.deepEqual(at(splitBlock(blocks, 3, 4).blocks).slice(0, 2), [
    [62, 'Ship'],
    [null, 'it (Ada Moreau)'],
  ])
  assert.deepEqual(at(splitBlock(blocks, 3, 0).blocks), at(blocks), 'the whole text keeps its time')
  assert.equal(joinAbove(blocks, 0), null)
  assert.equal(moveBlock(blocks, 0, -1), null)
})

test('new blocks are written as the service writes them; empty ones are left out', () => {
  const { blocks } = addBlock(readBlocks('## A\n\n- b'), 2, 'heading', 'C')
  const more = addBlock(addBlock(blocks, 3, 'point', 'd').blocks, 4, 'point', 'e').blocks
  assert.equal(printBlocks(addBlock(more, 1, 'text', '').blocks), '## A\n\n- b\n\n## C\n\n- d\n- e')
  assert.equal(printBlocks(addBlock([], 0, 'point', 'a').blocks), '- a')
})
