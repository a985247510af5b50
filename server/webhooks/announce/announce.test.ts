/** One message for each webhook that receives the event, in the caller's transaction, and only once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from '../../../test/support/acme.ts'
import { batchOf } from '../../../test/support/event-batch.ts'
import { statementsOf } from '../../../test/support/statements.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { announce } from './announce.ts'

const hook = (id: string, owner: string, more: object = {}) => ({ id, owner, url: `https://${id}.test/`, ...more })
const workspaceHook = (id: string, key: string, more: object = {}) =>
  hook(id, 'u_ada', { scope: 'workspace', api_key: key, enabled_events: ['ai_note.generated'], ...more })

const webhooks = [
  hook('wh_ada', 'u_ada'),
  hook('wh_bo', 'u_bo', { enabled_events: ['ai_note.generated', 'action_item.assigned'] }),
  hook('wh_bo_items', 'u_bo', { enabled_events: ['action_item.assigned'] }),
  hook('wh_bo_paused', 'u_bo', { status: 'inactive' }),
  workspaceHook('wh_all', 'k_ada'),
  workspaceHook('wh_orphan', 'k_gone'),
]

let world: World
before(async () => {
  // A new service, because one that was kept from another test would still write what that test counted.
  world = await openWorld({}, { anew: true })
  const [first, ...others] = acme() as { id: string }[]
  await world.load({ ...first, webhooks }, ...others)
})
after(() => world[Symbol.asyncDispose]())

const adaAndBo = sql<boolean>`webhooks.user_id in ('u_ada', 'u_bo')`

type More = Partial<Parameters<typeof batchOf>[0]>
const batch = (more: More = {}) =>
  batchOf({
    keys: ['happened'],
    audience: adaAndBo,
    about: { noteId: 'n_1', recordingId: 'r_1' },
    user: (id: string) => ({ for: id }),
    workspace: () => ({ for: 'all' }),
    ...more,
  })

const announceBatch = (more: More = {}) =>
  world.db.transaction().execute((tx) => announce(tx, world.base.clock(), batch(more)))

async function messagesOf(key: string): Promise<string[]> {
  const rows = await world.db
    .selectFrom('messages')
    .selectAll()
    .where('event_key', '=', key)
    .orderBy('webhook_id')
    .execute()
  return rows.map(({ webhook_id, status, body }) => `${webhook_id} ${status} ${JSON.parse(String(body)).for}`)
}

test('user and workspace webhooks get their own payloads; one that may not send now gets a skipped message', async () => {
  assert.equal(await announceBatch(), 3)
  assert.deepEqual(await messagesOf('happened'), [
    'wh_ada pending u_ada',
    'wh_all pending all',
    'wh_bo pending u_bo',
    'wh_bo_paused skipped u_bo',
    'wh_orphan skipped all',
  ])
})

test('the same event is announced only once', async () => {
  await announceBatch({ keys: ['twice'] })
  assert.equal(await announceBatch({ keys: ['twice'] }), 0)
  assert.equal((await messagesOf('twice')).length, 5)
})

test('an event reaches thousands of webhooks', async () => {
  const many = 6_000
  await sql`insert into webhooks select (jsonb_populate_record(webhook, jsonb_build_object('id', 'wh_many_' || number))).*
    from webhooks webhook, generate_series(1, ${many}::integer) as number where webhook.id = 'wh_bo'`.execute(world.db)
  assert.equal(await announceBatch({ keys: ['many'] }), many + 3)
  await sql`delete from webhooks where id like 'wh_many_%'`.execute(world.db)
})

test('only the audience gets messages, and workspace webhooks only if the event is for them', async () => {
  await announceBatch({ keys: ['few'], audience: sql<boolean>`webhooks.user_id = 'u_bo'`, toWorkspace: false })
  assert.deepEqual(await messagesOf('few'), ['wh_bo pending u_bo', 'wh_bo_paused skipped u_bo'])
})

test('many events are announced in a few statements, each to its own audience and type', async () => {
  const keys = Array.from({ length: 700 }, (_, number) => `news ${number}`)
  const all = batch({ keys, audience: sql<boolean>`domain_event.facts ->> 'owner' = webhooks.user_id` })
  const events = all.events.map((event, index) => ({
    ...event,
    facts: { owner: index % 2 ? 'u_ada' : 'u_bo' },
    toWorkspace: index === 1,
    type: index === 2 ? ('action_item.completed' as const) : event.type,
  }))
  const announceFirst = async (count: number) => {
    const some = { ...all, events: events.slice(0, count) }
    return world.db.transaction().execute((tx) => announce(tx, world.base.clock(), some))
  }
  assert.equal(await announceFirst(3), 3)
  assert.deepEqual(await Promise.all(keys.slice(0, 3).map(messagesOf)), [
    ['wh_bo pending u_bo', 'wh_bo_paused skipped u_bo'],
    ['wh_ada pending u_ada', 'wh_all pending all', 'wh_orphan skipped all'],
    ['wh_bo_paused skipped u_bo'],
  ])
  // Begin, recipients, three portions of 1,050 messages, commit.
  assert.equal(await statementsOf(world.base, () => announceFirst(700)), 6)
  const last = await messagesOf('news 699')
  assert.deepEqual(last, ['wh_ada pending u_ada'])
})

test('a rolled back announcement leaves no messages', async () => {
  const failing = world.db.transaction().execute(async (tx) => {
    await announce(tx, world.base.clock(), batch({ keys: ['undone'] }))
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.deepEqual(await messagesOf('undone'), [])
})

for (const [what, change, back] of [
  ['the switch', `update workspaces set webhooks = 'switched_off'`, `update workspaces set webhooks = 'enabled'`],
  ['the plan', `update workspaces set plan = 'team'`, `update workspaces set plan = 'enterprise'`],
  ['the key', `update api_keys set active = false`, `update api_keys set active = true`],
  [
    'its mark',
    `update api_keys set super_admin = false where id = 'k_ada'`,
    `update api_keys set super_admin = true where id = 'k_ada'`,
  ],
] as const) {
  test(`a workspace webhook is skipped without ${what}`, async () => {
    const one = (text: string) =>
      sql
        .raw(
          `${text}${text.includes(' where ') ? ' and' : ' where'} ${text.includes('workspaces') ? 'id' : 'workspace_id'} = 'ws_acme'`,
        )
        .execute(world.db)
    await one(change)
    await announceBatch({ keys: [what] })
    await one(back)
    assert((await messagesOf(what)).includes('wh_all skipped all'))
  })
}

test('the deletion of a note or recording empties its messages and cancels those that wait', async () => {
  await announceBatch({ keys: ['recording'] })
  await announceBatch({ keys: ['note'], about: { noteId: 'n_1' } })
  const left = async (key: string) =>
    (await world.db.selectFrom('messages').select(['status', 'body']).where('event_key', '=', key).execute()).map(
      ({ status, body }) => `${status} ${body === null ? 'empty' : 'full'}`,
    )
  assert.equal((await world.delete('/api/v1/recording/r_1', keys.ada)).status, 200)
  assert.deepEqual([...new Set(await left('recording'))], ['cancelled empty'])
  assert.deepEqual([...new Set(await left('note'))].sort(), ['pending full', 'skipped full'])
  assert.equal((await world.delete('/api/v1/note/n_1', keys.ada)).status, 200)
  assert.deepEqual([...new Set(await left('note'))], ['cancelled empty'])
})
