/** Recorders: Zoom's events become recordings of the host, in the note of the meeting (docs/recorders.md). */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
import { sealedRecorders } from '../server/making/recorders/reseal-recorders.ts'
import { keys } from './support/acme.ts'
import { assertCounts, meeting, sendCalendar } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import { everyRow } from './support/every-row.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'
import { openReceiver } from './support/receiver.ts'
import {
  addRecorder,
  answerDownloads,
  downloadToken,
  type Fault,
  recordingEvent,
  sendEvent,
  zoomSecret,
  zoomVtt,
} from './support/zoom.ts'

const guid = 'evt1_20260105T090000Z'
const link = 'https://acme.zoom.us/j/85746065432?pwd=x'
const transcriptDone = 'recording.transcript_completed'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'info', UPLOAD_RETRY_DELAYS_SECONDS: '5,30' })
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['recorders', 'uploads', 'idempotency_keys', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('recordings').where('id', '<>', 'r_1').execute()
  await db.updateTable('events').set({ call_url: link }).where('guid', '=', guid).execute()
  here.receiver.received.length = 0
  here.receiver.answering = answerDownloads()
  here.world.logged.length = 0
  await addRecorder(here.world)
})
after(() => here[Symbol.asyncDispose]())

const send = (event: object | string, sent = {}) => sendEvent(here.world, event, sent)
type Kind = 'recording.completed' | typeof transcriptDone
const told = (more: Record<string, unknown> = {}, kind: Kind = transcriptDone) =>
  recordingEvent(here.receiver, kind, more)
const uploads = async (key = keys.bo) =>
  (await here.world.post('/api/v1/recordings/upload/list', key, {})).body.uploads.data
const recorder = async () => (await here.world.get('/api/v1/recorders', keys.ada)).body.data[0]
const set = (changes: object) => here.world.patch('/api/v1/recorder/rec_1', keys.ada, changes)

/** Sends the event and runs all due jobs. @returns the host's uploads */
async function taken(event: object = told(), key = keys.bo) {
  const answer = await send(event)
  assert.deepEqual([answer.status, answer.body], [200, {}], answer.text)
  await here.world.settle()
  return uploads(key)
}

test('a transcript becomes a recording of the host in the note of the meeting with the link', async () => {
  const [upload] = await taken()
  assert.deepEqual([upload.status, upload.title], ['SUCCESS', 'Weekly'])
  const made = await here.recording(upload.recording_id)
  assert.deepEqual([made.note_id, made.event_guid, made.started_at], ['n_1', guid, '2026-01-05T09:00:07.000Z'])
  assert.deepEqual(
    made.transcript.speech_segments.map(({ speaker }: { speaker: string }) => speaker),
    ['Bo Lindqvist', 'Ada Moreau'],
  )
  assert.equal(made.media_url, null)
  assert.deepEqual(
    here.receiver.received.map(({ path, headers }) => [path, headers.authorization]),
    [['/rec/download/TRANSCRIPT', `Bearer ${downloadToken}`]],
  )
  const { last_error, last_event_at } = await recorder()
  assert.deepEqual([last_error, last_event_at], [null, '2026-01-10T12:00:00.000Z'])
  const [audit] = (await here.world.get('/api/v1/audit_log', keys.ada)).body.data
  assert.deepEqual([audit.action, audit.user_id, audit.key_id], ['recorder.upload', 'u_bo', null])
})

test('an event that is repeated, at once or later, gives one recording', async () => {
  await Promise.all([send(told()), send(told()), send(told())])
  assert.equal((await taken()).length, 1)
  here.world.advance({ hours: 25 })
  assert.equal((await taken()).length, 1)
  assert.equal(here.receiver.received.length, 1)
  assert.equal((await taken(told({ uuid: 'another==', start_time: '2026-01-05T09:20:00Z' }))).length, 2)
})

test('a recording that is stopped and started again gives several recordings, each with its own time', async () => {
  const event = told()
  const { object } = event.payload
  const later = object.recording_files.map((file) => ({ ...file, recording_start: '2026-01-05T09:20:00Z' }))
  const uploads = await taken(told({ recording_files: [...object.recording_files, ...later] }))
  const starts = uploads.map(
    async (upload: { recording_id: string }) => (await here.recording(upload.recording_id)).started_at,
  )
  assert.deepEqual((await Promise.all(starts)).sort(), ['2026-01-05T09:00:07.000Z', '2026-01-05T09:20:00.000Z'])
  assert.equal((await taken(event)).length, 2)
})

test('a recorder that takes media imports only media, which are transcribed here', async () => {
  assert.deepEqual(await taken(told({}, 'recording.completed')), [], 'by default the transcript is waited for')
  await set({ takes: 'media' })
  assert.deepEqual(await taken(), [])
  const [upload] = await taken(told({}, 'recording.completed'))
  assert.equal(upload.status, 'SUCCESS')
  assert.match((await here.recording(upload.recording_id)).transcript.speech_segments[0].text, /^hello from the call/)
  const { base } = here.world
  const { transcriber } = base.engines
  base.engines = { ...base.engines, transcriber: null }
  await taken(told({ uuid: 'other' }, 'recording.completed'))
  base.engines = { ...base.engines, transcriber }
  assert.match((await recorder()).last_error, /^No transcription service is configured/)
})

test('the meeting is found by its link, or by time if it has no link', async () => {
  const eventOf = async (more: Record<string, unknown>) => {
    await here.world.db.deleteFrom('uploads').execute()
    const [upload] = await taken(told({ uuid: JSON.stringify(more), ...more }))
    return (await here.recording(upload.recording_id)).event_guid
  }
  for (const [time, joined] of [
    ...[['08:44:59', null] as const, ['08:45:00', guid] as const],
    ...[['10:29:59', guid] as const, ['10:30:00', null] as const],
  ])
    assert.equal(await eventOf({ start_time: `2026-01-05T${time}Z` }), joined, time)
  for (const id of [857_460_654_321, 8_574_606_543, '.*', null]) assert.equal(await eventOf({ id }), null)
  const setLink = (call_url: string | null) =>
    here.world.db.updateTable('events').set({ call_url }).where('guid', '=', guid).execute()
  await setLink('https://meet.google.com/abc-defg-hij')
  assert.equal(await eventOf({ duration: 31 }), null, 'another call at the same time')
  await setLink(null)
  assert.equal(await eventOf({ duration: 32 }), guid)
  assert.equal(await eventOf({ duration: 33, start_time: '2026-01-05T09:30:00Z' }), null)
})

test('a recording does not join a meeting that only a colleague imported, or one of two at the same time', async () => {
  const twin = {
    ...(await here.world.db.selectFrom('events').selectAll().where('guid', '=', guid).executeTakeFirstOrThrow()),
  }
  const joins = async (uuid: string) => {
    await here.world.db.deleteFrom('uploads').execute()
    const [upload] = await taken(told({ uuid }))
    return (await here.recording(upload.recording_id)).event_guid
  }
  const broughtBy = (imported_by: string | null) =>
    here.world.db.updateTable('events').set({ imported_by }).where('guid', '=', guid).execute()
  for (const call_url of [twin.call_url, null]) {
    await here.world.db.updateTable('events').set({ call_url }).where('guid', '=', guid).execute()
    await broughtBy('u_ada')
    assert.equal(await joins(`of Ada ${call_url}`), null)
    await broughtBy('u_bo')
    assert.equal(await joins(`of Bo ${call_url}`), guid)
  }
  await broughtBy(null)
  await here.world.db.updateTable('events').set({ call_url: twin.call_url }).where('guid', '=', guid).execute()
  await here.world.db
    .insertInto('events')
    .values({ ...twin, guid: 'twin' })
    .execute()
  await sql`insert into event_attendees (workspace_id, event_guid, position, email, email_folded, name)
    values ('ws_acme', 'twin', 0, 'bo@acme.test', 'bo@acme.test', 'Bo')`.execute(here.world.db)
  assert.equal(await joins('of two'), null)
  await here.world.db.deleteFrom('events').where('guid', '=', 'twin').execute()
})

test('a recording joins a meeting of a colleague’s calendar once the host’s own calendar has it too', async () => {
  const text = calendar(
    meeting({ UID: 'both', URL: link, DTSTART: '20260105T160000Z', DTEND: '20260105T170000Z' }, 'ada', 'bo'),
  )
  const joins = async (uuid: string) => {
    await here.world.db.deleteFrom('uploads').execute()
    const [upload] = await taken(told({ uuid, start_time: '2026-01-05T16:00:00Z' }))
    return (await here.recording(upload.recording_id)).event_guid
  }
  assertCounts(await sendCalendar(here.world, text, keys.adaRegular), { events_created: 1, notes_created: 1 })
  assert.equal(await joins('before'), null)
  assertCounts(await sendCalendar(here.world, text, keys.bo), {})
  assert.equal(await joins('after'), 'both')
})

test('an event of a recorder that is stopped in the meantime is not imported', async () => {
  assert.equal((await send(told())).status, 200)
  await set({ active: false })
  await here.world.settle()
  assert.deepEqual(await uploads(), [])
})

test('what waited while its recorder was stopped is imported once it is active again', async () => {
  assert.equal((await send(told())).status, 200)
  await set({ active: false })
  await here.world.settle()
  assert.deepEqual(await uploads(), [])
  for (let again = 0; again < 2; again++) {
    await set({ active: true })
    await here.world.settle()
    assert.equal((await uploads()).length, 1)
  }
})

test('all recordings of one event are imported, and each is stored without the others', async () => {
  const event = told()
  const { object } = event.payload as { object: { recording_files: Record<string, unknown>[] } }
  const [file] = object.recording_files.filter(({ file_type }) => file_type === 'TRANSCRIPT')
  object.recording_files = Array.from({ length: 55 }, (_, minute) => ({
    ...file,
    recording_start: new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString(),
  }))
  assert.equal((await send(event)).status, 200)
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::integer as count, max(length(event)) as bytes from recorder_events`.execute(here.world.db)
  assert.equal(rows[0]!.count, 55)
  assert(rows[0]!.bytes < JSON.stringify(event).length / 5, `${rows[0]!.bytes} bytes`)
  await here.world.settle()
  const { rows: sent } = await sql`select from uploads where workspace_id = 'ws_acme'`.execute(here.world.db)
  assert.equal(sent.length, 55)
})

test('the recording belongs to the host, else to the recorder’s user; else it is not imported', async () => {
  for (const host_email of ['who@elsewhere.test', 'cy@acme.test', undefined]) {
    assert.deepEqual(await taken(told({ uuid: String(host_email), host_email })), [])
    assert.match((await recorder()).last_error, /^The host of the call has no active account here/)
  }
  await set({ user: 'ada@acme.test' })
  assert.deepEqual(await taken(told({ uuid: 'again', host_email: 'who@elsewhere.test' })), [])
  assert.equal((await uploads(keys.adaRegular)).length, 1)
  assert.equal((await recorder()).last_error, null)
  assert.equal(here.receiver.received.length, 1, 'nothing is fetched for nobody')
})

test('a recording does not join a meeting that the host does not attend', async () => {
  await sql`delete from event_attendees where event_guid = ${guid} and email_folded = 'bo@acme.test'`.execute(
    here.world.db,
  )
  const [upload] = await taken()
  assert.equal((await here.recording(upload.recording_id)).event_guid, null)
  await sql`insert into event_attendees (workspace_id, event_guid, position, email, email_folded, name)
    values ('ws_acme', ${guid}, 1, 'bo@acme.test', 'bo@acme.test', 'Bo')`.execute(here.world.db)
})

test('errors of the service: temporary ones are tried again, final ones are shown', async () => {
  const status =
    (code: number, headers = {}): Fault =>
    (response) =>
      response.writeHead(code, headers).end()
  const cut: Fault = (response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('WEBVTT')
    setImmediate(() => response.destroy())
  }
  const passing = [status(404), status(429, { 'retry-after': '60' }), status(503), cut]
  for (const [number, fault] of passing.entries()) {
    await here.world.db.deleteFrom('uploads').execute()
    here.receiver.answering = answerDownloads([fault])
    assert.deepEqual(await taken(told({ uuid: `passing ${number}` })), [])
    here.world.advance({ seconds: 5 })
    await here.world.settle()
    assert.equal((await uploads()).length, number === 1 ? 0 : 1, `fault ${number}`)
    here.world.advance({ seconds: 55 })
    await here.world.settle()
    assert.equal((await uploads()).length, 1)
  }
  await here.world.db.deleteFrom('uploads').execute()
  const final: [faults: Fault[], sentence: RegExp][] = [
    [[status(401)], /^The recording server answered 401$/],
    [[status(404), status(404), status(404)], /^The recording is not there$/],
    [[(response) => response.end('no captions')], /line 1/],
    [[(response) => response.end('x'.repeat(5_242_881))], /^The transcript has more than 5242880 bytes$/],
  ]
  for (const [faults, sentence] of final) {
    here.receiver.answering = answerDownloads([...faults])
    await taken(told({ uuid: String(sentence) }))
    for (let times = 0; times < 2; times++) {
      here.world.advance({ seconds: 30 })
      await here.world.settle()
    }
    assert.match((await recorder()).last_error, sentence)
    assert.deepEqual(await uploads(), [])
  }
})

const withAudio = () => told({ recording_files: [...filesOf('recording.completed'), ...filesOf(transcriptDone)] })
const filesOf = (kind: Kind) => told({}, kind).payload.object.recording_files

test('an event of the transcript that names audio too brings both', async () => {
  const [upload] = await taken(withAudio())
  assert.notEqual((await here.recording(upload.recording_id)).media_url, null)
  assert.deepEqual(
    here.receiver.received.map(({ path }) => path),
    ['/rec/download/TRANSCRIPT', '/rec/download/M4A'],
  )
})

test('a transcript is imported even if its media are missing', async () => {
  const gone: Fault = (response) => response.writeHead(404).end()
  const vtt: Fault = (response) => response.end(zoomVtt)
  here.receiver.answering = answerDownloads([vtt, gone])
  const [upload] = await taken(withAudio())
  const made = await here.recording(upload.recording_id)
  assert.deepEqual([upload.status, made.media_url, made.transcript.speech_segments.length], ['SUCCESS', null, 2])
})

test('private addresses are rejected, and a redirect to another server does not get the token', async () => {
  const files = (download_url: string) => [{ file_type: 'TRANSCRIPT', download_url }]
  for (const url of ['https://10.0.0.1/x', 'https://localhost/x', 'http://zoom.us/x', 'file:///etc/passwd', 'x']) {
    await taken(told({ uuid: url, recording_files: files(url) }))
    assert.match((await recorder()).last_error, /^(Recording|Media) URL (cannot point|must)/, url)
  }
  const leadTo =
    (location: string): Fault =>
    (response) =>
      response.writeHead(302, { location }).end()
  here.receiver.answering = answerDownloads([leadTo('https://169.254.169.254/')])
  await taken(told({ uuid: 'inside' }))
  assert.match((await recorder()).last_error, /cannot point to private/)
  assert.deepEqual(await uploads(), [])
  await using elsewhere = await openReceiver({ answering: (_, response) => response.end(zoomVtt) })
  here.receiver.answering = answerDownloads([leadTo(elsewhere.url('/signed'))])
  assert.equal((await taken(told({ uuid: 'elsewhere' }))).length, 1)
  assert.equal(elsewhere.received[0]!.headers.authorization, undefined)
})

test('the answer to the address check proves the secret', async () => {
  const event = { event: 'endpoint.url_validation', payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' }, event_ts: 1 }
  const { body } = await send(event)
  assert.equal(body.plainToken, 'qgg8vlvZRS6UYooatFL8Aw')
  assert.equal(body.encryptedToken, createHmac('sha256', zoomSecret).update(event.payload.plainToken).digest('hex'))
})

test('only events that the service signed within five minutes are read', async () => {
  const now = Math.floor(here.world.base.clock().getTime() / 1_000)
  for (const stamp of [now - 300, now + 300]) assert.equal((await send({ event: 'x' }, { stamp })).status, 200)
  const wrong = [
    ...[now - 301, now + 301, 'now', '', '-1', `${now}.0`].map((stamp) => ({ stamp })),
    ...['', 'v0=', `v0=${'0'.repeat(64)}`, `v1=${'0'.repeat(64)}`, `v0=${'é'.repeat(64)}`].map((signature) => ({
      signature,
    })),
    { secret: 'another' },
  ]
  for (const sent of wrong) {
    const answer = await send(told(), sent)
    assert.deepEqual([answer.status, answer.body.message], [401, 'The signature is not valid'], JSON.stringify(sent))
  }
  assert.equal((await here.world.post('/recorders/zoom/rec_1', undefined, told())).status, 401)
  for (const path of [
    '/recorders/zoom/rec_2',
    '/recorders/teams/rec_1',
    '/recorders/constructor/rec_1',
    '/recorders/zoom/%00',
  ])
    assert.equal((await send(told(), { path })).status, 404, path)
  await set({ active: false })
  assert.equal((await send(told())).status, 404)
  await here.world.settle()
  assert.deepEqual(await uploads(), [])
})

test('unexpected events are answered and change nothing', async () => {
  const odd = [
    ...[
      {},
      { event: transcriptDone },
      { event: transcriptDone, payload: null },
      { event: transcriptDone, payload: { object: 7 } },
    ],
    ...[
      told({ uuid: 7 }),
      told({ recording_files: 'x' }),
      told({ recording_files: [null, 7] }),
      told({ recording_files: [] }),
    ],
    ...[{ ...told(), download_token: 'a b' }, { ...told(), download_token: null }, { event: 'meeting.started' }],
  ]
  for (const event of odd) {
    const answer = await send(event)
    assert.deepEqual([answer.status, answer.body], [200, {}], JSON.stringify(event).slice(0, 100))
  }
  for (const text of ['[]', '7', 'null', '"x"']) assert.equal((await send(text)).status, 200)
  for (const text of ['', '{', '\xff']) assert.equal((await send(text)).status, 400)
  await here.world.settle()
  assert.deepEqual(await uploads(), [])
  const [upload] = (await taken(told({ topic: `  ${'😀'.repeat(300)}`, start_time: 'some day' }))) ?? []
  assert.equal(upload, undefined)
  assert.match((await recorder()).last_error, /started_at must be a time that exists/)
  assert.equal((await taken(told({ uuid: 'long', topic: '😀'.repeat(300) }))).length, 1)
})

test('an event may have one mebibyte, and not one byte more', async () => {
  const most = 1_048_576
  const sized = (bytes: number) => `{"padding":"${'x'.repeat(bytes - 14)}"}`
  assert.equal(sized(most).length, most)
  const statuses = [most - 1, most, most + 1].map(async (bytes) => (await send(sized(bytes))).status)
  assert.deepEqual(await Promise.all(statuses), [200, 200, 413])
})

test('secrets and events are stored sealed, are in no log or answer, and are deleted', async () => {
  await send(told())
  const rows = async () =>
    (await everyRow(here.world.db))
      .join('\n')
      .replace(/\\\\x([0-9a-f]+)/g, (_, hex) => Buffer.from(hex, 'hex').toString())
  const secrets = [zoomSecret, downloadToken]
  for (const secret of secrets) assert(!(await rows()).includes(secret))
  await here.world.settle()
  for (const secret of secrets) assert(!here.world.logged.join().includes(secret))
  assert(!JSON.stringify(await recorder()).includes(zoomSecret))
  const left = () => here.world.db.selectFrom('recorder_events').select('event').execute()
  assert.deepEqual(await left(), [{ event: null }])
  here.world.advance({ days: 7, seconds: 1 })
  await backgroundJobs(here.world.base)
    .find(({ name }) => name === 'forget-recorder-events')!
    .run(null)
  assert.deepEqual(await left(), [])
})

test('after a change of SECRET_KEY recorders and waiting events are sealed again', async () => {
  await send(told())
  const { base, db } = here.world
  const before = base.secretKey
  const anew = { current: Buffer.alloc(32, 7), old: [before.current] }
  const rows = [{ workspace_id: 'ws_acme', id: 'rec_1' }]
  assert.equal(await db.transaction().execute((tx) => sealedRecorders.reseal(tx, anew, rows)), 1)
  base.secretKey = { ...anew, old: [] }
  await here.world.settle()
  base.secretKey = before
  assert.equal((await uploads()).length, 1)
})

test('an event for a frozen workspace gets an answer that makes the service try again', async () => {
  await sql`insert into frozen_workspaces values ('ws_acme', 'frozen', gen_random_uuid(), ${here.world.base.clock()})`.execute(
    here.world.db,
  )
  const answer = await send(told())
  await sql`delete from frozen_workspaces`.execute(here.world.db)
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5'])
})

const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

test('super admins manage recorders; each change is in the audit log', async () => {
  const body = { kind: 'zoom', secret: zoomSecret, user: 'Bo@acme.test' }
  for (const key of [keys.adaRegular, keys.bo]) {
    assert.equal((await here.world.post('/api/v1/recorder', key, body)).status, 403)
    assert.equal((await here.world.get('/api/v1/recorders', key)).status, 403)
    assert.equal((await here.world.patch('/api/v1/recorder/rec_1', key, {})).status, 403)
    assert.equal((await here.world.delete('/api/v1/recorder/rec_1', key)).status, 403)
  }
  const made = await here.world.post('/api/v1/recorder', keys.ada, body)
  assert.equal(made.status, 201, made.text)
  const { id } = made.body.recorder
  assert.deepEqual(made.body.recorder, {
    id,
    kind: 'zoom',
    takes: 'transcript',
    user_id: 'u_bo',
    active: true,
    last_event_at: null,
    last_error: null,
    tenant_id: null,
    client_id: null,
    push_account: null,
    topic: null,
    base_url: null,
    sends_bots: false,
    subscribed_until: null,
    url: `https://minutebook.test/recorders/zoom/${id}`,
    created_at: here.world.base.clock().toISOString(),
  })
  const one = `/api/v1/recorder/${id}`
  const change = async (changes: object) => (await here.world.patch(one, keys.ada, changes)).body.recorder
  assert.deepEqual(await change({}), made.body.recorder)
  assert.deepEqual(await change({ user: null, takes: 'media', active: false }), {
    ...made.body.recorder,
    user_id: null,
    takes: 'media',
    active: false,
  })
  await change({ secret: 'new', active: true })
  assert.equal((await send({ event: 'x' }, { path: `/recorders/zoom/${id}` })).status, 401)
  assert.equal((await send({ event: 'x' }, { path: `/recorders/zoom/${id}`, secret: 'new' })).status, 200)
  for (const wrong of [
    { user: 'cy@acme.test' },
    { user: 'u_none' },
    { secret: '' },
    { secret: 'a b' },
    { takes: 'all' },
  ])
    assert.equal((await here.world.patch(one, keys.ada, wrong)).status, 400, JSON.stringify(wrong))
  for (const key of [keys.zoe]) {
    assert.equal((await here.world.patch(one, key, {})).status, 404)
    assert.equal((await here.world.delete(one, key)).status, 404)
    assert.deepEqual((await here.world.get('/api/v1/recorders', key)).body.data, [])
  }
  assert.deepEqual((await here.world.delete(one, keys.ada)).body, { recorder_id: id, deleted: true })
  assert.equal((await here.world.delete(one, keys.ada)).status, 404)
  const { data } = (await here.world.get('/api/v1/audit_log', keys.ada)).body
  const audit = data.filter(({ action }: { action: string }) => action !== 'operation.refuse')
  assert.deepEqual(
    // Recorders that are created in the same millisecond have no order.
    audit.map(({ action, details }: { action: string; details: object }) => [action, details]).sort(byText),
    [
      ['recorder.change', { recorder_id: id, changed: ['active', 'secret'] }],
      ['recorder.change', { recorder_id: id, changed: ['takes', 'active', 'fallback_user_id'] }],
      ['recorder.create', { recorder_id: id, kind: 'zoom' }],
      ['recorder.delete', { recorder_id: id }],
    ].sort(byText),
  )
})

test('a workspace has at most 20 recorders, also with concurrent requests', async () => {
  const body = { kind: 'zoom', secret: 'x' }
  const answers = await Promise.all(
    Array.from({ length: 22 }, () => here.world.post('/api/v1/recorder', keys.ada, body)),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 19)
  assert.equal(
    answers.find(({ status }) => status === 400)!.body.message,
    'The workspace has 20 recorders; remove one first',
  )
})
