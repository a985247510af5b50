/** The audit log is kept for AUDIT_RETENTION_DAYS, or for ever; the log reports what was removed from it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from '../../../test/support/acme.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { pruneLogs } from '../../app/commands/prune.ts'
import { backgroundJobs } from '../../app/worker.ts'
import { daysBefore } from '../../platform/time.ts'
import { numberChanges } from '../../reading/changes/number-changes.ts'

let world: World
before(async () => {
  world = await openWorld({ AUDIT_RETENTION_DAYS: '7' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const ago = (days: number, milliseconds = 0) => new Date(daysBefore(world.base.clock(), days).getTime() - milliseconds)

type Entry = { workspace_id?: string; user_id?: string; on_behalf_of?: string }

async function write(id: string, at: Date, entry: Entry = {}, { db } = world): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      workspace_id: 'ws_acme',
      id,
      at,
      action: 'impersonate',
      key_id: 'k',
      user_id: 'u',
      on_behalf_of: null,
      method: 'GET',
      path: '/',
      status: 200,
      address: '127.0.0.1',
      request_id: 'req',
      body_sha256: null,
      details: '{}',
      ...entry,
    })
    .execute()
}

async function forget({ base }: World = world): Promise<void> {
  await backgroundJobs(base)
    .find(({ name }) => name === 'forget-audit')!
    .run({})
}

/** The log of a workspace, oldest first: the ids of rows, and the details of removals. */
async function log(workspaceId = 'ws_acme', { db } = world): Promise<unknown[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'action', 'details'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, action, details }) => (action === 'audit.remove' ? details : id))
}

const removal = (removed: number, from: Date, to = from) => ({
  removed,
  from: from.toISOString(),
  to: to.toISOString(),
})

test('rows older than the given days, to the millisecond, are removed in every workspace, and each log reports it', async () => {
  await write('au_oldest', ago(9))
  await write('au_older', ago(7, 1))
  await write('au_oldest_kept', ago(7))
  await write('au_young', ago(1))
  await write('au_zoe', ago(8), { workspace_id: 'ws_zeta' })
  await forget()
  assert.deepEqual(await log(), ['au_oldest_kept', 'au_young', removal(2, ago(9), ago(7, 1))])
  assert.deepEqual(await log('ws_zeta'), [removal(1, ago(8))])
  const { body } = await world.get('/api/v1/audit_log', keys.ada)
  assert.partialDeepStrictEqual(body.data[0], { action: 'audit.remove', method: 'JOB', key_id: null, user_id: '' })
})

test('the row that reports a removal is removed later, without a report', async () => {
  await write('au_1', ago(8))
  await forget()
  await forget()
  assert.equal((await log()).length, 1, 'nothing more to remove')
  world.advance({ days: 7, seconds: 1 })
  await forget()
  assert.deepEqual(await log(), [])
})

test('a long log is removed in batches, each with its own row', async () => {
  await write('au_1', ago(8))
  await sql`insert into audit_log select (json_populate_record(entry, json_build_object('id', 'au_' || n))).*
    from audit_log entry, generate_series(2, 10001) n`.execute(world.db)
  assert.equal(
    await pruneLogs(world.base, 'audit', undefined, { 'dry-run': true }),
    '10001 audit rows would be removed.\n',
  )
  assert.equal((await log()).length, 10_001)
  await forget()
  const reports = (await log()) as { removed: number }[]
  assert.deepEqual(reports.map(({ removed }) => removed).sort(), [1, 10_000])
})

test('a legal hold keeps the log of its workspace, or the actions of its person and those on their behalf', async () => {
  const hold = async (path: string, legal_hold: string | null) =>
    assert.equal((await world.patch(path, keys.ada, { legal_hold })).status, 200)
  await write('au_by_bo', ago(8), { user_id: 'u_bo' })
  await write('au_as_bo', ago(8), { on_behalf_of: 'u_bo' })
  await write('au_other', ago(8))
  await hold('/api/v1/workspace', 'Case 4711')
  await forget()
  assert.deepEqual((await log()).slice(0, 3), ['au_as_bo', 'au_by_bo', 'au_other'])
  await hold('/api/v1/user/u_bo', 'Case 4712')
  await hold('/api/v1/workspace', null)
  await forget()
  assert.deepEqual((await log()).slice(0, 2), ['au_as_bo', 'au_by_bo'])
  assert.ok(!(await log()).includes('au_other'))
})

test('prune removes rows by the settings or by days, of one workspace or all', async () => {
  await write('au_1', ago(3))
  await write('au_2', ago(8), { workspace_id: 'ws_zeta' })
  const prune = (name: string | undefined, days: number | undefined, flags = {}) =>
    pruneLogs(world.base, name, days, flags)
  assert.equal(await prune('audit', undefined, { workspace: 'acme' }), '0 audit rows were removed.\n')
  assert.equal(await prune('audit', 2, { workspace: 'acme' }), '1 audit row was removed.\n')
  assert.deepEqual(await log('ws_zeta'), ['au_2'])
  const all = ['0 deliveries were removed.', '0 changes were removed.', '1 audit row was removed.', '']
  assert.equal(await prune(undefined, undefined), all.join('\n'))
})

test('after a prune of changes only a follower in that workspace who is further behind gets a 410', async () => {
  const start = async (key: string) => (await world.get('/api/v1/changes?copy=false', key)).body.page_info.cursor
  const cursors = [await start(keys.bo), await start(keys.zoe)] as const
  assert.equal((await world.patch('/api/v1/note/n_1', keys.ada, { title: 'Anew' })).status, 200)
  await numberChanges(world.base, 'ws_acme')
  world.advance({ days: 2, seconds: 1 })
  const prune = (days: number | undefined, flags = {}) => pruneLogs(world.base, 'changes', days, flags)
  assert.equal(await prune(undefined), '0 changes were removed.\n')
  assert.equal(await prune(3), '0 changes were removed.\n')
  const dry = await prune(2, { 'dry-run': true })
  assert.match(dry, /^[1-9]\d* changes? would be removed\.\n$/)
  assert.equal(await prune(2, { workspace: 'zeta' }), '0 changes were removed.\n')
  assert.equal(await prune(2, { workspace: 'acme' }), dry.replace(/would be/, dry.startsWith('1 ') ? 'was' : 'were'))
  assert.equal((await world.get(`/api/v1/changes?cursor=${cursors[0]}`, keys.bo)).status, 410)
  assert.equal((await world.get(`/api/v1/changes?cursor=${cursors[1]}`, keys.zoe)).status, 200)
})

test('with AUDIT_RETENTION_DAYS=0 the log is kept for ever; the operator may still prune it', async () => {
  await using other = await openWorld({ AUDIT_RETENTION_DAYS: '0' })
  await other.load(...acme())
  await write('au_1', ago(10_000), {}, other)
  await forget(other)
  assert.equal(await pruneLogs(other.base, 'audit', undefined, {}), 'The audit log is kept for ever.\n')
  assert.deepEqual(await log('ws_acme', other), ['au_1'])
  assert.equal(await pruneLogs(other.base, 'audit', 36_500, {}), '0 audit rows were removed.\n')
  assert.equal(await pruneLogs(other.base, 'audit', 400, {}), '1 audit row was removed.\n')
})
