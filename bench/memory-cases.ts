/** The bodies of up to 5 MiB that take the most memory. */
import type { Sent } from './stalls-cases.ts'

export type MemoryCase = {
  name: string
  /** Sent at the same time. */
  requests(): Sent[]
  /** How often. */
  rounds?: number
}

const most = 5_242_880

const soon = new Date(Date.now() + 86_400_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
const vevent = (index: number, more = '') =>
  `BEGIN:VEVENT\r\nUID:e${index}\r\nDTSTART:${index < 9_900 ? soon : '20100101T100000Z'}\r\nSUMMARY:Weekly\r\n${more}END:VEVENT\r\n`

/** As many pieces as fit. */
function filled(before: string, piece: (index: number) => string, after: string, between = ''): string {
  const pieces: string[] = []
  for (let length = before.length + after.length, index = 0; ; index++) {
    const next = piece(index)
    length += Buffer.byteLength(next) + between.length
    if (length > most) return before + pieces.join(between) + after
    pieces.push(next)
  }
}
const calendar = (event: (index: number) => string) =>
  filled('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', event, 'END:VCALENDAR\r\n')
const padded = (index: number) => vevent(index, `DESCRIPTION:${'x'.repeat(150)}\r\n`)
const invited = (index: number) =>
  vevent(index, Array.from({ length: 100 }, (_, m) => `ATTENDEE:mailto:p${index}_${m}@a.test\r\n`).join(''))
const oneValue = () =>
  calendar((index) => (index === 0 ? vevent(0, `DESCRIPTION:${'x'.repeat(4_800_000)}\r\n`) : 'X:x\r\n'))

const transcript = (segment: (index: number) => object) =>
  filled(
    '{"title":"Long","transcript":{"language_code":"en","speech_segments":[',
    (n) => JSON.stringify(segment(n)),
    ']}}',
    ',',
  )
const turns = transcript.bind(null, (n) => ({
  speaker: 'Ada Moreau',
  text: `I will send ${n} by Friday`,
  start_time: n,
  end_time: n + 1,
}))
const manyTurns = () => {
  const each = Array.from({ length: 59_000 }, () => '{"speaker":"A","text":"a","start_time":0,"end_time":0}')
  return `{"title":"Long","transcript":{"speech_segments":[${each.join(',')}]}}`
}
const longTurns = transcript.bind(null, (n) => ({
  speaker: 'Ada Moreau',
  text: `${n.toString(36)} and so on `.repeat(7_000),
  start_time: n,
  end_time: n + 1,
}))
const differentWords = transcript.bind(null, (n) => ({
  speaker: 'Ada',
  start_time: n,
  end_time: n + 1,
  text: Array.from({ length: 1_000 }, (_, m) => (n * 1_000 + m).toString(36)).join(' '),
}))
const captions = (cue: (index: number) => string) =>
  JSON.stringify({ title: 'Long', transcript: { format: 'vtt', text: filled('WEBVTT\n\n', cue, '') } })
// Line breaks are two characters in JSON.
const references = () => captions(() => `00:00.000 --> 00:01.000${' '.repeat(100)}\n${'&amp;'.repeat(10_000)}\n\n`)
const manyCues = () => captions((n) => (n < 98_000 ? '00:00.000 --> 00:01.000\na b\n\n' : 'x'.repeat(most)))

const upload = (body: string): Sent => ({ method: 'POST', path: '/api/v1/recordings/upload', body })
const imported = (body: string): Sent => ({
  method: 'POST',
  path: '/api/v1/calendar/import',
  body,
  headers: { 'content-type': 'text/calendar' },
})
const times = (count: number, sent: Sent): Sent[] => Array.from({ length: count }, () => sent)
const read = (path: string): Sent => ({ method: 'GET', path: `/api/v1/${path}` })

export const memoryCases: MemoryCase[] = [
  { name: 'a calendar of 20,000 events', requests: () => [imported(calendar(padded))] },
  { name: 'a calendar of 100,000 attendees', requests: () => [imported(calendar(invited))] },
  { name: 'a calendar with a value of 4.8 MB', requests: () => [imported(oneValue())] },
  { name: 'a transcript of 5 MiB', requests: () => [upload(turns())] },
  { name: 'a transcript of 59,000 turns', requests: () => [upload(manyTurns())] },
  { name: 'a transcript of long turns', requests: () => [upload(longTurns())] },
  { name: 'a transcript of different words', requests: () => [upload(differentWords())] },
  { name: 'captions of references', requests: () => [upload(references())] },
  { name: 'captions of many cues', requests: () => [upload(manyCues())] },
  { name: 'nine transcripts', requests: () => times(9, upload(turns())) },
  { name: 'nine captions', requests: () => times(9, upload(manyCues())) },
  { name: 'nine calendars', requests: () => times(9, imported(calendar(invited))) },
  {
    name: 'all of them, three times',
    rounds: 3,
    requests: () => [
      ...[calendar(padded), calendar(invited), oneValue()].map(imported),
      ...[turns(), manyTurns(), longTurns(), differentWords(), references(), manyCues()].map(upload),
    ],
  },
  {
    name: 'nine times the lists of nine transcripts',
    requests: () =>
      times(9, {
        method: 'POST',
        path: '/api/v1/recordings',
        key: 0,
        body: '{"pagination":{"page_size":50},"include":{"transcript":true}}',
      }),
  },
  {
    name: 'nine transcripts as WebVTT',
    requests: () =>
      Array.from({ length: 9 }, (_, n) => ({ ...read(`recording/r_${n + 1}/transcript?format=vtt`), key: 0 })),
  },
]
