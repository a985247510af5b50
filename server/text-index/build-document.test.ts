/** What the index keeps of a document. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildDocument } from './build-document.ts'
import { unpackLayout } from './layout.ts'
import { packNumbers, packPositions, unpackNumbers, unpackPositions } from './numbers.ts'
import { itemPassage, titlePassage, transcriptPassages } from './passages.ts'

const segment = (speaker: string, text: string, start_time = 0) => ({
  speaker,
  text,
  start_time,
  end_time: start_time + 1,
})

test('words are counted in the order of the text, and names after all of them', async () => {
  const talk = [...transcriptPassages([segment('Ada', 'Good morning, Bo.'), segment('Bo', 'Good evening.')])]
  const { words, layout, passages } = await buildDocument('recording', [titlePassage('Good talk'), ...talk])
  const standing = Object.fromEntries(words.map(({ word, positions }) => [word, unpackPositions(positions)]))
  assert.deepEqual(standing.good, [1, 4, 7])
  assert.deepEqual(standing.bo, [6, 12])
  assert.deepEqual(unpackLayout(layout), [
    { kind: 'title', first_word: 1, words: 2, first_name: 10, names: 0 },
    { kind: 'transcript', first_word: 4, words: 5, first_name: 11, names: 2 },
  ])
  assert.deepEqual(passages[1], {
    ...{
      kind: 'transcript',
      text: 'Good morning, Bo.\nGood evening.',
      speakers: ['Ada', 'Bo'],
      start_time: 0,
      end_time: 1,
    },
  })
})

test('a long text becomes several passages, split at blanks if there are any, and no phrase is lost between them', async () => {
  for (const [text, lengths] of [
    ['x'.repeat(10_000), [10_000]],
    ['x'.repeat(10_001), [10_000, 1]],
    [`${'x'.repeat(9_000)} ${'y'.repeat(9_000)}`, [9_001, 9_000]],
    ['🎉'.repeat(5_001), [10_000, 2]],
    [`x${'🎉'.repeat(5_000)}`, [10_001]],
  ] as const) {
    const { passages } = await buildDocument('item', [itemPassage(text)])
    assert.deepEqual(
      passages.map((each) => each.text.length),
      lengths,
    )
  }
  const { words } = await buildDocument('note', [{ ...itemPassage(`${'a '.repeat(5_000)}b c`), kind: 'agenda' }])
  assert.deepEqual(
    words.slice(1).map(({ positions }) => unpackPositions(positions)),
    [[5_001], [5_002]],
  )
})

test('numbers are packed and unpacked, and those below 128 take one byte', () => {
  const natural = fc.nat(Number.MAX_SAFE_INTEGER)
  fc.assert(fc.property(fc.array(natural), (numbers) => assert.deepEqual(unpackNumbers(packNumbers(numbers)), numbers)))
  const ascending = fc
    .array(fc.nat(1_000))
    .map((steps) => steps.map((_, index) => steps.slice(0, index + 1).reduce((a, b) => a + b)))
  fc.assert(
    fc.property(ascending, (positions) => assert.deepEqual(unpackPositions(packPositions(positions)), positions)),
  )
  assert.deepEqual(
    [127, 128, 16_383, 16_384].map((number) => packNumbers([number]).length),
    [1, 2, 2, 3],
  )
})
