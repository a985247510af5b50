/** For tests of webhooks through the API: the acme world with webhooks, a receiver to register, common requests. */
import { acmeWithWebhooks, keys } from './acme.ts'
import { openOutside } from './outside.ts'
import { type Answer, openWorld, type World } from './world.ts'

export type WebhookWorld = Awaited<ReturnType<typeof openWebhookWorld>>

export async function openWebhookWorld() {
  const outside = await openOutside()
  const world = await openWorld(outside.settings)
  const { receiver } = outside
  const stored = (id: string) => world.db.selectFrom('webhooks').selectAll().where('id', '=', id)
  return {
    world,
    receiver,
    settings: outside.settings,
    /** Before each test: restores the webhooks of the world and clears received requests. */
    async reset() {
      await world.db.deleteFrom('webhooks').execute()
      await world.load(...acmeWithWebhooks())
      receiver.received.length = 0
    },
    create: (key: string, more: object = {}) =>
      world.post('/api/v1/webhook', key, { url: receiver.url('/hook'), enabled_events: [], ...more }),
    patch: (id: string, body: object, key = keys.ada) => world.patch(`/api/v1/webhook/${id}`, key, body),
    get: async (id: string, key = keys.ada) => (await world.get(`/api/v1/webhook/${id}`, key)).body.webhook,
    row: (id: string) => stored(id).executeTakeFirst(),
    stored: (id: string) => stored(id).executeTakeFirstOrThrow(),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await outside[Symbol.asyncDispose]()
    },
  }
}

export const result = ({ status, body }: Answer) => [status, body]
export const refusal = ({ status, body }: Answer) => [status, body.message]

/** Inserts a message to `wh_1`, as if it had been announced. */
export async function addDelivery(world: World): Promise<void> {
  const now = world.base.clock()
  const message = { workspace_id: 'ws_acme', id: 'msg_1', webhook_id: 'wh_1', event_key: 'before the test' }
  const state = { event_type: 'ai_note.generated', status: 'skipped', created_at: now, next_attempt_at: null } as const
  await world.db
    .insertInto('messages')
    .values({ ...message, ...state, body: Buffer.from('{}') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
