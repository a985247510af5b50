/** A workspace moves from one database to another: everything, once, or not at all. */
// In a third of the runs: it moves workspaces between two services.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { withCell } from '../server/app/commands/workspace.ts'
import { sealedKinds } from '../server/app/rooms.ts'
import { type Cell, printAddress } from '../server/keeping/cells/cell.ts'
import { deleteWorkspace } from '../server/keeping/cells/delete-workspace.ts'
import { freezeWorkspace } from '../server/keeping/cells/freeze.ts'
import { type MoveStep, moveSteps, moveWorkspace, unfreezeWorkspace } from '../server/keeping/cells/move-workspace.ts'
import { leftBehind, readTableNames, readTables } from '../server/keeping/cells/tables.ts'
import { addressKey, openAddress } from '../server/meetings/calendar/feeds/feeds.ts'
import { removeLeftovers } from '../server/meetings/recordings/media/leftovers.ts'
import { asSuperuser } from '../server/platform/embedded-postgres/role.ts'
import { openDb, openPool } from '../server/platform/postgres/db.ts'
import { open } from '../server/platform/secrets.ts'
import { openSigningSecret } from '../server/webhooks/endpoints/signing-secret.ts'
import { keys } from './support/acme.ts'
import { tracesOf } from './support/every-row.ts'
import { accountTokens, feedUrl, fillEveryTable, openUploadBytes, rowsOf } from './support/every-table.ts'
import { dataFolder } from './support/program.ts'
import { openWorld, type World } from './support/world.ts'

let source: World
let target: World
let files: string[]
let tables: string[]
before(async () => {
  source = await openWorld({}, { anew: true })
  target = await openWorld({ SECRET_KEY: '22'.repeat(32) }, { anew: true })
  tables = (await readTables(source.db)).map(({ name }) => name)
})
after(async () => {
  await source[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
})

const acmeAt = (world: World) => rowsOf(world.db, tables, 'ws_acme')
const quiet = () => {}

function inCells<Result>(run: (from: Cell, to: Cell) => Promise<Result>): Promise<Result> {
  return withCell(source.base, (from) => withCell(target.base, (to) => run(from, to)))
}

const move = (before?: (step: MoveStep) => void) =>
  inCells((from, to) =>
    moveWorkspace(from, to, 'acme', { sealedKinds, sharesMedia: false, print: quiet, ...(before && { before }) }),
  )

/** The source as it was, and at the target a workspace of its own with numbers that the moved one has too. */
async function begin(): Promise<void> {
  for (const world of [source, target]) {
    // The use of a key is written after its request: that of the last test must not count in this one.
    await world.api.flush()
    await world.empty()
  }
  files = await fillEveryTable(source)
  await target.load({
    id: 'ws_beta',
    subdomain: 'beta',
    name: 'Beta',
    users: [{ id: 'u_b', email: 'b@beta.test', full_name: 'B' }],
    notes: [{ id: 'n_1', created_by: 'u_b', title: 'Beta only' }],
  })
}

test('every table is moved, or is named with the reason why not', async () => {
  const named = Object.keys(leftBehind)
  assert.deepEqual(
    (await readTableNames(source.db)).filter((name) => !tables.includes(name) && !named.includes(name)),
    [],
  )
  assert.deepEqual(
    named.filter((name) => tables.includes(name)),
    [],
  )
})

/** Tables whose trigger refuses writes. */
async function guarded(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select tgrelid::regclass::text as table from pg_trigger where tgname = 'frozen' and tgenabled = 'O'`.execute(
    source.db,
  )
  return rows.map(({ table }) => table).sort()
}

test('a freeze guards every table that moves, and leaves no guard behind', async () => {
  await begin()
  assert.deepEqual(await guarded(), [])
  for (const _ of ['first', 'again']) {
    await withCell(source.base, (cell) => freezeWorkspace(cell, 'ws_acme', null, quiet))
    assert.deepEqual(await guarded(), [...tables].sort())
    await inCells((from) => unfreezeWorkspace(from, null, 'acme', quiet))
    assert.deepEqual(await guarded(), [])
  }
})

test('a freeze that was interrupted before its guards is undone', async () => {
  await begin()
  await sql`drop trigger if exists frozen on notes`.execute(source.db)
  await sql`insert into frozen_workspaces values ('ws_acme', 'draining', gen_random_uuid(), ${source.base.clock()})`.execute(
    source.db,
  )
  await inCells((from) => unfreezeWorkspace(from, null, 'acme', quiet))
  assert.deepEqual(await guarded(), [])
})

test('a role that may not copy rows without triggers is refused before anything changes', async () => {
  const superuser = openPool(asSuperuser(source.base.databaseUrl), source.base.log)
  await superuser.query(`create role "may not move" login password 'x'`)
  const url = Object.assign(new URL(source.base.databaseUrl), { username: 'may not move', password: 'x' }).href
  const pool = openPool(url, source.base.log)
  try {
    const refusing = withCell({ ...source.base, db: openDb(pool), databaseUrl: url }, async () => assert.fail())
    await assert.rejects(refusing, {
      message: `The role "may not move" may not move rows in ${printAddress(url)}: as a superuser run there: grant set on parameter session_replication_role to "may not move";`,
    })
    await superuser.query('grant set on parameter session_replication_role to "may not move"')
    const base = { ...source.base, db: openDb(pool), databaseUrl: url }
    const { rows } = await withCell(base, ({ db }) => sql`show session_replication_role`.execute(db))
    assert.deepEqual(rows, [{ session_replication_role: 'replica' }])
  } finally {
    await pool.end()
    await superuser.query('revoke set on parameter session_replication_role from "may not move"')
    await superuser.query('drop role "may not move"')
    await superuser.end()
  }
})

test('a move copies every row of every table, sealed for the other key, and no rows of other workspaces', async () => {
  await begin()
  const rows = await acmeAt(source)
  assert.deepEqual(
    tables.filter((name) => !rows.some((row) => row.startsWith(`${name} `))),
    [],
    'each table has a row to move',
  )
  const others = [await rowsOf(source.db, tables, 'ws_zeta'), await rowsOf(target.db, tables, 'ws_beta')]
  await move()
  assert.deepEqual(await acmeAt(target), rows)
  assert.deepEqual([await rowsOf(source.db, tables, 'ws_zeta'), await rowsOf(target.db, tables, 'ws_beta')], others)
  await opensAt(target)
  assert.equal((await target.get('/api/v1/me', keys.ada)).status, 200)
  const found = await target.post('/api/v1/search', keys.ada, { query: 'morning' })
  assert.deepEqual([found.status, found.body.data.length > 0], [200, true])
})

test('the source answers 503 until the workspace is deleted there, and then has nothing of it', async () => {
  const zeta = await rowsOf(source.db, tables, 'ws_zeta')
  const answer = await source.get('/api/v1/me', keys.ada)
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5'])
  assert.equal((await source.get('/api/v1/me', keys.ada, { host: 'acme.localhost' })).status, 503)
  assert.equal((await source.get('/api/v1/me', keys.zoe)).status, 200)
  await withCell(source.base, (cell) => deleteWorkspace(cell, 'acme', quiet))
  assert.deepEqual(await tracesOf(source.db, 'ws_acme'), [])
  assert.deepEqual(await rowsOf(source.db, tables, 'ws_zeta'), zeta)
  assert.deepEqual(await Promise.all(files.map((file) => source.base.media.size(file))), [null, null])
  assert.equal((await source.get('/api/v1/me', keys.ada)).status, 401)
  assert.equal((await source.get('/api/v1/me', keys.ada, { host: 'acme.localhost' })).status, 404)
  await opensAt(target)
})

/** What lies outside of the rows. */
async function opensAt({ base, db }: World): Promise<void> {
  const hook = await db
    .selectFrom('webhooks')
    .select(['workspace_id', 'id', 'secret'])
    .where('id', '=', 'wh_1')
    .executeTakeFirstOrThrow()
  const key = { current: Buffer.from('22'.repeat(32), 'hex'), old: [] }
  assert.match(openSigningSecret(key, hook), /^whsec_/)
  const [feed, account] = await db.selectFrom('calendar_feeds').selectAll().orderBy('id').execute()
  assert.equal(openAddress(key, { workspaceId: 'ws_acme', id: 'cal_1' }, feed!.url!), feedUrl)
  assert.equal(open(key, account!.tokens!, 'ws_acme/cal_2'), accountTokens)
  assert.deepEqual(feed!.url_key, addressKey(key, { workspaceId: 'ws_acme', userId: 'u_bo' }, feedUrl))
  const media = await Promise.all(files.map(async (file) => text((await base.media.read(file))!)))
  assert.deepEqual(media, ['media one', 'media two'])
  assert.equal(await readFile(join(base.media.uploadsFolder, 'r_open'), 'utf8'), openUploadBytes)
  assert.equal((await db.selectFrom('oauth_clients').selectAll().execute()).length, 1)
}

class BrokenOff extends Error {}

for (const step of moveSteps) {
  test(`a move that is interrupted before ${step} is undone, or continues when it is run again`, async () => {
    await begin()
    const rows = await acmeAt(source)
    const breakOff = (now: MoveStep) => {
      if (now === step) throw new BrokenOff()
    }
    await assert.rejects(move(breakOff), BrokenOff)
    const undo = inCells((from, to) => unfreezeWorkspace(from, to, 'acme', quiet))
    if (step === 'freeze') await assert.rejects(undo, /acme is not frozen/)
    else await undo
    assert.deepEqual([await acmeAt(source), await acmeAt(target)], [rows, []])
    const changed = await source.patch('/api/v1/webhook/wh_bo', keys.bo, { description: 'Changed after it was undone' })
    assert.equal(changed.status, 200)
    // The use of the key is written after the answer.
    await source.api.flush()
    const now = await acmeAt(source)
    await assert.rejects(move(breakOff), BrokenOff)
    await move()
    await move()
    assert.deepEqual(await acmeAt(target), now)
    assert.equal((await target.get('/api/v1/me', keys.ada)).status, 200)
  })
}

test('the source is not removed before the target serves it: until then the move can continue, with its jobs', async () => {
  await begin()
  const rows = await acmeAt(source)
  const job = { workspace_id: 'ws_acme', recording_id: 'r_bo' }
  await source.db.transaction().execute((tx) => source.base.jobs.send(tx, 'process-upload', job))
  const breakOff = (step: MoveStep) => {
    if (step === 'serve') throw new BrokenOff()
  }
  await assert.rejects(move(breakOff), BrokenOff)
  const remove = () => withCell(source.base, (cell) => deleteWorkspace(cell, 'acme', quiet))
  await assert.rejects(remove(), /acme may not be served by \S+ yet, so nothing was removed/)
  await move()
  assert.deepEqual(await acmeAt(target), rows)
  const { rows: jobs } = await sql`select from pgboss.job where name = 'process-upload'`.execute(target.db)
  assert.equal(jobs.length, 1)
  // As a command leaves it that ended before it wrote this down.
  await source.db.updateTable('frozen_workspaces').set({ served_at: null }).execute()
  await assert.rejects(remove(), /may not be served/)
  await move()
  await remove()
  assert.deepEqual(await tracesOf(source.db, 'ws_acme'), [])
})

test('a workspace that was moved is brought back only by the recorded target, and not once that has served it', async () => {
  await begin()
  const breakOff = (step: MoveStep) => {
    if (step === 'serve') throw new BrokenOff()
  }
  await assert.rejects(move(breakOff), BrokenOff)
  const undo = () => inCells((from, to) => unfreezeWorkspace(from, to, 'acme', quiet))
  const recorded = printAddress(target.base.databaseUrl)
  await source.db.updateTable('frozen_workspaces').set({ target: 'elsewhere/minutebook' }).execute()
  const elsewhere = { message: 'The move of acme leads to elsewhere/minutebook: name that database by --to.' }
  await assert.rejects(undo(), elsewhere)
  await assert.rejects(move(), elsewhere)
  await source.db.updateTable('frozen_workspaces').set({ target: recorded }).execute()
  await move()
  await withCell(target.base, (cell) => deleteWorkspace(cell, 'acme', quiet))
  const gone = `${recorded} has served acme and does not have it any more; what is here is older: minutebook workspace delete acme removes it.`
  await assert.rejects(undo(), { message: gone })
  await assert.rejects(move(), { message: gone })
  assert.equal((await source.get('/api/v1/me', keys.ada)).status, 503)
})

for (const step of ['copy', 'switch'] as const) {
  test(`a move that is interrupted before ${step} is not removed: its copy would be the only data`, async () => {
    await begin()
    const rows = await acmeAt(source)
    const breakOff = (now: MoveStep) => {
      if (now === step) throw new BrokenOff()
    }
    await assert.rejects(move(breakOff), BrokenOff)
    await withCell(source.base, (cell) => freezeWorkspace(cell, 'ws_acme', null, quiet))
    const remove = withCell(source.base, (cell) => deleteWorkspace(cell, 'acme', quiet))
    await assert.rejects(remove, /A move of acme to \S+ was begun, so nothing was removed/)
    assert.deepEqual(await acmeAt(source), rows)
    await move()
    assert.deepEqual(await acmeAt(target), rows)
  })
}

test('media that an earlier move left at the target exist after the next move, despite clean-up in between', async () => {
  await begin()
  const breakOff = (step: MoveStep) => {
    if (step === 'switch') throw new BrokenOff()
  }
  await assert.rejects(move(breakOff), BrokenOff)
  await inCells((from, to) => unfreezeWorkspace(from, to, 'acme', quiet))
  let tidied: Promise<void> | undefined
  // The rows that name the media are not committed yet.
  const print = (line: string) => {
    if (/^workspaces: /.test(line)) tidied = removeLeftovers(target.db, target.base.media)
  }
  await inCells((from, to) => moveWorkspace(from, to, 'acme', { sealedKinds, sharesMedia: false, print }))
  await tidied
  await opensAt(target)
})

test('an interrupted removal after a move continues, also under legal hold', async () => {
  await begin()
  await source.patch('/api/v1/workspace', keys.ada, { legal_hold: 'Case 1' })
  await move()
  await source.db.updateTable('frozen_workspaces').set({ state: 'deleting' }).execute()
  await withCell(source.base, (cell) => deleteWorkspace(cell, 'acme', quiet))
  assert.deepEqual(await tracesOf(source.db, 'ws_acme'), [])
})

test('a removal that is interrupted after its rows continues, and leaves no guard behind', async () => {
  await begin()
  const remove = (cell: Cell) => deleteWorkspace(cell, 'acme', quiet)
  const broken = Object.assign(Object.create(source.base.media), { remove: () => Promise.reject(new BrokenOff()) })
  await assert.rejects(
    withCell(source.base, (cell) => remove({ ...cell, media: broken })),
    BrokenOff,
  )
  await withCell(source.base, remove)
  assert.deepEqual(await tracesOf(source.db, 'ws_acme'), [])
  assert.deepEqual(await Promise.all(files.map((file) => source.base.media.size(file))), [null, null])
  assert.deepEqual(await guarded(), [])
})

test('an impossible move is refused, and nothing changes', async () => {
  await begin()
  const rows = await acmeAt(source)
  const toItself = withCell(source.base, (from) =>
    withCell(source.base, (to) => moveWorkspace(from, to, 'acme', { sealedKinds, sharesMedia: false, print: quiet })),
  )
  await assert.rejects(toItself, /both addresses are of the same database/)
  const sharing = inCells((from, to) =>
    moveWorkspace(from, to, 'acme', { sealedKinds, sharesMedia: true, print: quiet }),
  )
  await assert.rejects(sharing, /keep media in the same place/)
  const nowhere = inCells((from, to) =>
    moveWorkspace(from, to, 'nobody', { sealedKinds, sharesMedia: false, print: quiet }),
  )
  await assert.rejects(nowhere, /There is no workspace nobody/)
  await target.load({ id: 'ws_other', subdomain: 'acme', name: 'Other' })
  await assert.rejects(move(), /has a workspace acme \(ws_other\) already/)
  await source.patch('/api/v1/workspace', keys.ada, { legal_hold: 'Case 1' })
  const remove = withCell(source.base, (cell) => deleteWorkspace(cell, 'acme', quiet))
  await assert.rejects(remove, /under legal hold/)
  await sql`update workspaces set legal_hold = null`.execute(source.db)
  assert.equal((await acmeAt(source)).filter((row) => !rows.includes(row) && !row.startsWith('audit_log ')).length, 0)
})

test('rows that differ after the copy undo the move', async () => {
  await begin()
  await sql`create function spoil() returns trigger language plpgsql as $$ begin new.title := 'spoilt'; return new; end $$`.execute(
    target.db,
  )
  await sql`create trigger spoil before insert on notes for each row execute function spoil()`.execute(target.db)
  await sql`alter table notes enable always trigger spoil`.execute(target.db)
  await assert.rejects(move(), /The rows of notes are not the same on both sides/)
  assert.deepEqual(await acmeAt(target), [])
  await sql`alter table notes enable trigger spoil`.execute(target.db)
  await move()
  assert.deepEqual(await acmeAt(target), await acmeAt(source), 'an ordinary trigger does not react to copied rows')
  await sql`drop trigger spoil on notes`.execute(target.db)
  assert.equal((await target.get('/api/v1/me', keys.ada)).status, 200)
})

test('a waiting job is moved too', async () => {
  await begin()
  const job = { workspace_id: 'ws_acme', recording_id: 'r_bo' }
  await source.db
    .transaction()
    .execute((tx) => source.base.jobs.send(tx, 'process-upload', job, { at: new Date('2036-01-01'), sharer: 'u_bo' }))
  await move()
  const { rows } = await sql<{
    data: object
    at: Date
  }>`select data, start_after as at, group_id as sharer from pgboss.job where name = 'process-upload'`.execute(
    target.db,
  )
  assert.deepEqual(rows, [{ data: job, at: new Date('2036-01-01'), sharer: 'u_bo' }])
})

test('the command line moves and removes a workspace, and asks twice before it removes one', async () => {
  await begin()
  await using data = await dataFolder()
  const { databaseUrl, dataDir } = source.config
  const here = { DATABASE_URL: databaseUrl!, SECRET_KEY: '00'.repeat(32), LOG_LEVEL: 'silent', DATA_DIR: dataDir }
  const there = {
    TO_DATABASE_URL: target.config.databaseUrl!,
    TO_SECRET_KEY: '22'.repeat(32),
    TO_DATA_DIR: target.config.dataDir,
  }
  const unsure = await data.run(['workspace', 'delete', 'acme', '--yes', 'acm'], here)
  assert.deepEqual([unsure.code, unsure.err], [1, 'This removes everything of acme. If you mean it: --yes acme\n'])
  assert.equal((await data.run(['workspace', 'freeze', 'acme'], here)).code, 0)
  const refused = await data.run(['key', 'create', '--workspace', 'acme', '--user', 'ada@acme.test'], here)
  const sentence = 'This workspace is being moved and takes no changes for the moment; try again.\n'
  assert.deepEqual([refused.code, refused.out, refused.err], [1, '', sentence])
  const moved = await data.run(['workspace', 'move', 'acme'], { ...here, ...there })
  assert.equal(moved.code, 0, moved.err)
  assert.match(moved.out, /^notes: 3 rows$/m)
  assert.match(moved.out, /Counted and hashed \d+ tables on both sides: they are the same\./)
  await opensAt(target)
  const removed = await data.run(['workspace', 'delete', 'acme', '--yes', 'acme'], here)
  assert.match(removed.out, /^acme was removed: \d+ rows, and its media\.$/m)
  assert.deepEqual(await tracesOf(source.db, 'ws_acme'), [])
})
