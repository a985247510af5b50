/** The API's limits where many processes share one database (decision 13). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from '../../../test/support/acme.ts'
import { statementsOf } from '../../../test/support/statements.ts'
import { somebodyWaits, waitFor } from '../../../test/support/waiting.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { buildApi } from '../../app/api.ts'
import { ProcessConnection } from '../../platform/postgres/process-connection.ts'
import { ApiRate } from './rate.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.db.deleteFrom('api_key_use').execute()
})

const bo = { workspaceId: 'ws_acme', kind: 'key' as const, id: 'k_bo' }
const open = (perSecond: number, perDay: number, processes = { count: 1 }) => {
  const { db, clock } = world.base
  return new ApiRate({ db, clock, perSecond, perDay, processes })
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

test('13: several processes accept the limit of a second within 5 %', async () => {
  for (const count of [1, 2, 3, 4, 5]) {
    const processes = Array.from({ length: count }, () => open(100, 0, { count }))
    const passed = async () => {
      const counts = await Promise.all(processes.map((rate) => ask(rate, 110)))
      assert(counts.every(([, left]) => left === 0))
      return counts.reduce((sum, [each]) => sum + each!, 0)
    }
    const all = await passed()
    assert(all <= 100 && all >= 95, `${all} passed ${count} processes`)
    world.advance({ seconds: 1 })
    assert.equal(await passed(), all)
    world.advance({ seconds: -10 })
    assert.equal(await passed(), all, 'after a clock was set back the count begins again')
  }
})

test('13: a process has its share of the moment, and at least one request a second', async () => {
  const processes = { count: 1 }
  const rate = open(10, 0, processes)
  assert.deepEqual(await ask(rate, 4), [4, 6])
  processes.count = 2
  assert.deepEqual(await ask(rate, 3), [1, 0])
  assert.deepEqual(await ask(rate, 2, { ...bo, id: 'k_ada' }), [2, 6], 'an estimate of what both let through')
  processes.count = 1
  assert.deepEqual(await ask(rate, 5), [3, 0])
  for (const [count, share] of [
    [9, 1],
    [10, 1],
    [11, 1],
  ] as const) {
    world.advance({ seconds: 1 })
    processes.count = count
    assert.deepEqual(await ask(rate, 3), [share, 0], `${count} processes`)
  }
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

test('13: two servers on one database share a second equally, and one has all of it after the other ends', async () => {
  const connections = [0, 1].map(() => new ProcessConnection(world.base.databaseUrl, world.base.log))
  const config = { ...world.config, apiRatePerSecond: 20 }
  const servers = connections.map((processConnection) => buildApi({ ...world.base, config, processConnection }))
  const ask = async ({ api }: Awaited<ReturnType<typeof buildApi>>) =>
    (await api.inject({ url: '/api/v1/me', headers: { 'x-api-key': keys.ada } })).statusCode
  const passed = async (...servers: Awaited<ReturnType<typeof buildApi>>[]) => {
    world.advance({ seconds: 1 })
    const statuses = await Promise.all(servers.flatMap((server) => Array.from({ length: 25 }, () => ask(server))))
    return statuses.filter((status) => status === 200).length
  }
  const [one, other] = [await servers[0]!, await servers[1]!]
  for (const { api } of [one, other]) await api.listen({ port: 0, host: '127.0.0.1' })
  await waitFor(async () => (await passed(one)) === 10)
  assert.equal(await passed(one, other), 20)
  await other.close()
  await waitFor(async () => (await passed(one)) === 20)
  await one.close()
  for (const connection of connections) await connection.close()
})
