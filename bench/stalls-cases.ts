/** The worst requests for the event loop: hostile ones, and the largest allowed ones. */
import { setTimeout as wait } from 'node:timers/promises'

export type Sent = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  key?: number
}

// biome-ignore lint/suspicious/noExplicitAny: the body of any answer
export type Ask = (sent: Sent) => Promise<any>

export type Case = {
  name: string
  prepare?(): Sent[]
  /** Sent at the same time. */
  requests(): Sent[]
  /** @returns which answer is wrong, or null */
  judge?(answers: { status: number; start: string }[]): string | null
  /** Work that follows the answers; the hold is measured until its end. */
  after?(ask: Ask): Promise<void>
}

const most = 5_242_880

const post = (path: string, body: string | Buffer, headers?: Record<string, string>): Sent => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  body,
  ...(headers && { headers }),
})
const hostile = (name: string, path: string, body: () => string): Case => ({
  name,
  requests: () => [post(path, body())],
})

/** As many pieces as fit into a body, separated by commas. */
function filled(before: string, piece: (index: number) => string, after: string): string {
  const pieces: string[] = []
  for (let length = before.length + after.length, index = 0; ; index++) {
    const next = piece(index)
    length += Buffer.byteLength(next) + 1
    if (length > most) return before + pieces.join(',') + after
    pieces.push(next)
  }
}

const nested = (inside: string) => `${'['.repeat(most / 2 - 10)}${inside}${']'.repeat(most / 2 - 10)}`
const ordered = (start: string, character: string) => start.padEnd(most - 100, character)
const segment = (index: number) =>
  `{"speaker":"Ada Moreau","text":"I will send ${index} by Friday","start_time":${index},"end_time":${index + 1}}`
const transcript = () =>
  filled('{"title":"Long","transcript":{"language_code":"en","speech_segments":[', segment, ']}}')
const manySegments = (count: number) => {
  const each = Array.from({ length: count }, () => '{"speaker":"A","text":"a","start_time":0,"end_time":0}')
  return `{"title":"Long","transcript":{"speech_segments":[${each.join(',')}]}}`
}
const captions = (format: string, text: string) => JSON.stringify({ title: 'Long', transcript: { format, text } })
const vtt = (cue: (index: number) => string) =>
  captions(
    'vtt',
    filled('WEBVTT\n\n', cue, '')
      .replaceAll('\n,', '\n')
      .slice(0, most - 1_200_000),
  )

async function untilProcessed(ask: Ask) {
  const body = JSON.stringify({ pagination: { page_size: 1 } })
  for (;;) {
    const { uploads } = await ask(post('recordings/upload/list', body))
    if (uploads.data[0]?.status !== 'PENDING') return
    await wait(100)
  }
}

const agenda = (blocks: string[]) => ['::agenda{version=1}', '', ...blocks].join('\n')
const written = (text: string) => JSON.stringify({ content_native_markdown: text })
const largest = (words: string) =>
  agenda(
    Array.from(
      { length: 4_990 },
      (_, n) => `::action-item[${`${words} ${n} `.padEnd(130, 'and on ')}x]{assignees="u_${n % 200} u_1"}`,
    ),
  )
const megabyte = (text: string) => text.repeat(Math.floor(1_040_000 / text.length))
const parsed = (name: string, text: () => string): Case => ({
  name: `agenda: ${name}`,
  requests: () => [post('note/n_empty_1/agenda', written(`::agenda{version=1}\n\n${text()}`))],
})

const calendar = (events: (index: number) => string) => {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0']
  let length = 40
  for (let index = 0; length < most - 500; index++) {
    const event = events(index)
    length += event.length + 2
    if (length < most - 500) lines.push(event)
  }
  return [...lines, 'END:VCALENDAR', ''].join('\r\n')
}
const imported = (name: string, text: () => string): Case => ({
  name: `calendar: ${name}`,
  requests: () => [post('calendar/import', text(), { 'content-type': 'text/calendar' })],
})
const soon = new Date(Date.now() + 86_400_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
const vevent = (index: number, more: string[] = []) =>
  ['BEGIN:VEVENT', `UID:e${index}`, `DTSTART:${soon}`, 'SUMMARY:Weekly', ...more, 'END:VEVENT'].join('\r\n')

const header = 'x'.repeat(15_000)

export const cases: Case[] = [
  hostile('nested arrays, 5 MiB', 'notes', () => nested('')),
  hostile('nested arrays with \\u0000 inside', 'notes', () => nested('"\\u0000"')),
  { name: 'the same, four at once', requests: () => Array(4).fill(post('notes', nested('"\\u0000"'))) },
  hostile('nested objects', 'recordings/upload', () => `${'{"a":'.repeat(800_000)}1${'}'.repeat(800_000)}`),
  hostile('nested arrays in an upload', 'recordings/upload', () => nested('')),
  hostile('350,000 keys', 'notes', () => filled('{', (n) => `"k${n}":1`, '}')),
  hostile('350,000 keys in an upload', 'recordings/upload', () => filled('{', (n) => `"k${n}":1`, '}')),
  hostile('an e-mail of 4 MB', 'recordings/upload', () =>
    JSON.stringify({ title: 'x', url: 'https://a.test/x', participants: [{ email: `a@${'b'.repeat(4_000_000)}` }] }),
  ),
  hostile('an e-mail of 4 MB of astral letters', 'recordings/upload', () =>
    JSON.stringify({ title: 'x', url: 'https://a.test/x', participants: [{ email: `${'𝒜'.repeat(1_000_000)}@b` }] }),
  ),
  hostile('a number of 5 MB', 'notes', () => `{"pagination":{"page_size":1${'1'.repeat(most - 100)}}}`),
  hostile('the same key again and again', 'notes', () => filled('{', () => '"a":1', '}')),
  hostile('__proto__ again and again', 'notes', () => filled('{', () => '"__proto__":{}', '}')),
  hostile('a title of escapes', 'notes', () => `{"filters":{"title":"${'\\u0041'.repeat(870_000)}"}}`),
  hostile(
    'a title of halves of surrogate pairs',
    'notes',
    () => `{"filters":{"title":"${'\\ud800'.repeat(870_000)}"}}`,
  ),
  hostile('an event_guid of 5 MB', 'notes', () => `{"filters":{"event_guid":"${'é'.repeat(2_600_000)}"}}`),
  hostile('a cursor of 5 MB', 'notes', () => `{"pagination":{"cursor":"${'A'.repeat(most - 100)}"}}`),
  hostile('a date of 5 MB', 'notes', () => `{"filters":{"created_at_start":"2026-01-01T${'0'.repeat(most - 100)}"}}`),
  hostile('1,000,000 event types', 'webhook', () =>
    filled('{"url":"https://a.test","enabled_events":[', () => '"x"', ']}'),
  ),
  hostile('1,000,000 assignees', 'action_item', () => filled('{"text":"x","assignees":[', () => '"x"', ']}')),
  hostile('1,000,000 broken segments', 'recordings/upload', () =>
    filled('{"title":"x","transcript":{"speech_segments":[', () => '{"a":1}', ']}}'),
  ),
  hostile('a language code of 5 MB', 'recordings/upload', () =>
    JSON.stringify({ title: 'x', url: 'https://a.test/x', language_code: ordered('en', '-a') }),
  ),
  hostile('an address of 5 MB', 'recordings/upload', () =>
    JSON.stringify({ title: 'x', url: ordered('https://', 'a.') }),
  ),
  hostile('a started_at of 5 MB', 'recordings/upload', () =>
    JSON.stringify({ title: 'x', url: 'https://a.test/x', started_at: ordered('2026-01-01T', '0') }),
  ),
  {
    name: 'filters of 15,000 nested arrays in the query',
    requests: () => [
      { method: 'GET', path: `/api/v1/audit_log?filters=${'['.repeat(7_500)}${']'.repeat(7_500)}`, key: 0 },
    ],
  },
  {
    name: 'headers of 15,000 characters, a hundred requests',
    requests: () =>
      ['if-match', 'x-on-behalf-of', 'authorization', 'idempotency-key', 'upload-metadata'].flatMap((name) =>
        Array(20).fill(
          post('note/n_1/agenda', written('x'), { [name]: name === 'if-match' ? '"a",'.repeat(3_700) : header }),
        ),
      ),
  },
  {
    name: 'Upload-Metadata of 15,000 characters',
    requests: () =>
      Array(20).fill({
        method: 'POST',
        path: '/api/v1/recordings/upload/tus',
        headers: { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': 'a aa,'.repeat(3_000) },
      }),
  },
  {
    name: 'a path of 15,000 characters',
    requests: () => [{ method: 'GET', path: `/api/v1/note/${'%C3%A9'.repeat(2_500)}` }],
  },
  hostile('captions: voices without end', 'recordings/upload', () =>
    vtt(() => `00:00.000 --> 00:01.000\n${'<v '.repeat(300_000)}\n`),
  ),
  hostile('captions: blanks', 'recordings/upload', () => vtt(() => `00:00.000 -->${' '.repeat(1_000_000)}\n`)),
  hostile('captions: names', 'recordings/upload', () =>
    vtt((n) => `00:00.000 --> 00:01.000\n${'A '.repeat(200)}${n}\n\n`),
  ),
  hostile('captions: references', 'recordings/upload', () =>
    vtt(() => `00:00.000 --> 00:01.000\n${'&#'.repeat(500_000)}\n\n`),
  ),
  hostile('captions: largest that is lawful', 'recordings/upload', () => vtt(() => '00:00.000 --> 00:01.000\na\n\n')),
  { name: 'a transcript of 5 MiB', requests: () => [post('recordings/upload', transcript())], after: untilProcessed },
  {
    name: 'four of them at once',
    requests: () => Array(4).fill(post('recordings/upload', transcript())),
    after: untilProcessed,
  },
  {
    name: 'a transcript of 59,000 segments',
    requests: () => [post('recordings/upload', manySegments(59_000))],
    after: untilProcessed,
  },
  hostile('a transcript of 98,000 segments', 'recordings/upload', () => manySegments(98_000)),
  parsed('brackets', () => `::action-item${megabyte('[')}`),
  parsed('closed brackets', () => `::action-item[${megabyte('[]')}]`),
  parsed('asterisks', () => megabyte('*')),
  parsed('colons', () => megabyte(':')),
  parsed('blanks', () => `${megabyte(' ')}x`),
  parsed('blanks inside', () => `x${megabyte(' ')}x`),
  parsed('references', () => megabyte('&#1')),
  parsed('references that are some', () => megabyte('&#65;')),
  parsed('backslashes', () => megabyte('\\')),
  parsed('hard breaks', () => megabyte('a\\\n')),
  parsed('hard breaks that are some', () => `${megabyte('a\\\n')}x`),
  parsed(
    'many assignees',
    () => `::action-item[x]{assignees="${Array.from({ length: 150_000 }, (_, n) => n.toString(36)).join(' ')}"}`,
  ),
  parsed('many assignees of many items', () =>
    Array.from(
      { length: 4_990 },
      (_, m) =>
        `::action-item[x]{assignees="${Array.from({ length: 30 }, (_, n) => (m * 30 + n).toString(36)).join(' ')}"}`,
    ).join('\n'),
  ),
  parsed('attributes', () => `::action-item[x]{${megabyte('a=b ')}}`),
  parsed('an attribute without end', () => `::action-item[x]{a="${megabyte('b ')}}`),
  parsed('blanks in attributes', () => `::action-item[x]{${megabyte(' ')}`),
  parsed('one name', () => `::${megabyte('a')}`),
  parsed('empty lines', () => megabyte('\n')),
  parsed('assignees', () => `::action-item[x]{assignees="${megabyte('a ')}"}`),
  parsed('largest paragraph', () => megabyte('word ')),
  parsed('invisible characters', () => megabyte('\u200b').slice(0, 140_000)),
  { name: 'the largest agenda, new', requests: () => [post('note/n_empty_2/agenda', written(largest('Send')))] },
  {
    name: 'the largest agenda, each item another',
    requests: () => [post('note/n_empty_2/agenda', written(largest('Read')))],
  },
  {
    name: 'append to the largest agenda',
    prepare: () => [
      post(
        'note/n_50/agenda/find-replace',
        JSON.stringify({ find: '\n::action-item[Send \\[the\\] *deck* Send', content_native_markdown: '' }),
      ),
    ],
    requests: () => [
      post('note/n_empty_2/agenda/append', written('more')),
      post('note/n_empty_2/agenda/prepend', written('more')),
    ],
  },
  {
    name: 'find and replace in the largest agenda',
    requests: () => [
      post(
        'note/n_49/agenda/find-replace',
        '{"find":"#ai_49_2500 ","content_native_markdown":"#ai_49_2500 status=Done "}',
      ),
    ],
  },
  {
    name: 'find what is nearly there everywhere',
    prepare: () => [post('note/n_empty_3/agenda', written(agenda([megabyte('a')])))],
    requests: () => [
      post(
        'note/n_empty_3/agenda/find-replace',
        JSON.stringify({ find: `b${'a'.repeat(500_000)}`, content_native_markdown: '' }),
      ),
      post(
        'note/n_empty_3/agenda/find-replace',
        JSON.stringify({ find: `${'a'.repeat(500_000)}b`, content_native_markdown: '' }),
      ),
      post(
        'note/n_empty_3/agenda/find-replace',
        JSON.stringify({ find: `${'a'.repeat(250_000)}b${'a'.repeat(250_000)}`, content_native_markdown: '' }),
      ),
    ],
  },
  { name: 'an empty agenda in place of the largest', requests: () => [post('note/n_48/agenda', written(''))] },
  { name: 'a note with the largest agenda', requests: () => [{ method: 'GET', path: '/api/v1/note/n_1' }] },
  {
    name: 'a list of fifty of them, both contents',
    requests: () => [
      post(
        'notes',
        JSON.stringify({
          pagination: { page_size: 50 },
          include: { content_markdown: true, content_native_markdown: true, event_attendees: true },
        }),
      ),
    ],
  },
  {
    name: 'a list of nine transcripts of 7 MB',
    requests: () => [
      post('recordings', JSON.stringify({ pagination: { page_size: 50 }, include: { transcript: true } })),
    ],
  },
  {
    name: 'a transcript of 7 MB as WebVTT',
    requests: () => [{ method: 'GET', path: '/api/v1/recording/r_1/transcript?format=vtt' }],
  },
  imported('10,000 meetings', () => calendar((n) => (n < 10_000 ? vevent(n, [`DESCRIPTION:${'x'.repeat(400)}`]) : ''))),
  imported('200,000 attendees', () =>
    calendar((n) =>
      n < 2_000
        ? vevent(
            n,
            Array.from({ length: 100 }, (_, m) => `ATTENDEE:mailto:${m}@a.b`),
          )
        : '',
    ),
  ),
  imported('the same again', () =>
    calendar((n) =>
      n < 2_000
        ? vevent(
            n,
            Array.from({ length: 100 }, (_, m) => `ATTENDEE:mailto:${m}@a.b`),
          )
        : '',
    ),
  ),
  imported('one line', () => calendar(() => 'X'.repeat(most - 2_000))),
  imported('folded lines', () => calendar(() => ' x')),
  imported('nested components', () => calendar(() => 'BEGIN:X')),
  imported('parameters', () => calendar(() => `X${';A=B'.repeat(500_000)}:x`)),
]
