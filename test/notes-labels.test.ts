/** The labels by hand for the notes' bench, and the rules by which notes are held against them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Group, groups, type LabelFile, readGroup } from '../bench/notes-labels.ts'
import { markNotes } from '../bench/notes-marks.ts'
import { matchLabels } from '../bench/notes-match.ts'
import { missesOf } from '../bench/notes-misses.ts'
import { spansOf } from '../bench/notes-spans.ts'

const files: [Group, LabelFile[]][] = await Promise.all(
  groups.map(async (group): Promise<[Group, LabelFile[]]> => [group, await readGroup(group)]),
)
const all = files.flatMap(([, members]) => members)

test('22 meetings are for tuning, twelve for development, ten untouched, five in other languages, each once', () => {
  assert.deepEqual(
    files.map(([group, members]) => [group, members.length]),
    [
      ['tuning', 22],
      ['development', 12],
      ['untouched', 10],
      ['languages', 5],
    ],
  )
  assert.equal(new Set(all.map(({ id }) => id)).size, 49)
})

test('a label has turns in order, a text, and owners who speak', () => {
  for (const { id, items, decisions, turns } of all) {
    for (const { turns: span, text, doubtful, said } of [...items, ...decisions]) {
      const [first, last] = span
      assert(Number.isInteger(first) && first >= 0 && first <= last, `${id} ${text}`)
      assert(text.trim() === text && /[.]$/.test(text), `${id} ${text}`)
      assert(doubtful === undefined || doubtful === true, `${id} ${text}`)
      assert(said === undefined || said.every((words) => words.trim().length > 2), `${id} ${text}`)
      if (turns) assert(last < turns.length, `${id} ${text}`)
    }
    const speakers = new Set(turns?.map(([speaker]) => speaker))
    for (const { owners, text } of items) {
      if (turns)
        assert(
          owners.every((owner) => speakers.has(owner)),
          `${id} ${text}`,
        )
    }
  }
})

const segments = ['I will send it.', null, 'Um, the deck, by Friday.', 'Fine.'].map(
  (text, turn) => text && { speaker: 'Bo', text, start_time: turn * 10, end_time: turn * 10 + 10 },
) as Parameters<typeof spansOf>[1]

test('a passage lasts from its first turn to its last, a quotation has a few more words on each side', () => {
  assert.deepEqual(spansOf({ turns: [0, 2] }, segments), [{ from: 0, to: 30 }])
  const [quoted] = spansOf({ turns: [0, 3], said: ['the DECK by friday'] }, segments)
  assert(quoted!.from > 13 && quoted!.from < 15 && quoted!.to > 36 && quoted!.to < 38, JSON.stringify(quoted))
  assert.throws(() => spansOf({ turns: [0, 3], said: ['on Monday'] }, segments), /"on Monday" is not said there/)
  assert.throws(() => spansOf({ turns: [0, 4] }, segments), /no turns 0 to 4/)
  assert.throws(() => spansOf({ turns: [1, 1] }, segments), /no turns 1 to 1/)
})

const label = (text: string, from: number, to: number, doubtful = false) => ({
  text,
  said: [],
  doubtful,
  spans: [{ from, to }],
})

test('a statement is correct in the time of a label with one of its words, or anywhere with most of its words', () => {
  const labels = [label('Send the deck to the board.', 10, 20), label('Book the large room for the audit.', 50, 60)]
  const right = (text: string, timestamp: number | null) => matchLabels([{ text, timestamp }], labels).pairs
  assert.deepEqual(right('Send the deck', 9), [])
  assert.deepEqual(right('Send the deck', 10), [[0, 0]])
  assert.deepEqual(right('Send the deck', 19), [[0, 0]])
  assert.deepEqual(right('Send the deck', 20), [])
  assert.deepEqual(right('Sing a song', 15), [])
  assert.deepEqual(right('Book the room for the audit', null), [[0, 1]])
  assert.deepEqual(right('Book the hotel', null), [])
})

test('each label counts once, in the best possible matching, and a doubtful one neither for nor against', () => {
  const labels = [
    label('Send the deck.', 0, 30),
    label('Send the board the minutes of the deck.', 20, 40),
    label('Perhaps paint the deck.', 60, 70, true),
  ]
  const written = [25, 5, 10, 65, 90].map((timestamp) => ({ text: 'Send the deck', timestamp }))
  assert.deepEqual(matchLabels(written, labels), {
    pairs: [
      [0, 1],
      [1, 0],
    ],
    ignored: [3],
    wrong: [2, 4],
    missed: [],
  })
})

test('misses are listed, but not for the meetings that only measure', () => {
  const transcript = {
    language_code: 'en',
    speech_segments: [
      { speaker: 'Bo', text: 'I will send the deck to the board by Friday.', start_time: 0, end_time: 9 },
    ],
  }
  const meeting = { title: 'Weekly', startedAt: null, people: [{ name: 'Bo', email: 'bo@acme.test' }], transcript }
  const items = [{ ...label('Send the deck.', 0, 9), owners: ['ada@acme.test'] }]
  const actionItems = [{ text: 'Bo: I will send the deck.', assignees: ['bo@acme.test'], dueDate: null, timestamp: 0 }]
  const notes = { generatedBy: 'm', markdown: '', sections: [], actionItems }
  const of = (group: Group) =>
    missesOf(markNotes({ id: 'one', group, meeting, items, decisions: [] }, notes)).join('\n')
  assert.match(
    of('tuning'),
    /right item: \[0 s\] Bo: I will send the deck.* = Send the deck\.\n- wrong assignee: bo@acme\.test for ada@/,
  )
  assert.equal(of('development') + of('untouched'), '')
})
