/** A folder of sixty exports, each by the documented form of its program: titles, days and speakers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Exported, exportOf, forms } from '../test/support/meeting-exports.ts'
import { useTimeZone } from '../test/support/time-zone.ts'
import { readMeetings } from './read-meetings.ts'

// One form names its zone, GMT+1: the others are of this machine.
useTimeZone('Europe/Berlin')

const titles = ['Weekly sync', 'Launch: budget & numbers', 'Größenordnung der Öfen', 'Q1 review', '1-1 Ada and Bo']
const casts = [
  ['Ada Moreau', 'Bo Chen'],
  ['Ada Moreau', 'Bo Chen', 'Zoë García-Lindqvist'],
  ['Cy de la Cruz', 'Ada Moreau'],
]
const lines = ['Good morning, everybody.', 'We ship on Friday.', 'I will send the deck.', 'That is all, I think.']

function meetingOf(number: number): Exported {
  const cast = casts[number % casts.length]!
  return {
    title: `${titles[number % titles.length]} ${String.fromCharCode(65 + (number % 26))}`,
    start: new Date(2026, 0, 1 + (number % 28), 9 + (number % 8), 30),
    said: lines.map((text, at): [string, string] => [cast[at % cast.length]!, text]),
  }
}

/** Names of files have no colons. */
const wordsOf = (title: string) => title.normalize().replace(/[^\p{L}\p{N}]+/gu, ' ')

const names = Object.keys(forms)
const wanted = Array.from({ length: 57 }, (_, number) => ({
  form: names[number % names.length]!,
  ...meetingOf(number),
}))

test('a title is one line of at most 255 characters, whatever the file has', async () => {
  const title = `Weekly\n${'sync '.repeat(80)}`
  const sentences = [{ speaker_name: 'Ada Moreau', text: 'Good morning.', start_time: 0, end_time: 1 }]
  const file = { path: 'meeting.json', blob: new Blob([JSON.stringify({ title, sentences })]) }
  const { meetings } = await readMeetings([file])
  assert.match(meetings[0]!.title, /^Weekly sync .{242}…$/)
})

test('a copy is named, and is no second meeting', async () => {
  const file = (path: string) => ({ path, blob: new Blob(['Ada Moreau: Hi.\nBo Chen: Hello.\nAda Moreau: So.']) })
  const { meetings, unreadable } = await readMeetings([file('2026-01-05 a.txt'), file('2026-01-06 b.txt')])
  assert.deepEqual(
    [meetings.map(({ title }) => title), unreadable],
    [['a'], [{ path: '2026-01-06 b.txt', reason: 'It is a copy of 2026-01-05 a.txt' }]],
  )
})

test('of sixty exports at least 55 have the right title, day and speakers, and the rest is named', async (t) => {
  const files = wanted.flatMap((meeting, number) =>
    exportOf(meeting.form, meeting, number).map(({ path, content }) => ({
      path: `${number}/${path}`,
      blob: new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    })),
  )
  const bad = ['scan.pdf', 'table.xlsx', 'empty.txt'].map((path) => ({
    path,
    blob: new Blob(['x'.repeat(path === 'empty.txt' ? 0 : 9)]),
  }))
  const { meetings, unreadable } = await readMeetings([...files, ...bad])
  const right = wanted.filter(({ form, title, start, said }, number) => {
    const found = meetings.filter(({ files: [first] }) => first!.startsWith(`${number}/`))
    const [one] = found
    const told = [found.length, wordsOf(one?.title ?? ''), one?.startedAt?.slice(0, 10), one?.speakers]
    const speakers = [...new Set(said.map(([who]) => who))]
    const expected = [1, wordsOf(title), start.toISOString().slice(0, 10), speakers]
    const isRight = JSON.stringify(told) === JSON.stringify(expected)
    if (!isRight) t.diagnostic(`${form}: ${JSON.stringify(told)}, not ${JSON.stringify(expected)}`)
    return isRight
  })
  t.diagnostic(`${right.length} of ${wanted.length}`)
  assert(right.length >= 55, String(right.length))
  assert.deepEqual(unreadable.map(({ path }) => path).sort(), ['empty.txt', 'scan.pdf', 'table.xlsx'])
})

test('times of JSON are read in the unit in which people speak as usual', async () => {
  const json = (unit: number) => ({
    path: 'call.json',
    blob: new Blob([
      JSON.stringify({
        utterances: lines.map((text, at) => ({ speaker: 'A', text, start: at * 3 * unit, end: (at * 3 + 2) * unit })),
      }),
    ]),
  })
  for (const unit of [1, 1_000]) {
    const { meetings } = await readMeetings([json(unit)])
    assert.deepEqual(
      meetings[0]!.transcript!.speech_segments.map(({ start_time, end_time }) => [start_time, end_time]),
      [
        [0, 2],
        [3, 5],
        [6, 8],
        [9, 11],
      ],
    )
  }
})
