/** What webhooks were told, as it stands in the table of messages. */
import type { World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a payload's fields are what tests look at
export type Told = { webhook: string; type: string; body: any }

/** In the order of the webhooks; forgotten after, so that a test sees only what is new. */
export async function takeTold(world: World): Promise<Told[]> {
  const rows = await world.db.deleteFrom('messages').returning(['webhook_id', 'event_type', 'body', 'id']).execute()
  return rows
    .map(({ webhook_id, event_type, body }) => ({
      webhook: webhook_id,
      type: event_type,
      body: JSON.parse(String(body)),
    }))
    .sort((one, other) => compare(one.webhook, other.webhook) || compare(one.type, other.type))
}

/** Only who was told what: `wh_bo action_item.assigned`. */
export async function takeToldBriefly(world: World): Promise<string[]> {
  return (await takeTold(world)).map(({ webhook, type }) => `${webhook} ${type}`)
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
