/** What the index keeps of a document. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../test/support/growth.ts'
import { hostileTexts } from '../../../test/support/hostile-texts.ts'
import { buildDocument } from './build-document.ts'
import { type Bundle, buildRows, type ThingTexts } from './build-rows.ts'
import { unpackLayout, wordsIn } from './layout.ts'
import { packNumbers, packPositions, unpackNumbers, unpackPositions } from './numbers.ts'
import { aiNotesPassages, cutText, itemPassage, titlePassage, transcriptPassages } from './passages.ts'
import { cutWords } from './words.ts'

const segment = (speaker: string, text: string, start_time = 0) => ({
  speaker,
  text,
  start_time,
  end_time: start_time + 1,
})

const alone = (sources: ThingTexts[]): Bundle[] =>
  sources.map((_, index) => ({ documents: [index], language: 'simple', is_single: false }))

test('words are counted in the order of the text, and names after all of them', async () => {
  const talk = [...transcriptPassages([segment('Ada', 'Good morning, Bo.'), segment('Bo', 'Good evening.')])]
  const { words, layout, passages } = await buildDocument('recording', [titlePassage('Good talk'), ...talk])
  const standing = Object.fromEntries(
    Iterator.from(words).map(({ word, positions }) => [word, unpackPositions(positions)]),
  )
  assert.deepEqual(standing.good, [1, 4, 7])
  assert.deepEqual(standing.bo, [6, 12])
  assert.deepEqual(unpackLayout(layout), [
    { kind: 'title', first_word: 1, words: 2, first_name: 10, names: 0, speakers: [], turns: [] },
    { kind: 'transcript', first_word: 4, words: 5, first_name: 11, names: 2, speakers: [1, 1], turns: [1, 3, 2, 2] },
  ])
  assert.deepEqual(passages[1], {
    kind: 'transcript',
    text: 'Good morning, Bo.\nGood evening.',
    speakers: ['Ada', 'Bo'],
    segments: [segment('Ada', 'Good morning, Bo.'), segment('Bo', 'Good evening.')],
    start_time: 0,
    end_time: 1,
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
    [...words].slice(1).map(({ positions }) => unpackPositions(positions)),
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

test('a hostile text as one cue becomes passages and words of limited length', () => {
  for (const [name, textOf] of Object.entries(hostileTexts)) {
    const text = textOf(30_000)
    const passages = [...transcriptPassages([segment('Ada', text)])]
    const parts = [...cutText(text)]
    assert.equal(parts.join(''), text, name)
    const texts = passages.map((each) => each.text)
    assert.deepEqual(
      texts,
      parts.filter((part) => part.trim() !== ''),
      name,
    )
    for (const each of passages) {
      assert(each.text.length <= 10_001, name)
      for (const { word } of cutWords(each.text)) assert([...word].length <= 64, name)
    }
  }
})

test('a segment of blanks is in no passage, and names nobody', () => {
  const blank = [segment('Bo', ''), segment('Bo', ' \n'), segment('Cy', ' '.repeat(20_001))]
  const [passage, ...others] = transcriptPassages([blank[0]!, segment('Ada', 'So.', 3), ...blank])
  assert.deepEqual(others, [])
  assert.deepEqual([passage!.text, passage!.speakers, passage!.start_time, passage!.end_time], ['So.', ['Ada'], 3, 4])
  assert.deepEqual([...transcriptPassages(blank)], [])
})

test('a word of megabytes, and one of many marks, take a time that grows with them', () => {
  assertNoSquare(4_800_000, (length) => [...transcriptPassages([segment('Ada', 'x'.repeat(length))])])
  assertNoSquare(100_000, (length) => [...cutWords(`e${'\u0301\u0323'.repeat(length)}`)])
})

test('rows are in texts of limited length, and count every word', async () => {
  const text = hostileTexts['all different']!(600_000)
  const transcript = JSON.stringify({ language_code: 'en', speech_segments: [segment('Ada', text)] })
  const sources: ThingTexts[] = [
    { kind: 'item', text: 'a b a' },
    { kind: 'recording', title: 'Long', aiNotes: null, transcript },
  ]
  const { layouts, passages, words } = await buildRows(sources, alone(sources))
  for (const some of [...passages, ...words]) assert(some.length < 510_000, `${some.length} characters`)
  const rows = words.flatMap((some): { bundle: number; word: string }[] => JSON.parse(some))
  assert.deepEqual(
    rows.slice(0, 2).map(({ bundle, word }) => [bundle, word]),
    [
      [0, 'a'],
      [0, 'b'],
    ],
  )
  assert.equal(rows.length - 2, new Set(text.split(' ')).size - 1 + 2)
  assert.equal(wordsIn(layouts[0]!), 5)
})

test('a word of a bundle has one row, with a posting and positions of each document that has it', async () => {
  const sources: ThingTexts[] = ['a b a', 'c', 'b a'].map((text) => ({ kind: 'item', text }))
  const { layouts, words } = await buildRows(sources, [
    { documents: [2, 0], language: 'simple', is_single: false },
    { documents: [1], language: 'simple', is_single: false },
  ])
  const rows: { bundle: number; word: string; postings: number[]; positions: string[] }[] = JSON.parse(words[0]!)
  assert.deepEqual(
    rows.map(({ bundle, word, postings, positions }) => [bundle, word, postings.map((each) => each >> 12), positions]),
    [
      [0, 'b', [0, 1], ['\\x01', '\\x02']],
      [0, 'a', [0, 1], ['\\x02', '\\x0102']],
      [1, 'c', [0], ['\\x01']],
    ],
  )
  assert(rows.flatMap(({ postings }) => postings).every((each) => (each & 4_095) > 0))
  assert.deepEqual(layouts.map(wordsIn), [5, 3, 4])
})

test('AI notes have 5,000 sections; what follows is one more', () => {
  for (const [count, passages] of [
    [4_999, 4_999],
    [5_000, 5_000],
    [5_001, 5_001],
    [5_002, 5_001],
  ] as const) {
    const markdown = Array.from({ length: count }, (_, index) => `# ${index}`).join('\n')
    assert.equal(aiNotesPassages({ markdown, sections: [] }).length, passages)
  }
})

test('the parts of a document have each of its words once, and the first has the passages', async () => {
  const sources: ThingTexts[] = [{ kind: 'item', text: hostileTexts['all different']!(2_000) }]
  const all = await buildRows(sources, alone(sources))
  const parts = await Promise.all([0, 1, 2].map((index) => buildRows(sources, alone(sources), { index, of: 3 })))
  const rowsOf = (texts: string[]) => texts.flatMap((some): { word: string }[] => JSON.parse(some))
  const inOrder = (rows: { word: string }[]) => rows.sort((one, other) => (one.word < other.word ? -1 : 1))
  assert.deepEqual(inOrder(parts.flatMap(({ words }) => rowsOf(words))), inOrder(rowsOf(all.words)))
  assert(parts.every(({ words, layouts }) => rowsOf(words).length > 0 && layouts.length === 1))
  assert.deepEqual(
    parts.flatMap(({ passages }) => passages),
    all.passages,
  )
})
