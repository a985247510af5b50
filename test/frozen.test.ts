/** A frozen workspace: reads go on, nothing changes, nothing is sent; the others notice nothing. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { withCell } from '../server/app/commands/workspace.ts'
import { backgroundJobs, createDeliverer } from '../server/app/worker.ts'
import { freezeWorkspace, unfreezeRows } from '../server/keeping/cells/freeze.ts'
import { readTables } from '../server/keeping/cells/tables.ts'
import { claimDue } from '../server/webhooks/delivery/claim.ts'
import { finish } from '../server/webhooks/delivery/finish.ts'
import { unnamedTypes } from '../server/webhooks/events/event-types.ts'
import { keepListening } from '../server/webhooks/stream/stream-events.ts'
import { keys } from './support/acme.ts'
import { policy } from './support/delivery.ts'
import { fillEveryTable, rowsOf } from './support/every-table.ts'
import { tusClient } from './support/tus-client.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let tables: string[]
before(async () => {
  // Nothing is reached outside: attempts fail.
  world = await openWorld({ API_RATE_PER_DAY: '100000' }, { anew: true })
  tables = (await readTables(world.db)).map(({ name }) => name)
})
beforeEach(async () => {
  await world.empty()
  await fillEveryTable(world)
})
after(() => world[Symbol.asyncDispose]())

const freeze = () => withCell(world.base, (cell) => freezeWorkspace(cell, 'ws_acme', null, () => {}))
const unfreeze = () => withCell(world.base, (cell) => unfreezeRows(cell.db, 'ws_acme'))
const acmeRows = () => rowsOf(world.db, tables, 'ws_acme')

test('reads continue, every change is a 503 that says when to try again, and other workspaces are not affected', async () => {
  const rows = await acmeRows()
  await freeze()
  const reads = [
    await world.get('/api/v1/me', keys.ada),
    await world.post('/api/v1/notes', keys.ada, {}),
    await world.get('/api/v1/recording/r_1', keys.ada),
    await world.get('/api/v1/changes', keys.bo),
    await world.get('/api/v1/webhooks', keys.ada),
  ]
  assert.deepEqual(
    reads.map(({ status }) => status),
    reads.map(() => 200),
  )
  const tus = tusClient(() => world)
  const changes = [
    await world.patch('/api/v1/note/n_ada', keys.ada, { title: 'Other' }),
    await world.delete('/api/v1/note/n_1', keys.ada),
    await world.post('/api/v1/api_key', keys.ada, { name: 'new' }),
    await world.patch('/api/v1/webhook/wh_1', keys.ada, { description: 'x' }),
    await world.patch('/api/v1/workspace', keys.ada, { name: 'x' }),
    await world.get('/api/v1/me', keys.ada, { headers: { 'x-on-behalf-of': 'u_bo' } }),
    await tus.send('/api/v1/recordings/upload/tus/r_open', 27, 'more'),
  ]
  assert.deepEqual(
    changes.map(({ status, headers, body }) => [
      status,
      headers['retry-after'],
      /is being moved and takes no changes/.test(body?.message),
    ]),
    changes.map(() => [503, '5', true]),
  )
  assert.equal((await world.patch('/api/v1/note/n_zoe', keys.zoe, { title: 'Other' })).status, 200)
  await world.api.flush()
  assert.deepEqual(await acmeRows(), rows)
  await unfreeze()
  assert.equal((await world.patch('/api/v1/note/n_ada', keys.ada, { title: 'Other' })).status, 200)
  const { rows: guards } = await sql<{
    enabled: string
  }>`select distinct tgenabled as enabled from pg_trigger where tgname = 'frozen'`.execute(world.db)
  assert.deepEqual(guards, [{ enabled: 'D' }], 'they are switched off')
})

test('every job of a worker skips a frozen workspace, and does its work for the others', async () => {
  // An old audit row of the neighbour shows that the jobs did something.
  await sql`insert into audit_log (workspace_id, id, at, action, user_id, method, path, address, request_id)
    values ('ws_zeta', 'au_1', '2026-01-01', 'x', 'u_zoe', 'GET', '/', '192.0.2.1', 'req')`.execute(world.db)
  await sql`update workspaces set retention_days = '{"transcripts": 1, "media": 1, "everything": 1}', retention_set_by = 'u_ada' where id = 'ws_acme'`.execute(
    world.db,
  )
  await freeze()
  const rows = await acmeRows()
  world.advance({ days: 4_000 })
  const zoe = { workspaceId: 'ws_zeta', userId: 'u_zoe', keyId: 'k_zoe', sessionId: null, types: unnamedTypes }
  await keepListening(world.db, world.base.clock(), [{ ...zoe, workspaceId: 'ws_acme', userId: 'u_ada' }, zoe])
  for (const { cron, run } of backgroundJobs(world.base)) if (cron) await run(null)
  await createDeliverer(world.base, { woken: async () => {}, wake() {} }).deliverDue()
  assert.deepEqual(await acmeRows(), rows)
  const left = await rowsOf(world.db, ['audit_log', 'listeners'], 'ws_zeta')
  assert.deepEqual(
    left.map((row) => row.split(' ')[0]),
    ['audit_log', 'listeners'],
  )
  assert.match(left[0]!, /audit\.remove/)
  const job = backgroundJobs(world.base).find(({ name }) => name === 'process-upload')!
  await assert.rejects(job.run({ workspace_id: 'ws_acme', recording_id: 'r_bo' }), /is being moved/)
})

/** Two messages that are due, one of each workspace. */
async function enqueueTwo(): Promise<void> {
  await sql`delete from messages`.execute(world.db)
  await sql`insert into messages (workspace_id, id, webhook_id, event_type, event_key, status, body, created_at, next_attempt_at)
    select workspace_id, 'msg', id, 'ai_note.generated', 'due', 'pending', '{}', ${world.base.clock()}, ${world.base.clock()}
    from webhooks where id in ('wh_1', 'wh_zoe')`.execute(world.db)
}

const claim = async () => (await claimDue(world.base.deliveries.db, world.base.clock, 10, policy)).claimed
const delivered = (message: Awaited<ReturnType<typeof claim>>[number]) => ({
  message,
  sentAt: world.base.clock(),
  endedAt: world.base.clock(),
  statusCode: 200,
  error: null,
  responseBody: 'ok',
})
const store = (claimed: Awaited<ReturnType<typeof claim>>) =>
  finish(world.db, claimed.map(delivered) as never, { ...policy, delaysSeconds: [5] } as never, async () => {})
const statuses = async () =>
  (
    await sql<{ workspace_id: string; status: string }>`select workspace_id, status from messages order by 1`.execute(
      world.db,
    )
  ).rows.map(({ status }) => status)

test('messages of a frozen workspace are claimed only after it is unfrozen', async () => {
  await enqueueTwo()
  await freeze()
  assert.deepEqual(
    (await claim()).map(({ workspace_id }) => workspace_id),
    ['ws_zeta'],
  )
  await unfreeze()
  assert.deepEqual(
    (await claim()).map(({ workspace_id }) => workspace_id),
    ['ws_acme'],
  )
})

test('a freeze waits for running deliveries, and their outcome is stored', async () => {
  await enqueueTwo()
  const claimed = await claim()
  let isFrozen = false
  const freezing = freeze().then(() => {
    isFrozen = true
  })
  const draining = async () =>
    (await sql`select from frozen_workspaces where state = 'draining'`.execute(world.db)).rows.length === 1
  while (!(await draining()));
  assert.equal(isFrozen, false)
  await store(claimed)
  await freezing
  assert.deepEqual(await statuses(), ['delivered', 'delivered'])
})

test('an outcome that arrives after the freeze is dropped, without affecting the others', async () => {
  await enqueueTwo()
  const claimed = await claim()
  world.advance({ hours: 1 })
  await freeze()
  await store(claimed)
  assert.deepEqual(await statuses(), ['pending', 'delivered'])
})

test('a freeze that begins while another ends keeps its workspace frozen', async () => {
  await freeze()
  let ending: Promise<void> | undefined
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table notes in share row exclusive mode`.execute(tx)
    ending = unfreeze()
    while (!(await waitsForNotes()));
    await sql`insert into frozen_workspaces values ('ws_zeta', 'frozen', gen_random_uuid(), ${world.base.clock()})`.execute(
      world.db,
    )
  })
  await ending
  assert.equal((await world.patch('/api/v1/note/n_zoe', keys.zoe, { title: 'Other' })).status, 503)
})

const waitsForNotes = async () =>
  (await sql`select from pg_locks where relation = 'notes'::regclass and not granted`.execute(world.db)).rows.length > 0
