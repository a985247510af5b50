/** Recorders of Microsoft Teams: subscriptions, notifications and transcripts by Microsoft Graph (docs/recorders.md). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { keys } from './support/acme.ts'
import {
  application,
  meeting,
  notification,
  opaqueMeeting,
  openMicrosoft,
  ownPath,
  resourceOf,
  teamsVtt,
  transcript,
  user,
} from './support/graph.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'

const guid = 'evt1_20260105T090000Z'

let here: MediaWorld
let microsoft: Awaited<ReturnType<typeof openMicrosoft>>
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'info', UPLOAD_RETRY_DELAYS_SECONDS: '5' })
  microsoft = await openMicrosoft(() => here.world)
  here.world.base.graph = microsoft.addresses
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['recorders', 'uploads', 'idempotency_keys', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('recordings').where('id', '<>', 'r_1').execute()
  microsoft.subscriptions.clear()
  microsoft.faults.clear()
  Object.assign(microsoft.call, {
    organizer: 'bo@acme.test',
    started: '2026-01-05T09:00:10.1234567Z',
    vtt: teamsVtt,
    forbids: null,
  })
  here.world.logged.length = 0
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await microsoft[Symbol.asyncDispose]()
})

const post = (path: string, body: unknown, key?: string) => here.world.post(path, key, body)
const uploads = async (key = keys.bo) => (await post('/api/v1/recordings/upload/list', {}, key)).body.uploads.data
const recorder = async () => (await here.world.get('/api/v1/recorders', keys.ada)).body.data[0]
const change = async (changes: object) =>
  (await here.world.patch(`/api/v1/recorder/${(await recorder()).id}`, keys.ada, changes)).body.recorder
const renew = () =>
  backgroundJobs(here.world.base)
    .find(({ name }) => name === 'renew-recorders')!
    .run(null)
const link = (call_url: string) =>
  here.world.db.updateTable('events').set({ call_url }).where('guid', '=', guid).execute()

/** A recorder with a subscription. */
async function add(more: object = {}) {
  const made = await post('/api/v1/recorder', { kind: 'teams', ...application, ...more }, keys.ada)
  assert.equal(made.status, 201, made.text)
  await here.world.settle()
  return { path: new URL(made.body.recorder.url).pathname, ...(await recorder()) }
}
const clientState = () => [...microsoft.subscriptions.values()].at(-1)!.clientState

async function taken(path: string, sent: object = notification(clientState())) {
  const answer = await post(path, sent)
  assert.deepEqual([answer.status, answer.body], [200, {}], answer.text)
  await here.world.settle()
  return uploads()
}

test('a new recorder is subscribed at once, and its address answers the check', async () => {
  const { path, subscribed_until, last_error } = await add()
  assert.deepEqual([subscribed_until, last_error], ['2026-01-10T12:55:00.000Z', null])
  const [made] = [...microsoft.subscriptions.values()]
  assert.deepEqual(
    { ...made, clientState: '' },
    {
      changeType: 'created',
      resource: 'communications/onlineMeetings/getAllTranscripts',
      clientState: '',
      notificationUrl: `https://minutebook.test${path}`,
      expirationDateTime: '2026-01-10T12:55:00.000Z',
    },
  )
  assert.match(made!.clientState, /^[\w-]{43}$/)
  const odd = await here.world.request('POST', `${path}?validationToken=%3Cscript%3E`, {})
  assert.deepEqual([odd.text, odd.headers['x-content-type-options']], ['<script>', 'nosniff'])
  for (const query of ['?validationToken=', `?validationToken=${'x'.repeat(4_097)}`, ''])
    assert.equal((await here.world.request('POST', path + query, {})).status, 401, query.slice(0, 30))
  assert.equal((await here.world.request('POST', '/recorders/teams/rec_none?validationToken=x', {})).status, 404)
})

test('a transcript becomes a recording of the organizer, in the note of the meeting', async () => {
  const { path } = await add()
  await link(microsoft.link)
  const [upload] = await taken(path)
  const made = await here.recording(upload.recording_id)
  assert.deepEqual(
    [upload.status, made.title, made.note_id, made.started_at, made.transcript.speech_segments[0].speaker],
    ['SUCCESS', 'Weekly', 'n_1', '2026-01-05T09:00:10.123Z', 'Bo Lindqvist'],
  )
  assert.equal((await taken(path)).length, 1, 'told again')
  assert.equal((await recorder()).last_error, null)
})

test('the short link of a meeting matches too; another number belongs to another meeting', async () => {
  const { path } = await add()
  for (const [number, event] of [
    ['23456789012', guid],
    ['234567890123', null],
  ] as const) {
    for (const table of ['recorder_events', 'uploads', 'idempotency_keys'] as const)
      await here.world.db.deleteFrom(table).execute()
    await link(`https://teams.microsoft.com/meet/${number}?p=x`)
    const [upload] = await taken(path)
    assert.equal((await here.recording(upload.recording_id)).event_guid, event)
  }
})

test('only media, by the subscription for recordings', async () => {
  const { path } = await add({ takes: 'media' })
  assert.equal([...microsoft.subscriptions.values()][0]!.resource, 'communications/onlineMeetings/getAllRecordings')
  assert.deepEqual(await taken(path), [], 'a transcript is not what it takes')
  const resource = resourceOf('recordings')
  const [upload] = await taken(path, notification(clientState(), { resource }))
  assert.match((await here.recording(upload.recording_id)).transcript.speech_segments[0].text, /^hello from the call/)
})

test('only notifications with the proof of the subscription are read', async () => {
  const { path } = await add()
  const right = notification(clientState()).value[0]
  const wrong = [
    ...['', 'x', clientState().slice(1), `${clientState().slice(1)}é`, null, 7, {}, { toString: 0 }].map((state) =>
      notification(state as never),
    ),
    ...[{ value: [right, { ...right, clientState: 'x' }] }, { value: [] }, { value: 'x' }, {}, [], 'text'],
  ]
  for (const sent of wrong) assert.equal((await post(path, sent)).status, 401, JSON.stringify(sent).slice(0, 200))
  const odd = [
    '',
    'x',
    `users('../../x')/onlineMeetings('m')/transcripts('t')`,
    `users('u')/onlineMeetings('m')/transcripts('a/b')`,
  ]
  for (const resource of [...odd, null]) {
    await here.world.db.updateTable('recorders').set({ last_error: null, last_event_at: null }).execute()
    assert.deepEqual(await taken(path, notification(clientState(), { resource })), [])
    const { last_error, last_event_at } = await recorder()
    assert.equal(last_error, 'Microsoft announced a recording under a resource of an unknown form')
    assert.equal(last_event_at, here.world.base.clock().toISOString())
  }
  await here.world.db.updateTable('recorders').set({ last_error: null }).execute()
  assert.deepEqual(await taken(path, notification(clientState(), { changeType: 'deleted' })), [])
  assert.equal((await recorder()).last_error, null)
})

test('every published form of a resource is taken, and gives the same recording once', async () => {
  const { path } = await add()
  const quoted = `onlineMeetings('${meeting}')/transcripts('${transcript}')`
  for (const resource of [
    ...[
      resourceOf('transcripts'),
      `/communications/${quoted}`,
      `users('${user}')/${quoted}`,
      `users/${user}/${quoted}`,
    ],
    `users/${user}/onlineMeetings/${meeting}/transcripts/${transcript}`,
  ])
    assert.equal((await taken(path, notification(clientState(), { resource }))).length, 1, resource)
  assert.equal((await recorder()).last_error, null)
})

test('a meeting whose id does not tell the organizer: Microsoft is asked who it is', async () => {
  const { path } = await add()
  const resource = resourceOf('transcripts', opaqueMeeting)
  assert.equal((await taken(path, notification(clientState(), { resource }))).length, 1)
  const asked = microsoft.receiver.received.map(({ path }) => path)
  assert(asked.includes(`/v1.0/communications/onlineMeetings/${opaqueMeeting}/transcripts/${transcript}`))
})

test('a tenant that forbids names of speakers, or WebVTT for another reason, gives what it allows', async () => {
  const { path } = await add()
  for (const [forbids, said] of [
    [
      'SpeakerAttributionNotAllowed',
      [
        ['', 'Hello, thanks for joining.', 1.5],
        ['', 'Glad to be here.', 4],
      ],
    ],
    ['other', [['Bo <Lindqvist>', 'Is 1 < 2 & 3?', 16.246]]],
  ] as const) {
    for (const table of ['recorder_events', 'uploads', 'idempotency_keys'] as const)
      await here.world.db.deleteFrom(table).execute()
    microsoft.call.forbids = forbids
    const [upload] = await taken(path)
    assert.equal((await recorder()).last_error, null)
    const { speech_segments } = (await here.recording(upload.recording_id)).transcript
    assert.deepEqual(
      speech_segments.map(({ speaker, text, start_time }: Record<string, unknown>) => [speaker, text, start_time]),
      said,
    )
  }
})

test('a change of the secret or of the kind of event needs a new subscription', async () => {
  const { path } = await add()
  const before = clientState()
  await change({ takes: 'media' })
  await here.world.settle()
  assert.equal(clientState(), before)
  assert.equal(microsoft.subscriptions.size, 2)
  await change({ secret: 'wrong' })
  await here.world.settle()
  assert.equal((await post(path, notification(before))).status, 401)
  assert.equal((await recorder()).last_error, 'Its events could not be subscribed to: Microsoft answered 401')
  await change({ secret: application.secret })
  await here.world.settle()
  assert.equal((await recorder()).last_error, null)
})

test('a subscription is renewed before it ends, and created again if it no longer exists', async () => {
  await add()
  await renew()
  assert.equal((await recorder()).subscribed_until, '2026-01-10T12:55:00.000Z', 'there is time')
  here.world.advance({ minutes: 26 })
  await renew()
  assert.equal(microsoft.subscriptions.size, 1)
  const renewed = [...microsoft.subscriptions.values()][0]!.expirationDateTime
  assert.deepEqual([renewed, (await recorder()).subscribed_until], [renewed, renewed])
  microsoft.subscriptions.clear()
  here.world.advance({ minutes: 50 })
  await renew()
  assert.equal(microsoft.subscriptions.size, 1)
  await change({ active: false })
  await here.world.settle()
  microsoft.receiver.received.length = 0
  here.world.advance({ hours: 2 })
  await renew()
  assert.deepEqual(microsoft.receiver.received, [], 'one that is stopped ends by itself')
})

test('errors of Microsoft: temporary ones are tried again, final ones are shown', async () => {
  const { path } = await add()
  const content = `/v1.0/${ownPath}/content?$format=text/vtt`
  const token = `/login/${application.tenant_id}/oauth2/v2.0/token`
  const meetingPath = `/v1.0/users/${user}/onlineMeetings/${encodeURIComponent(meeting)}`
  const again = async () => {
    for (const table of ['recorder_events', 'uploads', 'idempotency_keys'] as const)
      await here.world.db.deleteFrom(table).execute()
  }
  for (const [at, fault] of [
    [content, { status: 404 }],
    [`/v1.0/${ownPath}`, { status: 404 }],
    [meetingPath, { status: 429, headers: { 'retry-after': '30' } }],
    [meetingPath, { status: 200, body: 'no JSON' }],
    [meetingPath, { status: 200, headers: { 'content-length': '500' }, body: '{' }],
    [token, { status: 503 }],
    [token, { status: 200, body: '{}' }],
  ] as const) {
    await again()
    microsoft.faults.set(at, [fault])
    assert.deepEqual(await taken(path), [], at)
    here.world.advance({ seconds: 30 })
    await here.world.settle()
    assert.equal((await uploads()).length, 1, `${at} ${fault.status}`)
  }
  for (const [at, status, sentence] of [
    [meetingPath, 403, noPermission],
    [token, 401, 'Microsoft answered 401'],
    [content, 401, 'Microsoft answered 401'],
  ] as const) {
    await again()
    microsoft.faults.set(at, [{ status }])
    assert.deepEqual(await taken(path), [])
    assert.equal((await recorder()).last_error, sentence)
  }
  await again()
  microsoft.call.forbids = 'GraphAccessToTranscriptsDisabled'
  assert.deepEqual(await taken(path), [])
  assert.match((await recorder()).last_error, /switch it on in the Teams admin center .*Transcript API access/)
})

const noPermission =
  'Microsoft does not allow this (403): check the permissions of the application and its application access policy'

test('a host without an account; no log contains a secret', async () => {
  const { path } = await add({ user: 'ada@acme.test' })
  microsoft.call.organizer = 'who@elsewhere.test'
  assert.deepEqual(await taken(path), [])
  assert.equal((await uploads(keys.adaRegular)).length, 1)
  for (const secret of [application.secret, 'first-token', teamsVtt.slice(50, 80), clientState()])
    assert(!here.world.logged.join().includes(secret))
})

test('Teams requires the fields of an application, and Zoom rejects them', async () => {
  for (const [body, location] of [
    [{ kind: 'teams', secret: 'x' }, 'body.tenant_id'],
    [{ kind: 'teams', secret: 'x', tenant_id: 't' }, 'body.client_id'],
    [{ kind: 'teams', secret: 'x', tenant_id: '../x', client_id: 'c' }, 'body.tenant_id'],
    [{ kind: 'zoom', secret: 'x', client_id: 'c' }, 'body.client_id'],
    [{ kind: 'webex', secret: 'x' }, 'body.kind'],
  ] as const) {
    const answer = await post('/api/v1/recorder', body, keys.ada)
    assert.deepEqual([answer.status, answer.body.errors[0].location], [400, location], answer.text)
  }
})

test('transcripts with the times that Microsoft documents: short, negative and not in order', async () => {
  const { path } = await add()
  for (const [vtt, said] of [
    ['WEBVTT\n\n0:0:0.0 --> 0:0:5.320\n<v User Name>This is a transcript test.</v>\n', [['User Name', 0, 5.32]]],
    ['WEBVTT\n\n-00:00:01.500 --> 00:00:02.000\n<v Ada>Hi.</v>\n', [['Ada', 0, 2]]],
    [
      'WEBVTT\n\n0:0:13.540 --> 0:1:5.2\n<v Ada Moreau>Hi</v>\n\n0:0:0.0 --> 0:0:3.350\n<v Bo Larsen>Hello all</v>\n',
      [
        ['Bo Larsen', 0, 3.35],
        ['Ada Moreau', 13.54, 65.2],
      ],
    ],
  ] as const) {
    for (const table of ['recorder_events', 'uploads', 'idempotency_keys'] as const)
      await here.world.db.deleteFrom(table).execute()
    microsoft.call.vtt = vtt
    const [upload] = await taken(path)
    assert.equal((await recorder()).last_error, null)
    const { speech_segments } = (await here.recording(upload.recording_id)).transcript
    assert.deepEqual(
      speech_segments.map((each: Record<string, unknown>) => [each.speaker, each.start_time, each.end_time]),
      said,
    )
  }
})
