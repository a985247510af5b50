/** Recorders of BigBlueButton: calls of its webhooks, its list of recordings, and its files (docs/recorders.md). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
import { keys } from './support/acme.ts'
import {
  type BbbRecording,
  hash,
  openBigBlueButtonServer,
  publishedEvent,
  sendHook,
  sendReady,
  sharedSecret,
} from './support/big-blue-button.ts'
import { everyRow } from './support/every-row.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'

const guid = 'evt1_20260105T090000Z'

let here: MediaWorld
let bbb: Awaited<ReturnType<typeof openBigBlueButtonServer>>
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'info', UPLOAD_RETRY_DELAYS_SECONDS: '5' })
  bbb = await openBigBlueButtonServer()
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['recorders', 'uploads', 'idempotency_keys', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('recordings').where('id', '<>', 'r_1').execute()
  await link('https://cloud.example.com/apps/bbb/b/x7k2mnq9pzw4abcd')
  Object.assign(bbb, { recordings: [], hasPages: true, answer: null, algorithms: ['sha1', 'sha256', 'sha512'] })
  bbb.files.clear()
  bbb.receiver.received.length = 0
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await bbb[Symbol.asyncDispose]()
})

const link = (call_url: string | null) =>
  here.world.db.updateTable('events').set({ call_url }).where('guid', '=', guid).execute()
const own = () => ({ kind: 'bigbluebutton', secret: sharedSecret, base_url: `${bbb.base}/`, user: 'bo@acme.test' })
const create = (more: object = {}) => here.world.post('/api/v1/recorder', keys.ada, { ...own(), ...more })
const recorder = async () => (await here.world.get('/api/v1/recorders', keys.ada)).body.data[0]
const uploads = async () => (await here.world.post('/api/v1/recordings/upload/list', keys.bo, {})).body.uploads.data
const list = async () => {
  await backgroundJobs(here.world.base)
    .find(({ name }) => name === 'list-bigbluebutton-recordings')!
    .run({})
  await here.world.settle()
}
const asked = () => bbb.receiver.received.filter(({ path }) => path.startsWith('/bigbluebutton/api')).length

/** Since the first of January, so that the list brings calls of since then. */
async function add(more: object = {}) {
  const made = await create(more)
  assert.equal(made.status, 201, made.text)
  await here.world.settle()
  await here.world.db
    .updateTable('recorders')
    .set({ created_at: new Date('2026-01-01') })
    .execute()
  const address: string = made.body.recorder.url
  return { path: new URL(address).pathname, address }
}

test('a recording becomes one recap in the note of the meeting with the link, however often and in whatever way it is told', async () => {
  const { path, address } = await add()
  const { recordID } = bbb.publish({ metadata: { 'minutebook-user': 'Bo@acme.test' } })
  bbb.publish({ recordID: `${recordID}-other`, state: 'unpublished' })
  await list()
  const [upload] = await uploads()
  assert.equal(upload.status, 'SUCCESS')
  const made = await here.recording(upload.recording_id, keys.bo, '?include_media_url=true')
  assert.deepEqual(
    [made.title, made.note_id, made.event_guid, made.started_at],
    ['Tom & Jerry’s <room>', 'n_1', guid, '2026-01-05T09:00:10.000Z'],
  )
  assert.match(made.transcript.speech_segments[0].text, /^hello from the call/)
  assert.match(String(made.media_url), /^https?:/)
  for (const algorithm of ['sha1', 'sha256', 'sha384', 'sha512'])
    assert.equal((await sendHook(here.world, path, [publishedEvent(recordID)], { address, algorithm })).status, 200)
  assert.equal((await sendHook(here.world, path, publishedEvent(recordID), { bearer: sharedSecret })).status, 200)
  assert.equal((await sendReady(here.world, path, recordID)).status, 200)
  await list()
  assert.equal((await uploads()).length, 1)
  assert.deepEqual([(await recorder()).last_error, (await recorder()).takes], [null, 'media'])
})

for (const way of ['hook', 'ready'] as const)
  test(`${way}: a recording that is announced before the list has it is asked for again, and belongs to the recorder's person`, async () => {
    const { path, address } = await add()
    const recordID = `${hash('sha1', way)}-1767603610000`
    await (way === 'hook'
      ? sendHook(here.world, path, [publishedEvent(recordID), publishedEvent(recordID)], { address })
      : sendReady(here.world, path, recordID))
    await here.world.settle()
    assert.deepEqual(await uploads(), [])
    bbb.publish({ recordID: `${recordID}9` })
    bbb.publish({ recordID, meetingID: 'another-room-of-theirs' })
    here.world.advance({ seconds: 5 })
    await here.world.settle()
    const all = await uploads()
    assert.equal(all.length, 1)
    assert.equal((await here.recording(all[0].recording_id)).event_guid, null)
  })

test('calls that somebody else signed, or nobody, are 401, and nothing is asked', async () => {
  const { path, address } = await add()
  const { recordID } = bbb.publish()
  const event = [publishedEvent(recordID)]
  const before = asked()
  const sent = [
    sendHook(here.world, path, event, { address, secret: 'another' }),
    sendHook(here.world, path, event, { address: `${address}x` }),
    sendHook(here.world, path, event, { address, algorithm: 'md5' }),
    sendHook(here.world, path, event, { bearer: 'another' }),
    sendReady(here.world, path, recordID, { secret: 'another' }),
    sendReady(here.world, path, recordID, { alg: 'none' }),
    sendReady(here.world, path, recordID, { alg: 'HS512' }),
    here.world.post(path, undefined, `{"published":["${recordID}"]}`),
    here.world.post(`${path}?checksum=constructor`, undefined, ''),
    here.world.post(path, undefined, 'signed_parameters=x'),
  ]
  assert.deepEqual(new Set((await Promise.all(sent)).map(({ status }) => status)), new Set([401]))
  await here.world.settle()
  assert.deepEqual([await uploads(), asked() - before, (await recorder()).last_event_at], [[], 0, null])
})

test('other events, failed steps and odd ids import nothing; an id of an unknown form is told', async () => {
  const { path, address } = await add()
  const ended = { data: { id: 'meeting-ended', attributes: { 'record-id': 'x' } } }
  for (const event of [ended, publishedEvent('x', { success: false }), { data: null }, null, 7, 'x', [[]], {}])
    assert.equal((await sendHook(here.world, path, event, { address })).status, 200)
  assert.equal((await recorder()).last_error, null)
  for (const id of ['../../create', 'a,b', '', 'x'.repeat(129), null, { toString: 0 }]) {
    await here.world.db.updateTable('recorders').set({ last_error: null }).execute()
    assert.equal((await sendHook(here.world, path, publishedEvent(id), { address })).status, 200)
    assert.equal(
      (await recorder()).last_error,
      'BigBlueButton announced a recording under an id of an unknown form',
      String(JSON.stringify(id)),
    )
  }
  await here.world.settle()
  assert.deepEqual(await uploads(), [])
})

test('the list brings what was published since the recorder, and not what ended more than six days ago or has no time', async () => {
  const { path, address } = await add()
  const now = here.world.base.clock().getTime()
  const at = (name: string, endTime: number | string) =>
    bbb.publish({ recordID: `rec-${name}`, endTime: String(endTime) })
  const late = at('late', now - 6 * 86_400_000)
  at('in-time', now - 6 * 86_400_000 + 1)
  at('timeless', '')
  at('of-next-year', now + 3_600_001)
  await list()
  assert.equal((await uploads()).length, 1)
  await sendHook(here.world, path, [publishedEvent(late.recordID)], { address })
  await here.world.settle()
  assert.deepEqual([(await uploads()).length, (await recorder()).last_error], [1, null])
  await here.world.db.deleteFrom('recorder_events').execute()
  await here.world.db
    .updateTable('recorders')
    .set({ created_at: new Date(now) })
    .execute()
  at('before', now)
  at('after', now + 3_600_000)
  await list()
  assert.equal((await uploads()).length, 2)
})

test('pages are read to the last of 20; a server without pages gives all at once; a run takes 100', async () => {
  await add()
  const many = (count: number) => {
    bbb.recordings = []
    for (let each = 0; each < count; each++) bbb.recordings.push({ ...sample, recordID: `rec-${each}` })
  }
  const sample = bbb.publish({ endTime: '1' })
  const run = async (count: number) => {
    many(count)
    const before = asked()
    await list()
    return [asked() - before, (await recorder()).last_error]
  }
  assert.deepEqual(await run(0), [1, null])
  assert.deepEqual(await run(99), [1, null])
  assert.deepEqual(await run(100), [2, null])
  assert.deepEqual(await run(1_999), [20, null])
  assert.deepEqual(await run(2_001), [
    20,
    'Its recordings could not be listed: there are more than 2000, and only these were looked at',
  ])
  // Which algorithm it allows is found out once a run.
  bbb.algorithms = ['sha1']
  assert.deepEqual(await run(300), [2 + 4, null])
  bbb.hasPages = false
  assert.deepEqual(await run(300), [2 + 1, null])
  bbb.algorithms = ['sha256']
  bbb.recordings = bbb.recordings.map((each) => ({ ...each, endTime: sample.startTime }))
  await here.world.db
    .updateTable('recorders')
    .set({ active: true, created_at: new Date('2026-01-01') })
    .execute()
  const rows = () => here.world.db.selectFrom('recorder_events').select('key').execute()
  const job = backgroundJobs(here.world.base).find(({ name }) => name === 'list-bigbluebutton-recordings')!
  for (const kept of [100, 200, 300, 300]) {
    await job.run({})
    assert.equal((await rows()).length, kept)
  }
  await here.world.db.deleteFrom('recorders').execute()
  await here.world.settle()
})

test('a slow server is asked for half a minute, and does not hold up the others', async () => {
  await add()
  await create({ base_url: `${bbb.base}/api` })
  await here.world.settle()
  const sample = bbb.publish({ endTime: '1' })
  bbb.recordings = Array.from({ length: 999 }, (_, each) => ({ ...sample, recordID: `rec-${each}` }))
  const usual = bbb.receiver.answering
  for (const [seconds, pages, error] of [
    [3, 10, null],
    [4, 8, 'Its recordings could not be listed: BigBlueButton is too slow, and not everything was looked at'],
  ] as const) {
    bbb.receiver.answering = (received, response) => {
      here.world.advance({ seconds })
      usual(received, response)
    }
    const before = asked()
    await list()
    const errors = (await here.world.get('/api/v1/recorders', keys.ada)).body.data.map(
      ({ last_error }: { last_error: string | null }) => last_error,
    )
    assert.deepEqual([asked() - before, errors], [2 * pages, [error, error]])
  }
  bbb.receiver.answering = usual
})

test('a server is asked about one recording for half a minute in all; a workspace waits for its own', async () => {
  bbb.algorithms = ['sha512']
  const { path } = await add()
  bbb.publish()
  const usual = bbb.receiver.answering
  bbb.receiver.answering = (received, response) => {
    here.world.advance({ seconds: 31 })
    usual(received, response)
  }
  await sendReady(here.world, path, bbb.recordings[0]!.recordID)
  const { rows } = await sql<{ data: object; group_id: string }>`
    select data, group_id from pgboss.job where name = 'take-recording' and state = 'created'`.execute(here.world.db)
  const work = backgroundJobs(here.world.base).find(({ name }) => name === 'take-recording')!
  bbb.receiver.received.length = 0
  assert.deepEqual([rows[0]!.group_id, work.concurrency, work.concurrencyOfSharer], ['ws_acme', 4, 1])
  await work.run(rows[0]!.data)
  bbb.receiver.answering = usual
  assert.equal(asked(), 1)
})

test('the sound is found in each format, the smallest first; a page is no file', async () => {
  await add()
  const one = (name: string, formats: Record<string, string>, files: string[]) => {
    bbb.recordings = []
    bbb.files.clear()
    bbb.publish({ recordID: name, formats })
    for (const file of files) bbb.files.set(file.replace(' ', ''), file.includes(' ') ? 'text/html' : 'video/mp4')
  }
  const taken = async () => {
    bbb.receiver.received.length = 0
    await list()
    const fetched = bbb.receiver.received.filter(({ path, headers }) => bbb.files.has(path) && !headers.range)
    return fetched.map(({ path }) => path)
  }
  const page = bbb.url('/playback/presentation/2.3/p1')
  const both = { presentation: page, podcast: bbb.url('/podcast/p0/audio.ogg') }
  one('p0', both, ['/presentation/p0/video/webcams.webm'])
  assert.deepEqual(await taken(), ['/podcast/p0/audio.ogg'])
  one('p1', { presentation: page }, ['/presentation/p1/audio/ audio.webm', '/presentation/p1/video/webcams.mp4'])
  assert.deepEqual(await taken(), ['/presentation/p1/video/webcams.mp4'])
  one('p2', { presentation: page, notes: page }, [
    '/presentation/p2/audio/audio.ogg',
    '/presentation/p2/video/webcams.webm',
  ])
  assert.deepEqual(await taken(), ['/presentation/p2/audio/audio.ogg'])
  one('p3', { video: bbb.url('/playback/video/p3/'), presentation: page }, [
    ...['/playback/video/p3/video-0.m4v', '/presentation/p3/video/webcams.webm'],
  ])
  assert.deepEqual(await taken(), ['/playback/video/p3/video-0.m4v'])
  assert.equal((await uploads()).length, 4)

  one('p4', { notes: page, podcast: 'not an address' }, [])
  await list()
  here.world.advance({ seconds: 5 })
  await here.world.settle()
  assert.match((await recorder()).last_error, /no sound that can be fetched; BigBlueButton must publish it as podcast/)
  assert.equal((await uploads()).length, 4)
})

test('files at inner addresses are not fetched, also not behind a redirect', async () => {
  await add()
  for (const [id, podcast] of [
    ['i1', 'https://10.0.0.1/audio.mp3'],
    ['i2', bbb.url('/podcast/i2/moved')],
  ] as const) {
    bbb.recordings = []
    bbb.publish({ recordID: id, formats: { podcast } })
    const usual = bbb.receiver.answering
    bbb.receiver.answering = (received, response) =>
      received.path.endsWith('/moved')
        ? response.writeHead(302, { location: 'https://169.254.169.254/x' }).end()
        : usual(received, response)
    await list()
    bbb.receiver.answering = usual
    assert.match((await recorder()).last_error, /^Recording URL cannot point to private IP address/, id)
  }
  assert.deepEqual(await uploads(), [])
})

test('answers that are wrong or mean harm are told in a sentence, and nothing else happens', async () => {
  const { path, address } = await add()
  bbb.publish()
  const unreadable = 'BigBlueButton gave an answer that cannot be read'
  const bomb = `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}">]><r>${'&b;'.repeat(1_000)}</r>`
  const file = '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><response><returncode>&f;</returncode></response>'
  const deep = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
  const wide = `<response><returncode>SUCCESS</returncode>${'<a/>'.repeat(100_000)}</response>`
  const odd = '<response><returncode>FAILED</returncode><messageKey>&lt;script></messageKey></response>'
  const answers: [typeof bbb.answer & object, string | null][] = [
    ...[bomb, file, deep(33), wide, '', '{"returncode":"SUCCESS"}', '<response>', 'x\u0000'].map(
      (body): [{ body: string }, string] => [{ body }, unreadable],
    ),
    [{ body: 'x'.repeat(4_194_305) }, 'BigBlueButton gave more than 4194304 bytes'],
    [{ body: odd }, 'BigBlueButton refuses: no reason'],
    [
      { status: 404, body: '' },
      'BigBlueButton has no API at the address of the recorder: it must be the URL that bbb-conf --secret shows',
    ],
    [{ status: 302, headers: { location: 'https://169.254.169.254/' }, body: '' }, 'BigBlueButton answered 302'],
    [{ status: 503, body: '' }, 'BigBlueButton answered 503'],
  ]
  for (const [answer, sentence] of answers) {
    bbb.answer = answer
    await list()
    assert.equal((await recorder()).last_error, `Its recordings could not be listed: ${sentence}`)
  }
  bbb.answer = null
  bbb.recordings[0]!.name = deep(3)
  await list()
  assert.deepEqual([(await recorder()).last_error, (await uploads()).length], [null, 1])
  // A recording that is deleted before it is fetched.
  const gone: BbbRecording = bbb.publish({ recordID: 'gone', state: 'deleted' })
  await sendHook(here.world, path, [publishedEvent(gone.recordID)], { address })
  await here.world.settle()
  here.world.advance({ seconds: 5 })
  await here.world.settle()
  assert.equal((await recorder()).last_error, 'The recording is not there')
})

test('a server that allows only another algorithm is understood; a wrong secret says what to check', async () => {
  bbb.algorithms = ['sha1']
  await add()
  bbb.publish()
  await list()
  assert.equal((await uploads()).length, 1)
  bbb.algorithms = []
  await list()
  const refused = 'BigBlueButton refuses the checksum: the secret must be the one that bbb-conf --secret shows'
  assert.equal((await recorder()).last_error, `Its recordings could not be listed: ${refused}`)
  bbb.algorithms = ['sha512']
  await here.world.patch(`/api/v1/recorder/${(await recorder()).id}`, keys.ada, { secret: sharedSecret })
  await here.world.settle()
  assert.equal((await recorder()).last_error, null, 'asked again at once')
})

test('who is told as the host joins their meeting without a link by its time; the person of the recorder does not', async () => {
  await link(null)
  await add()
  bbb.publish({ recordID: 'unknown' })
  await list()
  bbb.recordings = []
  bbb.publish({ recordID: 'told', metadata: { 'minutebook-user': 'bo@acme.test' } })
  await list()
  const made = await Promise.all(
    (await uploads()).map((each: { recording_id: string }) => here.recording(each.recording_id)),
  )
  assert.deepEqual(made.map(({ event_guid }) => event_guid).sort(), [guid, null])
})

test('the link may be told, and is not guessed from a short id', async () => {
  await link('https://meet.example.com/rooms/weekly')
  await add()
  bbb.publish({ recordID: 'guessed', meetingID: 'weekly' })
  await list()
  bbb.recordings = []
  bbb.publish({ recordID: 'told', metadata: { 'minutebook-link': 'https://meet.example.com/rooms/weekly' } })
  await list()
  const made = await Promise.all(
    (await uploads()).map((each: { recording_id: string }) => here.recording(each.recording_id)),
  )
  assert.deepEqual(made.map(({ event_guid }) => event_guid).sort(), [guid, null])
})

test('it takes media alone, sends no bots, has no API key, needs an address; its secret is sealed', async () => {
  const refused = async (more: object) => {
    const { status, body } = await create(more)
    return [status, body.errors?.[0]?.location, body.errors?.[0]?.message]
  }
  assert.deepEqual(await refused({ takes: 'transcript' }), [400, 'body.takes', 'must be media for bigbluebutton'])
  assert.deepEqual(await refused({ sends_bots: true }), [400, 'body.sends_bots', 'goes with vexa or attendee'])
  assert.deepEqual(await refused({ api_key: 'k' }), [400, 'body.api_key', 'goes with vexa or attendee'])
  assert.deepEqual(await refused({ base_url: null }), [400, 'body.base_url', 'is required for bigbluebutton'])
  assert.deepEqual(await refused({ kind: 'zoom' }), [
    ...[400, 'body.base_url', 'goes with vexa or attendee or bigbluebutton'],
  ])
  await add({ base_url: `${bbb.base}/api` })
  bbb.publish()
  await list()
  const { id } = await recorder()
  const change = await here.world.patch(`/api/v1/recorder/${id}`, keys.ada, { takes: 'transcript' })
  assert.equal(change.body.errors[0].message, 'must be media for bigbluebutton')
  assert.equal((await uploads()).length, 1)
  assert(!JSON.stringify([await everyRow(here.world.db), here.world.logged]).includes(sharedSecret))
  const now = here.world.base.clock()
  const event = here.world.db.updateTable('events').where('guid', '=', guid)
  await event.set({ starts_at: now, ends_at: new Date(now.getTime() + 1_800_000) }).execute()
  const bot = await here.world.post('/api/v1/note/n_1/bot', keys.bo, {})
  const [starts_at, ends_at] = [new Date('2026-01-05T09:00:00Z'), new Date('2026-01-05T09:30:00Z')]
  await event.set({ starts_at, ends_at }).execute()
  assert.equal(bot.body.message, 'The workspace has no active recorder that sends bots')
})

// The last one: it leaves the week of the meeting.
test('a recording whose row is forgotten after a week is not imported again, though it is rebuilt and told again', async () => {
  const { path, address } = await add()
  const { recordID } = bbb.publish()
  await list()
  here.world.advance({ days: 8 })
  await here.world.settle()
  await here.world.db.deleteFrom('recorder_events').execute()
  await here.world.db.deleteFrom('idempotency_keys').execute()
  await sendHook(here.world, path, [publishedEvent(recordID)], { address })
  await list()
  assert.equal((await uploads()).length, 1)
})
