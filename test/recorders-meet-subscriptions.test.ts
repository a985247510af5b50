/** Subscriptions to the calls of people at Google: made, renewed and mended by the service (docs/recorders.md). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { maxPeople } from '../server/making/recorders/meet-people.ts'
import { acme, keys } from './support/acme.ts'
import { ada, bo, keyFile, message, openGoogleServer, push, pushAccount, topic } from './support/google.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let google: Awaited<ReturnType<typeof openGoogleServer>>
before(async () => {
  world = await openWorld({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'warn' })
  await world.load(...acme())
  google = await openGoogleServer()
  world.base.google = google.addresses
  google.call.now = () => world.base.clock()
})
beforeEach(async () => {
  await world.db.deleteFrom('recorders').execute()
  await activate('u_ada', 'u_bo')
  google.faults.clear()
  google.events.all.clear()
  Object.assign(google.events.state, { suspendedFor: '', topics: new Set([topic]) })
  world.logged.length = 0
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await google[Symbol.asyncDispose]()
})

const [transcripts, recordings] = ['transcript', 'recording'].map(
  (part) => `google.workspace.meet.${part}.v2.fileGenerated`,
)
const ofPerson = (id: string) => `//cloudidentity.googleapis.com/users/${id}`
const prefix = 'Its events could not be subscribed to: '
/** While there are others. */
const partly = 'Not all of its events could be subscribed to: '

const setActive = (active: boolean, ids: string[]) =>
  world.db.updateTable('users').set({ active }).where('workspace_id', '=', 'ws_acme').where('id', 'in', ids).execute()
const activate = (...ids: string[]) => setActive(true, ids)
const deactivate = (...ids: string[]) => setActive(false, ids)

async function add(more: object = {}) {
  const own = { kind: 'meet', secret: keyFile(), push_account: pushAccount, topic, user: 'ada@acme.test', ...more }
  const made = await world.post('/api/v1/recorder', keys.ada, own)
  assert.equal(made.status, 201, made.text)
  await world.settle()
  return made.body.recorder
}
const recorder = async () => (await world.get('/api/v1/recorders', keys.ada)).body.data[0]
async function change(id: string, changes: object) {
  assert.equal((await world.patch(`/api/v1/recorder/${id}`, keys.ada, changes)).status, 200)
  await world.settle()
}
async function pass(time: Parameters<World['advance']>[0]) {
  world.advance(time)
  const renewal = backgroundJobs(world.base).find(({ name }) => name === 'renew-meet-recorders')!
  await renewal.run(null)
}
const targets = () => [...google.events.all.values()].map(({ targetResource }) => targetResource).sort()
const daysUntil = (time: string | null) => (Date.parse(time!) - world.base.clock().getTime()) / 86_400_000
const asked = () =>
  google.receiver.received.filter(({ path }) => path.startsWith('/events/')).map(({ method }) => method)

test('everybody with an account here whom the directory knows is subscribed', async () => {
  const { id, topic: shown, subscribed_until } = await add()
  assert.deepEqual([shown, subscribed_until], [topic, null])
  assert.deepEqual(targets(), [bo, ada].map(ofPerson).sort())
  for (const each of google.events.all.values())
    assert.deepEqual([each.eventTypes, each.notificationEndpoint], [[transcripts], { pubsubTopic: topic }])
  const { last_error, subscribed_until: until } = await recorder()
  assert.deepEqual([last_error, daysUntil(until)], [null, 7])
  await change(id, { active: false })
  await pass({ days: 1 })
  assert.equal((await recorder()).subscribed_until, null)
})

test('who comes into the directory later is subscribed within a day', async () => {
  google.call.directory.delete(bo)
  await add()
  google.call.directory.set(bo, 'Bo@acme.test')
  assert.deepEqual([targets(), (await recorder()).last_error], [[ofPerson(ada)], null])
  await pass({ hours: 23 })
  assert.equal(targets().length, 1)
  await pass({ hours: 1 })
  assert.equal(targets().length, 2)
})

test('subscriptions are renewed two days before they end, and only then', async () => {
  await add()
  const names = [...google.events.all.keys()]
  google.receiver.received.length = 0
  await pass({ days: 4, hours: 23 })
  assert.deepEqual(asked(), [])
  await pass({ hours: 1 })
  assert.deepEqual(asked().sort(), ['GET', 'GET', 'PATCH', 'PATCH'])
  assert.deepEqual([[...google.events.all.keys()], daysUntil((await recorder()).subscribed_until)], [names, 7])
})

test('one that is gone at Google is made again', async () => {
  await add()
  google.events.all.clear()
  await pass({ days: 5 })
  assert.equal(targets().length, 2)
  assert.deepEqual([(await recorder()).last_error, daysUntil((await recorder()).subscribed_until)], [null, 7])
})

test('a subscription of before, or of a script, makes room', async () => {
  const { id } = await add()
  const [first] = google.events.all.keys()
  await change(id, { takes: 'media' })
  assert(!google.events.all.has(first!))
  for (const each of google.events.all.values()) assert.deepEqual(each.eventTypes, [recordings])
  assert.deepEqual([targets().length, (await recorder()).last_error], [2, null])
  await change(id, { secret: keyFile() })
  await change(id, { user: 'bo@acme.test' })
  assert.equal(targets().length, 2)
  // Only Ada may read the directory of this server.
  assert.equal((await recorder()).last_error, `${prefix}Google answered 403`)
})

test('Google tells that a subscription ends or was suspended: it is mended at once', async () => {
  const { url } = await add()
  const path = new URL(url).pathname
  const [name] = google.events.all.keys()
  const tell = async (type: string, about: unknown = name) => {
    google.receiver.received.length = 0
    const attributes = { 'ce-type': `google.workspace.events.subscription.v1.${type}` }
    const data = Buffer.from(JSON.stringify({ subscription: { name: about } })).toString('base64')
    assert.equal((await push(world, path, message('transcript', { attributes, data }))).status, 200)
    await world.settle()
    return asked()
  }
  google.events.suspend('ENDPOINT_PERMISSION_DENIED')
  await tell('suspended')
  assert.equal((await recorder()).last_error, `${partly}Google suspended the subscription: ENDPOINT_PERMISSION_DENIED`)
  google.events.state.suspendedFor = ''
  assert.deepEqual(await tell('suspended'), ['GET', 'POST', 'PATCH'])
  assert.deepEqual([google.events.all.get(name!)!.state, (await recorder()).last_error], ['ACTIVE', null])
  assert.deepEqual(await tell('expirationReminder'), ['GET', 'PATCH'])
  google.events.all.delete(name!)
  assert.deepEqual(await tell('expired'), ['GET', 'POST'])
  for (const about of ['subscriptions/other', '', null, 7, 'subscriptions/../x', {}])
    assert.deepEqual(await tell('suspended', about), [], JSON.stringify(about))
  assert.deepEqual(await tell('another'), [])
})

test('who leaves is not renewed', async () => {
  await add()
  await deactivate('u_bo')
  await pass({ days: 5 })
  google.receiver.received.length = 0
  await pass({ days: 5 })
  assert.deepEqual(asked(), ['GET', 'PATCH'])
  await deactivate('u_ada')
  await activate('u_bo')
  await pass({ days: 5 })
  await activate('u_ada')
  assert.equal((await recorder()).last_error, `${prefix}The person of the recorder has no active account`)
})

test('errors are shown, tried again after an hour, and forgotten when they are over', async () => {
  google.events.state.topics.clear()
  await add()
  const notAllowed =
    'Google does not allow the subscription (403): check the topic, the APIs of the project and the domain-wide delegation'
  assert.equal((await recorder()).last_error, prefix + notAllowed)
  google.events.state.topics.add(topic)
  await pass({ minutes: 59 })
  assert.equal(google.events.all.size, 0)
  await pass({ minutes: 1 })
  assert.deepEqual([google.events.all.size, (await recorder()).last_error], [2, null])
  for (const [at, fault, sentence] of [
    ['/token', { status: 400, body: '{"error":"invalid_grant"}' }, 'Google answered 400'],
    ['/token', { status: 503 }, 'Google answered 503'],
    [`/events/${[...google.events.all.keys()][0]}`, { status: 429 }, 'Google answered 429'],
    [
      `/events/${[...google.events.all.keys()][1]}?updateMask=ttl`,
      { status: 200, body: '{}' },
      'Google gave no subscription',
    ],
  ] as const) {
    google.faults.set(at, [fault])
    await pass({ days: 5 })
    assert.equal((await recorder()).last_error, partly + sentence)
    await pass({ hours: 1 })
    assert.deepEqual([(await recorder()).last_error, targets().length], [null, 2], sentence)
  }
  google.call.directory.delete(ada)
  await pass({ days: 5 })
  google.call.directory.set(ada, 'ada@acme.test')
  const missing = `${partly}The person of the recorder is not in the directory of the domain`
  assert.equal((await recorder()).last_error, missing)
  assert.equal(world.logged.filter((line) => line.includes('eyJ') || line.includes('PRIVATE KEY')).length, 0)
})

test(`a run asks for at most ${maxPeople} people`, async () => {
  const row = { workspace_id: 'ws_acme', active: true, admin: false, created_at: world.base.clock() }
  const { count } = await world.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', 'ws_acme')
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: maxPeople - Number(count) + 1 }, (_, index) => index)
  await world.db
    .insertInto('users')
    .values(
      more.map((index) => {
        const email = `z${index}@acme.test`
        return { ...row, id: `u_many${index}`, email, email_folded: email, full_name: email }
      }),
    )
    .execute()
  const perRun = async (run: () => Promise<unknown>) => {
    google.receiver.received.length = 0
    await run()
    return google.receiver.received.filter(({ path }) => path.startsWith('/directory/')).length
  }
  try {
    assert.equal(await perRun(add), maxPeople)
    assert.equal(await perRun(() => pass({ minutes: 10 })), 1)
    assert.equal(await perRun(() => pass({ minutes: 10 })), 0)
  } finally {
    await world.db.deleteFrom('users').where('id', 'like', 'u_many%').execute()
  }
})

test('a run ends after five minutes, and the next one goes on', async () => {
  await deactivate('u_bo')
  const { id } = await add()
  await activate('u_bo')
  await world.db.updateTable('recorder_subscriptions').set({ due_at: world.base.clock() }).execute()
  google.receiver.received.length = 0
  google.call.now = () => {
    world.advance({ seconds: 100 })
    return world.base.clock()
  }
  try {
    await pass({ minutes: 10 })
  } finally {
    google.call.now = () => world.base.clock()
  }
  const subscribed = () =>
    world.db.selectFrom('recorder_subscriptions').select('user_id').where('recorder_id', '=', id).execute()
  assert.deepEqual([asked(), await subscribed()], [['GET', 'PATCH'], [{ user_id: 'u_ada' }]])
  await pass({ minutes: 10 })
  assert.deepEqual((await subscribed()).length > 1, true)
})

test('a second active recorder with a key of the same Google project is refused', async () => {
  const message =
    'Another active recorder has a key of this Google project; each recorder for Meet needs a project of its own'
  const own = { kind: 'meet', push_account: pushAccount, topic, user: 'ada@acme.test' }
  const keyOf = (project_id: unknown) => keyFile(undefined, { project_id })
  const create = (secret: string) => world.post('/api/v1/recorder', keys.ada, { ...own, secret })
  const { id } = await add()
  const refused = async (answer: Promise<{ status: number; body: { message: string } }>) => {
    const { status, body } = await answer
    assert.deepEqual([status, body.message], [400, message])
  }
  await refused(create(keyOf('acme')))
  const other = await create(keyOf('other'))
  assert.equal(other.status, 201)
  const change = (of: string, changes: object) => world.patch(`/api/v1/recorder/${of}`, keys.ada, changes)
  await refused(change(other.body.recorder.id, { secret: keyOf('acme') }))
  assert.equal((await change(id, { active: false })).status, 200)
  assert.equal((await change(other.body.recorder.id, { secret: keyOf('acme') })).status, 200)
  await refused(change(id, { active: true }))
  assert.equal((await change(id, { active: true, secret: keyOf(undefined) })).status, 200, 'a key that names none')
  await refused(create(keyOf(7)))
})
