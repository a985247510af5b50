/** The API's limits where many processes share one database (decision 13). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from '../../test/support/acme.ts'
import { statementsOf } from '../../test/support/statements.ts'
import { somebodyWaits, waitFor } from '../../test/support/waiting.ts'
import { openWorld, type World } from '../../test/support/world.ts'
import { buildApi } from '../api.ts'
import { ApiRate } from './rate.ts'
import { forgetSeconds } from './shared-seconds.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.db.deleteFrom('api_key_use').execute()
  await world.db.deleteFrom('request_seconds').execute()
})

const bo = { workspaceId: 'ws_acme', kind: 'key' as const, id: 'k_bo' }
const open = (perSecond: number, perDay: number, hasOthers = false) => {
  const { db, clock, counts } = world.base
  return new ApiRate({ db, countsDb: counts.db, clock, perSecond, perDay, processes: { hasOthers } })
}
const process = (perDay: number) => open(0, perDay)

/** Makes requests. @returns how many passed, and the `ratelimit-remaining` of the last one */
async function ask(rate: ApiRate, requests: number, key = bo) {
  let left: number | undefined
  const reply = { headers: (sent: Record<string, number>) => (left = sent['ratelimit-remaining']) }
  const counted = Array.from({ length: requests }, async () => rate.count(key, reply as never))
  const passed = (await Promise.allSettled(counted)).filter(({ status }) => status === 'fulfilled').length
  return [passed, left]
}

test('13: several processes accept exactly the limit of a second, with any distribution of requests', async () => {
  const processes = [open(50, 0, true), open(50, 0, true), open(50, 0, true), open(50, 0, true)]
  const passed = async () => {
    const counts = await Promise.all([30, 1, 0, 90].map((requests, index) => ask(processes[index]!, requests)))
    return counts.reduce((sum, [each]) => sum + each!, 0)
  }
  assert.equal(await passed(), 50)
  assert.deepEqual(await ask(processes[2]!, 1), [0, 0])
  assert.deepEqual(await ask(processes[2]!, 1, { ...bo, id: 'k_ada' }), [1, 49], 'other keys have room')
  world.advance({ seconds: 1 })
  assert.deepEqual(await ask(processes[0]!, 2), [2, 48])
  assert.equal(await passed(), 48)
  world.advance({ seconds: -10 })
  assert.equal(await passed(), 50, 'after a clock was set back the count begins again')
})

test('13: requests that arrive while a count is written share the next statement', async () => {
  const rate = open(500, 0, true)
  const statements = await statementsOf(world.base, () => ask(rate, 200))
  assert(statements >= 1 && statements <= 2, `${statements} statements for 200 requests`)
  assert.deepEqual(await ask(rate, 1), [1, 299])
})

test('13: while the shared count cannot be written, each process counts alone', async () => {
  const rate = open(5, 0, true)
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table request_seconds in access exclusive mode`.execute(tx)
    assert.deepEqual(await ask(rate, 6), [5, 0])
  })
  world.advance({ seconds: 2 })
  assert.deepEqual(await ask(rate, 1), [1, 4])
})

test('counts of past seconds are removed', async () => {
  await ask(open(5, 0, true), 1)
  const rows = () => world.db.selectFrom('request_seconds').select('name').execute()
  await forgetSeconds(world.db, world.base.clock())
  assert.equal((await rows()).length, 1)
  world.advance({ seconds: 2 })
  await forgetSeconds(world.db, world.base.clock())
  assert.deepEqual(await rows(), [])
})

test('requests that one process accepted count in the other after its next `settle`', async () => {
  const [one, other] = [process(10), process(10)]
  assert.deepEqual(await ask(one, 6), [6, 4])
  assert.deepEqual(await ask(other, 1), [1, 9], 'it does not know yet')
  await one.settle()
  await other.settle()
  assert.deepEqual(await ask(other, 1), [1, 2])
  assert.deepEqual(await ask(other, 5), [2, 0])
  await other.settle()
  assert.deepEqual(await ask(one, 1), [1, 3], 'a process reads the count when it has requests to share')
  await one.settle()
  assert.deepEqual(await ask(one, 1), [0, 0])
  await Promise.all([one.close(), other.close()])
})

test('a day that a clock in the future started ends for all processes when the clock is set back', async () => {
  const [one, other] = [process(10), process(10)]
  world.advance({ days: 400 })
  await ask(one, 8)
  await one.settle()
  world.advance({ days: -400 })
  assert.deepEqual(await ask(one, 4), [4, 6])
  assert.deepEqual(await ask(other, 4), [4, 6])
  await one.settle()
  await other.settle()
  assert.deepEqual(await ask(other, 4), [2, 0], 'both count together again')
  await Promise.all([one.close(), other.close()])
})

test('`settle` resolves only after an earlier call has written its counts', async () => {
  const one = process(10)
  await ask(one, 4)
  const written: string[] = []
  const earlier = one.settle().then(() => written.push('earlier'))
  await one.settle()
  assert.deepEqual(written, ['earlier'])
  await earlier
  await one.close()
})

test('all processes accept at most the limit plus the requests of each between two calls of `settle`', async () => {
  const processes = [process(100), process(100), process(100)]
  let passed = 0
  for (let round = 0; round < 30; round++) {
    for (const rate of processes) passed += (await ask(rate, 5))[0]!
    await Promise.all(processes.map((rate) => rate.settle()))
  }
  assert(passed >= 100 && passed <= 100 + processes.length * 5, `${passed} passed`)
  await Promise.all(processes.map((rate) => rate.close()))
})

test('the day of a key ends 24 hours after its first request, for all processes', async () => {
  const [one, other] = [process(3), process(3)]
  await ask(one, 3)
  await one.settle()
  world.advance({ hours: 23, minutes: 59 })
  await ask(other, 1)
  await other.settle()
  assert.deepEqual(await ask(other, 1), [0, 0])
  world.advance({ minutes: 1 })
  const fresh = process(3)
  await ask(fresh, 1)
  await fresh.settle()
  assert.deepEqual(await ask(fresh, 1), [1, 1])
  await Promise.all([one.close(), other.close(), fresh.close()])
})

test('`settle` is one statement for all keys, and none if there were no requests; deleted keys are skipped', async () => {
  const rate = process(10)
  await ask(rate, 3)
  await ask(rate, 2, { ...bo, id: 'k_ada' })
  await ask(rate, 2, { ...bo, id: 'k_gone' })
  assert.equal(await statementsOf(world.base, () => rate.settle()), 1)
  assert.equal(await statementsOf(world.base, () => rate.settle()), 0)
  const rows = await world.db.selectFrom('api_key_use').select(['key_id', 'used']).orderBy('key_id').execute()
  assert.deepEqual(rows, [
    { key_id: 'k_ada', used: 2 },
    { key_id: 'k_bo', used: 3 },
  ])
  await rate.close()
})

test('a key that is deleted at that moment does not affect the counts of others', async () => {
  const { api_key } = (await world.post('/api/v1/api_key', keys.bo, { name: 'gone' })).body
  const rate = process(10)
  await ask(rate, 1)
  await ask(rate, 1, { ...bo, id: api_key.id })
  const settled = await world.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('api_keys').where('workspace_id', '=', 'ws_acme').where('id', '=', api_key.id).execute()
    const settling = rate.settle().then(
      () => 'written',
      () => 'lost',
    )
    await somebodyWaits(world.db)
    return { settling }
  })
  assert.equal(await settled.settling, 'written')
  const rows = await world.db.selectFrom('api_key_use').select(['key_id', 'used']).execute()
  assert.deepEqual(rows, [{ key_id: 'k_bo', used: 1 }])
  await rate.close()
})

test('of two servers on one database, the second counts a key’s requests of the day also after the first has stopped', async () => {
  const base = { ...world.base, config: { ...world.config, apiRatePerDay: 20 } }
  const ask = async ({ api }: Awaited<ReturnType<typeof buildApi>>) =>
    (await api.inject({ url: '/api/v1/me', headers: { 'x-api-key': keys.ada } })).statusCode
  const one = await buildApi(base)
  for (let request = 0; request < 18; request++) assert.equal(await ask(one), 200)
  await one.close()
  const other = await buildApi(base)
  let passed = 0
  // It settles once a second: a few pass before it knows the count, and by itself it would let 20 pass.
  while ((await ask(other)) === 200) {
    passed++
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await other.close()
  assert(passed >= 1 && passed < 15, `${passed} passed`)
})

test('13: two servers on one database know each other, count a second together, and count alone after one ends', async () => {
  const base = { ...world.base, config: { ...world.config, apiRatePerSecond: 20 } }
  const ask = async ({ api }: Awaited<ReturnType<typeof buildApi>>) =>
    (await api.inject({ url: '/api/v1/me', headers: { 'x-api-key': keys.ada } })).statusCode
  const passed = async (...servers: Awaited<ReturnType<typeof buildApi>>[]) => {
    world.advance({ seconds: 1 })
    const statuses = await Promise.all(servers.flatMap((server) => Array.from({ length: 15 }, () => ask(server))))
    return statuses.filter((status) => status === 200).length
  }
  const [one, other] = [await buildApi(base), await buildApi(base)]
  for (const { api } of [one, other]) await api.listen({ port: 0, host: '127.0.0.1' })
  await waitFor(async () => (await passed(one, other)) === 20)
  assert.equal(await passed(one, other), 20)
  await other.close()
  assert.equal(await passed(one), 15)
  await one.close()
})
