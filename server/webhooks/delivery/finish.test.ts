/** What is stored for attempts that end in another order than they began, or too late (spec 3.2; delivery.md 3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keys } from '../../../test/support/acme.ts'
import { policy, useDelivery } from '../../../test/support/delivery.ts'
import { type Claimed, claimDue } from './claim.ts'
import { finish } from './finish.ts'
import { healthNotifier, type NotifyHealth } from './notify-health.ts'
import type { Outcome } from './outcome.ts'

const on = useDelivery()

const claim = async () => (await claimDue(on.world.db, on.world.base.clock, 500, policy)).claimed

/** An attempt that begins now. */
function ended(message: Claimed, statusCode: number, afterSeconds: number): Outcome {
  const sentAt = on.world.base.clock()
  const endedAt = new Date(sentAt.getTime() + afterSeconds * 1_000)
  return { message, sentAt, endedAt, statusCode, error: null, responseBody: null }
}

const failingSince = async () => (await on.webhook()).failing_since

test('the results of a webhook’s attempts count in the order in which they ended', async () => {
  await on.enqueue(2)
  const [one, other] = (await claim()) as [Claimed, Claimed]
  await finish(on.world.db, [ended(one, 500, 2), ended(other, 200, 1)], policy, healthNotifier(on.world.base))
  assert.deepEqual(await failingSince(), new Date(on.world.base.clock().getTime() + 2_000))

  await on.enqueue(2)
  const [third, fourth] = (await claim()) as [Claimed, Claimed]
  await finish(on.world.db, [ended(third, 200, 4), ended(fourth, 500, 3)], policy, healthNotifier(on.world.base))
  assert.equal(await failingSince(), null)
})

test('an attempt is stored as usual if the clock was changed by weeks during it', async () => {
  await on.enqueue(3)
  const [slept, setBack, usual] = (await claim()) as [Claimed, Claimed, Claimed]
  const weeks = 40 * 86_400
  const outcomes = [ended(slept, 200, weeks), ended(setBack, 200, -weeks), ended(usual, 200, 1)]
  await finish(on.world.db, outcomes, policy, healthNotifier(on.world.base))
  assert((await on.messages()).every(({ status }) => status === 'delivered'))
  const durations = new Map((await on.attempts()).map(({ message_id, duration_ms }) => [message_id, duration_ms]))
  assert.deepEqual(
    [slept, setBack, usual].map(({ id }) => durations.get(id)),
    [2_147_483_647, 0, 1_000],
  )
})

test('a change of health and the notification of administrators are stored together, or not at all', async () => {
  await on.enqueue(2)
  const [one, other] = (await claim()) as [Claimed, Claimed]
  await finish(on.world.db, [ended(one, 500, 0)], policy, healthNotifier(on.world.base))
  on.world.advance({ hours: 1 })
  const fails = async () => {
    throw new Error('no room')
  }
  await assert.rejects(finish(on.world.db, [ended(other, 500, 0)], policy, fails))
  assert.deepEqual([(await on.webhook()).announced_failing_since, (await on.attempts()).length], [null, 1])
  await finish(on.world.db, [ended(other, 500, 0)], policy, healthNotifier(on.world.base))
  assert.deepEqual((await on.webhook()).announced_failing_since, (await on.webhook()).failing_since)
})

test('a webhook can recover and begin to fail again within one batch', async () => {
  await on.enqueue(4)
  const messages = (await claim()) as [Claimed, Claimed, Claimed, Claimed]
  const told: string[] = []
  const notifyHealth: NotifyHealth = async (_tx, changes) => {
    told.push(
      ...changes.map(({ type, failingSince, at }) => `${type} ${failingSince.toISOString()} ${at.toISOString()}`),
    )
  }
  const short = { ...policy, failingAfterSeconds: 2 }
  const [first, ...others] = messages
  await finish(on.world.db, [ended(first, 500, 0)], { ...policy, failingAfterSeconds: 0 }, notifyHealth)
  const batch = others.map((message, index) => ended(message, [200, 500, 500][index]!, [1, 2, 4][index]!))
  await finish(on.world.db, batch.toReversed(), short, notifyHealth)
  const at = (seconds: number) => new Date(on.world.base.clock().getTime() + seconds * 1_000).toISOString()
  assert.deepEqual(told, [
    `webhook.failing ${at(0)} ${at(0)}`,
    `webhook.recovered ${at(0)} ${at(1)}`,
    `webhook.failing ${at(2)} ${at(4)}`,
  ])
})

for (const [atOld, atNew] of [
  [2, 1],
  [1, 2],
] as const) {
  test(`an attempt at an old address, ended ${atOld > atNew ? 'after' : 'before'} one at the new address, does not count for the new one`, async () => {
    await on.enqueue(2)
    const [one, other] = (await claim()) as [Claimed, Claimed]
    const since = on.world.base.clock()
    await on.world.db
      .updateTable('webhooks')
      .set({ url: on.receiver.url('/new'), failing_since: since, announced_failing_since: since })
      .where('id', '=', 'wh_1')
      .execute()
    const moved = { ...other, url: on.receiver.url('/new') }
    const outcomes = [ended(one, 500, atOld), ended(moved, 200, atNew)]
    await finish(on.world.db, outcomes, policy, healthNotifier(on.world.base))
    const { failing_since, announced_failing_since } = await on.webhook()
    assert.deepEqual([failing_since, announced_failing_since], [null, null])
  })
}

for (const [late, early] of [
  [500, 200],
  [200, 500],
] as const) {
  test(`a late ${late} to an attempt changes nothing if its message was resent in the meantime, with ${early}`, async () => {
    await on.enqueue()
    const [message] = (await claim()) as [Claimed]
    const first = ended(message, late, 8)
    on.world.advance({ seconds: 1 })
    on.answers = [early]
    const path = `/api/v1/webhook/wh_1/delivery/${message.id}`
    assert.equal((await on.world.post(`${path}/resend`, keys.ada)).status, 202)
    await on.deliverer().deliverDue()
    const state = async () => {
      const [row] = await on.messages()
      return { row: { ...row!, attempts: null }, webhook: await on.webhook() }
    }
    const before = await state()
    assert.equal(before.row.last_status_code, early)

    on.world.advance({ seconds: 7 })
    await finish(on.world.db, [first], policy, healthNotifier(on.world.base))
    assert.deepEqual(await state(), before)
    const { attempts, attempt_log: log } = (await on.world.get(path, keys.ada)).body.delivery
    assert.equal(attempts, 2)
    assert.deepEqual(
      log.map(({ number, status_code, manual }: Record<string, unknown>) => [number, status_code, manual]),
      [
        [1, late, false],
        [2, early, true],
      ],
    )
  })
}
