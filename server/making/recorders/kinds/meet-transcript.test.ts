import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMeetTranscript } from './meet-transcript.ts'
import type { Access } from './recorder-kind.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString()

/** Answers with the given entries, one per page. */
function holding(entries: unknown[], participants: unknown[] = []): Access {
  return {
    person: null,
    download: () => assert.fail(),
    find: () => assert.fail(),
    async read(path) {
      if (!path.startsWith('t/entries')) return { participants }
      const page = Number(/pageToken=(\d+)/.exec(path)?.[1] ?? 0)
      return {
        transcriptEntries: [entries[page]],
        ...(page + 1 < entries.length && { nextPageToken: String(page + 1) }),
      }
    },
  }
}
const read = (entries: unknown[], startedAt: string | null = at(0)) =>
  readMeetTranscript(holding(entries), 'r', 't', startedAt)
const timesOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).speech_segments!.map(({ start_time, end_time }) => [start_time, end_time])

test('a transcript has at most 750 pages', async () => {
  const pages = (length: number) => Array.from({ length }, (_, second) => ({ text: 'x', startTime: at(second) }))
  for (const length of [749, 750]) assert.equal((await read(pages(length))).speech_segments!.length, length)
  await assert.rejects(read(pages(751)), { message: 'The transcript is too long' })
})

test('times count from the start of the transcript, are in order, and do not end before they start', async () => {
  const entry = (from: number, to?: number) => ({ startTime: at(from), ...(to !== undefined && { endTime: at(to) }) })
  assert.deepEqual(await timesOf([entry(5, 7), entry(3, 4), entry(8, 6), entry(9)]), [
    ...[
      [3, 4],
      [5, 7],
      [8, 8],
      [9, 9],
    ],
  ])
  assert.deepEqual(await timesOf([entry(3, 4)], at(3)), [[0, 1]])
  assert.deepEqual(await timesOf([entry(3, 4)], at(60)), [[0, 0]], 'clocks that differ')
  assert.deepEqual(await timesOf([entry(7, 9), entry(5, 6)], null), [
    [0, 1],
    [2, 4],
  ])
})

test('names and texts become storable, and no name is cut inside a character', async () => {
  const [long, entry] = ['😀'.repeat(300), { participant: 'p', text: 'a\0b\ud83d', startTime: at(0) }]
  const named = async (...participants: unknown[]) =>
    (await readMeetTranscript(holding([entry], participants), 'r', 't', at(0))).speech_segments![0]!
  const { speaker, text } = await named({ name: 'p', signedinUser: { displayName: long } })
  assert.deepEqual([speaker!.isWellFormed(), text.isWellFormed(), text.includes('\0')], [true, true, false])
  assert([...speaker!].length <= 255 && speaker!.startsWith('😀'))
  for (const odd of [7, null, {}, { name: 'p' }, { name: 'p', signedinUser: { displayName: 7 } }])
    assert.equal((await named(odd)).speaker, '', JSON.stringify(odd))
})

test('values that are no entries are ignored', async () => {
  for (const odd of [null, 7, 'x', {}, { startTime: 'soon' }, { startTime: 7 }])
    assert.deepEqual(await read([odd]), { language_code: '', speech_segments: [] }, JSON.stringify(odd))
})
