/** Data that an import keeps: addresses of feeds, the audit log, the last use of keys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullWorld } from '../../../../test/support/full-world.ts'
import { somebodyWaits } from '../../../../test/support/waiting.ts'
import { openTestDatabase, secretKey, type TestDatabase } from '../../../../test/support/world-database.ts'
import { openAddress } from '../../../meetings/calendar/feeds/feeds.ts'
import { lockSight } from '../../../people/caller/change-sight.ts'

const readFeeds = async (database: TestDatabase) => {
  const rows = await database.db.selectFrom('calendar_feeds').selectAll().orderBy('id').execute()
  return rows.map(({ id, url, ...feed }) => ({
    ...feed,
    url: url && openAddress(secretKey, { workspaceId: 'ws_acme', id }, url),
  }))
}

test('a feed without its address is stored but not read, until an import has the address', async () => {
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  await database.load(fullWorld())
  await other.load(await database.print('acme', false))
  const [off] = await readFeeds(other)
  assert.deepEqual([off!.url, off!.url_key, off!.next_read_at, off!.host], [null, null, null, 'calendar.test'])
  assert.deepEqual((await other.read()).calendar_feeds[0].events, ['evt1_20260105T090000Z@calendar.test'])

  await other.load(await database.print('acme', true))
  const [on] = await readFeeds(other)
  assert.equal(on!.url, fullWorld().workspaces[0]!.calendar_feeds[0]!.url)
  assert.deepEqual(on!.next_read_at, new Date('2026-01-10T11:00:00.000Z'), 'found by the next look for forgotten ones')

  const { updated } = await other.load(await database.print('acme', false))
  assert.deepEqual([updated, (await readFeeds(other))[0]], [0, on], 'an address that is not named stays')
})

test('the read state of a feed stays with its address, and is cleared for another address', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const seen = { etag: '"v1"', full_read_at: new Date('2026-01-10T11:45:00Z'), last_error: 'No', failures: 3 }
  await database.db.updateTable('calendar_feeds').set(seen).where('id', '=', 'cal_1').execute()
  assert.equal((await database.load(fullWorld())).updated, 0)
  const world = fullWorld()
  Object.assign(world.workspaces[0]!.calendar_feeds[0]!, { url: 'https://calendar.test/other.ics' })
  assert.equal((await database.load(world)).updated, 1)
  const [feed] = await readFeeds(database)
  assert.equal(feed!.url, 'https://calendar.test/other.ics')
  assert.deepEqual([feed!.etag, feed!.full_read_at, feed!.last_error, feed!.failures], [null, null, null, 0])
})

test('a feed keeps its owner, and an address keeps its feed', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const refuses = (feed: object, message: string) =>
    assert.rejects(
      database.load({ workspaces: [{ subdomain: 'acme', name: 'Acme', calendar_feeds: [feed] }] }),
      (error: Error) => error.message === `workspaces[0].calendar_feeds[0].${message}`,
    )
  const { url } = fullWorld().workspaces[0]!.calendar_feeds[0]!
  await refuses({ id: 'cal_1', owner: 'u_ada' }, 'owner: the feed cal_1 belongs to u_bo')
  await refuses({ id: 'cal_x', owner: 'u_bo', url }, 'url: is the address of the feed cal_1')
  assert.deepEqual(await database.read('acme', true), fullWorld().workspaces[0])
})

test('an entry of the audit log never changes', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const world = fullWorld()
  Object.assign(world.workspaces[0]!.audit_log[1]!, { user_id: 'u_bo', details: {} })
  assert.equal((await database.load(world)).updated, 0)
  assert.deepEqual((await database.read()).audit_log, fullWorld().workspaces[0]!.audit_log)
})

test('the last use of a key never moves back', async () => {
  await using database = await openTestDatabase()
  const load = async (last_used_at: string | null) => {
    const world = fullWorld()
    Object.assign(world.workspaces[0]!.api_keys[0]!, { last_used_at })
    await database.load(world)
    return (await database.read()).api_keys[0].last_used_at
  }
  assert.equal(await load(null), null)
  assert.equal(await load('2026-01-09T17:00:00.000Z'), '2026-01-09T17:00:00.000Z')
  assert.equal(await load('2026-01-08T17:00:00.000Z'), '2026-01-09T17:00:00.000Z')
  assert.equal(await load(null), '2026-01-09T17:00:00.000Z')
  assert.equal(await load('2026-01-09T18:00:00.000Z'), '2026-01-09T18:00:00.000Z')
})

test('scopes, expiry and switched_off_by of a key stay if the file does not name them, and null clears them', async () => {
  await using database = await openTestDatabase()
  const load = async (fields: object, without: string[] = []) => {
    const world = fullWorld()
    const key = Object.assign(world.workspaces[0]!.api_keys[1]!, fields)
    for (const name of without) Reflect.deleteProperty(key, name)
    await database.load(world)
    const { active, scopes, expires_at, switched_off_by } = (await database.read()).api_keys[1]
    return [active, scopes, expires_at, switched_off_by]
  }
  const kept = [false, ['read', 'webhooks'], '2027-01-01T00:00:00.000Z', 'u_ada']
  assert.deepEqual(await load({}), kept)
  assert.deepEqual(await load({}, ['active', 'scopes', 'expires_at', 'switched_off_by']), kept)
  assert.deepEqual(await load({ switched_off_by: 'ADA@acme.test', scopes: ['webhooks', 'read', 'read'] }), kept)
  assert.deepEqual(await load({ scopes: null, expires_at: null, switched_off_by: null }), [false, null, null, null])
  assert.deepEqual(await load({}), kept)
  assert.deepEqual(await load({ active: true }), [true, ...kept.slice(1, 3), null], 'on again, nobody has it off')
  assert.deepEqual(await load({ active: false }, ['switched_off_by']), [false, ...kept.slice(1, 3), null])
})

test('an unfinished secret rotation stays if the file does not name it', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  await database.load(await database.print('acme', false))
  assert.deepEqual((await database.read('acme', true)).webhook_list, fullWorld().workspaces[0]!.webhook_list)
})

test('which rule published, and what people changed of rules for a meeting, moves with the workspace', async () => {
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  await database.load(fullWorld())
  const once = { record: 'never' as const, template_id: 'nt_1', added_channels: ['ch_eng'], dropped_channels: ['ch_x'] }
  const plan = { workspace_id: 'ws_acme', note_id: 'n_1', user_id: 'u_ada', ...once }
  await database.db
    .insertInto('note_plans')
    .values({ ...plan, changed_at: new Date('2026-01-04T08:00:00.123Z') })
    .execute()
  await database.db.updateTable('publications').set({ rule_id: 'ru_gone' }).execute()
  const read = async ({ db }: TestDatabase) => [
    await db.selectFrom('note_plans').selectAll().execute(),
    await db.selectFrom('publications').select(['id', 'rule_id']).orderBy('id').execute(),
  ]
  await other.load(await database.print('acme', false))
  assert.deepEqual(await read(other), await read(database))
  assert.equal((await other.load(await database.print('acme', false))).updated, 0)
})

test('17: shares of who does not attend any more move with the workspace', async () => {
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  await database.load(fullWorld())
  await database.db.deleteFrom('event_attendees').where('email_folded', '=', 'ada@acme.test').execute()
  const text = await database.print('acme', true)
  await other.load(text)
  assert.equal(await other.print('acme', true), text)
  const { series, notes, recordings } = await other.read()
  for (const [{ shared_with }] of [series, notes, recordings]) {
    assert.deepEqual([shared_with[0].user, shared_with[0].by], ['u_cy', 'u_ada'])
  }
})

test('a legal hold that is set while an import waits for the workspace stays', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await database.load({ workspaces: [{ subdomain: 'acme', name: 'Acme' }] })
  let importing: Promise<unknown>
  await db.transaction().execute(async (tx) => {
    const { id } = await tx.selectFrom('workspaces').select('id').executeTakeFirstOrThrow()
    await lockSight(tx, id)
    importing = database.load({ workspaces: [{ subdomain: 'acme', name: 'Renamed' }] })
    await somebodyWaits(db)
    await tx.updateTable('workspaces').set({ legal_hold: 'Case 1' }).execute()
  })
  await importing!
  const { name, legal_hold } = await database.read()
  assert.deepEqual([name, legal_hold], ['Renamed', 'Case 1'])
})
