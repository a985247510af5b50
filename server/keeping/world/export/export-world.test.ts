/** An export can be imported, and exports again as the same bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { fullWorld } from '../../../../test/support/full-world.ts'
import { tries } from '../../../../test/support/random.ts'
import { openTestDatabase, secretKey } from '../../../../test/support/world-database.ts'
import { forgetAudit } from '../../../people/privacy/forget-audit.ts'
import { isEmail } from '../../../platform/text.ts'
import { secretOf } from '../../../webhooks/endpoints/previous-secrets.ts'
import { anyWorkspace } from '../format/world.arbitrary.ts'
import { exportWorld } from './export-world.ts'

test('an export has each object on one line with every field, and every list in a fixed order', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  for (const list of Object.values(world.workspaces[0]!)) if (Array.isArray(list)) list.reverse()
  await database.load(world)
  const text = await database.print('acme', true)
  assert.deepEqual(JSON.parse(text).workspaces, fullWorld().workspaces)
  assert.equal(text.split('\n').filter((line) => line.startsWith('{"id":"n_')).length, 2)
  assert(text.endsWith('\n}]}\n'))
})

test('an export imported into an empty database exports the same again, also beside another workspace', async () => {
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  await database.load(fullWorld())
  for (const withSecrets of [true, false]) {
    const text = await database.print('acme', withSecrets)
    await other.empty()
    const neighbour = { ...fullWorld().workspaces[0]!, id: 'ws_2', subdomain: 'two', api_keys: [] }
    await other.load({ workspaces: [neighbour] })
    await other.load(text)
    assert.equal(await other.print('acme', withSecrets), text)
    assert.deepEqual(await other.read('two', true), neighbour)
    assert.equal((await database.load(text)).updated, 0, 'nor does it change where it came from')
    assert.equal(await database.print('acme', withSecrets), text)
  }
})

test('an audit log with an action of the service itself, without a person, is imported', async () => {
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  const [workspace] = fullWorld().workspaces
  await database.load({ workspaces: [{ ...workspace, legal_hold: null }] })
  const now = new Date('2026-05-01T00:00:00Z')
  assert.equal(await forgetAudit(database.db, now, { before: new Date('2026-01-08T10:30:00Z') }), 1)
  const text = await database.print()
  await other.load(text)
  assert.equal(await other.print(), text)
  const { audit_log } = await other.read()
  assert.deepEqual(
    audit_log.map(({ action, user_id }: Record<string, string>) => [action, user_id]),
    [
      ['change_user', 'u_ada'],
      ['audit.remove', ''],
    ],
  )
})

test('the longest address that an upload may name is imported', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  const participants = [{ name: 'x'.repeat(255), email: `${'x'.repeat(1_014)}@acme.test` }]
  assert(isEmail(participants[0]!.email))
  Object.assign(world.workspaces[0]!.recordings[0]!, { participants })
  await database.load(world)
  assert.deepEqual((await database.read()).recordings[0].participants, participants)
})

test('50: a consent text that an erasure made longer than an upload may name it is imported', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const consent = { text: `Deleted person ${'x'.repeat(1_995)}`, told: [], at: '2026-01-05T09:00:00.000Z' }
  await database.db
    .updateTable('recordings')
    .set({ facts: JSON.stringify({ consent }) })
    .execute()
  await database.load(await database.print())
  assert.deepEqual((await database.read()).recordings[0].consent, consent)
})

test('secrets of webhooks are printed only on request, and decrypted with the key that encrypted them', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const { secret, previous_secrets } = fullWorld().workspaces[0]!.webhook_list[0]!
  const { url } = fullWorld().workspaces[0]!.calendar_feeds[0]!
  const [previous] = previous_secrets!
  for (const hidden of [secret!, previous!.secret, url!, '7e1d'])
    assert(!(await database.print()).includes(hidden), hidden)
  assert.equal((await database.read()).webhook_list[0].secret, null)
  assert.equal((await database.read('acme', true)).webhook_list[0].secret, secret)
  const select = database.db.selectFrom('webhooks').select(['secret', 'previous_secrets'])
  const stored = await select.executeTakeFirstOrThrow()
  assert(!stored.secret.includes(secret!))
  assert(!secretOf(stored.previous_secrets[0]!).includes(previous!.secret))
  const feed = await database.db.selectFrom('calendar_feeds').select('url').executeTakeFirstOrThrow()
  assert(!feed.url!.includes(url!))
  const pieces = exportWorld(database.db, {
    subdomain: 'acme',
    withSecrets: true,
    secretKey: { current: Buffer.alloc(32, 8), old: [] },
  })
  await assert.rejects(async () => {
    for await (const _ of pieces);
  }, /was sealed with another SECRET_KEY/)
})

test('the chat of a channel needs --with-secrets, and stays where a file does not name it', async () => {
  await using database = await openTestDatabase()
  const chat = { kind: 'slack' as const, url: 'https://hooks.slack.com/services/T0/B0/hush', by: 'u_ada' }
  const load = (deliver_to: typeof chat | null | undefined) => {
    const world = fullWorld()
    Object.assign(world.workspaces[0]!.channels[0]!, deliver_to === undefined ? {} : { deliver_to })
    return database.load(world)
  }
  const chatOf = async (withSecrets = true) => (await database.read('acme', withSecrets)).channels[0].deliver_to
  await load(chat)
  assert.deepEqual(await chatOf(), chat)
  assert.equal(await chatOf(false), undefined)
  assert(!(await database.print()).includes('hush'))
  const rows = () => database.db.selectFrom('webhooks').selectAll().where('scope', '=', 'channel').execute()
  const before = await rows()
  await load(chat)
  await load(undefined)
  assert.deepEqual(await rows(), before)
  await load({ ...chat, kind: 'slack', url: `${chat.url}2` })
  assert.deepEqual(await chatOf(), { ...chat, url: `${chat.url}2` })
  await load(null)
  assert.deepEqual([await chatOf(), await rows()], [undefined, []])
})

test('an unknown workspace causes an error with a sentence', async () => {
  await using database = await openTestDatabase()
  await assert.rejects(database.print('nobody'), { name: 'WorldError', message: 'There is no workspace nobody.' })
})

test('an export is one snapshot, and an abandoned export leaves no transaction open', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const pieces = exportWorld(database.db, { subdomain: 'acme', withSecrets: false, secretKey })
  let text = (await pieces.next()).value as string
  await database.db.updateTable('notes').set({ title: 'Changed meanwhile' }).execute()
  for await (const piece of pieces) text += piece
  assert(!text.includes('Changed meanwhile'))

  const second = exportWorld(database.db, { subdomain: 'acme', withSecrets: false, secretKey })
  await second.next()
  await second.return(undefined)
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(database.db)
  assert.equal(rows[0]!.open, 0)
})

test('any world survives import, second import, export, import into an empty database, and export', async () => {
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  await fc.assert(
    fc.asyncProperty(anyWorkspace, async (workspace) => {
      await Promise.all([database.empty(), other.empty()])
      const world = { workspaces: [workspace] }
      await database.load(world)
      const text = await database.print('acme', true)
      database.advance(1)
      const again = await database.load(world)
      assert.deepEqual([again.created, again.updated], [0, 0])
      await other.load(text)
      assert.equal(await other.print('acme', true), text)
      const { created, updated } = await database.load(text)
      assert.deepEqual([created, updated], [0, 0])
      assert.equal(await database.print('acme', true), text)
    }),
    { numRuns: tries({ suite: 10, deep: 300 }) },
  )
})
