/** A lane is removed with its user webhook, or with the key of its workspace webhooks (decision 34). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acmeWithWebhooks, keys } from '../../../test/support/acme.ts'
import { somebodyWaits } from '../../../test/support/waiting.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { backgroundJobs } from '../../app/worker.ts'
import { reserveSlots } from './rate-slots.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acmeWithWebhooks())
})
after(() => world[Symbol.asyncDispose]())

const lanes = async () =>
  (await world.db.selectFrom('delivery_lanes').select('lane').orderBy('lane').execute()).map(({ lane }) => lane)

const tidy = () =>
  backgroundJobs(world.base)
    .find(({ name }) => name === 'forget-deliveries')!
    .run({})

const inAcme = (...names: string[]) => names.map((lane) => ({ workspace_id: 'ws_acme', lane }))

test('lanes of deleted webhooks and keys are removed, others stay; a lane in use is removed by the next run', async () => {
  const { db, base } = world
  await db
    .transaction()
    .execute((tx) =>
      reserveSlots(tx, base.clock, inAcme('webhook wh_1', 'webhook wh_bo', 'key k_ada', 'key k_bo', 'key wh_1'), 10),
    )
  await tidy()
  assert.deepEqual(await lanes(), ['key k_ada', 'key k_bo', 'webhook wh_1', 'webhook wh_bo'])
  assert.equal((await world.delete('/api/v1/webhook/wh_1', keys.ada)).status, 200)
  assert.equal((await world.delete('/api/v1/webhook/wh_bo', keys.bo)).status, 200)
  assert.equal((await world.delete('/api/v1/api_key/k_bo', keys.ada)).status, 200)
  await db.transaction().execute(async (tx) => {
    await reserveSlots(tx, base.clock, inAcme('webhook wh_1'), 10)
    await Promise.race([tidy(), somebodyWaits(db)])
  })
  assert.deepEqual(await lanes(), ['key k_ada', 'webhook wh_1'])
  await tidy()
  assert.deepEqual(await lanes(), ['key k_ada'])
})
