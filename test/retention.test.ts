/** What is kept for a number of days, by the settings, is removed by the workers' hourly work and nothing else is. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { acmeWithWebhooks } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld({ DELIVERY_RETENTION_DAYS: '3' })
  await world.load(...acmeWithWebhooks())
})
after(() => world[Symbol.asyncDispose]())

const ago = (days: number, milliseconds = 0) =>
  new Date(world.base.clock().getTime() - days * 86_400_000 - milliseconds)

async function work(name: string): Promise<void> {
  await backgroundJobs(world.base)
    .find((each) => each.name === name)!
    .run({})
}

test('DELIVERY_RETENTION_DAYS: finished messages are removed with their attempts; pending and held ones stay', async () => {
  const messages = [
    ...(['delivered', 'failed', 'skipped', 'cancelled'] as const).flatMap((status) => [
      { id: `${status} older`, status, created_at: ago(3, 1) },
      { id: `${status} kept`, status, created_at: ago(3) },
    ]),
    { id: 'pending older', status: 'pending' as const, created_at: ago(30) },
    { id: 'held older', status: 'held' as const, created_at: ago(30) },
  ]
  await world.db
    .insertInto('messages')
    .values(
      messages.map((message) => ({
        workspace_id: 'ws_acme',
        webhook_id: 'wh_1',
        event_key: message.id,
        event_type: 'ai_note.generated',
        ...message,
        next_attempt_at: message.status === 'pending' ? ago(-1) : null,
        body: null,
      })),
    )
    .execute()
  await world.db
    .insertInto('attempts')
    .values(
      messages.map(({ id, created_at }) => ({
        workspace_id: 'ws_acme',
        message_id: id,
        number: 1,
        sent_at: created_at,
        duration_ms: 5,
        status_code: 500,
        response_body: null,
        error: null,
        manual: false,
      })),
    )
    .execute()
  await work('forget-deliveries')
  const isKept = ({ id }: { id: string }) => id.endsWith('kept') || id === 'pending older' || id === 'held older'
  const expected = messages.filter(isKept).map(({ id }) => id)
  const kept = await world.db.selectFrom('messages').select('id').execute()
  assert.deepEqual(kept.map(({ id }) => id).sort(), expected.sort())
  const attempts = await world.db.selectFrom('attempts').select('message_id as id').execute()
  assert.deepEqual(attempts.map(({ id }) => id).sort(), expected)
})
