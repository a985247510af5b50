/**
 * Tells webhooks and listeners what happened: writes one message for each that is to hear of it, in the transaction of
 * whoever caused it (spec 2.8, 6; decisions 35 and 40). This room never learns what the bodies say.
 */
import { sql } from 'kysely'
import { newId } from '../../platform/id.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { webhookReady } from '../delivery/ready.ts'
import { wakeWorkers } from '../delivery/wake.ts'
import { type NewMessage, writeMessages } from '../delivery/write-messages.ts'
import { findListening, tellListening } from '../stream/stream-events.ts'
import { asHappening, type Happening, type News } from './domain-events.ts'

type Hearing = { id: string; user_id: string; scope: 'user' | 'workspace'; ready: boolean; places: number[] }

/**
 * Webhooks that are not active, or may not send at the moment, get their message as `skipped`: it can be recovered.
 * @returns how many messages wait to be delivered
 */
export async function announce<Each extends Happening>(tx: Tx, now: Date, news: News<Each>): Promise<number> {
  const webhooks = byPlace(await findWebhooks(tx, now, news))
  const listening = byPlace(await findListening(tx, now, news))
  const heard = news.happenings.flatMap((happening, place) => {
    const hearing = webhooks.get(place) ?? []
    const listeners = (listening.get(place) ?? []).map(({ user_id }) => user_id)
    if (hearing.length === 0 && listeners.length === 0) return []
    const owners = hearing.filter(({ scope }) => scope === 'user').map(({ user_id }) => user_id)
    return [{ happening, hearing, listeners, userIds: [...new Set([...owners, ...listeners])] }]
  })
  if (heard.length === 0) return 0
  const bodies = await news.bodiesOf(heard)

  await tellListening(tx, now, news.workspaceId, toListeners())
  const waiting = await writeMessages(tx, now, news.workspaceId, toWebhooks())
  if (waiting > 0) await wakeWorkers(tx)
  return waiting

  function* toListeners() {
    for (const [index, { happening, listeners }] of heard.entries()) {
      for (const userId of listeners) yield { ...happening, userId, body: JSON.stringify(bodies[index]!.user(userId)) }
    }
  }
  function* toWebhooks(): Generator<NewMessage> {
    for (const [index, { happening, hearing }] of heard.entries()) {
      for (const { id, user_id, scope, ready } of hearing) {
        const body = scope === 'user' ? bodies[index]!.user(user_id) : bodies[index]!.workspace()
        const message = { id: newId('msg', now), webhookId: id, status: ready ? 'pending' : 'skipped' } as const
        yield { ...happening, ...message, body: JSON.stringify(body) }
      }
    }
  }
}

/** Those who hear of each happening, by its place in the news. */
function byPlace<Each extends { places: number[] }>(hearing: Each[]): Map<number, Each[]> {
  const pairs = hearing.flatMap((each) => each.places.map((place) => ({ place, each })))
  const groups = Map.groupBy(pairs, ({ place }) => place)
  return new Map([...groups].map(([place, group]) => [place, group.map(({ each }) => each)]))
}

/** They are held: of one that is deleted at the same moment nothing is written, or what is written goes with it. */
async function findWebhooks<Each extends Happening>(tx: Tx, now: Date, news: News<Each>): Promise<Hearing[]> {
  // An empty list of events means every type (decision 30).
  const { rows } = await sql<Hearing>`
    select webhooks.id, webhooks.user_id, webhooks.scope, ${webhookReady(now)} as ready, heard.places
    from webhooks cross join lateral (
      select array_agg(happening.place order by happening.place) as places from ${asHappening(news)}
      where (webhooks.enabled_events = '{}' or happening.event_type = any(webhooks.enabled_events))
        and case webhooks.scope when 'workspace' then happening.to_workspace else ${news.audience} end) as heard
    where webhooks.workspace_id = ${news.workspaceId} and heard.places is not null
    order by webhooks.id for key share of webhooks`.execute(tx)
  return rows
}
