/** How many active keys a person may have (decision 29c). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createKey } from '../server/people/caller/keys.ts'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ MAX_KEYS_PER_PERSON: '4' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

// Bo has two that are active, and one that is not.
const make = (key = keys.bo, body: object = {}, more = {}) =>
  world.post('/api/v1/api_key', key, { name: 'more', ...body }, more)
const patch = (id: string, key: string, body: object) => world.patch(`/api/v1/api_key/${id}`, key, body)
const tooMany = failureBody('A person may have at most 4 active API keys; switch one off or delete it first')
const refused = ({ status, body }: Answer) => assert.deepEqual([status, body], [409, tooMany])
const active = async () => {
  const rows = await world.db
    .selectFrom('api_keys')
    .select('id')
    .where('user_id', '=', 'u_bo')
    .where('active', '=', true)
    .execute()
  return rows.length
}

test('29c: the limit of active keys is exact, whoever creates the keys', async () => {
  const { id } = (await make()).body.api_key
  assert.equal((await make()).status, 201)
  refused(await make())
  refused(await make(keys.ada, {}, { headers: { 'x-on-behalf-of': 'u_bo' } }))
  assert.equal((await make(keys.ada)).status, 201, 'others have room')
  assert.equal((await patch(id, keys.bo, { name: 'renamed' })).status, 200)
  await patch(id, keys.bo, { active: false })
  assert.equal((await make()).status, 201)
  refused(await make())
  await world.delete('/api/v1/api_key/k_bo_marked', keys.bo)
  assert.equal((await make()).status, 201)
  assert.equal(await active(), 4)
})

test('29c: activating a key and extending its expiry count as well; expired keys do not count', async () => {
  const soon = { expires_at: '2026-01-10T12:01:00Z' }
  const { id } = (await make(keys.bo, soon)).body.api_key
  assert.equal((await make()).status, 201)
  refused(await make())
  for (const key of [keys.bo, keys.ada]) refused(await patch('k_bo_inactive', key, { active: true }))
  world.advance({ minutes: 1 })
  assert.equal((await patch('k_bo_inactive', keys.bo, { active: true })).status, 200)
  refused(await make())
  for (const expires_at of [null, '2026-01-10T12:02:00Z']) refused(await patch(id, keys.bo, { expires_at }))
  refused(await patch(id, keys.ada, { expires_at: null }))
  assert.equal((await patch(id, keys.bo, { active: false, expires_at: null })).status, 200)
  refused(await patch(id, keys.bo, { active: true }))
  const later = { active: false, expires_at: '2026-01-10T12:02:00Z' }
  assert.equal((await patch('k_bo_inactive', keys.bo, later)).status, 200)
  assert.equal((await patch(id, keys.bo, { active: true })).status, 200)
})

test('29c: concurrent requests cannot exceed the limit together', async () => {
  const sent = Array.from({ length: 12 }, (_, index) =>
    index % 3 === 0 ? patch('k_bo_inactive', keys.bo, { active: true }) : make(),
  )
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  assert.equal(await active(), 4, String(statuses))
  assert.equal(statuses.filter((status) => status === 409).length > 0, true)
  assert.deepEqual(
    [...new Set(statuses)].filter((status) => ![200, 201, 409].includes(status)),
    [],
  )
})

test('29c: imports and the command line are not limited', async () => {
  const api_keys = Array.from({ length: 6 }, (_, index) => ({ user: 'u_bo', secret: `mb_${index}` }))
  await world.load({ subdomain: 'acme', name: 'Acme', api_keys })
  const wanted = { subdomain: 'acme', email: 'bo@acme.test', superAdmin: false }
  const { secret } = await createKey(world.db, world.base.clock(), wanted)
  assert.equal((await world.get('/api/v1/me', secret)).status, 200)
  refused(await make())
})
