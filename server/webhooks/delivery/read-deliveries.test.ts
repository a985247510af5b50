/** A delivery that is read while its attempt ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin, PluginTransformResultArgs } from 'kysely'
import { policy, useDelivery } from '../../../test/support/delivery.ts'
import type { WebhookView } from '../endpoints/access.ts'
import { claimDue } from './claim.ts'
import { finish } from './finish.ts'
import { healthNotifier } from './notify-health.ts'
import { getDelivery } from './read-deliveries.ts'

const on = useDelivery()

/** Does something when the first statement has been answered. */
function afterFirst(does: () => Promise<void>): KyselyPlugin {
  let isFirst = true
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }: PluginTransformResultArgs) {
      const isNow = isFirst && result.rows.length > 0
      if (isNow) isFirst = false
      if (isNow) await does()
      return result
    },
  }
}

test('a delivery and its attempts are of one moment', async () => {
  await on.enqueue(1)
  const { claimed } = await claimDue(on.world.db, on.world.base.clock, 500, policy)
  const [message] = claimed
  const at = on.world.base.clock()
  const ended = { message: message!, sentAt: at, endedAt: at, statusCode: 200, error: null, responseBody: null }
  const meanwhile = () => finish(on.world.db, [ended], policy, healthNotifier(on.world.base)).then(() => {})
  const read = async (db: typeof on.world.db) => {
    const webhook = (await on.webhook()) as unknown as WebhookView
    const { attempts, status, attemptLog } = await getDelivery(db, at, webhook, message!.id)
    return [attempts, status, attemptLog.length]
  }
  assert.deepEqual(await read(on.world.db.withPlugin(afterFirst(meanwhile))), [0, 'pending', 0])
  assert.deepEqual(await read(on.world.db), [1, 'delivered', 1])
})
