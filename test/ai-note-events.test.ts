/**
 * What webhooks are told of AI notes: who hears, every field, and no more than each may read (spec 6.1, decision 40 on
 * recipients).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sendCalendar, single } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import { checkPayloads } from './support/payloads.ts'
import { scriptedWriter } from './support/scripted-writer.ts'
import { openWorld, type World } from './support/world.ts'

const people = ['ada', 'bo', 'cy', 'di', 'eve'] as const
type Person = (typeof people)[number]
const keyOf = (person: Person | 'admin') => `mb_ev_${person}_0123456789`
const guid = 'evt_1'
const members = ['u_bo', 'u_cy']

let world: World
before(async () => {
  world = await openWorld()
  world.base.engines = { ...world.base.engines, noteWriter: scriptedWriter }
  await world.load({
    id: 'ws_ev',
    subdomain: 'ev',
    name: 'Events',
    plan: 'enterprise',
    email_domains: ['Acme.test'],
    users: people.map((name) => ({
      id: `u_${name}`,
      email: `${name}@acme.test`,
      full_name: name.toUpperCase(),
      admin: name === 'eve',
    })),
    api_keys: [
      ...people.map((name) => ({ id: `k_${name}`, user: `u_${name}`, name, secret: keyOf(name) })),
      { id: 'k_admin', user: 'u_eve', name: 'admin', secret: keyOf('admin'), super_admin: true },
    ],
    channels: [{ id: 'ch_1', title: 'One', members }],
    events: [
      {
        guid,
        title: 'Weekly',
        start: '2026-01-10T09:00:00Z',
        end: '2026-01-10T09:30:00Z',
        organizer_email: 'ada@acme.test',
        attendees: [
          { email: 'ada@acme.test', name: 'Ada M.' },
          { email: 'bo@acme.test' },
          { email: 'guest@elsewhere.test' },
        ],
      },
    ],
    notes: [
      {
        id: 'n_1',
        event: guid,
        title: 'Agenda',
        agenda: '::agenda{version=1}\n\n# Goals\n',
        shared_with: [{ user: 'u_di', by: 'u_ada' }],
      },
    ],
    webhook_list: [
      ...people.map((name) => ({ id: `wh_${name}`, owner: `u_${name}`, url: `https://hooks.minutebook.dev/${name}` })),
      {
        id: 'wh_all',
        owner: 'u_eve',
        api_key: 'k_admin',
        url: 'https://hooks.minutebook.dev/all',
        scope: 'workspace',
        enabled_events: ['ai_note.generated', 'ai_note.shared_to_channel'],
      },
    ],
  })
})
after(() => world[Symbol.asyncDispose]())

const segments = [{ speaker: 'BO', text: 'I will send the deck by Friday.', start_time: 61, end_time: 64.5 }]
const body = {
  title: 'Recorded',
  transcript: { language_code: 'en', speech_segments: segments },
  started_at: '2026-01-10T09:01:00Z',
}

/** Bodies by webhook. */
async function told(type: string): Promise<Record<string, Record<string, unknown>>> {
  const rows = await world.db
    .selectFrom('messages')
    .select(['webhook_id', 'event_type', 'body'])
    .where('event_type', '=', type as never)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const bodies = rows.map((row) => [row.webhook_id, JSON.parse(row.body!.toString())] as const)
  assert((await checkPayloads(world.db)) >= rows.length)
  return Object.fromEntries(bodies)
}
const forget = () => world.db.deleteFrom('messages').execute()
const send = async (more: object, person: Person = 'bo') => {
  await forget()
  const answer = await world.post('/api/v1/recordings/upload', keyOf(person), { ...body, ...more })
  assert.equal(answer.status, 201, answer.text)
  await world.settle()
  return answer.body.recording_id as string
}

test('an upload for an event is announced to everyone who sees its note or recap, with what they may read', async () => {
  const id = await send({ event_guid: guid, channel_id: 'ch_1' })
  const generated = await told('ai_note.generated')
  assert.deepEqual(Object.keys(generated).sort(), ['wh_ada', 'wh_all', 'wh_bo', 'wh_cy', 'wh_di'])
  const recording = (await world.get(`/api/v1/recording/${id}`, keyOf('bo'))).body.recording
  const { note } = (await world.get('/api/v1/note/n_1', keyOf('bo'))).body
  const calendar = {
    event_type: 'ai_note.generated',
    id: 'n_1',
    event_id: guid,
    event_title: 'Weekly',
    event_start: '2026-01-10T09:00:00.000Z',
    event_end: '2026-01-10T09:30:00.000Z',
    organizer_email: 'ada@acme.test',
  }
  const recap = {
    recording_start: '2026-01-10T09:01:00.000Z',
    recording_end: '2026-01-10T09:02:04.500Z',
    recap_url: `https://minutebook.test/recap/${id}`,
    ai_notes: recording.ai_notes.markdown,
    transcript: '[00:01:01] BO: I will send the deck by Friday.',
    has_external_attendees: true,
    attendees: [
      { name: 'Ada M.', email: 'ada@acme.test' },
      { name: 'BO', email: 'bo@acme.test' },
      { name: '', email: 'guest@elsewhere.test' },
    ],
  }
  const reduced = {
    recording_start: null,
    recording_end: null,
    recap_url: '',
    ai_notes: '',
    transcript: '',
    has_external_attendees: false,
    attendees: [],
  }
  const agenda = { agenda_notes: note.content_markdown }
  assert.match(agenda.agenda_notes, /# Goals[\s\S]*Action Item: .*deck/)
  const started = (is_user_who_started_recording: boolean) => ({ is_user_who_started_recording })
  assert.deepEqual(generated.wh_bo, { ...calendar, ...recap, ...agenda, ...started(true) })
  assert.deepEqual(generated.wh_ada, { ...calendar, ...recap, ...agenda, ...started(false) })
  assert.deepEqual(generated.wh_cy, { ...calendar, ...recap, agenda_notes: '', ...started(false) }, 'only the recap')
  assert.deepEqual(generated.wh_di, { ...calendar, ...reduced, ...agenda, ...started(false) }, 'only the note')
  assert.deepEqual(generated.wh_all, { ...calendar, ...recap, ...agenda, scope: 'workspace' })

  const shared = await told('ai_note.shared_to_channel')
  assert.deepEqual(Object.keys(shared).sort(), ['wh_all', 'wh_bo', 'wh_cy'])
  const channel = { event_type: 'ai_note.shared_to_channel', channel_id: 'ch_1' }
  for (const name of ['wh_all', 'wh_bo', 'wh_cy']) assert.deepEqual(shared[name], { ...generated[name], ...channel })
})

test('an upload whose uploader no longer attends is not shared, and its channel gets no event', async () => {
  const [ada, bo, guest] = [
    { email: 'ada@acme.test', name: 'Ada M.' },
    { email: 'bo@acme.test' },
    { email: 'guest@elsewhere.test' },
  ]
  const invite = (...attendees: object[]) =>
    world.load({
      id: 'ws_ev',
      subdomain: 'ev',
      name: 'Events',
      events: [{ guid, title: 'Weekly', start: '2026-01-10T09:00:00Z', end: '2026-01-10T09:30:00Z', attendees }],
    })
  await forget()
  const upload = { ...body, event_guid: guid, channel_id: 'ch_1' }
  const { recording_id } = (await world.post('/api/v1/recordings/upload', keyOf('bo'), upload)).body
  await invite(ada!, guest!)
  await world.settle()
  assert.deepEqual(Object.keys(await told('ai_note.generated')).sort(), ['wh_ada', 'wh_all', 'wh_di'])
  assert.deepEqual(await told('ai_note.shared_to_channel'), {})
  await invite(ada!, bo!, guest!)
  const { publications } = (await world.get(`/api/v1/recording/${recording_id}/sharing`, keyOf('bo'))).body
  assert.deepEqual(publications, [])
})

test('without an event: the recording’s title, the participants, no external people', async () => {
  await send({ participants: [{ name: 'Cy', email: 'cy@ACME.test' }, { name: 'Somebody' }] })
  const generated = await told('ai_note.generated')
  assert.deepEqual(Object.keys(generated).sort(), ['wh_all', 'wh_bo'])
  const { event_id, event_title, event_start, event_end, organizer_email, attendees, has_external_attendees } =
    generated.wh_bo!
  assert.deepEqual([event_id, event_title, event_start, event_end, organizer_email], [null, 'Recorded', null, null, ''])
  assert.deepEqual(attendees, [
    { name: 'Cy', email: 'cy@ACME.test' },
    { name: 'Somebody', email: '' },
  ])
  assert.equal(has_external_attendees, false)
  assert.deepEqual(await told('ai_note.shared_to_channel'), {})
  const without = await send({ participants: [{ name: 'Guest', email: 'guest@elsewhere.test' }], started_at: null })
  const { recording_start, recording_end, has_external_attendees: external } = (await told('ai_note.generated')).wh_bo!
  assert.deepEqual([recording_start, recording_end, external], [null, null, true])
  assert.match(without, /^r_/)
})

test('6.1: an event without a title has the title of the recording', async () => {
  const event = { guid: 'evt_blank', title: '', start: '2026-01-10T09:00:00Z', end: '2026-01-10T09:30:00Z' }
  const attendees = [{ email: 'bo@acme.test' }]
  await world.load({ id: 'ws_ev', subdomain: 'ev', name: 'Events', events: [{ ...event, attendees }] })
  await sendCalendar(world, calendar(single({ SUMMARY: '', ATTENDEE: 'mailto:bo@acme.test' })), keyOf('bo'))
  for (const event_guid of ['evt_blank', 'one@acme.test']) {
    await send({ event_guid })
    const { event_id, event_title } = (await told('ai_note.generated')).wh_bo!
    assert.deepEqual([event_id, event_title], [event_guid, 'Recorded'])
  }
})

test('publishing a note sends one event to each member, with the newest recap that the member may see', async () => {
  const event = { guid: 'evt_2', title: 'Two', start: '2026-01-10T09:00:00Z', end: '2026-01-10T09:30:00Z' }
  await world.load({
    id: 'ws_ev',
    subdomain: 'ev',
    name: 'Events',
    events: [{ ...event, attendees: [{ email: 'bo@acme.test' }] }],
    notes: [{ id: 'n_2', event: 'evt_2', title: 'Two' }],
    recordings: [
      {
        id: 'r_old',
        note: 'n_2',
        title: 'Old',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
        shared_with: [{ user: 'u_cy', by: 'u_bo' }],
      },
      {
        id: 'r_new',
        note: 'n_2',
        title: 'New',
        created_at: '2026-01-02T00:00:00Z',
        updated_at: '2026-01-02T00:00:00Z',
      },
    ],
  })
  await forget()
  const publish = () => world.post('/api/v1/note/n_2/publish', keyOf('bo'), { channel_id: 'ch_1' })
  assert.equal((await publish()).status, 200)
  const shared = await told('ai_note.shared_to_channel')
  const urls = Object.fromEntries(
    Object.entries(shared).map(([name, { recap_url }]) => [name, String(recap_url).split('/').at(-1)]),
  )
  assert.deepEqual(urls, { wh_all: 'r_new', wh_bo: 'r_new', wh_cy: 'r_old' })
  assert.equal((await publish()).status, 200)
  assert.equal((await world.db.selectFrom('messages').select('id').execute()).length, 3, 'publishing again is no event')

  // What quotes a recap goes with it, also where the note is what was shared.
  await world.delete('/api/v1/recording/r_old', keyOf('admin'))
  const rows = await world.db.selectFrom('messages').select(['webhook_id', 'body']).execute()
  assert.deepEqual(
    rows.filter((row) => row.body === null).map((row) => row.webhook_id),
    ['wh_cy'],
  )
})

test('a note without a recap is announced in the reduced form, and a published recap alone', async () => {
  await world.load({
    id: 'ws_ev',
    subdomain: 'ev',
    name: 'Events',
    notes: [{ id: 'n_3', created_by: 'u_bo', title: 'Three', agenda: '::agenda{version=1}\n\n- Point\n' }],
  })
  await forget()
  assert.equal((await world.post('/api/v1/note/n_3/publish', keyOf('bo'), { channel_id: 'ch_1' })).status, 200)
  const { wh_cy, wh_all } = await told('ai_note.shared_to_channel')
  const reduced = {
    event_type: 'ai_note.shared_to_channel',
    id: 'n_3',
    event_id: null,
    event_title: '',
    event_start: null,
    event_end: null,
    recording_start: null,
    recording_end: null,
    recap_url: '',
    organizer_email: '',
    ai_notes: '',
    agenda_notes: '* Point',
    has_external_attendees: false,
    transcript: '',
    attendees: [],
    channel_id: 'ch_1',
  }
  assert.deepEqual(wh_cy, { ...reduced, is_user_who_started_recording: false })
  assert.deepEqual(wh_all, { ...reduced, scope: 'workspace' })
  await forget()
  assert.equal((await world.post('/api/v1/recording/r_new/publish', keyOf('bo'), { channel_id: 'ch_1' })).status, 200)
  const recap = await told('ai_note.shared_to_channel')
  assert.deepEqual(Object.keys(recap).sort(), ['wh_all', 'wh_bo', 'wh_cy'])
  assert.match(String(recap.wh_cy?.recap_url), /r_new$/)
})

test('29b: under zero-day retention events have no transcript', async () => {
  await world.request('PATCH', '/api/v1/workspace', { key: keyOf('admin'), body: { retention: 'zero_day' } })
  await send({ event_guid: guid })
  for (const telling of Object.values(await told('ai_note.generated'))) assert.equal(telling.transcript, '')
  assert.match(String((await told('ai_note.generated')).wh_bo?.ai_notes), /deck/)
})

test('a failed upload is not announced', async () => {
  await forget()
  await world.post('/api/v1/recordings/upload', keyOf('bo'), { title: 'x', url: 'https://files.minutebook.dev/a.mp3' })
  await world.settle()
  assert.deepEqual(await world.db.selectFrom('messages').select('id').execute(), [])
})

test('35: events are stored as skipped while the owner of a webhook is deactivated', async () => {
  const activate = (active: boolean) =>
    world.request('PATCH', '/api/v1/user/u_di', { key: keyOf('admin'), body: { active } })
  assert.equal((await activate(false)).status, 200)
  await send({ event_guid: guid })
  assert.equal((await activate(true)).status, 200)
  const ofDi = world.db.selectFrom('messages').select(['status', 'body']).where('webhook_id', '=', 'wh_di')
  const [kept] = await ofDi.where('event_type', '=', 'ai_note.generated').execute()
  assert.equal(kept?.status, 'skipped')
  assert.equal(JSON.parse(kept!.body!.toString()).event_title, 'Weekly')
  const recovered = await world.post('/api/v1/webhook/wh_di/recover', keyOf('di'), { since: '2026-01-01T00:00:00Z' })
  assert.deepEqual([recovered.status, recovered.body], [202, { recovered: 1 }])
})
