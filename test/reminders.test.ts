/** Reminders to record a meeting (decision 65): once a meeting and person, by push, an open page, else by mail. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
import { exportWorld } from '../server/keeping/world/export/export-world.ts'
import { remind, remindDue } from '../server/making/reminders/make-reminders.ts'
import { type PushReminder, pushReminder } from '../server/making/reminders/send-reminder.ts'
import { workspacesWishing } from '../server/making/rules/meetings-near.ts'
import { acme, keys } from './support/acme.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { type Device, openPushService, type PushService } from './support/push-service.ts'
import { openWorld, type World } from './support/world.ts'

const guid = 'evt1_20260105T090000Z'

let world: World
let service: PushService
let mail: MailServer
before(async () => {
  service = await openPushService()
  mail = await openMailServer()
  world = await openWorld({ ...service.settings, ...mail.settings })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  mail.mails.length = 0
  service.state.instead = null
  await setEvent({ ...at(10, 40), cancelled_at: null, all_day: false })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const setEvent = (values: object) => world.db.updateTable('events').set(values).where('guid', '=', guid).execute()
/** In minutes from now. */
const moment = (minutes: number) => new Date(world.base.clock().getTime() + minutes * 60_000)
const at = (from: number, to: number) => ({ starts_at: moment(from), ends_at: moment(to) })

async function rule(does: object = { record: 'remind' }, key = keys.bo, more: object = {}): Promise<string> {
  const made = await world.post('/api/v1/rule', key, { name: 'x', match: {}, do: does, ...more })
  assert.equal(made.status, 201, made.text)
  return made.body.rule.id
}

async function device(key = keys.bo, titles = true): Promise<Device> {
  const { body } = await world.get('/api/v1/me/push', key)
  const made = service.subscribe(body.public_key)
  assert.equal((await world.post('/api/v1/me/push', key, { ...made.subscription, titles })).status, 201)
  return made
}

/** What a worker does meanwhile, in steps of half a minute. */
async function pass(minutes: number, seconds = 30): Promise<void> {
  const everyMinute = backgroundJobs(world.base).find(({ name }) => name === 'remind-due')!
  for (let step = 0; step < (minutes * 60) / seconds; step++) {
    if ((step * seconds) % 60 === 0) await everyMinute.run(null)
    await world.settle()
    world.advance({ seconds })
  }
}
const mailed = () => mail.mails.splice(0).flatMap(({ to }) => to)
const reminders = async (key = keys.bo) => (await world.get('/api/v1/me/reminders', key)).body.data
const deps = () => ({ ...world.base, settings: world.base.config })

test('120 seconds before the meeting each device is reminded, once, with the title where it was asked for', async () => {
  await rule()
  const [phone, desk, other] = [await device(), await device(keys.bo, false), await device(keys.adaRegular)]
  const starts_at = moment(10).toISOString()
  await pass(8)
  assert.deepEqual(phone.messages, [], '2 minutes before, to the second')
  await pass(30)
  const { body, ttl, urgency } = phone.messages[0]!
  assert.deepEqual(body, { kind: 'reminder', note_id: 'n_1', starts_at, title: 'Weekly 5 Jan' })
  assert.deepEqual([ttl, urgency], [12 * 60, 'high'], 'kept until ten minutes after the start')
  assert.deepEqual(
    desk.messages.map(({ body }) => body),
    [{ kind: 'reminder', note_id: 'n_1', starts_at }],
  )
  assert.deepEqual([phone.messages.length, other.messages.length], [1, 0])
  assert.deepEqual(mailed(), [])
})

test('the audit log says who was reminded by which rule, and the export of the person has it', async () => {
  const id = await rule()
  await pass(9)
  const audited = await world.db.selectFrom('audit_log').selectAll().where('action', '=', 'rule.act').execute()
  assert.deepEqual(
    audited.map(({ user_id, details }) => [user_id, details]),
    [['u_bo', { rule_id: id, did: 'remind', note_id: 'n_1' }]],
  )
  const { body } = await world.get('/api/v1/user/u_bo/export', keys.ada)
  const [row] = body.export.reminders
  assert.deepEqual([row.note_id, row.shown_at], ['n_1', null])
})

test('by mail where no device is, a minute later; never twice', async () => {
  await rule()
  await pass(9)
  assert.deepEqual(mailed(), [])
  await pass(1)
  const [{ to, text } = { to: [], text: '' }] = mail.mails
  assert.deepEqual(to, ['Bo@acme.test'])
  assert.match(text, /Subject: Record: Weekly 5 Jan/)
  assert.match(text, /\/note\/n_1\?record=yes/)
  await pass(10)
  assert.equal(mail.mails.length, 1)
})

test('an open page hears of it by a change of its person alone, and says that it showed it: then no mail comes', async () => {
  await rule()
  const first = await world.get('/api/v1/changes?copy=false', keys.bo)
  const others = await world.get('/api/v1/changes?copy=false', keys.adaRegular)
  assert.deepEqual(await reminders(), [])
  const starts_at = moment(10).toISOString()
  await pass(9)
  const changes = async (cursor: string, key: string) =>
    (await world.get(`/api/v1/changes?cursor=${encodeURIComponent(cursor)}`, key)).body.data
  const heard = await changes(first.body.page_info.cursor, keys.bo)
  assert.deepEqual(
    heard.map(({ kind, id, change }: Record<string, string>) => [kind, id, change]),
    [['note', 'n_1', 'changed']],
  )
  assert.deepEqual(await changes(others.body.page_info.cursor, keys.adaRegular), [])
  assert.deepEqual(await reminders(), [{ note_id: 'n_1', title: 'Weekly 5 Jan', starts_at }])
  assert.deepEqual(await reminders(keys.adaRegular), [])
  const shown = (id: string, key = keys.bo) => world.post(`/api/v1/me/reminders/${id}/shown`, key)
  assert.equal((await shown('n_1', keys.adaRegular)).status, 404)
  assert.equal((await shown('n_none')).status, 404)
  assert.equal((await shown('n_1')).status, 204)
  await pass(5)
  assert.deepEqual(mailed(), [])
  await pass(30)
  assert.deepEqual(await reminders(), [], 'it is over')
})

test('a push service that refuses is tried four times within a minute; if no device took it, it comes by mail', async () => {
  await rule()
  await device()
  let tries = 0
  service.state.instead = (response) => response.writeHead(++tries < 3 ? 503 : 201).end()
  await pass(15, 5)
  assert.equal(tries, 3)
  assert.deepEqual(mailed(), [])
  tries = -100
  await setEvent(at(20, 50))
  await pass(25, 5)
  assert.equal(tries, -96)
  assert.deepEqual(mailed(), ['Bo@acme.test'])
  tries = 0
  service.state.instead = (response) => response.writeHead(++tries < 0 ? 503 : 410).end()
  await setEvent(at(20, 50))
  await pass(25)
  assert.equal(tries, 1, 'a device that is gone is not asked again')
  assert.deepEqual(mailed(), ['Bo@acme.test'])
})

test('no device is tried again once the mail is due, or once the person has seen it', async () => {
  await rule()
  await device()
  const tried: number[] = []
  const dueAt = moment(8)
  // As if each try took the ten seconds that it may take.
  service.state.instead = (response) => {
    tried.push((world.base.clock().getTime() - dueAt.getTime()) / 1_000)
    world.advance({ seconds: 10 })
    response.writeHead(503).end()
  }
  await pass(11, 5)
  assert.equal(tried[0], 0)
  assert(tried.length === 3 && tried.at(-1)! < 60, `${tried}`)
  assert.deepEqual(mailed(), ['Bo@acme.test'])
  await setEvent(at(20, 50))
  let tries = 0
  service.state.instead = (response) => {
    tries++
    response.writeHead(503).end()
  }
  await pass(18, 60)
  await world.settle()
  assert.equal((await world.post('/api/v1/me/reminders/n_1/shown', keys.bo)).status, 204)
  await pass(2, 5)
  assert.equal(tries, 1)
  assert.deepEqual(mailed(), [])
})

test('a message that is taken while the meeting moves has not shown the reminder of its new time', async () => {
  await rule()
  await device()
  await pass(8)
  const order = { workspaceId: 'ws_acme', noteId: 'n_1' }
  service.state.instead = async (response) => {
    service.state.instead = null
    world.advance({ minutes: 20 })
    await setEvent(at(1, 30))
    await remind(deps(), order)
    response.writeHead(201).end()
  }
  await remind(deps(), order)
  const { rows } = await sql<{ data: PushReminder }>`
    select data from pgboss.job where name = 'push-reminder' and state = 'created'`.execute(world.db)
  await pushReminder(deps(), rows[0]!.data)
  assert.equal(service.state.instead, null)
  const [reminder] = await world.db.selectFrom('reminders').selectAll().execute()
  assert.deepEqual([reminder!.starts_at, reminder!.shown_at], [moment(1), null])
})

test('moved before, it is reminded of at its new time; moved after, once more; shortly later or back, not again', async () => {
  await rule()
  const phone = await device()
  await pass(5)
  await setEvent(at(60, 90))
  await pass(20)
  assert.equal(phone.messages.length, 0)
  await pass(39)
  assert.equal(phone.messages.length, 1)
  await setEvent(at(14, 40))
  await pass(16)
  assert.equal(phone.messages.length, 1, 'at most a quarter of an hour later')
  await setEvent(at(30, 60))
  await pass(30)
  assert.equal(phone.messages.length, 2)
  await setEvent(at(1, 20))
  await pass(5)
  assert.equal(phone.messages.length, 2)
  assert.deepEqual(mailed(), [])
})

test('called off, all day, without the rule, with somebody who refuses, or with a bot: nobody is reminded', async () => {
  const id = await rule()
  const phone = await device()
  await setEvent({ cancelled_at: moment(0) })
  await pass(12)
  await setEvent({ ...at(10, 40), cancelled_at: null, all_day: true })
  await pass(12)
  await setEvent({ ...at(10, 40), all_day: false })
  for (const record of ['never', 'bot']) {
    const other = await rule({ record }, keys.adaRegular)
    await pass(12)
    await setEvent(at(10, 40))
    await world.delete(`/api/v1/rule/${other}`, keys.adaRegular)
  }
  await pass(5)
  await world.delete(`/api/v1/rule/${id}`, keys.bo)
  await pass(10)
  assert.deepEqual([phone.messages, mailed()], [[], []])
})

test('who wants a bot where none can come keeps nobody from being reminded', async () => {
  await rule()
  await rule({ record: 'bot' }, keys.adaRegular)
  const phone = await device()
  await setEvent({ call_url: null })
  await pass(12)
  assert.equal(phone.messages.length, 1)
})

test('the workspace’s rule reminds who attends and has none of their own; moved to now, also just after the start', async () => {
  await rule({ record: 'remind' }, keys.ada, { scope: 'workspace' })
  const [bo, ada] = [await device(), await device(keys.adaRegular)]
  await rule({ record: 'remind' }, keys.bo, { match: { title_contains: 'other' } })
  await setEvent(at(-4, 40))
  await pass(2)
  assert.deepEqual([bo.messages.length, ada.messages.length], [1, 1])
  await setEvent(at(20, 40))
  await world.db.deleteFrom('event_attendees').where('email_folded', '=', 'bo@acme.test').execute()
  await pass(25)
  assert.deepEqual([bo.messages.length, ada.messages.length], [1, 2], 'who left is not reminded')
})

test('a job is queued only where somebody is still to be reminded', async () => {
  const queued = async () => {
    const notes: string[] = []
    const sendAll = async (_tx: unknown, _name: string, all: { data: { noteId: string } }[]) =>
      void notes.push(...all.map(({ data }) => data.noteId))
    await remindDue({ ...world.base, jobs: { sendAll } as never })
    return notes
  }
  world.advance({ seconds: 7 * 60 })
  await rule({ record: 'remind' }, keys.bo, { match: { title_contains: 'not in any title' } })
  assert.deepEqual(await queued(), [], 'no rule fits')
  await rule()
  assert.deepEqual(await queued(), ['n_1'])
  await pass(2)
  assert.deepEqual(await queued(), [], 'reminded')
  await world.request('PATCH', '/api/v1/note/n_1', { key: keys.adaRegular, body: { planned: { record: 'remind' } } })
  assert.deepEqual(await queued(), ['n_1'], 'one of two')
  await pass(1)
  await setEvent(at(3, 40))
  assert.deepEqual(await queued(), [], 'moved by little')
})

test('of many meetings and rules each title and each rule is folded once', async (t) => {
  const words = 'é'.repeat(255)
  for (let n = 1; n < 50; n++) await rule({ record: 'remind' }, keys.bo, { match: { title_contains: words } })
  await rule()
  const [start, end] = [moment(3).toISOString(), moment(40).toISOString()]
  const attendees = [{ email: 'bo@acme.test', name: 'Bo' }]
  const guids = Array.from({ length: 150 }, (_, n) => `near_${n}`)
  const [{ id, subdomain, name }] = acme() as [Record<string, string>]
  await world.load({
    ...{ id, subdomain, name },
    events: guids.map((guid) => ({ guid, title: 'Près', start, end, attendees })),
    notes: guids.map((guid) => ({ id: `n_${guid}`, event: guid, title: 'Près', created_by: 'u_bo' })),
  })
  const ordered: unknown[] = []
  const sendAll = async (_tx: unknown, _name: string, orders: unknown[]) => void ordered.push(...orders)
  let folded = 0
  const { toUpperCase } = String.prototype
  t.after(() => Object.assign(String.prototype, { toUpperCase }))
  String.prototype.toUpperCase = function () {
    folded++
    return toUpperCase.call(this)
  }
  await remindDue({ ...world.base, jobs: { sendAll } as never })
  assert.equal(ordered.length, guids.length)
  assert(folded < 3 * 50 * words.length, `${folded} characters were folded`)
})

test('the workspaces where somebody wishes a bot or reminders are read from indexes', async () => {
  for (const wish of ['bot', 'remind'] as const) {
    const plan = await world.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${workspacesWishing(wish)}`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    for (const index of ['rules_that_record', 'note_plans_that_record']) assert(plan.includes(index), plan)
  }
})

test('several workers, one of which dies at any moment, remind once', async () => {
  await rule()
  const phone = await device()
  await pass(8)
  const order = { workspaceId: 'ws_acme', noteId: 'n_1' }
  const dying = {
    ...deps(),
    jobs: { ...world.base.jobs, send: () => Promise.reject(new Error('killed')), sendAll: async () => {} },
  }
  await assert.rejects(remind(dying as never, order), /killed/)
  await Promise.all([1, 2, 3, 4].map(() => remind(deps(), order)))
  const jobs = await sql<{
    data: PushReminder
  }>`select data from pgboss.job where name = 'push-reminder' and state = 'created'`.execute(world.db)
  assert.equal(jobs.rows.length, 1)
  // The worker dies after it sent the message and before it said so: a browser shows messages of one topic once.
  await pushReminder(deps(), jobs.rows[0]!.data)
  await pass(10)
  assert.equal(new Set(phone.messages.map(({ topic, body }) => `${topic} ${body.note_id}`)).size, 1)
  assert.deepEqual(mailed(), [])
})

test('what is sent to one person, or for one workspace, leaves room for others', async () => {
  await rule()
  await device()
  const groups = async () => {
    const { rows } = await sql<{ name: string; group_id: string }>`
      select distinct name, group_id from pgboss.job where state = 'created' and name like '%remind%' order by name`.execute(
      world.db,
    )
    return rows.map(({ name, group_id }) => [name, group_id] as const)
  }
  await pass(7)
  await remindDue(world.base)
  assert.deepEqual(await groups(), [['remind', 'ws_acme']])
  await pass(1)
  await remind(deps(), { workspaceId: 'ws_acme', noteId: 'n_1' })
  assert.deepEqual(await groups(), [
    ['mail-reminder', 'ws_acme u_bo'],
    ['push-reminder', 'ws_acme u_bo'],
    ['remind', 'ws_acme'],
  ])
  for (const [name] of await groups()) {
    const { concurrency = 1, concurrencyOfSharer = concurrency } = backgroundJobs(world.base).find(
      (job) => job.name === name,
    )!
    assert(concurrencyOfSharer < concurrency, name)
  }
})

test('what was moved or called off after the reminder was made is not sent any more', async () => {
  await rule()
  const phone = await device()
  await pass(8)
  await remind(deps(), { workspaceId: 'ws_acme', noteId: 'n_1' })
  await setEvent({ cancelled_at: moment(0) })
  await pass(5)
  assert.deepEqual([phone.messages, mailed(), await reminders()], [[], [], []])
})

test('a world carries neither devices nor reminders; an erasure takes both; old ones go', async () => {
  await rule()
  await device()
  await pass(9)
  let text = ''
  for await (const piece of exportWorld(world.db, {
    subdomain: 'acme',
    withSecrets: true,
    secretKey: world.base.secretKey,
  }))
    text += piece
  assert.doesNotMatch(text, /push\.acme\.com|"reminders"|endpoint/)
  world.advance({ days: 8 })
  await backgroundJobs(world.base)
    .find(({ name }) => name === 'forget-reminders')!
    .run(null)
  assert.deepEqual(await world.db.selectFrom('reminders').selectAll().execute(), [])
  await setEvent(at(10, 40))
  await pass(9)
  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await world.settle()
  for (const table of ['reminders', 'push_subscriptions'] as const)
    assert.deepEqual(await world.db.selectFrom(table).selectAll().execute(), [])
})
