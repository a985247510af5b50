/**
 * What stands in a note and a recording, field by field, and when (spec 2.2, 2.3; decisions 7 on times, 14 on retrieval
 * to 16, 21 on native markup).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseAgenda } from '../server/meetings/notes/agenda-parse.ts'
import { printAgenda } from '../server/meetings/notes/agenda-print.ts'
import { fieldsWorld, guid, keys } from './support/fields-world.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(fieldsWorld())
})
after(() => world[Symbol.asyncDispose]())

type Shown = Record<string, unknown>

async function getOne(kind: 'note' | 'recording', id: string, key: string, headers: object): Promise<Shown> {
  const { status, body, text } = await world.get(`/api/v1/${kind}/${id}`, key, { headers: { ...headers } })
  assert.equal(status, 200, text)
  assert.deepEqual(Object.keys(body), [kind])
  return body[kind]
}
const getNote = (id: string, key = keys.ada, headers = {}) => getOne('note', id, key, headers)
const getRecording = (id: string, key = keys.ada, headers = {}) => getOne('recording', id, key, headers)
const list = async (name: string, body: object, key = keys.ada): Promise<Shown[]> =>
  (await world.post(`/api/v1/${name}`, key, body)).body.data

const native = [
  '::agenda{version=1}',
  '',
  '# Goals',
  'Plain & simple',
  '- A bullet',
  '  ::talking-point[Pricing]{#tp_1}',
  '    ::action-item[Send the deck]{#ai_open assignees="u_bo u_ada" due=2026-01-09}',
  '::action-item[Book \\[the\\] room]{#ai_done status=Done completion=all}',
  '::action-item[Forget it]{#ai_gone assignees="u_cy" due=2026-12-31 status=Archived}',
  '::action-item[Not in the text]{#ai_loose}',
].join('\n')

const prose = [
  '# Goals',
  '',
  'Plain & simple',
  '',
  '* A bullet',
  '  * Pricing',
  '    * Action Item: Send the deck (Due: 2026-01-09)',
  '* Action Item: Book \\[the\\] room',
  '* Action Item: Forget it (Due: 2026-12-31)',
  '* Action Item: Not in the text',
].join('\n')

test('14, 15: a note with every field', async () => {
  assert.deepEqual(await getNote('n_full'), {
    id: 'n_full',
    title: 'Weekly ✓ "5 Jan"',
    created_at: '2026-01-05T08:00:00.007Z',
    updated_at: '2026-01-05T09:31:00.000Z',
    event_guid: guid,
    event_start: '2026-01-05T09:00:00.000Z',
    event_end: '2026-01-05T09:30:00.120Z',
    event_is_all_day: false,
    call_url: 'https://meet.test/x?y=1&z=ä',
    organizer_email: 'Ada@Acme.test',
    series_id: 'se_w',
    recording_ids: ['r_full', 'r_b', 'r_a', 'r_late'],
    content_markdown: prose,
    content_native_markdown: native,
    event_attendees: ['team@acme.test', 'Guest@Elsewhere.test', 'BO@acme.test', 'ada@acme.test', 'new@acme.test'],
    planned: null,
  })
})

test('14, 15: a note without optional fields', async () => {
  assert.deepEqual(await getNote('n_bare'), {
    id: 'n_bare',
    title: '',
    created_at: '2026-01-04T00:00:00.000Z',
    updated_at: '2026-01-04T00:00:00.000Z',
    event_guid: null,
    event_start: null,
    event_end: null,
    event_is_all_day: false,
    call_url: null,
    organizer_email: null,
    series_id: null,
    recording_ids: [],
    content_markdown: '',
    content_native_markdown: '',
    event_attendees: [],
    planned: null,
  })
})

test('15: an event may last all day, and have no attendees, no call and no organizer', async () => {
  const note = await getNote('n_day', keys.admin)
  const { event_is_all_day, event_start, event_end, call_url, organizer_email, series_id, event_attendees } = note
  assert.deepEqual(
    { event_is_all_day, event_start, event_end, call_url, organizer_email, series_id, event_attendees },
    {
      event_is_all_day: true,
      event_start: '2026-01-06T00:00:00.000Z',
      event_end: '2026-01-07T00:00:00.000Z',
      call_url: null,
      organizer_email: null,
      series_id: null,
      event_attendees: [],
    },
  )
})

test('14: recording_ids have the recordings that the caller may see, and no others', async () => {
  const idsFor = async (key: string, headers = {}) => (await getNote('n_full', key, headers)).recording_ids
  assert.deepEqual(await idsFor(keys.bo), ['r_full', 'r_b', 'r_a', 'r_late'], 'an attendee')
  assert.deepEqual(await idsFor(keys.dee), ['r_a'], 'the note and one recap are shared')
  assert.deepEqual(await idsFor(keys.eve), ['r_b'], 'the note and one recap are published')
  assert.deepEqual(await idsFor(keys.fay), [], 'only the note is published')
  assert.deepEqual(await idsFor(keys.admin), ['r_full', 'r_b', 'r_a', 'r_late'])
  assert.deepEqual(await idsFor(keys.admin, { 'x-on-behalf-of': 'u_dee' }), ['r_a'])
  const [listed] = await list('notes', { filters: { event_guid: guid } }, keys.dee)
  assert.deepEqual(listed?.recording_ids, ['r_a'])
})

test('21: the native markup of an agenda is the text that its blocks print', async () => {
  for (const id of ['n_full', 'n_bare', 'n_day', 'n_items']) {
    const { content_native_markdown: text } = (await getNote(id, keys.admin)) as Record<string, string>
    assert.equal(printAgenda(parseAgenda(text!)), text, id)
  }
  const { content_native_markdown, content_markdown } = await getNote('n_items')
  assert.equal(content_native_markdown, '::agenda{version=1}\n\n::action-item[Alone]{#ai_alone due=2026-02-28}')
  assert.equal(content_markdown, '* Action Item: Alone (Due: 2026-02-28)')
})

const times = { created_at: '2026-01-05T09:31:00.000Z', updated_at: '2026-01-05T09:40:00.999Z' }

const full = {
  id: 'r_full',
  note_id: 'n_full',
  title: 'Weekly, recorded',
  ...times,
  started_at: '2026-01-05T09:00:10.001Z',
  ended_at: '2026-01-05T09:29:50.000Z',
  event_guid: guid,
  event_start: '2026-01-05T09:00:00.000Z',
  event_end: '2026-01-05T09:30:00.120Z',
  event_call_url: 'https://meet.test/x?y=1&z=ä',
  user_has_calendar_event: true,
  transcript: {
    language_code: 'en-US',
    speech_segments: [
      { speaker: 'Ada Moreau', text: 'Good morning. 👋', start_time: 0, end_time: 1.4 },
      { speaker: '', text: '', start_time: 1.4, end_time: 3_599.999 },
    ],
  },
  ai_notes_status: 'written',
  ai_notes: {
    markdown: '## Points\n\n* Send the deck',
    sections: [
      { title: 'Summary', content: 'We met.' },
      {
        title: 'Points',
        items: [
          {
            text: 'Send the deck',
            timestamp: 12,
            assignees: [
              { id: 'u_bo', full_name: 'Bo Lindqvist', email: 'bo@Acme.test' },
              { id: 'u_cy', full_name: 'Cy Okafor', email: 'cy@acme.test' },
            ],
          },
          { text: 'Nobody does', timestamp: null, assignees: [] },
          { text: 'A thought', timestamp: 0 },
        ],
      },
      { title: '', items: [] },
    ],
    generated_by: 'model-1',
  },
  media_url: null,
  consent: {
    text: 'We record this.',
    told: ['Cy'],
    by: { id: 'u_bo', full_name: 'Bo Lindqvist', email: 'bo@Acme.test' },
    at: '2026-01-05T09:00:00.000Z',
  },
  marks: [
    {
      id: 'mk_1',
      at: 1.25,
      text: null,
      by: { id: 'u_cy', full_name: 'Cy Okafor', email: 'cy@acme.test' },
      created_at: '2026-01-05T09:00:11.000Z',
    },
  ],
}

const bare = {
  id: 'r_bare',
  note_id: 'n_bare',
  title: '',
  created_at: '2026-01-04T00:00:00.000Z',
  updated_at: '2026-01-04T00:00:00.000Z',
  started_at: null,
  ended_at: null,
  event_guid: null,
  event_start: null,
  event_end: null,
  event_call_url: null,
  user_has_calendar_event: false,
  transcript: null,
  ai_notes: null,
  ai_notes_status: null,
  media_url: null,
  consent: null,
  marks: [],
}

test('14, 16: a recording with every field, and one without optional fields', async () => {
  assert.deepEqual(await getRecording('r_full'), full)
  assert.deepEqual(await getRecording('r_bare', keys.dee), bare)
  const all = { transcript: true, ai_notes: true, media_url: true, consent: true, marks: true }
  const listed = await list('recordings', { include: all, filters: { event_guid: guid } })
  assert.deepEqual(
    listed.find(({ id }) => id === 'r_full'),
    full,
  )
})

test('15, 16: a list has optional fields on request, and otherwise equals the single answer', async () => {
  const { planned: _, ...note } = await getNote('n_full')
  const cases = [
    ['notes', ['content_markdown', 'content_native_markdown', 'event_attendees'], note],
    ['recordings', ['transcript', 'ai_notes', 'media_url', 'consent', 'marks'], full],
  ] as const
  for (const [name, flags, whole] of cases) {
    for (const include of everyChoice(flags)) {
      const [row] = await list(name, { include, filters: { event_guid: guid, title: whole.title } })
      const flagOf = (field: string) => (field === 'ai_notes_status' ? 'ai_notes' : field)
      const expected = Object.fromEntries(
        Object.entries(whole).filter(
          ([field]) => !flags.includes(flagOf(field) as never) || include[flagOf(field)] === true,
        ),
      )
      assert.deepEqual(row, expected, `${name} ${JSON.stringify(include)}`)
    }
    for (const body of [{}, { include: null }]) {
      const [row] = await list(name, { ...body, filters: { event_guid: guid, title: whole.title } })
      assert.deepEqual(
        Object.keys(row!).filter((field) => flags.includes(field as never)),
        [],
        name,
      )
    }
  }
})

/** Each flag left out, true, false or null. */
function everyChoice(flags: readonly string[]): Record<string, boolean | null>[] {
  if (flags.length === 0) return [{}]
  const [first, ...rest] = flags
  return everyChoice(rest).flatMap((others) => [
    others,
    ...[true, false, null].map((choice) => ({ ...others, [first!]: choice })),
  ])
}

test('16: user_has_calendar_event is about the person for whom the request acts', async () => {
  const has = async (id: string, key: string, onBehalfOf?: string) => {
    const recording = await getRecording(id, key, onBehalfOf ? { 'x-on-behalf-of': onBehalfOf } : {})
    const rows = await world.post(
      '/api/v1/recordings',
      key,
      {},
      { headers: onBehalfOf ? { 'x-on-behalf-of': onBehalfOf } : {} },
    )
    const listed = rows.body.data.find((row: Shown) => row.id === id)
    assert.equal(listed.user_has_calendar_event, recording.user_has_calendar_event, `${id} in the list`)
    return recording.user_has_calendar_event
  }
  assert.equal(await has('r_full', keys.ada), true, 'an attendee')
  assert.equal(await has('r_full', keys.bo), true, 'an attendee whose address is written in another case')
  assert.equal(await has('r_a', keys.dee), false, 'it was shared with them')
  assert.equal(await has('r_b', keys.eve), false, 'it was published to them')
  assert.equal(await has('r_full', keys.admin), false, 'a super admin who was not there')
  assert.equal(await has('r_full', keys.admin, 'u_bo'), true)
  assert.equal(await has('r_a', keys.admin, 'u_dee'), false)
  assert.equal(await has('r_bare', keys.dee), false, 'there is no event, though they made the note')
  assert.equal(await has('r_day', keys.admin), false, 'the event invites nobody')
})

test('16: media_url_expires_in is 3600 to 86400 seconds', async () => {
  const asked = async (seconds: unknown) => {
    const body = JSON.stringify({ media_url_expires_in: seconds, include: { media_url: true } })
    const listed = await world.post('/api/v1/recordings', keys.ada, body)
    const single = await world.get(`/api/v1/recording/r_full?media_url_expires_in=${seconds}`, keys.ada)
    const faults = [listed, single].map(({ body }) => (body.errors ?? []).map((fault: Shown) => fault.location))
    return [
      [listed.status, ...faults[0]],
      [single.status, ...faults[1]],
    ]
  }
  const refused = [
    [400, 'body.media_url_expires_in'],
    [400, 'query.media_url_expires_in'],
  ]
  for (const seconds of [3_600, 3_601, 43_200, 86_399, 86_400]) assert.deepEqual(await asked(seconds), [[200], [200]])
  for (const seconds of [3_599, 86_401, 0, -3_600, 3_600.5, 1e9]) assert.deepEqual(await asked(seconds), refused)
})
