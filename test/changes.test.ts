/** Following what changes (decision 45), over the API. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { encodeCursor } from '../server/platform/http/page.ts'
import { readCursor, writeCursor } from '../server/reading/changes/change-cursor.ts'
import { maxPerPerson } from '../server/reading/changes/followers.ts'
import { forgetChanges } from '../server/reading/changes/forget-changes.ts'
import { numberChanges } from '../server/reading/changes/number-changes.ts'
import { maxChanges } from '../server/reading/changes/schemas.ts'
import { acme, keys } from './support/acme.ts'
import { Mirror } from './support/mirror.ts'
import { somebodyWaits } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ API_RATE_PER_SECOND: '0' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

type Page = { cursor: string; hasMore: boolean; names: string[]; told: string[] }

async function read(key: string, cursor?: string, more = ''): Promise<Page> {
  const query = `${cursor === undefined ? '' : `cursor=${cursor}&`}${more}`
  const { status, body, text } = await world.get(`/api/v1/changes?${query}`, key)
  assert.equal(status, 200, text)
  const told = body.data.map((each: { kind: string; id: string; change: string }) => `${each.id} ${each.change}`)
  const names = body.data.map(({ id }: { id: string }) => id)
  return { cursor: body.page_info.cursor, hasMore: body.page_info.has_more, names, told }
}

/** Reads to the end. @returns the cursor there */
async function readAll(key: string, more = ''): Promise<string> {
  let page = await read(key, undefined, more)
  while (page.hasMore) page = await read(key, page.cursor)
  return page.cursor
}

const rename = (id: string, title: string, key = keys.bo) => world.patch(`/api/v1/note/${id}`, key, { title })

test('the first copy has everything that the caller sees, oldest first', async () => {
  const page = await read(keys.bo)
  // The two items and the meeting are of one moment.
  assert.deepEqual(page.names, ['ai_1', 'ai_2', 'n_1', 'r_1', 'r_2', 'n_bo'])
  assert.ok(page.told.every((told) => told.endsWith('changed')))
  assert.equal(page.hasMore, false)
  assert.deepEqual((await read(keys.ada)).names, ['ai_1', 'ai_2', 'n_1', 'n_ada', 'r_1', 'r_2', 'n_bo'])
  assert.deepEqual((await read(keys.zoe)).names, ['n_zoe'])
})

test('copy=false skips the first copy: the answer has only later changes, also while the request waits', async () => {
  const begun = await read(keys.bo, undefined, 'copy=false')
  assert.deepEqual([begun.told, begun.hasMore], [[], false])
  await rename('n_bo', 'Renamed')
  assert.deepEqual((await read(keys.bo, begun.cursor)).told, ['n_bo changed'])
  assert.deepEqual(
    (await read(keys.bo, begun.cursor, 'copy=true')).told,
    ['n_bo changed'],
    'a cursor keeps its beginning',
  )
  let isOver = false
  const waiting = read(keys.bo, undefined, 'copy=false&wait=30').finally(() => (isOver = true))
  for (let times = 0; !isOver; times++) {
    await rename('n_bo', `Again ${times}`)
    await setTimeout(20)
  }
  assert.deepEqual((await waiting).told, ['n_bo changed'])
})

test('pages of any size have each object once', async () => {
  for (const size of [1, 2, 5, 6, 7]) {
    const names: string[] = []
    let page = await read(keys.bo, undefined, `page_size=${size}`)
    for (;;) {
      assert.ok(page.names.length <= size)
      names.push(...page.names)
      if (!page.hasMore) break
      page = await read(keys.bo, page.cursor, `page_size=${size}`)
    }
    assert.deepEqual(names, ['ai_1', 'ai_2', 'n_1', 'r_1', 'r_2', 'n_bo'])
  }
})

test('then the answer has each changed object once, in the order of its last change', async () => {
  const start = await readAll(keys.bo)
  assert.deepEqual((await read(keys.bo, start)).told, [])
  for (const title of ['One', 'Two', 'Three']) assert.equal((await rename('n_1', title)).status, 200)
  await rename('n_bo', 'Mine')
  await rename('n_1', 'Four')
  const page = await read(keys.bo, start)
  assert.deepEqual(page.told, ['n_bo changed', 'n_1 changed'])
  // The same cursor tells the same again: nothing is lost if an answer is.
  assert.deepEqual((await read(keys.bo, start)).told, page.told)
  assert.deepEqual((await read(keys.bo, page.cursor)).told, [])
})

test('an object that comes into sight is changed, one that leaves it or is deleted is gone', async () => {
  const start = await readAll(keys.bo)
  await world.post('/api/v1/note/n_ada/share', keys.adaRegular, { user: 'u_bo' })
  const shared = await read(keys.bo, start)
  assert.deepEqual(shared.told, ['n_ada changed'])
  await world.delete('/api/v1/note/n_ada/share/u_bo', keys.adaRegular)
  assert.deepEqual((await read(keys.bo, shared.cursor)).told, ['n_ada gone'])
  // Anyone who was away for both is told that it is gone, or nothing.
  assert.ok(['', 'n_ada gone'].includes((await read(keys.bo, start)).told.join()))
  await world.delete('/api/v1/note/n_1', keys.ada)
  const deleted = (await read(keys.bo, shared.cursor)).told
  assert.deepEqual(deleted.sort(), ['ai_1 gone', 'n_1 gone', 'n_ada gone', 'r_1 gone', 'r_2 gone'])
})

test('an object that the caller never saw is not listed as gone', async () => {
  const start = await readAll(keys.bo)
  await rename('n_ada', 'Salaries', keys.adaRegular)
  await world.delete('/api/v1/note/n_ada', keys.ada)
  await world.post('/api/v1/note', keys.zoe, { title: 'Elsewhere' })
  assert.deepEqual((await read(keys.bo, start)).told, [])
})

test('an agenda is changed when its items are', async () => {
  const start = await readAll(keys.bo)
  await world.post('/api/v1/action_item/ai_1/complete', keys.ada, { completed: true })
  assert.deepEqual((await read(keys.bo, start)).told.sort(), ['ai_1 changed', 'n_1 changed'])
})

test('a super admin key follows the whole workspace, and starts again when it loses that right', async () => {
  const [all, own] = [await readAll(keys.ada), await readAll(keys.adaRegular)]
  await rename('n_bo', 'Mine')
  assert.deepEqual((await read(keys.ada, all)).told, ['n_bo changed'])
  assert.deepEqual((await read(keys.adaRegular, own)).told, [])
  const swapped = await world.get(`/api/v1/changes?cursor=${all}`, keys.adaRegular)
  assert.deepEqual([swapped.status, swapped.body.message], [410, 'Cursor expired'])
  const as = { headers: { 'x-on-behalf-of': 'u_bo' } }
  assert.equal((await world.get(`/api/v1/changes?cursor=${all}`, keys.ada, as)).status, 400)
  assert.equal((await world.get(`/api/v1/changes?cursor=${await readAll(keys.bo)}`, keys.ada, as)).status, 200)
})

test('kinds select what is listed, and are kept in the cursor', async () => {
  const page = await read(keys.bo, undefined, 'kinds=recording,%20note')
  assert.deepEqual(page.names, ['n_1', 'r_1', 'r_2', 'n_bo'])
  await world.post('/api/v1/action_item/ai_1/complete', keys.ada, { completed: true })
  assert.deepEqual((await read(keys.bo, page.cursor)).told, ['n_1 changed'])
  assert.deepEqual((await read(keys.bo, page.cursor, 'kinds=note,recording')).told, ['n_1 changed'])
  const other = await world.get(`/api/v1/changes?cursor=${page.cursor}&kinds=note`, keys.bo)
  assert.equal(other.status, 400)
  assert.equal(other.body.errors[0].location, 'query.kinds')
  for (const kinds of ['', 'notes', 'note,', 'note,webhook', 'x'.repeat(101)]) {
    const refused = await world.get(`/api/v1/changes?kinds=${kinds}`, keys.bo)
    assert.equal(refused.status, 400, kinds)
    assert.equal(refused.body.errors[0].location, 'query.kinds')
  }
})

test('sizes, waits and cursors are validated', async () => {
  for (const query of ['page_size=1', `page_size=${maxChanges}`, 'wait=0']) await read(keys.bo, undefined, query)
  const wrong = ['page_size=0', `page_size=${maxChanges + 1}`, 'page_size=x', 'wait=-1', 'wait=31', 'wait=soon']
  for (const query of wrong) assert.equal((await world.get(`/api/v1/changes?${query}`, keys.bo)).status, 400, query)
  const listed = await world.post('/api/v1/notes', keys.ada, { pagination: { page_size: 1 } })
  const good = await readAll(keys.bo)
  const cursors = [listed.body.page_info.cursor, 'x', `${good}x`, good.slice(0, -2), await readAll(keys.zoe)]
  for (const cursor of cursors) {
    const { status, body } = await world.get(`/api/v1/changes?cursor=${cursor}`, keys.bo)
    assert.deepEqual([status, body.message], [400, 'Invalid cursor'], cursor)
  }
  assert.equal((await world.get('/api/v1/changes')).status, 401)
})

test('an invented cursor is a 400, whatever it contains', async () => {
  const time = world.base.clock()
  const forged = (...values: unknown[]) =>
    encodeCursor('changes', { time, id: JSON.stringify(['ws_acme', 'u_bo', false, ...values]) })
  const at = time.getTime()
  const kept = await world.get(`/api/v1/changes?cursor=${forged(['note'], 0, [at, 'note', 'n_0'])}`, keys.bo)
  assert.equal(kept.status, 200)
  const wrong = [
    forged(['note'], 1e300, null),
    forged(['note'], 1e16, null),
    forged(['note'], 0.5, null),
    forged(['note'], 0, [9e15, 'note', 'n_0']),
    forged(['note'], 0, [-9e15, 'note', 'n_0']),
    forged(['note'], 0, [at, 'note', 'n\u0000']),
    forged(['note'], 0, [at, 'note', '\ud800']),
    forged(['note', 'note'], 0, null),
    forged(['recording', 'note'], 0, null),
    forged([], 0, null),
    forged(Array(100).fill('note'), 0, 'start'),
  ]
  for (const [index, cursor] of wrong.entries()) {
    const { status, body } = await world.get(`/api/v1/changes?cursor=${cursor}`, keys.bo)
    assert.deepEqual([status, body.message], [400, 'Invalid cursor'], String(index))
  }
})

test('a cursor is valid for CHANGES_RETENTION_DAYS', async () => {
  const start = await readAll(keys.bo)
  world.advance({ days: 30 })
  await rename('n_1', 'Later')
  assert.deepEqual((await read(keys.bo, start)).told, ['n_1 changed'])
  world.advance({ seconds: 1 })
  const { status, body } = await world.get(`/api/v1/changes?cursor=${start}`, keys.bo)
  assert.deepEqual([status, body.message], [410, 'Cursor expired'])
})

test('a cursor older than the stored changes has expired, whenever it was issued', async () => {
  const start = await readAll(keys.bo)
  await rename('n_1', 'Once')
  await rename('n_bo', 'Twice')
  const [before, half] = [await read(keys.bo, start, 'page_size=1'), world.base.clock()]
  world.advance({ days: 20 })
  await rename('n_1', 'Later')
  const late = await read(keys.bo, before.cursor, 'page_size=1')
  assert.deepEqual(late.told, ['n_bo changed'])
  assert.ok((await forgetChanges(world.db, { before: new Date(half.getTime() + 1_000) })) > 0)
  assert.equal((await world.get(`/api/v1/changes?cursor=${before.cursor}`, keys.bo)).status, 410)
  assert.deepEqual((await read(keys.bo, late.cursor)).told, ['n_1 changed'])
})

test('after a restore of the database, a cursor from a later time has expired', async () => {
  const start = await readAll(keys.bo)
  await rename('n_1', 'Lost with the backup')
  const later = await read(keys.bo, start)
  await sql`update change_counters set last_number = last_number - 1`.execute(world.db)
  assert.equal((await world.get(`/api/v1/changes?cursor=${later.cursor}`, keys.bo)).status, 410)
  assert.equal((await world.get(`/api/v1/changes?cursor=${start}`, keys.bo)).status, 200)
})

test('such a cursor is expired even when the numbers reach it again', async () => {
  const start = await readAll(keys.bo)
  await rename('n_1', 'Lost with the backup')
  const later = await read(keys.bo, start)
  await sql`delete from changes`.execute(world.db)
  await sql`update change_counters set last_number = last_number - 1`.execute(world.db)
  world.advance({ minutes: 2 })
  await rename('n_bo', 'After it')
  await rename('n_1', 'After it')
  await readAll(keys.bo)
  assert.equal((await world.get(`/api/v1/changes?cursor=${later.cursor}`, keys.bo)).status, 410)
  assert.deepEqual((await read(keys.bo, start)).told, ['n_bo changed', 'n_1 changed'])
})

test('a clock that is set back expires no cursor', async () => {
  await rename('n_1', 'From the future')
  await readAll(keys.bo)
  world.advance({ hours: -1 })
  const start = await readAll(keys.bo)
  await rename('n_bo', 'After it')
  assert.deepEqual((await read(keys.bo, start)).told, ['n_bo changed'])
})

test('a long transaction delays nobody, and its changes are not missed', async () => {
  const start = await readAll(keys.bo)
  const slow = await world.db.startTransaction().execute()
  await sql`update notes set title = 'Slow' where id = 'n_1'`.execute(slow)
  await rename('n_bo', 'Quick')
  const quick = await read(keys.bo, start)
  assert.deepEqual(quick.told, ['n_bo changed'])
  await slow.commit().execute()
  assert.deepEqual((await read(keys.bo, quick.cursor)).told, ['n_1 changed'])
})

test('45: a copy is exact though sight changes while a long transaction writes items', async () => {
  const key = 'mb_zed_0123456789'
  const zed = { id: 'u_zed', email: 'zed@acme.test', full_name: 'Zed' }
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    users: [zed],
    api_keys: [{ user: 'u_zed', name: 'z', secret: key }],
  })
  const mirror = new Mirror(world, { key })
  const share = (method: 'post' | 'delete') =>
    method === 'post'
      ? world.post('/api/v1/note/n_1/share', keys.bo, { user: 'u_zed' })
      : world.delete('/api/v1/note/n_1/share/u_zed', keys.bo)
  await mirror.follow()
  for (const method of ['post', 'delete'] as const) {
    const slow = await world.db.startTransaction().execute()
    await sql`select from notes where id = 'n_1' for no key update`.execute(slow)
    if (method === 'post') await sql`delete from action_items where id = 'ai_1'`.execute(slow)
    else
      await sql`insert into action_items (workspace_id, id, note_id, text, created_by, created_at, updated_at)
        values ('ws_acme', 'ai_new', 'n_1', 'Ask', 'u_bo', now(), now())`.execute(slow)
    const changed = share(method)
    await Promise.race([changed, somebodyWaits(world.db)])
    await mirror.follow()
    await slow.commit().execute()
    assert.equal((await changed).status, 200)
    await mirror.follow()
    await mirror.compare(method)
  }
})

test('two concurrent transactions number the changes one after the other', async () => {
  // The row that both wait for: an import of a new workspace writes no changes.
  await rename('n_1', 'Zero')
  const start = await readAll(keys.bo)
  await rename('n_1', 'One')
  const first = await world.db.startTransaction().execute()
  await sql`select from change_counters for update`.execute(first)
  const both = [world.db, world.base.requests.db].map((db) => numberChanges({ db, clock: world.base.clock }, 'ws_acme'))
  await somebodyWaits(world.db)
  await first.commit().execute()
  const [one, two] = await Promise.all(both)
  assert.equal(one!.last, two!.last)
  assert.deepEqual((await read(keys.bo, start)).told, ['n_1 changed'])
})

test('a change of a note writes as many rows for a thousand readers as for one', async () => {
  const rowsOf = async () => {
    await numberChanges({ db: world.db, clock: world.base.clock }, 'ws_acme')
    await rename('n_bo', `Title ${Math.random()}`)
    const agenda = '::agenda{version=1}\n\n# Goals\n\n::action-item[Ask]{}'
    const written = await world.post('/api/v1/note/n_bo/agenda', keys.bo, { content_native_markdown: agenda })
    assert.equal(written.status, 200, written.text)
    const { rows } = await sql<{ count: string }>`select count(*) from unnumbered_changes`.execute(world.db)
    return Number(rows[0]!.count)
  }
  await rowsOf()
  const alone = await rowsOf()
  await sql`insert into users (workspace_id, id, email, email_folded, full_name, created_at)
    select 'ws_acme', 'u_' || n, n || '@acme.test', n || '@acme.test', n, now() from generate_series(1, 1000) n`.execute(
    world.db,
  )
  await sql`insert into shares (workspace_id, note_id, user_id, by_user_id)
    select 'ws_acme', 'n_bo', id, 'u_bo' from users where id ~ '^u_[0-9]'`.execute(world.db)
  assert.equal(await rowsOf(), alone)
})

test('a request waits for the next change that its caller may see', async () => {
  const start = await readAll(keys.bo)
  const [bo, ada] = [read(keys.bo, start, 'wait=30'), read(keys.ada, await readAll(keys.ada), 'wait=2')]
  await setTimeout(100)
  await rename('n_bo', 'Mine', keys.bo)
  assert.deepEqual((await bo).told, ['n_bo changed'])
  assert.deepEqual((await ada).told, ['n_bo changed'])
})

test('changes that others see neither end a wait nor are read again after it', async () => {
  const start = await readAll(keys.bo)
  const waiting = read(keys.bo, start, 'wait=1')
  await setTimeout(100)
  await rename('n_ada', 'Private', keys.adaRegular)
  const ended = await waiting
  assert.deepEqual(ended.told, [])
  await rename('n_1', 'Ours')
  assert.deepEqual((await read(keys.bo, ended.cursor, 'wait=30')).told, ['n_1 changed'])
})

test('a wait for some kinds continues through changes of others', async () => {
  const page = await read(keys.bo, undefined, 'kinds=recording')
  const waiting = read(keys.bo, page.cursor, 'wait=30')
  await setTimeout(100)
  await rename('n_1', 'A note')
  await setTimeout(100)
  await world.delete('/api/v1/recording/r_2', keys.ada)
  assert.deepEqual((await waiting).told, ['r_2 gone'])
})

test('such a wait also works with an old cursor', async () => {
  const page = await read(keys.bo, undefined, 'kinds=recording')
  world.advance({ hours: 2 })
  const waiting = read(keys.bo, page.cursor, 'wait=30')
  await setTimeout(100)
  await rename('n_1', 'A note')
  await setTimeout(100)
  await world.delete('/api/v1/recording/r_2', keys.ada)
  assert.deepEqual((await waiting).told, ['r_2 gone'])
})

test('a caller who loses the right while waiting gets nothing', async () => {
  const start = await readAll(keys.bo)
  const waiting = read(keys.bo, start, 'wait=30')
  await setTimeout(100)
  await sql`update api_keys set active = false where id = 'k_bo'`.execute(world.db)
  await rename('n_1', 'Not for Bo', keys.adaRegular)
  assert.deepEqual((await waiting).told, [])
  assert.equal((await world.get(`/api/v1/changes?cursor=${start}`, keys.bo)).status, 401)
})

test('the number of waiting requests of a person is limited', async () => {
  const start = await readAll(keys.bo)
  const query = `/api/v1/changes?cursor=${start}&wait=30`
  const waiting = Array.from({ length: maxPerPerson + 1 }, () => world.get(query, keys.bo))
  const refused = await Promise.race(waiting)
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  const others = await world.get(query.replace(start, await readAll(keys.ada)).replace('30', '1'), keys.ada)
  assert.equal(others.status, 200)
  await rename('n_1', 'For all of them')
  const statuses = (await Promise.all(waiting)).map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(maxPerPerson).fill(200), 429])
})

test('a copy is exact after an import over existing objects', async () => {
  const mirrors = [keys.ada, keys.adaRegular, keys.bo].map((key) => new Mirror(world, { key }))
  for (const mirror of mirrors) await mirror.follow()
  const [here, there] = acme() as [{ notes: { title: string }[]; events: { attendees: object[] }[] }, object]
  here.notes[0]!.title = 'Moved'
  here.events[0]!.attendees = [{ email: 'bo@acme.test' }]
  await world.load(here, there)
  for (const mirror of mirrors) {
    await mirror.follow(() => 2)
    await mirror.compare('each')
  }
})

test('a request that begins to wait while others’ changes are read gets the next change', async () => {
  const reader = { workspaceId: 'ws_acme', userId: 'u_bo', superAdmin: false }
  const { position } = readCursor(await readAll(keys.bo), reader, new Date(0))
  const change = async () => {
    await sql`insert into unnumbered_changes (workspace_id, kind, id) values ('ws_acme', 'note', 'n_bo')`.execute(
      world.db,
    )
    return (await numberChanges(world.base, 'ws_acme')).last
  }
  const other = world.get(`/api/v1/changes?wait=30&cursor=${await readAll(keys.adaRegular)}`, keys.adaRegular)
  await setTimeout(100)
  const looking = await world.db.startTransaction().execute()
  await sql`lock table sight in access exclusive mode`.execute(looking)
  const number = await change()
  await somebodyWaits(world.db)
  const waiting = read(keys.bo, writeCursor({ ...position, number }, world.base.clock()), 'wait=10')
  await setTimeout(500)
  await change()
  await looking.commit().execute()
  assert.deepEqual((await waiting).told, ['n_bo changed'])
  await rename('n_1', 'Ours')
  assert.equal((await other).status, 200)
})
