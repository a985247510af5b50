/**
 * A change of a key, its owner or its workspace counts from the very next request (decisions 3 on the order of checks,
 * 4, 6, 29c on people and keys).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

const lists = ['notes', 'recordings']

async function openAcme(settings: Record<string, string> = {}): Promise<World> {
  const world = await openWorld(settings)
  await world.load(...acme())
  return world
}

const change = (world: World, statement: string) => sql.raw(statement).execute(world.base.db)

/** What lists answer to the same key, those with rows and without, and to bodies that are refused. */
async function answersOf(world: World, key: string): Promise<(number | string)[]> {
  const bodies = [
    {},
    { filters: { title: 'no such title' } },
    { filters: { channel_id: 'ch_unknown' } },
    { pagination: { page_size: 51 } },
    { pagination: { cursor: 'broken' } },
  ]
  const asked = lists.flatMap((list) => bodies.map((body) => ({ list, body })))
  const answers: (number | string)[] = []
  for (const { list, body } of asked) {
    const { status, body: answer } = await world.post(`/api/v1/${list}`, key, body)
    answers.push(status === 200 ? answer.data.map(({ id }: { id: string }) => id).join(' ') : status)
  }
  return answers
}

const refusals: [what: string, statement: string][] = [
  ['the key is stopped', `update api_keys set active = false where id = 'k_bo'`],
  ['the key is deleted', `delete from api_keys where id = 'k_bo'`],
  ['the key has another secret', `update api_keys set secret_hash = '\\x00' where id = 'k_bo'`],
  ['its owner is deactivated', `update users set active = false where id = 'u_bo'`],
  ['it has expired', `update api_keys set expires_at = '2026-01-10T12:00:00Z' where id = 'k_bo'`],
]

for (const [what, statement] of refusals) {
  test(`a key is refused at the next request when ${what}`, async () => {
    await using world = await openAcme()
    const before = await answersOf(world, keys.bo)
    assert(before.includes(200) || before.some((answer) => String(answer).includes('n_')), String(before))
    assert.deepEqual(await answersOf(world, keys.bo), before)
    await change(world, statement)
    const { headers } = await world.post('/api/v1/notes', keys.bo, {})
    assert.equal(headers['ratelimit-limit'], undefined)
    assert.deepEqual(new Set(await answersOf(world, keys.bo)), new Set([401]))
  })
}

test('an invalid key gets no rate headers, records no use and uses no rate', async () => {
  await using world = await openAcme({ API_RATE_PER_DAY: '4' })
  const post = (key: string) => world.post('/api/v1/notes', key, {})
  assert.equal((await post(keys.bo)).headers['ratelimit-remaining'], '3')
  await change(world, `update api_keys set active = false where id = 'k_bo'`)
  const before = await world.db.selectFrom('api_keys').select('last_used_at').where('id', '=', 'k_bo').execute()
  world.advance({ seconds: 10 })
  for (const _ of [1, 2, 3, 4, 5]) {
    const { status, headers } = await post(keys.bo)
    assert.deepEqual([status, headers['ratelimit-limit']], [401, undefined])
  }
  await change(world, `update api_keys set active = true where id = 'k_bo'`)
  assert.deepEqual(
    await world.db.selectFrom('api_keys').select('last_used_at').where('id', '=', 'k_bo').execute(),
    before,
  )
  const again = await post(keys.bo)
  assert.deepEqual([again.status, again.headers['ratelimit-remaining']], [200, '2'])
})

const rights: [what: string, key: string, statement: string][] = [
  ['loses the mark', keys.ada, `update api_keys set super_admin = false where id = 'k_ada'`],
  ['has an owner who is no admin any more', keys.ada, `update users set admin = false where id = 'u_ada'`],
  ['is of a workspace whose plan ends', keys.ada, `update workspaces set plan = 'team'`],
  ['gets the mark', keys.adaRegular, `update api_keys set super_admin = true where id = 'k_ada_regular'`],
]

for (const [what, key, statement] of rights) {
  test(`a key reads with its current rights when it ${what}`, async () => {
    await using world = await openAcme()
    await using other = await openAcme()
    // Something that only a super admin sees.
    for (const each of [world, other]) {
      await change(each, `delete from shares`)
      await change(
        each,
        `update notes set created_by = 'u_bo', event_guid = null, series_id = null where workspace_id = 'ws_acme'`,
      )
    }
    const before = await answersOf(world, key)
    await change(world, statement)
    await change(other, statement)
    const expected = await answersOf(other, key)
    assert.notDeepEqual(expected, before)
    assert.deepEqual(await answersOf(world, key), expected)
  })
}

test('a moved workspace answers only at its new address', async () => {
  await using world = await openAcme()
  const at = async (host: string) =>
    (await world.request('POST', '/api/v1/notes', { key: keys.bo, body: {}, host })).status
  for (const _ of [1, 2]) assert.equal(await at('acme.localhost'), 200)
  await change(world, `update workspaces set subdomain = 'moved' where subdomain = 'acme'`)
  assert.deepEqual([await at('acme.localhost'), await at('moved.localhost')], [404, 200])
})

test('a key is invalid from its expiry on', async () => {
  await using world = await openAcme()
  await change(world, `update api_keys set expires_at = '2026-01-10T12:00:30Z' where id = 'k_bo'`)
  const status = async () => (await world.post('/api/v1/notes', keys.bo, {})).status
  assert.deepEqual([await status(), await status()], [200, 200])
  world.advance({ seconds: 29.999 })
  assert.equal(await status(), 200)
  world.advance({ seconds: 0.001 })
  assert.deepEqual([await status(), await status()], [401, 401])
})

test('a key has the scopes that are set now', async () => {
  await using world = await openAcme()
  const set = (scopes: string) => change(world, `update api_keys set scopes = ${scopes} where id = 'k_bo'`)
  const before = await answersOf(world, keys.bo)
  await set(`'{write}'`)
  assert.deepEqual(new Set(await answersOf(world, keys.bo)), new Set([403]))
  await set('null')
  assert.deepEqual(await answersOf(world, keys.bo), before)
  // Each list, with rows, without, and refused, asked first after the change.
  for (const list of lists) {
    for (const body of [{}, { filters: { title: 'no such title' } }, { pagination: { page_size: 51 } }]) {
      const ask = async () => (await world.post(`/api/v1/${list}`, keys.bo, body)).status
      const usual = await ask()
      await set(`'{write,webhooks,admin}'`)
      const [first, second] = [await ask(), await ask()]
      await set(`'{read}'`)
      assert.deepEqual([first, second, await ask()], [403, 403, usual], JSON.stringify(body))
      await set('null')
      await ask()
    }
  }
})
