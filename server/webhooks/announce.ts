/**
 * Tells webhooks and listeners that something happened: writes one message for each that is to hear of it, in the transaction of
 * whoever caused it (spec 2.8, 6; decisions 35 and 40). This room never learns what the bodies say.
 */
import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import type { EventType, Tables } from '../tables.ts'
import { webhookReady } from './ready.ts'
import { findListening, tellListening } from './told-events.ts'
import { wakeWorkers } from './wake.ts'

export type Happening = {
  workspaceId: string
  type: EventType
  /** Names this happening, so that telling it again tells nothing. */
  key: string
  /** Over `user_id` and `workspace_id` of `webhooks`: whom it concerns. Workspace webhooks hear of everything. */
  audience: Expression<SqlBool>
  /** The payload for each of these people with a user webhook, or who listen; who has none hears nothing. */
  userBodies(userIds: string[]): Promise<Map<string, object>>
  /** The payload for workspace webhooks; null where there is none for them. */
  workspaceBody(): Promise<object | null>
  /** What the payloads quote: deleting it empties them (decision 19). */
  about: { noteId?: string | null; recordingId?: string | null; itemId?: string | null }
}

type NewMessage = Insertable<Tables['messages']>
type Hearing = { id: string; user_id: string; scope: 'user' | 'workspace'; ready: boolean }

// Each message may hold a whole transcript: hundreds are more than one statement takes, and thousands more than memory.
const atOnce = 20

/**
 * Webhooks that are not active, or may not send at the moment, get their message as `skipped`: it can be recovered.
 * @returns how many messages wait to be delivered
 */
export async function announce(tx: Tx, now: Date, happening: Happening): Promise<number> {
  const webhooks = await findWebhooks(tx, happening)
  const owners = webhooks.filter(({ scope }) => scope === 'user').map(({ user_id }) => user_id)
  const listening = await findListening(tx, now, happening)
  const people = [...new Set([...owners, ...listening])]
  const userBodies = people.length > 0 ? await happening.userBodies(people) : new Map<string, object>()
  const heard = listening.flatMap((id) => (userBodies.has(id) ? [[id, userBodies.get(id)!] as const] : []))
  await tellListening(tx, now, happening, new Map(heard))
  const workspaceBody = owners.length < webhooks.length ? await happening.workspaceBody() : null
  let waiting = 0
  for (let first = 0; first < webhooks.length; first += atOnce) {
    const rows = webhooks.slice(first, first + atOnce).flatMap((webhook): NewMessage[] => {
      const body = webhook.scope === 'user' ? userBodies.get(webhook.user_id) : workspaceBody
      return body ? [messageFor(webhook, body, happening, now)] : []
    })
    waiting += await write(tx, rows)
  }
  if (waiting > 0) await wakeWorkers(tx)
  return waiting
}

/** @returns how many of them wait to be delivered */
async function write(tx: Tx, rows: NewMessage[]): Promise<number> {
  if (rows.length === 0) return 0
  const written = await tx
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'webhook_id', 'event_key']).doNothing())
    .returning('status')
    .execute()
  return written.filter(({ status }) => status === 'pending').length
}

/** They are held: of one that is deleted at the same moment nothing is written, or what is written goes with it. */
async function findWebhooks(tx: Tx, { workspaceId, type, audience }: Happening): Promise<Hearing[]> {
  return (
    tx
      .selectFrom('webhooks')
      .select(['id', 'user_id', 'scope', webhookReady.as('ready')])
      .where('workspace_id', '=', workspaceId)
      // An empty list means every type (decision 30).
      .where(sql<boolean>`(enabled_events = '{}' or ${type}::text = any(enabled_events))`)
      .where((where) => where.or([where('scope', '=', 'workspace'), audience]))
      .orderBy('id')
      .forKeyShare()
      .execute()
  )
}

function messageFor(webhook: Hearing, body: object, happening: Happening, now: Date): NewMessage {
  const { workspaceId, type, key, about } = happening
  return {
    workspace_id: workspaceId,
    id: newId('msg', now),
    webhook_id: webhook.id,
    event_type: type,
    event_key: key,
    status: webhook.ready ? 'pending' : 'skipped',
    body: Buffer.from(JSON.stringify(body)),
    note_id: about.noteId ?? null,
    recording_id: about.recordingId ?? null,
    item_id: about.itemId ?? null,
    created_at: now,
    next_attempt_at: webhook.ready ? now : null,
  }
}
