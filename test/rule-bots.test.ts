/** Bots that rules order (decision 64): one a call, 120 seconds before, whatever moves and whoever is killed. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
import { orderBot } from '../server/making/recorders/bots/order-bot.ts'
import { orderDueBots } from '../server/making/recorders/bots/order-due-bots.ts'
import { keys } from './support/acme.ts'
import { keepBots, type ServiceBot } from './support/attendee-bots.ts'
import { apiKey, attendeeSecret, type BotServices, openBotServices } from './support/bots.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'

const guid = 'evt1_20260105T090000Z'
const link = 'https://meet.google.com/abc-mnop-xyz'

let here: MediaWorld
let services: BotServices
let bots: ServiceBot[]
before(async () => {
  here = await openMediaWorld()
  services = await openBotServices()
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['rules', 'note_plans', 'sent_bots', 'recorders', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('notes').where('id', '=', 'n_twin').execute()
  await db.deleteFrom('events').where('guid', '=', 'evt_twin').execute()
  bots = keepBots(services)
  const own = { kind: 'attendee', secret: attendeeSecret, api_key: apiKey, sends_bots: true }
  const made = await here.world.post('/api/v1/recorder', keys.ada, { ...own, base_url: services.attendeeUrl })
  assert.equal(made.status, 201, made.text)
  await setEvent({
    call_url: link,
    ...at(10, 40),
    cancelled_at: null,
    all_day: false,
    organizer_email: 'ada@acme.test',
  })
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await services[Symbol.asyncDispose]()
})

const setEvent = (values: object, which = guid) =>
  here.world.db.updateTable('events').set(values).where('guid', '=', which).execute()
/** In minutes from now. */
const moment = (minutes: number) => new Date(here.world.base.clock().getTime() + minutes * 60_000)
const at = (from: number, to: number) => ({ starts_at: moment(from), ends_at: moment(to) })
async function rule(does: object, key = keys.bo, more: object = {}): Promise<string> {
  const made = await here.world.post('/api/v1/rule', key, { name: 'x', match: {}, do: does, ...more })
  assert.equal(made.status, 201, made.text)
  return made.body.rule.id
}
const problem = async (key = keys.bo) => (await here.world.get('/api/v1/rules', key)).body.data[0].last_problem

/** What a worker does meanwhile, in steps of half a minute. */
async function pass(minutes: number): Promise<void> {
  const everyMinute = backgroundJobs(here.world.base).find(({ name }) => name === 'order-due-bots')!
  for (let step = 0; step < minutes * 2; step++) {
    if (step % 2 === 0) await everyMinute.run(null)
    await here.world.settle()
    here.world.advance({ seconds: 30 })
  }
}
/** A second meeting with this link, of Ada alone. */
async function addTwin(from: number, to: number): Promise<void> {
  const own = { workspace_id: 'ws_acme', title: 'Twin' }
  const { db } = here.world
  await db
    .insertInto('events')
    .values({ ...own, guid: 'evt_twin', ...at(from, to), call_url: `${link}?pli=1` })
    .execute()
  const person = { email: 'ada@acme.test', email_folded: 'ada@acme.test', position: 0 }
  await db
    .insertInto('event_attendees')
    .values({ workspace_id: 'ws_acme', event_guid: 'evt_twin', ...person })
    .execute()
  const times = { created_at: moment(0), updated_at: moment(0) }
  const note = { ...own, id: 'n_twin', event_guid: 'evt_twin', created_by: 'u_ada', title_folded: 'twin', agenda: '[]' }
  await db
    .insertInto('notes')
    .values({ ...note, ...times })
    .execute()
}

test('a bot is ordered 120 seconds before the meeting, as the person of the rule, once; the audit log says so', async () => {
  const id = await rule({ record: 'bot' })
  await pass(8)
  assert.deepEqual(bots, [], '2 minutes before, to the second')
  await pass(1)
  assert.deepEqual(bots, [
    { id: 'bot_0', key: 'n_1', url: link, state: 'joined_recording', name: 'Minutebook of Bo Lindqvist' },
  ])
  await pass(35)
  assert.equal(bots.length, 1)
  const audited = await here.world.db.selectFrom('audit_log').selectAll().where('action', '=', 'rule.act').execute()
  const [{ id: recorder_id }] = (await here.world.get('/api/v1/recorders', keys.ada)).body.data
  const details = { rule_id: id, did: 'bot', note_id: 'n_1', recorder_id, bot_id: 'bot_0' }
  assert.deepEqual(
    audited.map(({ user_id, details }) => [user_id, details]),
    [['u_bo', details]],
  )
})

test('however many rules and people want it, and also by hand, there is one bot', async () => {
  await addTwin(20, 60)
  for (const key of [keys.bo, keys.adaRegular]) await rule({ record: 'bot' }, key)
  await rule({ record: 'bot' }, keys.ada, { scope: 'workspace' })
  const sent = await here.world.post('/api/v1/note/n_1/bot', keys.bo)
  assert.equal(sent.status, 201, sent.text)
  await pass(25)
  assert.equal(bots.length, 1, 'a meeting that overlaps and has the same link is the same call')
  assert.equal((await here.world.post('/api/v1/note/n_twin/bot', keys.adaRegular)).status, 409)
})

test('a job is queued only where a bot is to be ordered', async () => {
  const { base } = here.world
  const queued = async () => {
    const orders: { data: { noteId: string } }[] = []
    const jobs = {
      sendAll: async (_tx: unknown, name: string, all: never[]) => void (name === 'order-bot' && orders.push(...all)),
    }
    await orderDueBots({ ...base, jobs: jobs as never })
    return orders.map(({ data }) => data.noteId)
  }
  await addTwin(10, 40)
  await here.world.db
    .updateTable('events')
    .set({ call_url: 'https://meet.google.com/qrs-tuvw-xyz' })
    .where('guid', '=', 'evt_twin')
    .execute()
  here.world.advance({ seconds: 7 * 60 })
  await rule({ record: 'bot' }, keys.bo, { match: { title_contains: 'not in any title' } })
  assert.deepEqual(await queued(), [], 'no rule fits')
  await rule({ record: 'bot' }, keys.bo)
  assert.deepEqual(await queued(), ['n_1'], 'only the meeting that Bo attends')
  await pass(4)
  assert.equal(bots.length, 1)
  assert.deepEqual(await queued(), [], 'its bot is there')
  bots[0]!.state = 'ended'
  await here.world.db
    .updateTable('sent_bots')
    .set({ ended_at: moment(0) })
    .execute()
  assert.deepEqual(await queued(), [], 'and was there')
  await here.world.request('PATCH', '/api/v1/note/n_twin', {
    key: keys.adaRegular,
    body: { planned: { record: 'bot' } },
  })
  assert.deepEqual(await queued(), ['n_twin'], 'for this once')
})

test('a bot is withdrawn by one job, however long that waits, and those of a workspace wait for each other', async () => {
  await rule({ record: 'bot' })
  await pass(9)
  await setEvent({ cancelled_at: moment(0) })
  for (let minute = 0; minute < 3; minute++) await orderDueBots(here.world.base)
  const { rows } = await sql`select group_id from pgboss.job where name = 'withdraw-bot' and state = 'created'`.execute(
    here.world.db,
  )
  assert.deepEqual(rows, [{ group_id: 'ws_acme' }])
  for (const job of ['order-bot', 'withdraw-bot']) {
    const work = backgroundJobs(here.world.base).find(({ name }) => name === job)!
    assert.deepEqual([work.concurrency, work.concurrencyOfSharer], [4, 1])
  }
  await here.world.settle()
})

test('back to back with one link are two calls', async () => {
  await addTwin(40, 60)
  await rule({ record: 'bot' }, keys.adaRegular)
  await pass(45)
  assert.deepEqual(
    bots.map(({ key }) => key),
    ['n_1', 'n_twin'],
  )
})

test('never of anybody who attends wins, and of nobody else', async () => {
  await rule({ record: 'bot' }, keys.adaRegular)
  const never = await rule({ record: 'never' })
  await pass(15)
  assert.equal(bots.length, 0)
  await here.world.delete(`/api/v1/rule/${never}`, keys.bo)
  await pass(1)
  assert.equal(bots.length, 1, 'from then on')
})

test('what a person takes back, a rule does not send again, even if the meeting moves', async () => {
  await rule({ record: 'bot' }, keys.adaRegular)
  await pass(9)
  assert.equal((await here.world.delete('/api/v1/note/n_1/bot', keys.bo)).status, 200)
  await pass(5)
  await setEvent(at(5, 35))
  await pass(10)
  assert.deepEqual(
    bots.map(({ state }) => state),
    ['ended'],
  )
})

test('a meeting that moves, before and after the order', async () => {
  await rule({ record: 'bot' })
  await pass(5)
  await setEvent(at(10, 40))
  await pass(7)
  assert.equal(bots.length, 0)
  await pass(2)
  assert.equal(bots.length, 1)
  await setEvent(at(180, 210))
  await pass(3)
  assert.deepEqual(
    bots.map(({ state }) => state),
    ['ended'],
    'it would wait for hours',
  )
  await setEvent(at(5, 35))
  await pass(10)
  assert.deepEqual(
    bots.map(({ state }) => state),
    ['ended', 'joined_recording'],
  )
})

test('a bot that left before a moved meeting begins is sent again; one that left the meeting is not', async () => {
  await rule({ record: 'bot' })
  await pass(9)
  await setEvent(at(10, 40))
  Object.assign(bots[0]!, { state: 'ended' })
  await here.world.db
    .updateTable('sent_bots')
    .set({ ended_at: moment(0) })
    .execute()
  await pass(9)
  assert.equal(bots.length, 2)
  Object.assign(bots[1]!, { state: 'ended' })
  await here.world.db
    .updateTable('sent_bots')
    .set({ ended_at: moment(0) })
    .where('ended_at', 'is', null)
    .execute()
  await pass(10)
  assert.equal(bots.length, 2)
})

test('a meeting that is called off, or deleted, loses its bot; one with another link gets another', async () => {
  await addTwin(10, 40)
  await setEvent({ call_url: 'https://meet.google.com/xyz-mnop-abc' })
  await rule({ record: 'bot' }, keys.adaRegular)
  await pass(9)
  assert.equal(bots.length, 2)
  await setEvent({ call_url: link.replace('abc', 'new') })
  await here.world.db.deleteFrom('notes').where('id', '=', 'n_twin').execute()
  await pass(3)
  assert.deepEqual(bots.map(({ key, state }) => [key, state]).sort(), [
    ['n_1', 'ended'],
    ['n_1', 'joined_recording'],
    ['n_twin', 'ended'],
  ])
  await setEvent({ cancelled_at: moment(0) })
  await pass(2)
  assert(bots.every(({ state }) => state === 'ended'))
})

test('a worker that is killed before or after the request, and two workers, order one bot', async () => {
  await addTwin(10, 40)
  await rule({ record: 'bot' }, keys.adaRegular)
  here.world.advance({ minutes: 8 })
  const { base } = here.world
  /** Its process ends there: neither an answer nor an error arrives. */
  const killed = (sends: boolean) => ({
    ...base,
    outbound: {
      request: async (...given: Parameters<typeof base.outbound.request>) => {
        if (sends) await base.outbound.request(...given)
        reached?.()
        return new Promise<never>(() => {})
      },
    } as unknown as typeof base.outbound,
  })
  let reached: (() => void) | undefined
  const isReached = (run: (order: object) => void) =>
    new Promise<void>((resolve) => {
      reached = resolve
      run({})
    })
  await isReached(() => void orderBot(killed(false), { workspaceId: 'ws_acme', noteId: 'n_1' }))
  await pass(0.5)
  assert.equal(bots.length, 0)
  here.world.advance({ seconds: 40 })
  await isReached(() => void orderBot(killed(true), { workspaceId: 'ws_acme', noteId: 'n_twin' }))
  assert.equal(bots.length, 1)
  here.world.advance({ seconds: 61 })
  const orders = ['n_1', 'n_twin', 'n_1', 'n_twin'].map((noteId) => orderBot(base, { workspaceId: 'ws_acme', noteId }))
  await Promise.all(orders)
  await pass(5)
  assert.deepEqual(
    bots.map(({ key, state }) => [key, state]),
    [['n_1', 'joined_recording']],
  )
  assert.equal((await here.world.get('/api/v1/note/n_1/bot', keys.bo)).body.bot.id, 'bot_0', 'and it is known')
})

test('a bot whose answer was lost is found by another meeting of its call', async () => {
  await addTwin(10, 40)
  await rule({ record: 'bot' }, keys.adaRegular)
  here.world.advance({ minutes: 8 })
  const { base } = here.world
  const { answering } = services.receiver
  services.receiver.answering = (request, response) => {
    response.writeHead = () => {
      response.destroy()
      return response
    }
    answering!(request, response)
  }
  await orderBot(base, { workspaceId: 'ws_acme', noteId: 'n_1' })
  assert.equal(bots.length, 1)
  assert.match((await problem(keys.adaRegular)) ?? '', /^Attendee could not be asked/)
  services.receiver.answering = answering
  here.world.advance({ seconds: 61 })
  await orderBot(base, { workspaceId: 'ws_acme', noteId: 'n_twin' })
  assert.deepEqual(
    bots.map(({ key }) => key),
    ['n_1'],
  )
  assert.equal((await bot('n_twin', keys.adaRegular)).id, 'bot_0', 'and it is known')
})

test('a service that refuses is asked again, ever more rarely; the rule says what is wrong until it works', async () => {
  await rule({ record: 'bot' })
  const { answering } = services.receiver
  let asked = 0
  services.receiver.answering = (_, response) => {
    asked++
    response.writeHead(500).end('{"error":"out of order"}')
  }
  await pass(28)
  assert(asked >= 3 && asked <= 8, `asked ${asked} times in 20 minutes`)
  assert.equal(await problem(), 'Attendee sent no bot (500): out of order')
  services.receiver.answering = answering
  await pass(12)
  assert.equal(bots.length, 1)
  assert.equal(await problem(), null)
})

test('without a recorder, or beyond the bots of an hour, nothing is sent and the rule says so', async () => {
  const { db } = here.world
  await rule({ record: 'bot' })
  const { id: recorder_id } = await db.selectFrom('recorders').select('id').executeTakeFirstOrThrow()
  const call = { call_key: 'x', starts_at: moment(-60), ends_at: moment(-30), ended_at: moment(0) }
  const row = { workspace_id: 'ws_acme', recorder_id, note_id: 'n_bo', user_id: 'u_bo', ...call, sent_at: moment(0) }
  await db
    .insertInto('sent_bots')
    .values(Array.from({ length: 20 }, (_, index) => ({ ...row, id: `old_${index}` })))
    .execute()
  await pass(9)
  assert.match(await problem(), /^You have sent 20 bots in the last hour/)
  await db.updateTable('recorders').set({ active: false }).execute()
  await pass(1)
  assert.equal(await problem(), 'The workspace has no active recorder that sends bots')
  assert.equal(bots.length, 0)
})

test('a workspace’s rule records any meeting, as its organizer, else as who brought it, else as who attends', async () => {
  await rule({ record: 'bot' }, keys.ada, { scope: 'workspace' })
  await pass(9)
  const other = { organizer_email: 'guest@elsewhere.test' }
  await setEvent({ ...other, imported_by: 'u_bo', ...at(10, 40), call_url: 'https://meet.google.com/abc-mnop-two' })
  await pass(10)
  await setEvent({ ...other, imported_by: null, ...at(10, 40), call_url: 'https://meet.google.com/abc-mnop-three' })
  await pass(10)
  assert.deepEqual(
    bots.map(({ name }) => name),
    ['Minutebook of Ada Moreau', 'Minutebook of Bo Lindqvist', 'Minutebook of Ada Moreau'],
  )
})

test('rules of who left do nothing; all-day events and meetings without a link are no calls', async () => {
  await rule({ record: 'bot' })
  const active = (is: boolean) =>
    here.world.db.updateTable('users').set({ active: is }).where('id', '=', 'u_bo').execute()
  await active(false)
  await pass(12)
  assert.equal(bots.length, 0)
  await active(true)
  for (const values of [{ all_day: true }, { all_day: false, call_url: null }]) {
    await setEvent(values)
    await pass(2)
    assert.equal(bots.length, 0)
  }
})

const bot = async (note = 'n_1', key = keys.bo) => (await here.world.get(`/api/v1/note/${note}/bot`, key)).body.bot
/** As if its service had said so. */
const leave = async (values: object) => {
  for (const each of bots) each.state = 'ended'
  await here.world.db
    .updateTable('sent_bots')
    .set({ ended_at: moment(0), ...values })
    .where('ended_at', 'is', null)
    .execute()
}

test('a bot by hand that was in the call and left with it is not followed by one of a rule', async () => {
  await rule({ record: 'bot' })
  assert.equal((await here.world.post('/api/v1/note/n_1/bot', keys.adaRegular)).status, 201)
  await pass(15)
  await leave({})
  await pass(10)
  assert.equal(bots.length, 1)
})

test('of two meetings of one call, one is called off: the other is recorded', async () => {
  await addTwin(15, 60)
  await rule({ record: 'bot' }, keys.adaRegular)
  await pass(9)
  assert.deepEqual(
    bots.map(({ key }) => key),
    ['n_1'],
  )
  await setEvent({ cancelled_at: moment(0) })
  await pass(8)
  assert.deepEqual(
    bots.map(({ key, state }) => [key, state]),
    [
      ['n_1', 'ended'],
      ['n_twin', 'joined_recording'],
    ],
  )
})

test('never of somebody in one meeting of a call holds for the whole call, and so does a withdrawal there', async () => {
  await addTwin(20, 60)
  await rule({ record: 'bot' })
  const never = await rule({ record: 'never' }, keys.adaRegular, { match: { title_contains: 'Twin' } })
  await pass(12)
  assert.equal(bots.length, 0)
  await here.world.delete(`/api/v1/rule/${never}`, keys.adaRegular)
  await pass(2)
  assert.equal(bots.length, 1)
  assert.equal((await bot('n_twin', keys.adaRegular)).id, 'bot_0', 'the bot is in the call of both')
  assert.equal((await here.world.delete('/api/v1/note/n_twin/bot', keys.adaRegular)).status, 200)
  assert.equal(bots[0]!.state, 'ended')
  await setEvent(at(5, 60))
  await pass(10)
  assert.equal(bots.length, 1)
})

test('meetings that overlap one after another are one call', async () => {
  await addTwin(35, 80)
  const db = here.world.db
  const event = await db.selectFrom('events').selectAll().where('guid', '=', 'evt_twin').executeTakeFirstOrThrow()
  const third = { ...event, guid: 'evt_third', ...at(70, 90) }
  await db
    .insertInto('events')
    .values(third as never)
    .execute()
  const note = await db.selectFrom('notes').selectAll().where('id', '=', 'n_twin').executeTakeFirstOrThrow()
  const { title_folded: _, ...copied } = note as never as Record<string, unknown>
  const values = { ...copied, id: 'n_third', event_guid: 'evt_third', agenda: '[]', title_folded: 'twin' }
  try {
    await db
      .insertInto('notes')
      .values(values as never)
      .execute()
    await rule({ record: 'bot' }, keys.ada, { scope: 'workspace' })
    await pass(75)
    assert.equal(bots.length, 1, 'the third overlaps with the second, that with the first')
  } finally {
    await db.deleteFrom('notes').where('id', '=', 'n_third').execute()
    await db.deleteFrom('events').where('guid', '=', 'evt_third').execute()
  }
})

test('a rule’s bot that failed is followed by others, three in all', async () => {
  await rule({ record: 'bot' })
  await pass(10)
  for (const count of [1, 2, 3, 3]) {
    assert.equal(bots.length, count)
    await leave({ makes_room: true })
    await pass(3)
  }
})

test('who sends a bot by hand lifts what was taken back: rules send again', async () => {
  await rule({ record: 'bot' })
  await pass(9)
  await here.world.delete('/api/v1/note/n_1/bot', keys.bo)
  await pass(3)
  assert.equal(bots.length, 1)
  assert.equal((await here.world.post('/api/v1/note/n_1/bot', keys.bo)).status, 201)
  await leave({ makes_room: true })
  await pass(3)
  assert.equal(bots.length, 3)
})

test('a bot by hand of somebody else leaves a refusal of who attends as it is, and lifts that of who left', async () => {
  await rule({ record: 'bot' }, keys.adaRegular)
  await pass(9)
  await here.world.delete('/api/v1/note/n_1/bot', keys.bo)
  const byHand = async () => {
    assert.equal((await here.world.post('/api/v1/note/n_1/bot', keys.adaRegular)).status, 201)
    await leave({ makes_room: true })
    await pass(3)
  }
  await byHand()
  assert.equal(bots.length, 2, 'hers, and none of her rule')
  const active = (is: boolean) =>
    here.world.db.updateTable('users').set({ active: is }).where('id', '=', 'u_bo').execute()
  await active(false)
  await byHand()
  await active(true)
  assert.equal(bots.length, 4)
  await pass(1)
  assert.deepEqual(await here.world.db.selectFrom('note_plans').select('record').execute(), [{ record: null }])
})

test('bots of the workspace’s rules are not of the person’s twenty', async () => {
  const { db } = here.world
  const id = await rule({ record: 'bot' }, keys.ada, { scope: 'workspace' })
  const { id: recorder_id } = await db.selectFrom('recorders').select('id').executeTakeFirstOrThrow()
  const call = { call_key: 'x', starts_at: moment(-60), ends_at: moment(-30), ended_at: moment(0), rule_id: id }
  const row = { workspace_id: 'ws_acme', recorder_id, note_id: 'n_bo', user_id: 'u_bo', ...call, sent_at: moment(0) }
  const rows = Array.from({ length: 20 }, (_, index) => ({ ...row, id: `old_${index}`, by_itself: true }))
  await db.insertInto('sent_bots').values(rows).execute()
  assert.equal((await here.world.post('/api/v1/note/n_1/bot', keys.bo)).status, 201)
})
