/** Recorders of Google Meet: pushes of Pub/Sub, transcripts and recordings from Google's APIs (docs/recorders.md). */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { keys } from './support/acme.ts'
import {
  bo,
  keyFile,
  message,
  openGoogleServer,
  push,
  pushAccount,
  record,
  recording,
  shortKey,
  strangersKey,
  topic,
  transcript,
} from './support/google.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'

const guid = 'evt1_20260105T090000Z'

let here: MediaWorld
let google: Awaited<ReturnType<typeof openGoogleServer>>
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'info', UPLOAD_RETRY_DELAYS_SECONDS: '5' })
  google = await openGoogleServer()
  here.world.base.google = google.addresses
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['recorders', 'uploads', 'idempotency_keys', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('recordings').where('id', '<>', 'r_1').execute()
  await link('https://meet.google.com/abc-mnop-xyz')
  google.faults.clear()
  Object.assign(google.call, { entries: 3, meetingCode: 'abc-mnop-xyz', startTime: '2026-01-05T09:00:10.123456789Z' })
  here.world.logged.length = 0
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await google[Symbol.asyncDispose]()
})

const own = { kind: 'meet', secret: keyFile(), push_account: pushAccount, topic, user: 'ada@acme.test' }
const create = (more: object = {}) => here.world.post('/api/v1/recorder', keys.ada, { ...own, ...more })
const uploads = async (key = keys.bo) =>
  (await here.world.post('/api/v1/recordings/upload/list', key, {})).body.uploads.data
const recorder = async () => (await here.world.get('/api/v1/recorders', keys.ada)).body.data[0]
const link = (call_url: string | null) =>
  here.world.db.updateTable('events').set({ call_url }).where('guid', '=', guid).execute()

async function add(more: object = {}): Promise<string> {
  const made = await create(more)
  assert.equal(made.status, 201, made.text)
  await here.world.settle()
  return new URL(made.body.recorder.url).pathname
}

async function taken(path: string, sent: object = message('transcript'), key = keys.bo) {
  const answer = await push(here.world, path, sent)
  assert.deepEqual([answer.status, answer.body], [200, {}], answer.text)
  await here.world.settle()
  return uploads(key)
}

async function again() {
  for (const table of ['recorder_events', 'uploads', 'idempotency_keys'] as const)
    await here.world.db.deleteFrom(table).execute()
}

test("a transcript becomes a recording of the space's owner in the note of the meeting", async () => {
  const path = await add()
  const [upload] = await taken(path)
  const made = await here.recording(upload.recording_id)
  const { title } = await here.world.db
    .selectFrom('events')
    .select('title')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [upload.status, made.title, made.note_id, made.started_at, made.transcript.language_code],
    ['SUCCESS', title, 'n_1', '2026-01-05T09:00:10.123Z', 'en-US'],
  )
  assert.deepEqual(
    made.transcript.speech_segments.map((each: Record<string, unknown>) => [
      each.speaker,
      each.start_time,
      each.end_time,
    ]),
    [
      ['Bo Lindqvist', 0, 1],
      ['A guest', 1, 2],
      ['+49 30 ***', 2, 3],
    ],
  )
  assert.equal((await taken(path)).length, 1, 'told again')
  const other = { 'ce-id': 'e2', 'ce-subject': '//meet.googleapis.com/spaces/jQCFfuBOdN5z' }
  assert.equal((await taken(path, message('transcript', { attributes: other }))).length, 1, 'by another subscription')
  const { last_error, push_account, user_id } = await recorder()
  assert.deepEqual([last_error, push_account, user_id], [null, pushAccount, 'u_ada'])
})

test("an event without a host becomes a recording of the recorder's user", async () => {
  const path = await add()
  google.receiver.received.length = 0
  const attributes = { 'ce-subject': '//meet.googleapis.com/spaces/jQCFfuBOdN5z' }
  await taken(path, message('transcript', { attributes }))
  assert.equal((await uploads(keys.adaRegular)).length, 1)
  assert(!google.receiver.received.some(({ path: asked }) => asked.startsWith('/directory/users/1')))
  await here.world.db.updateTable('users').set({ active: false }).where('id', '=', 'u_ada').execute()
  await again()
  await taken(path)
  await here.world.db.updateTable('users').set({ active: true }).where('id', '=', 'u_ada').execute()
  assert.equal((await recorder()).last_error, 'The person of the recorder has no active account')
})

test('another code belongs to another meeting; without a link the time decides', async () => {
  const path = await add()
  const eventOf = async () => {
    await again()
    const [upload] = await taken(path)
    const { event_guid, title } = await here.recording(upload.recording_id)
    return [event_guid, title === 'Call']
  }
  for (const meetingCode of ['abc-mnop-xy', 'abc-mnop-xyzz', '.*', 'abc-mnop-xyz|', null, 7]) {
    google.call.meetingCode = meetingCode
    assert.deepEqual(await eventOf(), [null, true], String(meetingCode))
  }
  await link(null)
  assert.deepEqual(await eventOf(), [guid, false])
})

test('only media, from Drive', async () => {
  const path = await add({ takes: 'media' })
  assert.deepEqual(await taken(path), [], 'a transcript is not what it takes')
  const [upload] = await taken(path, message('recording'))
  assert.equal(upload.status, 'SUCCESS')
  assert.match((await here.recording(upload.recording_id)).transcript.speech_segments[0].text, /^hello from the call/)
})

test('long transcripts are read page by page', async () => {
  const path = await add()
  google.call.entries = 45
  const [upload] = await taken(path)
  assert.equal((await here.recording(upload.recording_id)).transcript.speech_segments.length, 45)
  await again()
  google.call.entries = 0
  assert.deepEqual(await taken(path), [])
  assert.match((await recorder()).last_error, /speech_segments must have words$/)
})

test('only messages that Google signed for the push account and this address are read', async () => {
  const path = await add()
  const now = Math.floor(here.world.base.clock().getTime() / 1_000)
  const sent = (given: Parameters<typeof push>[3]) => push(here.world, path, message('transcript'), given)
  const wrong: [what: string, Parameters<typeof push>[3]][] = [
    ['expired', { claims: { exp: now } }],
    ['without an end', { claims: { exp: undefined } }],
    ['for later', { claims: { nbf: now + 1 } }],
    ['for another address', { claims: { aud: `https://minutebook.test${path}x` } }],
    ['for nobody', { claims: { aud: undefined } }],
    ['of another account', { claims: { email: 'push@evil.iam.gserviceaccount.com' } }],
    ['of an account in capitals', { claims: { email: pushAccount.toUpperCase() } }],
    ['not verified', { claims: { email_verified: false } }],
    ['verified as text', { claims: { email_verified: 'true' } }],
    ['of another issuer', { claims: { iss: 'https://accounts.google.com.evil.test' } }],
    ['signed by a stranger', { key: strangersKey }],
    ['of an unknown key', { kid: 'g2' }],
    ['by another algorithm', { alg: 'PS256' }],
    ...['', 'Bearer', 'Bearer x', 'Bearer a.b.c', `Bearer ${'x'.repeat(4_097)}`, 'Basic eDp4'].map(
      (authorization) => [authorization.slice(0, 20), { authorization }] as [string, object],
    ),
    [
      'unsigned',
      { authorization: `Bearer ${unsigned({ aud: `https://minutebook.test${path}`, email: pushAccount })}` },
    ],
  ]
  for (const [what, given] of wrong) {
    const answer = await sent(given)
    assert.deepEqual([answer.status, answer.body.message], [401, 'The signature is not valid'], what)
  }
  assert.equal((await here.world.post(path, undefined, message('transcript'))).status, 401)
  assert.equal((await sent({ claims: { exp: now + 1, email_verified: true } })).status, 200)
  const another = await add({ secret: keyFile(undefined, { project_id: 'other' }) })
  assert.equal(
    (await push(here.world, another, message('transcript'), { claims: { aud: `https://minutebook.test${path}` } }))
      .status,
    401,
  )
  assert.equal((await push(here.world, path.replace('meet', 'teams'), message('transcript'))).status, 404)
})

const unsigned = (claims: object) =>
  `${[{ alg: 'none' }, { iss: 'https://accounts.google.com', email_verified: true, exp: 2_000_000_000, ...claims }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')}.`

test('other messages are answered and change nothing', async () => {
  const path = await add()
  const typed = (type: unknown) => message('transcript', { attributes: { 'ce-type': type } })
  const odd = [
    ...[{}, [], { message: null }, { message: 7 }, { message: { attributes: null } }, { message: { data: 'x' } }],
    ...[
      'google.workspace.meet.transcript.v2.started',
      'google.workspace.events.subscription.v1.expirationReminder',
      7,
    ].map(typed),
    ...[
      '',
      'x',
      `${record}/transcripts/../t`,
      `${record}/transcripts/a?b`,
      recording,
      `${transcript}/entries`,
      null,
      7,
    ].map((name) => message('transcript', { name })),
    ...[
      '',
      'bm8',
      'é',
      7,
      Buffer.from('null').toString('base64'),
      Buffer.from('{"transcript":7}').toString('base64'),
    ].map((data) => message('transcript', { data })),
    message('recording'),
  ]
  for (const sent of odd) assert.deepEqual(await taken(path, sent), [], JSON.stringify(sent).slice(0, 200))
  assert.deepEqual(await here.world.db.selectFrom('recorder_events').select('key').execute(), [])
  const strange = { 'ce-subject': '//cloudidentity.googleapis.com/users/../me' }
  await taken(path, message('transcript', { attributes: strange }))
  assert.equal((await uploads(keys.adaRegular)).length, 1, 'no id gets into a path')
})

test('errors of Google: temporary ones are tried again, final ones are shown', async () => {
  const path = await add()
  const entries = `/v2/${transcript}/entries?pageSize=100`
  const user = `/directory/users/${bo}?viewType=domain_public&fields=id,primaryEmail`
  for (const [at, fault] of [
    [`/v2/${transcript}`, { status: 404 }],
    [`/v2/${record}`, { status: 404 }],
    [`/v2/${record}`, { status: 429, headers: { 'retry-after': '30' } }],
    [`${entries}&pageToken=2`, { status: 503 }],
    [entries, { status: 200, body: 'no JSON' }],
    [entries, { status: 200, headers: { 'content-length': '500' }, body: '{"transcriptEntries":[' }],
    ['/token', { status: 503 }],
    ['/token', { status: 200, body: '{}' }],
    [user, { status: 500 }],
  ] as const) {
    await again()
    google.faults.set(at, [fault])
    assert.deepEqual(await taken(path), [], at)
    here.world.advance({ seconds: 30 })
    await here.world.settle()
    const [upload] = await uploads()
    assert.equal(
      (await here.recording(upload.recording_id)).transcript.speech_segments.length,
      3,
      `${at} ${fault.status}`,
    )
  }
  for (const [at, status, sentence] of [
    [`/v2/${record}`, 403, 'Google answered 403'],
    ['/token', 401, 'Google answered 401'],
    [user, 404, 'The host of the call is not in the directory of the domain'],
  ] as const) {
    await again()
    google.faults.set(at, [{ status }])
    assert.deepEqual(await taken(path), [])
    assert.equal((await recorder()).last_error, sentence)
  }
})

test("without Google's keys the answer is 503, so that the push is repeated", async () => {
  await using world = await openMediaWorld({ LOG_LEVEL: 'warn' })
  await using elsewhere = await openGoogleServer()
  world.world.base.google = elsewhere.addresses
  const made = await world.world.post('/api/v1/recorder', keys.ada, own)
  const path = new URL(made.body.recorder.url).pathname
  const answers = [{ status: 500 }, { status: 200, body: '{' }, { status: 200, body: '{"keys":7}' }]
  elsewhere.faults.set('/certs', answers)
  for (const _ of [...answers]) assert.equal((await push(world.world, path, message('transcript'))).status, 503)
  const lines = world.world.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [[40, 'The keys of Google could not be fetched; its pushes come again']],
  )
  assert.equal((await push(world.world, path, message('transcript'))).status, 200)
})

test('the required fields for Meet, and the rules for the key', async () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const wrong: [given: object, location: string][] = [
    [{ push_account: null }, 'body.push_account'],
    [{ push_account: 'x' }, 'body.push_account'],
    [{ topic: null }, 'body.topic'],
    ...[
      'minutebook',
      'projects/acme/topics/ab',
      'projects/acme/topics/1abc',
      `projects/acme/topics/${'a'.repeat(256)}`,
    ].map((topic): [object, string] => [{ topic }, 'body.topic']),
    [{ user: null }, 'body.user'],
    [{ user: 'who@elsewhere.test' }, 'body.user'],
    [{ tenant_id: 't' }, 'body.tenant_id'],
    [{ kind: 'zoom', secret: 'x' }, 'body.push_account'],
    [{ kind: 'zoom', secret: 'x', push_account: null }, 'body.topic'],
    [{ kind: 'zoom', push_account: null, topic: null, secret: keyFile() }, 'body.secret'],
    [{ kind: 'zoom', push_account: null, topic: null, secret: 'x'.repeat(256) }, 'body.secret'],
    ...[
      ...[
        'x',
        '{}',
        '[]',
        'null',
        'x'.repeat(8_193),
        keyFile(other),
        keyFile(shortKey()),
        keyFile(undefined, { client_email: 'x' }),
      ],
      ...[keyFile(undefined, { private_key: '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----' })],
    ].map((secret): [object, string] => [{ secret }, 'body.secret']),
  ]
  for (const [given, location] of wrong) {
    const answer = await create(given)
    assert.deepEqual([answer.status, answer.body.errors[0].location], [400, location], answer.text)
    assert(!answer.text.includes('PRIVATE KEY'))
  }
  const padded = (length: number) => keyFile().padEnd(length)
  await add({ secret: padded(8_192) })
  const of = (project_id: string) => ({ secret: keyFile(undefined, { project_id }) })
  for (const name of ['abc', 'a'.repeat(255)]) await add({ ...of(name), topic: `projects/acme/topics/${name}` })
  assert.equal((await create({ secret: padded(8_193) })).status, 400)
  assert.equal((await create({ kind: 'zoom', push_account: null, topic: null, secret: 'x'.repeat(255) })).status, 201)
  const { data } = (await here.world.get('/api/v1/recorders', keys.ada)).body
  const { id } = data.find(({ kind }: { kind: string }) => kind === 'meet')
  const change = (changes: object) => here.world.patch(`/api/v1/recorder/${id}`, keys.ada, changes)
  for (const changes of [{ user: null }, { secret: 'new' }]) assert.equal((await change(changes)).status, 400)
  assert.equal((await change({ ...of('new'), user: 'bo@acme.test' })).status, 200)
})

test('no log or answer contains a secret', async () => {
  const path = await add()
  google.faults.set('/token', [{ status: 400, body: '{"error":"invalid_grant"}' }])
  await taken(path)
  await again()
  await taken(path)
  const { private_key } = JSON.parse(keyFile())
  const told = here.world.logged.join() + JSON.stringify(await recorder())
  for (const secret of [private_key.split('\n')[3], 'assertion', 'I will send the deck', 'eyJ'])
    assert(!told.includes(secret), secret)
})
