/** Bots that people send into the call of a meeting: who may, when, once; withdrawn; and whose the recap is. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
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
  vexaEvent,
  vexaSecret,
} from './support/bots.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'
import { somebodyWaits } from './support/waiting.ts'

const guid = 'evt1_20260105T090000Z'
const path = '/api/v1/note/n_1/bot'
const link = 'https://meet.google.com/abc-mnop-xyz'

let here: MediaWorld
let services: BotServices
let asFound: string
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'info', UPLOAD_RETRY_DELAYS_SECONDS: '5' })
  services = await openBotServices()
  asFound = JSON.stringify(services.call)
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['recorders', 'sent_bots', 'uploads', 'idempotency_keys', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('recordings').where('id', '<>', 'r_1').execute()
  await setEvent({ call_url: link, ...at(5, 35), cancelled_at: null })
  Object.assign(services.call, JSON.parse(asFound))
  services.faults.clear()
  services.receiver.received.length = 0
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await services[Symbol.asyncDispose]()
})

const setEvent = (values: object) => here.world.db.updateTable('events').set(values).where('guid', '=', guid).execute()
/** In minutes from now. */
const moment = (minutes: number, seconds = 0) =>
  new Date(here.world.base.clock().getTime() + (minutes * 60 + seconds) * 1_000)
const at = (from: number, to: number) => ({ starts_at: moment(from), ends_at: moment(to) })

type Kind = 'vexa' | 'attendee'
async function add(kind: Kind, more: object = {}): Promise<string> {
  const secret = kind === 'vexa' ? vexaSecret : attendeeSecret
  const own = { kind, secret, api_key: apiKey, sends_bots: true }
  const base_url = kind === 'vexa' ? services.vexaUrl : services.attendeeUrl
  const made = await here.world.post('/api/v1/recorder', keys.ada, { ...own, base_url, ...more })
  assert.equal(made.status, 201, made.text)
  return new URL(made.body.recorder.url).pathname
}
const send = (key = keys.bo) => here.world.post(path, key)
const read = async (key = keys.bo) => (await here.world.get(path, key)).body
const said = async (key = keys.bo) => {
  const { status, body } = await send(key)
  return [status, body.message]
}
const asked = () =>
  services.receiver.received
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [method, path, body === '' ? null : JSON.parse(body)])

test('Attendee: an attendee sends a bot, sees it, and another attendee withdraws it', async () => {
  await add('attendee')
  assert.deepEqual(await read(), { bot: null, name: 'Minutebook of Bo Lindqvist', may_send: true, may_withdraw: false })
  const sent = await send()
  assert.equal(sent.status, 201, sent.text)
  const bot = { id: 'bot_weIA', kind: 'attendee', user_id: 'u_bo', sent_at: here.world.base.clock().toISOString() }
  assert.deepEqual(sent.body, { bot })
  const now = { bot, name: 'Minutebook of Bo Lindqvist', may_send: false, may_withdraw: true }
  assert.deepEqual(await read(), now)
  assert.deepEqual(await said(), [409, 'A bot was sent to this meeting already'])
  assert.deepEqual((await here.world.delete(path, keys.adaRegular)).body, { note_id: 'n_1', withdrawn: true })
  assert.deepEqual(await read(), { ...now, bot: null, may_send: true, may_withdraw: false })
  assert.equal((await here.world.delete(path, keys.bo)).status, 404)
  const wanted = { meeting_url: link, bot_name: 'Minutebook of Bo Lindqvist', deduplication_key: 'n_1' }
  assert.deepEqual(asked(), [
    ['POST', '/api/v1/bots', wanted],
    ['POST', '/api/v1/bots/bot_weIA/leave', {}],
  ])
  const audit: { action: string; user_id: string; details: object }[] = (
    await here.world.get('/api/v1/audit_log', keys.ada)
  ).body.data
  const [{ id: recorder_id }] = (await here.world.get('/api/v1/recorders', keys.ada)).body.data
  for (const [task, person] of [
    ['recorder.send_bot', 'u_bo'],
    ['recorder.withdraw_bot', 'u_ada'],
  ]) {
    const { user_id, details } = audit.find(({ action }) => action === task)!
    assert.deepEqual([user_id, details], [person, { recorder_id, note_id: 'n_1', bot_id: 'bot_weIA' }])
  }
})

test('64: who takes a bot back while somebody changes the plan of the meeting keeps it out', async () => {
  await add('attendee')
  await here.world.db.deleteFrom('note_plans').execute()
  await send()
  const plans = here.world.db.selectFrom('note_plans').select(['user_id', 'record'])
  const withdrawn = await here.world.db.transaction().execute(async (tx) => {
    await sql`select from notes where id = 'n_1' for no key update`.execute(tx)
    const withdrawing = here.world.delete(path, keys.bo)
    await somebodyWaits(here.world.db)
    assert.deepEqual(await plans.execute(), [], 'the plan is written again as it was read')
    return [withdrawing]
  })
  assert.equal((await withdrawn[0])!.status, 200)
  assert.deepEqual(await plans.execute(), [{ user_id: 'u_bo', record: 'never' }])
})

test('Vexa: a bot is sent by the link, and withdrawn from the room that Vexa names', async () => {
  await add('vexa')
  assert.deepEqual((await send()).body.bot.id, '811')
  assert.equal((await here.world.delete(path, keys.bo)).status, 200)
  assert.deepEqual(asked(), [
    ['POST', '/vexa/bots', { meeting_url: link, bot_name: 'Minutebook of Bo Lindqvist' }],
    ['DELETE', '/vexa/bots/google_meet/abc-mnop-xyz', null],
  ])
})

test('Attendee’s bot writes the workspace’s sentence of consent into the chat, as long as a message may be', async () => {
  await add('attendee')
  const { db } = here.world
  const say = (consent_text: string | null) =>
    db.updateTable('workspaces').set({ consent_text }).where('id', '=', 'ws_acme').execute()
  await say('x'.repeat(501))
  assert.equal((await send()).status, 201)
  await say(null)
  const [[, , { bot_chat_message }]] = asked() as [
    [string, string, { bot_chat_message: { to: string; message: string } }],
  ]
  assert.equal(bot_chat_message.to, 'everyone')
  assert.equal(bot_chat_message.message.length, 500)
})

test('two presses at once send one bot', async () => {
  await add('attendee')
  const statuses = (await Promise.all([send(), send(keys.adaRegular), send()])).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [201, 409, 409])
  assert.equal(asked().length, 1)
})

test('only attendees send and withdraw; who does not see the note learns nothing', async () => {
  await add('attendee')
  assert.equal((await here.world.get(path, keys.zoe)).status, 404)
  assert.equal((await send(keys.zoe)).status, 404)
  const other = '/api/v1/note/n_bo/bot'
  const sent = await here.world.post(other, keys.ada)
  assert.deepEqual([sent.status, sent.body.message], [403, 'Only its attendees may send a bot into this meeting'])
  const withdrawn = await here.world.delete(other, keys.ada)
  assert.deepEqual(
    [withdrawn.status, withdrawn.body.message],
    [403, 'Only its attendees may withdraw a bot from this meeting'],
  )
  assert.equal((await here.world.get(other, keys.ada)).body.may_send, false)
})

test('a bot is sent from 15 minutes before the meeting until its end, if it has a link to a call', async () => {
  await add('attendee')
  const early = 'A bot can be sent from 15 minutes before the meeting'
  for (const [event, status, message] of [
    [{ starts_at: moment(15, 1) }, 409, early],
    [{ starts_at: moment(-30), ends_at: moment(0) }, 409, 'This meeting is over'],
    [{ ...at(5, 35), call_url: null }, 400, 'This meeting has no link to a call'],
    [{ call_url: link, cancelled_at: moment(0) }, 400, 'This meeting has no link to a call'],
    [
      { cancelled_at: null, call_url: 'https://meet.jit.si/Room' },
      400,
      'No recorder of the workspace can send a bot into a call of this kind',
    ],
  ] as const) {
    await setEvent(event)
    assert.deepEqual(await said(), [status, message])
    assert.equal((await read()).may_send, false)
  }
  assert.equal((await here.world.post('/api/v1/note/n_bo/bot', keys.bo)).status, 400, 'a note without an event')
  await setEvent({ call_url: link, starts_at: moment(15) })
  assert.equal((await read()).may_send, true)
  await setEvent({ starts_at: moment(-30), ends_at: moment(0, 1) })
  assert.equal((await send()).status, 201)
})

test('without an active recorder that sends bots there is nothing to send', async () => {
  const none = [409, 'The workspace has no active recorder that sends bots']
  assert.deepEqual(await said(), none)
  await here.world.post('/api/v1/recorder', keys.ada, { kind: 'zoom', secret: 's' })
  assert.deepEqual(await said(), none)
  await add('attendee')
  const { data } = (await here.world.get('/api/v1/recorders', keys.ada)).body
  const { id } = data.find(({ kind }: { kind: string }) => kind === 'attendee')
  await here.world.patch(`/api/v1/recorder/${id}`, keys.ada, { active: false })
  assert.deepEqual(await said(), none)
  await add('vexa', { sends_bots: null })
  assert.deepEqual(await said(), none, 'one that only receives')
  await here.world.db.updateTable('recorders').set({ sends_bots: true }).where('kind', '=', 'vexa').execute()
  await setEvent({ call_url: 'https://meet.jit.si/Room' })
  assert.equal((await send()).status, 201, 'Vexa joins Jitsi')
})

test('no bot goes to a host that anybody may name', async () => {
  await add('vexa')
  for (const host of ['jitsi.acme.test', 'meet.jit.si.evil.test', 'xmeet.google.com', 'zoom.us.evil.test']) {
    await setEvent({ call_url: `https://${host}/Room` })
    assert.equal((await send()).status, 400, host)
  }
  assert.deepEqual(asked(), [])
})

test('what the service refuses is said with its words, and another try is possible', async () => {
  await add('vexa')
  const vexa = async (status: number, detail: unknown) => {
    services.faults.set('POST /vexa/bots', [{ status, body: JSON.stringify({ detail }) }])
    return said()
  }
  assert.deepEqual(await vexa(409, 'An active meeting exists'), [409, 'A bot of Vexa is in this call already'])
  assert.deepEqual(await vexa(422, 'unrecognized meeting link'), [
    ...[400, 'Vexa cannot join a call by this link: unrecognized meeting link'],
  ])
  assert.deepEqual(await vexa(401, 'Invalid API key'), [502, "Vexa refuses the recorder's key"])
  const problem = async () => (await here.world.get('/api/v1/recorders', keys.ada)).body.data[0].last_error
  assert.equal(await problem(), "Vexa refuses the recorder's key")
  assert.deepEqual(await vexa(429, 'limit reached'), [502, 'Vexa sent no bot (429): limit reached'])
  assert.deepEqual(await vexa(503, { code: 'x' }), [502, 'Vexa sent no bot (503)'])
  services.faults.set('POST /vexa/bots', [
    { status: 201, body: '{"id": 5, "platform": "../x", "native_meeting_id": "y"}' },
  ])
  assert.deepEqual(await said(), [502, 'Vexa gave an answer that cannot be read'])
  assert.equal((await send()).status, 201)
  assert.equal(await problem(), null)
  await here.world.db.deleteFrom('recorders').execute()
  await add('attendee')
  const attendee = async (body: object) => {
    services.faults.set('POST /api/v1/bots', [{ status: 400, body: JSON.stringify(body) }])
    return said()
  }
  assert.deepEqual(await attendee({ error: 'Deduplication key already in use.' }), [
    ...[409, 'A bot of Attendee is in this call already'],
  ])
  assert.deepEqual(await attendee({ meeting_url: ['Invalid meeting URL'] }), [
    ...[400, 'Attendee cannot join a call by this link: Invalid meeting URL'],
  ])
  assert.deepEqual(await attendee({ error: 'Zoom App credentials are required' }), [
    ...[502, 'Attendee sent no bot (400): Zoom App credentials are required'],
  ])
  assert.equal((await send()).status, 201)
  services.faults.set('POST /api/v1/bots/bot_weIA/leave', [{ status: 400, body: '{"error": "not in a call"}' }])
  services.call.bot.state = 'joined_recording'
  const { status, body } = await here.world.delete(path, keys.bo)
  assert.deepEqual([status, body.message], [502, 'Attendee did not withdraw the bot (400): not in a call'])
  assert.equal((await read()).may_withdraw, true)
})

test('a service that cannot be reached is a 502', async () => {
  await add('attendee')
  await here.world.db.updateTable('recorders').set({ base_url: 'https://127.0.0.1:2' }).execute()
  const [status, message] = await said()
  assert.equal(status, 502)
  assert.match(String(message), /^Attendee could not be asked: /)
})

test('a person sends at most 20 bots in an hour', async () => {
  await add('attendee')
  const { workspace_id, id: recorder_id } = await here.world.db
    .selectFrom('recorders')
    .selectAll()
    .executeTakeFirstOrThrow()
  const call = { call_key: 'x', starts_at: moment(-60), ends_at: moment(-30) }
  const row = { workspace_id, recorder_id, note_id: 'n_bo', user_id: 'u_bo', ended_at: moment(0), ...call }
  const rows = Array.from({ length: 20 }, (_, index) => ({ ...row, id: `bot_${index}`, sent_at: moment(-59) }))
  await here.world.db.insertInto('sent_bots').values(rows).execute()
  const refused = await send()
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60'])
  assert.equal((await send(keys.adaRegular)).status, 201, 'others may')
  await here.world.db.deleteFrom('sent_bots').where('id', '=', 'bot_0').execute()
  await here.world.delete(path, keys.bo)
  assert.equal((await send()).status, 201)
})

test('the recap belongs to who sent the bot, in the note of the meeting, whatever its calendar says', async () => {
  const recorder = await add('attendee', { user: 'ada@acme.test' })
  await send()
  await setEvent({ imported_by: 'u_ada' })
  await sendAsAttendee(here.world, recorder, attendeeEvent(ended))
  assert.equal((await read()).bot, null, 'its call is over')
  await here.world.settle()
  const [upload] = (await here.world.post('/api/v1/recordings/upload/list', keys.bo, {})).body.uploads.data
  assert.equal((await here.recording(upload.recording_id)).note_id, 'n_1')
  await setEvent({ imported_by: null })
})

test('the recap of a bot whose note was deleted belongs to who sent it, and nobody else could withdraw the bot', async () => {
  const { db } = here.world
  const recorder = await add('attendee', { user: 'ada@acme.test' })
  await send()
  // As the deletion of the note does.
  await db.updateTable('sent_bots').set({ note_id: null }).execute()
  await backgroundJobs(here.world.base)
    .find(({ name }) => name === 'order-due-bots')!
    .run(null)
  await here.world.settle()
  assert.deepEqual(
    asked().map(([, path]) => path),
    ['/api/v1/bots', '/api/v1/bots/bot_weIA/leave'],
  )
  await sendAsAttendee(here.world, recorder, attendeeEvent(ended))
  await here.world.settle()
  const [upload] = (await here.world.post('/api/v1/recordings/upload/list', keys.bo, {})).body.uploads.data
  assert.equal((await here.recording(upload.recording_id)).event_guid, null)
})

test('the recap of who no longer attends, or has no active account, joins no other meeting at that time', async () => {
  const { db } = here.world
  const lunch = { guid: 'lunch', title: 'Lunch with Zoe', call_url: null, starts_at: new Date('2026-01-05T09:00:00Z') }
  const event = await db.selectFrom('events').selectAll().where('guid', '=', guid).executeTakeFirstOrThrow()
  const people = await db.selectFrom('event_attendees').selectAll().where('event_guid', '=', guid).execute()
  const later = { ends_at: new Date('2026-01-05T10:00:00Z'), series_id: null }
  await db
    .insertInto('events')
    .values({ ...event, ...lunch, ...later } as never)
    .execute()
  await db
    .insertInto('event_attendees')
    .values(people.map((each) => ({ ...each, event_guid: 'lunch' })))
    .execute()
  const recorder = await add('attendee', { user: 'ada@acme.test' })
  const ofBo = db.updateTable('users').where('id', '=', 'u_bo').where('workspace_id', '=', 'ws_acme')
  await send()
  await db.deleteFrom('event_attendees').where('event_guid', '=', guid).execute()
  try {
    for (const [active, key] of [
      [true, keys.bo],
      [false, keys.adaRegular],
    ] as const) {
      await ofBo.set({ active }).execute()
      for (const table of ['recorder_events', 'uploads', 'idempotency_keys'] as const)
        await db.deleteFrom(table).execute()
      await sendAsAttendee(here.world, recorder, attendeeEvent(ended))
      await here.world.settle()
      const [upload] = (await here.world.post('/api/v1/recordings/upload/list', key, {})).body.uploads.data
      assert.equal((await here.recording(upload.recording_id, key)).event_guid, null)
    }
  } finally {
    await ofBo.set({ active: true }).execute()
    await db.deleteFrom('events').where('guid', '=', 'lunch').execute()
    await db.insertInto('event_attendees').values(people).execute()
  }
})

type NoteMark = { id: string; made_at: string; text: string | null; by: { id: string } }
const marks = async (key = keys.bo): Promise<NoteMark[]> =>
  (await here.world.get('/api/v1/note/n_1/marks', key)).body.data
const mark = (body?: object, key = keys.bo) => here.world.post('/api/v1/note/n_1/mark', key, body)

test('67: what is marked beside a bot goes into its recap, and into the notes; what lies in no recording stays', async () => {
  const recorder = await add('attendee')
  const none = await mark()
  assert.deepEqual([none.status, none.body.message], [409, 'No bot is in the call of this meeting'])
  await send()
  const [sentAt, startedAt] = [moment(0), moment(1)]
  assert.deepEqual((await here.world.get('/api/v1/note/n_1/marks', keys.bo)).body, { data: [], may_mark: true })
  const early = await mark({ text: 'It is not here yet' })
  assert.equal(early.status, 201, early.text)
  assert.deepEqual([early.body.mark.made_at, early.body.mark.by.id], [sentAt.toISOString(), 'u_bo'])
  const before = await mark({ made_at: moment(-1, -0.001).toISOString() })
  assert.deepEqual([before.status, before.body.errors[0].location], [400, 'body.made_at'])
  for (const made_at of ['yesterday', '2026-02-30T00:00:00Z', 7]) assert.equal((await mark({ made_at })).status, 400)
  here.world.advance({ minutes: 3 })
  const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1_000).toISOString()
  const first = (await mark({ made_at: at(0), text: 'From the start' })).body.mark
  assert.deepEqual((await mark({ made_at: at(0) })).body.mark, first, 'sent again')
  await mark({ made_at: at(5.25) }, keys.adaRegular)
  await mark({ made_at: at(11.5), text: 'Now' })
  await mark({ made_at: at(11.501), text: 'Nobody spoke any more' })
  // A clock that is a little ahead.
  const ahead = (await mark({ made_at: moment(1).toISOString(), text: 'Later' })).body.mark
  assert.equal(ahead.made_at, moment(0).toISOString())
  assert.equal((await mark({ made_at: moment(1, 0.001).toISOString() })).status, 400)
  assert.equal((await marks()).length, 6)
  const heard = services.call.transcript as { timestamp_ms: number }[]
  for (const words of heard) words.timestamp_ms += startedAt.getTime() - Date.parse('2026-01-05T09:00:10Z')
  Object.assign(services.call.recording!, { start_timestamp_ms: startedAt.getTime() })
  assert.equal((await sendAsAttendee(here.world, recorder, attendeeEvent(ended))).status, 200)
  await here.world.settle()
  const [upload] = (await here.world.post('/api/v1/recordings/upload/list', keys.bo, {})).body.uploads.data
  const recap = await here.recording(upload.recording_id, keys.bo)
  assert.equal(recap.note_id, 'n_1')
  assert.deepEqual(
    recap.marks.map(({ at, text, by }: { at: number; text: string; by: { id: string } }) => [at, text, by.id]),
    [
      [0, 'From the start', 'u_bo'],
      [5.25, null, 'u_ada'],
      [11.5, 'Now', 'u_bo'],
    ],
  )
  assert.equal(recap.marks[0].id, first.id)
  const marked = recap.ai_notes.sections.find(({ title }: { title: string }) => title === 'Marked')
  assert.match(JSON.stringify(marked), /From the start.*Now/)
  assert.deepEqual(
    (await marks()).map(({ text }) => text),
    ['It is not here yet', 'Nobody spoke any more', 'Later'],
  )
  assert.deepEqual((await here.world.get('/api/v1/note/n_1/marks', keys.bo)).body.may_mark, false)
  for (const { id } of await marks())
    assert.equal((await here.world.delete(`/api/v1/note/n_1/mark/${id}`, keys.adaRegular)).status, 200)
  assert.equal((await here.world.delete(`/api/v1/note/n_1/mark/${first.id}`, keys.bo)).status, 404)
  assert.deepEqual(await marks(), [])
})

test('a bot that failed makes room for another one', async () => {
  const recorder = await add('vexa')
  await send()
  await sendAsVexa(here.world, recorder, vexaEvent('bot.failed', { id: 812 }))
  assert.notEqual((await read()).bot, null, 'another bot')
  await sendAsVexa(here.world, recorder, vexaEvent('bot.failed'))
  assert.deepEqual([(await read()).bot, (await read()).may_send], [null, true])
})

test('Attendee does not withdraw a bot that has left: then it counts as withdrawn', async () => {
  await add('attendee')
  await send()
  const refused = { status: 400, body: '{"error": "Bot is in state leaving and cannot leave meeting"}' }
  for (const [state, status] of [
    ['joined_recording', 502],
    ['leaving', 200],
  ] as const) {
    services.faults.set('POST /api/v1/bots/bot_weIA/leave', [refused])
    services.call.bot.state = state
    assert.equal((await here.world.delete(path, keys.bo)).status, status, state)
    assert.equal((await read()).bot === null, status === 200, state)
  }
})

test('a bot that fails before its service has answered is out of the call a minute later', async () => {
  for (const kind of ['attendee', 'vexa'] as const) {
    const recorder = await add(kind)
    const key = kind === 'vexa' ? 'POST /vexa/bots' : 'POST /api/v1/bots'
    const page = services.pages[key]!
    let told: Promise<unknown> = Promise.resolve()
    services.pages[key] = () => {
      const now = here.world.base.clock().toISOString()
      const failed = `{"created_at":"${now}","event_type":"could_not_join_meeting","new_state":"fatal_error"}`
      told =
        kind === 'vexa'
          ? sendAsVexa(here.world, recorder, vexaEvent('bot.failed'))
          : sendAsAttendee(here.world, recorder, attendeeEvent(failed))
      return told.then(page)
    }
    assert.equal((await send()).status, 201)
    services.pages[key] = page
    assert.notEqual((await read()).bot, null)
    here.world.advance({ minutes: 1 })
    await here.world.settle()
    assert.equal((await read()).bot, null, kind)
    await here.world.db.deleteFrom('recorders').execute()
  }
})

test('a bot of Attendee whose answer was lost is found by its key, and can be withdrawn', async () => {
  await add('attendee')
  const taken = { status: 400, body: '{"error": "Deduplication key already in use."}' }
  const query =
    'deduplication_key=n_1&states=joining&states=waiting_room&states=joined_not_recording&states=joined_recording'
  services.faults.set('POST /api/v1/bots', [taken, taken])
  services.pages[`GET /api/v1/bots?${query}`] = () => ({ results: [] })
  assert.deepEqual(await said(), [409, 'A bot of Attendee is in this call already'])
  services.pages[`GET /api/v1/bots?${query}`] = () => ({
    results: [{ ...services.call.bot, state: 'joined_recording' }],
  })
  assert.deepEqual((await send()).body.bot.id, 'bot_weIA')
  assert.equal((await here.world.delete(path, keys.adaRegular)).status, 200)
  delete services.pages[`GET /api/v1/bots?${query}`]
})

test('a bot that was sent stays known, also if the rest fails', async () => {
  await add('attendee')
  const { db } = here.world
  const { answering } = services.receiver
  services.receiver.answering = async (request, response) => {
    services.receiver.answering = answering
    await sql`alter table audit_log rename to audit_logs`.execute(db)
    await answering!(request, response)
  }
  assert.equal((await send()).status, 500)
  await sql`alter table audit_logs rename to audit_log`.execute(db)
  assert.equal((await read()).bot.id, 'bot_weIA')
  assert.equal((await here.world.delete(path, keys.bo)).status, 200)
})

test('bots are forgotten after a week', async () => {
  await add('attendee')
  await send()
  const left = async () => {
    await backgroundJobs(here.world.base)
      .find(({ name }) => name === 'forget-recorder-events')!
      .run(null)
    return (await here.world.db.selectFrom('sent_bots').select('id').execute()).length
  }
  here.world.advance({ days: 7 })
  assert.equal(await left(), 1)
  here.world.advance({ seconds: 1 })
  assert.equal(await left(), 0)
})
