/** Recorders of Vexa and Attendee: their signed webhooks, then transcripts and media from their APIs (docs/recorders.md). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { pathOf } from '../server/making/recorders/kinds/vexa.ts'
import { sealedRecorders } from '../server/making/recorders/reseal-recorders.ts'
import { keys } from './support/acme.ts'
import {
  apiKey,
  attendeeEvent,
  attendeeSecret,
  type BotServices,
  ended,
  openBotServices,
  sendAsAttendee,
  sendAsVexa,
  utterance,
  vexaEvent,
  vexaSecret,
} from './support/bots.ts'
import { everyRow } from './support/every-row.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'

const guid = 'evt1_20260105T090000Z'

let here: MediaWorld
let services: BotServices
let asFound: string
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'info', UPLOAD_RETRY_DELAYS_SECONDS: '5', BODY_LIMIT_BYTES: '1048576' })
  services = await openBotServices()
  asFound = JSON.stringify(services.call)
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['recorders', 'uploads', 'idempotency_keys', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('recordings').where('id', '<>', 'r_1').execute()
  await db
    .updateTable('events')
    .set({ call_url: 'https://meet.google.com/abc-mnop-xyz' })
    .where('guid', '=', guid)
    .execute()
  Object.assign(services.call, JSON.parse(asFound))
  services.faults.clear()
  services.receiver.received.length = 0
  here.world.logged.length = 0
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await services[Symbol.asyncDispose]()
})

type Kind = 'vexa' | 'attendee'
const own = (kind: Kind) => ({
  kind,
  secret: kind === 'vexa' ? vexaSecret : attendeeSecret,
  base_url: kind === 'vexa' ? `${services.vexaUrl}/` : services.attendeeUrl,
  api_key: apiKey,
  user: 'bo@acme.test',
})
const create = (kind: Kind, more: object = {}) =>
  here.world.post('/api/v1/recorder', keys.ada, { ...own(kind), ...more })
const recorder = async () => (await here.world.get('/api/v1/recorders', keys.ada)).body.data[0]
const uploads = async () => (await here.world.post('/api/v1/recordings/upload/list', keys.bo, {})).body.uploads.data

async function add(kind: Kind, more: object = {}): Promise<string> {
  const made = await create(kind, more)
  assert.equal(made.status, 201, made.text)
  return new URL(made.body.recorder.url).pathname
}
const tell = {
  vexa: (path: string, more: object = {}) => sendAsVexa(here.world, path, vexaEvent('meeting.completed', more)),
  attendee: (path: string) => sendAsAttendee(here.world, path, attendeeEvent(ended)),
}

/** Announces the call and runs all due jobs. @returns the person's uploads */
async function taken(kind: Kind, path: string) {
  const answer = await tell[kind](path)
  assert.deepEqual([answer.status, answer.body], [200, {}], answer.text)
  await here.world.settle()
  return uploads()
}

for (const kind of ['vexa', 'attendee'] as const) {
  test(`${kind}: a call becomes a recording with speakers and media, in the note of the meeting with the link`, async () => {
    const path = await add(kind)
    const [upload] = await taken(kind, path)
    assert.equal(upload.status, 'SUCCESS')
    const made = await here.recording(upload.recording_id)
    assert.deepEqual([made.note_id, made.event_guid, made.started_at], ['n_1', guid, '2026-01-05T09:00:10.000Z'])
    assert.deepEqual(
      made.transcript.speech_segments
        .map(Object.values)
        .map(([speaker, , start, end]: unknown[]) => [speaker, start, end]),
      [
        ['Bo Lindqvist', 0.5, 4],
        ['Ada Moreau', 4, 6.5],
      ],
    )
    const sound = await here.recording(upload.recording_id, keys.bo, '?include_media_url=true')
    assert.match(String(sound.media_url), /^https?:/)
    assert.equal((await recorder()).last_error, null)
    assert.equal((await taken(kind, path)).length, 1, 'a repeated event')
  })

  test(`${kind}: a call whose link is in no meeting joins none, also none without a link at that time`, async () => {
    await here.world.db.updateTable('events').set({ call_url: null }).where('guid', '=', guid).execute()
    const [upload] = await taken(kind, await add(kind))
    const { note_id, event_guid } = await here.recording(upload.recording_id)
    assert.deepEqual([event_guid, note_id === 'n_1'], [null, false])
  })

  test(`${kind}: with takes media only the media are imported, and transcribed here`, async () => {
    const path = await add(kind, { takes: 'media' })
    const [upload] = await taken(kind, path)
    const { transcript } = await here.recording(upload.recording_id)
    assert.match(transcript.speech_segments[0].text, /^hello from the call/)
    assert.deepEqual(
      services.receiver.received.filter((each) => /transcript$/.test(each.path)),
      [],
    )
  })

  test(`${kind}: a transcript that is not there yet is asked for again, and a refused key is said`, async () => {
    const path = await add(kind)
    const words = kind === 'vexa' ? services.call.vexa.segments.splice(0) : services.call.transcript.splice(0)
    assert.deepEqual(await taken(kind, path), [])
    Object.assign(kind === 'vexa' ? services.call.vexa : services.call, {
      [kind === 'vexa' ? 'segments' : 'transcript']: words,
    })
    here.world.advance({ seconds: 5 })
    await here.world.settle()
    assert.equal((await uploads()).length, 1)
    await here.world.patch(`/api/v1/recorder/${(await recorder()).id}`, keys.ada, { api_key: 'another' })
    await here.world.db.deleteFrom('recorder_events').execute()
    await taken(kind, path)
    assert.equal((await recorder()).last_error, `${kind === 'vexa' ? 'Vexa' : 'Attendee'} answered 401`)
  })

  test(`${kind}: other signatures, and other secrets, are 401`, async () => {
    const path = await add(kind)
    const send =
      kind === 'vexa'
        ? (secret: string) => sendAsVexa(here.world, path, vexaEvent('meeting.completed'), { secret })
        : (secret: string) => sendAsAttendee(here.world, path, attendeeEvent(ended), secret)
    assert.equal((await send(Buffer.alloc(32, 'x').toString('base64'))).status, 401)
    for (const signature of ['', 'sha256=', 'é'])
      assert.equal((await sendAsVexa(here.world, path, '{}', { signature })).status, 401)
    assert.equal((await sendAsVexa(here.world, path, '{"a":', { signature: 'x' })).status, 401)
    assert.equal((await recorder()).last_event_at, null)
  })

  test(`${kind}: its secret and key are sealed, and no log or audit row has them`, async () => {
    const path = await add(kind)
    await taken(kind, path)
    const known = [apiKey, own(kind).secret]
    const everything = JSON.stringify([await everyRow(here.world.db), here.world.logged])
    for (const each of known) assert(!everything.includes(each))
    const shown = await recorder()
    assert.deepEqual(
      [shown.base_url, shown.api_key, shown.secret],
      [own(kind).base_url.replace(/\/$/, ''), undefined, undefined],
    )
  })
}

test('the address and the key are required by these kinds and refused by others; the address follows the rules of 33', async () => {
  const refused = async (kind: string, more: object) => {
    const { status, body } = await here.world.post('/api/v1/recorder', keys.ada, { ...own('vexa'), kind, ...more })
    return [status, body.errors?.[0]?.location, body.errors?.[0]?.message]
  }
  assert.deepEqual(await refused('vexa', { base_url: null }), [400, 'body.base_url', 'is required for vexa'])
  assert.deepEqual(await refused('vexa', { api_key: null }), [400, 'body.api_key', 'is required for vexa'])
  assert.deepEqual(await refused('zoom', {}), [400, 'body.base_url', 'goes with vexa or attendee or bigbluebutton'])
  const bare = { base_url: null, api_key: null, sends_bots: true }
  assert.deepEqual(await refused('zoom', bare), [400, 'body.sends_bots', 'goes with vexa or attendee'])
  assert.deepEqual(await refused('attendee', { secret: 'no base64!' }), [
    ...[400, 'body.secret', 'must be the webhook secret of Attendee, in base64'],
  ])
  for (const [base_url, message] of [
    ['http://vexa.example.com', 'must start with https:// and a host name'],
    ['https://10.0.0.1', 'cannot point to private IP address'],
    ['https://vexa.internal', 'cannot point to private IP address'],
    ['https://vexa.example.com/?a=1', 'must not contain ? or #'],
    ...["'", '$(id)', 'a;b', 'a&b', 'a|b'].map((part) => [
      ...[`https://vexa.example.com/${part}`, "must not contain any of $ ; & | ( ) ' `"],
    ]),
  ])
    assert.deepEqual(await refused('vexa', { base_url }), [400, 'body.base_url', message])
  const long = (length: number) => 'https://vexa.example.com/'.padEnd(length, 'x')
  for (const length of [2_047, 2_048]) await add('vexa', { base_url: long(length) })
  assert.deepEqual(await refused('vexa', { base_url: long(2_049) }), [
    ...[400, 'body.base_url', 'must have at most 2048 characters'],
  ])
  await here.world.db.deleteFrom('recorders').execute()
  const path = await add('vexa')
  const { id } = await recorder()
  assert.equal((await here.world.patch(`/api/v1/recorder/${id}`, keys.ada, { api_key: 'k'.repeat(255) })).status, 200)
  assert.equal((await here.world.patch(`/api/v1/recorder/${id}`, keys.ada, { api_key: 'k'.repeat(256) })).status, 400)
  const zoom = await here.world.post('/api/v1/recorder', keys.ada, { kind: 'zoom', secret: 's' })
  for (const changes of [{ api_key: 'k' }, { sends_bots: true }]) {
    const other = await here.world.patch(`/api/v1/recorder/${zoom.body.recorder.id}`, keys.ada, changes)
    assert.deepEqual(other.body.errors[0].message, 'goes with vexa or attendee')
  }
  const sending = await here.world.patch(`/api/v1/recorder/${id}`, keys.ada, { sends_bots: true })
  assert.equal(sending.body.recorder.sends_bots, true)
  assert(path)
})

test('Vexa: a request is signed within five minutes of its time', async () => {
  const path = await add('vexa')
  const now = Math.floor(here.world.base.clock().getTime() / 1_000)
  const at = async (stamp: number | string) =>
    (await sendAsVexa(here.world, path, vexaEvent('meeting.started'), { stamp })).status
  assert.deepEqual(
    await Promise.all([at(now - 300), at(now + 300), at(now - 301), at(now + 301), at(''), at('x')]),
    [200, 200, 401, 401, 401, 401],
  )
})

test('Vexa: a later call in the same room is not taken for the one that ended', async () => {
  const path = await add('vexa')
  const old = JSON.parse(JSON.stringify(services.call.vexa))
  services.pages['GET /vexa/transcripts/by-id/811'] = () => old
  Object.assign(services.call.vexa, { id: 812, segments: [], start_time: '2026-01-06T09:00:00Z' })
  const [upload] = await taken('vexa', path)
  const made = await here.recording(upload.recording_id)
  assert.deepEqual([made.started_at, made.transcript.speech_segments.length], ['2026-01-05T09:00:10.000Z', 2])
  delete services.pages['GET /vexa/transcripts/by-id/811']
})

test('Vexa: drafts and chat are left out, a name may be missing, and times may count from 1970', async () => {
  const path = await add('vexa')
  const epoch = Date.parse('2026-01-05T09:00:10Z') / 1_000
  services.call.vexa.segments = [
    { start: 1, end: 2, text: 'A draft', language: 'en', speaker: 'Bo', completed: false },
    { start: epoch + 3, end: epoch + 3, text: 'in the chat', language: null, speaker: 'Bo', source: 'chat' },
    { start: epoch + 5, end: epoch + 6, text: 'Nobody is named.', language: null, completed: true },
    { start: 'x', end: null, text: 'No time.', language: 'en' },
  ]
  const [upload] = await taken('vexa', path)
  const { transcript } = await here.recording(upload.recording_id)
  assert.deepEqual(transcript.speech_segments, [{ speaker: '', text: 'Nobody is named.', start_time: 5, end_time: 6 }])
})

test('Attendee: an event is taken until six days after its time, which is signed', async () => {
  const path = await add('attendee')
  const at = async (seconds: number) => {
    const time = new Date(here.world.base.clock().getTime() - seconds * 1_000).toISOString()
    const event = attendeeEvent(ended.replace(/(?<="created_at":")[^"]+/, time))
    return (await sendAsAttendee(here.world, path, event)).status
  }
  assert.deepEqual([await at(6 * 86_400 + 1), await at(6 * 86_400), await at(-60)], [401, 200, 200])
  for (const timeless of [
    ended.replace(/"created_at":"[^"]+"/, '"created_at":null'),
    ended.replace('created_at', 'x'),
  ]) {
    const { status } = await sendAsAttendee(here.world, path, attendeeEvent(timeless, 'bot_other'))
    assert.equal(status, 401, 'without a time')
  }
  await here.world.settle()
  assert.equal((await uploads()).length, 1)
})

test('Attendee: the bytes may differ from what was signed: spaces, escapes, order, and numbers of Python', async () => {
  const path = await add('attendee')
  const metadata =
    '{"10":1.0,"9":1e+16,"\\ud83d\\ude00":"\\u00e9","a":[12345678901234567890,-0.0,{"b":"\\u007f","c":"\\n"}]}'
  const signed = '{"10":1.0,"9":1e+16,"a":[12345678901234567890,-0.0,{"b":"\u007f","c":"\\n"}],"😀":"é"}'
  const event = {
    body: attendeeEvent(ended, 'bot_weIA', metadata).body,
    signed: attendeeEvent(ended, 'bot_weIA', signed).signed,
  }
  assert.equal((await sendAsAttendee(here.world, path, event)).status, 200)
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  assert.equal((await sendAsAttendee(here.world, path, { body: nested, signed: nested })).status, 401)
})

test('Attendee: without a recording the transcript comes alone, and begins when the bot joined', async () => {
  const path = await add('attendee')
  services.call.recording = null
  services.call.transcript = [utterance(null, 0, 1_000, 'Good morning.'), utterance('Bo', 2_000, 0, null)]
  const [upload] = await taken('attendee', path)
  const made = await here.recording(upload.recording_id, keys.bo, '?include_media_url=true')
  assert.deepEqual([made.started_at, made.media_url], ['2026-01-05T09:00:05.500Z', null])
  assert.deepEqual(made.transcript.speech_segments, [
    { speaker: '', text: 'Good morning.', start_time: 4.5, end_time: 5.5 },
  ])
})

test('media at an address where requests may not go are left out, the transcript comes', async () => {
  const path = await add('attendee')
  services.call.recording = { url: 'http://minio:9000/call.mp4', start_timestamp_ms: null }
  const [upload] = await taken('attendee', path)
  assert.equal(upload.status, 'SUCCESS')
})

test('after a change of SECRET_KEY the key of a service is sealed again', async () => {
  const path = await add('attendee')
  await tell.attendee(path)
  const { base, db } = here.world
  const before = base.secretKey
  const anew = { current: Buffer.alloc(32, 7), old: [before.current] }
  const rows = [{ workspace_id: 'ws_acme', id: (await recorder()).id }]
  assert.equal(await db.transaction().execute((tx) => sealedRecorders.reseal(tx, anew, rows)), 1)
  base.secretKey = { ...anew, old: [] }
  await here.world.settle()
  base.secretKey = before
  assert.equal((await uploads()).length, 1)
})

test('a bot that failed is said, and nothing is taken', async () => {
  const vexa = await add('vexa')
  const failed = vexaEvent('bot.failed', { completion_reason: 'awaiting_admission_rejected', failure_stage: 'joining' })
  assert.equal((await sendAsVexa(here.world, vexa, failed)).status, 200)
  assert.equal((await recorder()).last_error, 'The bot did not record the call: awaiting_admission_rejected, joining')
  await here.world.db.deleteFrom('recorders').execute()
  const attendee = await add('attendee')
  const now = here.world.base.clock().toISOString()
  const codes = '"event_sub_type":"Ada <x>","event_type":"could_not_join_meeting","new_state":"fatal_error"'
  const fatal = `{"created_at":"${now}",${codes}}`
  assert.equal((await sendAsAttendee(here.world, attendee, attendeeEvent(fatal))).status, 200)
  assert.equal((await recorder()).last_error, 'The bot did not record the call: could_not_join_meeting')
  assert.deepEqual(await uploads(), [])
})

test('a room of Jitsi may have any signs but those that part an address', () => {
  const rooms = { "Team'sRoom": "Team'sRoom", 'a+b': 'a%2Bb', 'Réunion·(été)': 'R%C3%A9union%C2%B7(%C3%A9t%C3%A9)' }
  for (const [room, path] of Object.entries(rooms)) assert.equal(pathOf('jitsi', room), `jitsi/${path}`)
  for (const room of ['..', 'a/b', 'a?b', 'a#b', 'a b', 'a\u0000', 'a\ud800', '...', '', null])
    assert.equal(pathOf('jitsi', room), null, String(room))
  assert.equal(pathOf('../x', 'a'), null)
})

test('a call of unknown form is said; other events are ignored', async () => {
  const path = await add('vexa')
  for (const native_meeting_id of ['../bots', 'a?b', '', null, '..'])
    assert.equal(
      (await sendAsVexa(here.world, path, vexaEvent('meeting.completed', { native_meeting_id }))).status,
      200,
    )
  assert.equal((await recorder()).last_error, 'Vexa announced a call under an id of an unknown form')
  for (const event of [vexaEvent('meeting.status_change'), { event_type: 7 }, [], { data: null }])
    assert.equal((await sendAsVexa(here.world, path, event)).status, 200)
  await here.world.db.deleteFrom('recorders').execute()
  const attendee = await add('attendee')
  await sendAsAttendee(here.world, attendee, attendeeEvent(ended, 'bot/../x'))
  assert.equal((await recorder()).last_error, 'Attendee announced a call under an id of an unknown form')
})

test('a transcript up to the limit of a request is taken; a longer one is said', async () => {
  const path = await add('attendee')
  const long = (bytes: number) => {
    const empty = JSON.stringify([utterance('Bo', 0, 1, 'x')]).length - 1
    const texts = Array.from({ length: 11 }, () => utterance('Bo', 0, 1, 'x'.repeat(90_000)))
    const rest = bytes - JSON.stringify([...texts, utterance('Bo', 0, 1, 'x')]).length + 1
    assert(rest > 0 && empty > 0)
    return [...texts, utterance('Bo', 0, 1, 'x'.repeat(rest))]
  }
  services.call.transcript = long(1_048_577)
  await taken('attendee', path)
  assert.equal((await recorder()).last_error, 'Attendee gave more than 1048576 bytes')
  await here.world.db.deleteFrom('recorder_events').execute()
  services.call.transcript = long(1_048_576)
  assert.equal((await taken('attendee', path)).length, 1)
})
