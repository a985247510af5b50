/**
 * Tells webhooks that something happened: writes one message for each that is to hear of it, in the transaction of
 * whoever caused it (spec 2.8, 6; decisions 35 and 40). This room never learns what the bodies say.
 */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import type { EventType, MessageRow } from '../tables.ts'

export type Happening = {
  workspaceId: string
  type: EventType
  /** Names this happening, so that telling it again tells nothing. */
  key: string
  /** Over `webhooks.user_id`: whom it concerns. Workspace webhooks hear of everything. */
  audience: Expression<SqlBool>
  /** The payload for each of these owners of user webhooks, by user id; who has none hears nothing. */
  userBodies(userIds: string[]): Promise<Map<string, object>>
  /** The payload for workspace webhooks; null where there is none for them. */
  workspaceBody(): Promise<object | null>
  /** What the payloads quote: deleting it empties them (decision 19). */
  about: { noteId?: string | null; recordingId?: string | null; itemId?: string | null }
}

type Listener = { id: string; user_id: string; scope: 'user' | 'workspace'; ready: boolean }

/**
 * Webhooks that are not active, or may not send at the moment, get their message as `skipped`: it can be recovered.
 * @returns how many messages wait to be delivered
 */
export async function announce(tx: Tx, now: Date, happening: Happening): Promise<number> {
  const listeners = await listenersOf(tx, happening)
  if (listeners.length === 0) return 0
  const owners = listeners.filter(({ scope }) => scope === 'user').map(({ user_id }) => user_id)
  const userBodies = owners.length > 0 ? await happening.userBodies([...new Set(owners)]) : new Map<string, object>()
  const workspaceBody = owners.length < listeners.length ? await happening.workspaceBody() : null
  const rows = listeners.flatMap((listener): MessageRow[] => {
    const body = listener.scope === 'user' ? userBodies.get(listener.user_id) : workspaceBody
    return body ? [messageFor(listener, body, happening, now)] : []
  })
  if (rows.length === 0) return 0
  const written = await tx
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'webhook_id', 'event_key']).doNothing())
    .returning('status')
    .execute()
  return written.filter(({ status }) => status === 'pending').length
}

/** A webhook is ready if it is active, the workspace's switches are on, and who stands behind it may send (spec 3.3). */
async function listenersOf(tx: Tx, { workspaceId, type, audience }: Happening): Promise<Listener[]> {
  const ready = sql<boolean>`webhooks.status = 'active' and workspace.webhooks = 'enabled' and owner.active and (
    webhooks.scope = 'user' or workspace.workspace_webhooks and workspace.plan = 'enterprise' and exists (
      select from api_keys key
      join users holder on holder.workspace_id = key.workspace_id and holder.id = key.user_id
      where key.workspace_id = webhooks.workspace_id and key.id = webhooks.api_key_id
        and key.active and key.super_admin and holder.active and holder.admin))`
  return (
    tx
      .selectFrom('webhooks')
      .innerJoin('workspaces as workspace', 'workspace.id', 'webhooks.workspace_id')
      .innerJoin('users as owner', (join) =>
        join.onRef('owner.workspace_id', '=', 'webhooks.workspace_id').onRef('owner.id', '=', 'webhooks.user_id'),
      )
      .select(['webhooks.id', 'webhooks.user_id', 'webhooks.scope', ready.as('ready')])
      .where('webhooks.workspace_id', '=', workspaceId)
      // An empty list means every type (decision 30).
      .where(sql<boolean>`(webhooks.enabled_events = '{}' or ${type}::text = any(webhooks.enabled_events))`)
      .where((where) => where.or([where('webhooks.scope', '=', 'workspace'), audience]))
      .orderBy('webhooks.id')
      .execute()
  )
}

function messageFor(
  listener: Listener,
  body: object,
  { workspaceId, type, key, about }: Happening,
  now: Date,
): MessageRow {
  return {
    workspace_id: workspaceId,
    id: newId('msg', now),
    webhook_id: listener.id,
    event_type: type,
    event_key: key,
    status: listener.ready ? 'pending' : 'skipped',
    body: Buffer.from(JSON.stringify(body)),
    note_id: about.noteId ?? null,
    recording_id: about.recordingId ?? null,
    item_id: about.itemId ?? null,
    created_at: now,
  }
}
