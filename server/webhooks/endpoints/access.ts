/** Which webhooks a caller may read, and which of these they may change: the matrix of spec 4.13. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { WebhookRow } from '../../platform/postgres/tables.ts'
import { isStorable } from '../../platform/text.ts'

export const viewColumns = [
  ...(['workspace_id', 'id', 'user_id', 'api_key_id', 'scope', 'url', 'description', 'status'] as const),
  ...(['enabled_events', 'header_names', 'chat', 'created_at', 'updated_at'] as const),
] as const

/** A webhook for answers and checks of rights: without its secrets. */
export type WebhookView = Pick<WebhookRow, (typeof viewColumns)[number]>

/**
 * In a query over `webhooks`: the caller's own user webhooks; for a super admin key every one of both scopes. Those of
 * channels are not listed: a channel shows its own.
 */
export function readable({ user, superAdmin }: Caller): RawBuilder<boolean> {
  return superAdmin ? sql<boolean>`scope <> 'channel'` : sql<boolean>`(user_id = ${user.id} and scope = 'user')`
}

/** @returns undefined for one that is unknown, another workspace's, or that the caller may not read */
export async function findWebhook(db: Db, caller: Caller, id: string): Promise<WebhookView | undefined> {
  return isStorable(id) ? selectWebhook(db, caller, id).executeTakeFirst() : undefined
}

function selectWebhook(db: Db, caller: Caller, id: string) {
  return db
    .selectFrom('webhooks')
    .select(viewColumns)
    .where('workspace_id', '=', caller.workspace.id)
    .where('id', '=', id)
    .where(sql<boolean>`(${readable(caller)} or scope = 'channel' and ${isMember(caller)})`)
}

/** Whether the caller is in the channel whose webhook it is. */
const isMember = ({ workspace, user }: Caller) => sql<boolean>`exists (select from channel_members member
  where member.workspace_id = ${workspace.id} and member.channel_id = webhooks.channel_id
    and member.user_id = ${user.id})`

/** @throws {ApiError} 404 */
export async function getWebhook(db: Db, caller: Caller, id: string): Promise<WebhookView> {
  const webhook = await findWebhook(db, caller, id)
  if (!webhook) throw notFound('Webhook')
  return webhook
}

/** @throws {ApiError} 403 for another person's, which a super admin key may read and not change (decision 32) */
export function requireChangeable(caller: Caller, webhook: WebhookView): void {
  if (webhook.scope === 'user' && webhook.user_id !== caller.user.id) {
    throw new ApiError(403, 'Only its owner may change or delete a user webhook')
  }
  if (webhook.scope === 'channel') throw new ApiError(403, 'Change the webhook of a channel in its channel')
}

/** For messages that are sent by hand: members of a channel may do so with its webhook. */
export async function getSendable(db: Db, caller: Caller, id: string): Promise<WebhookView> {
  const webhook = await getWebhook(db, caller, id)
  return webhook.scope === 'channel' ? webhook : getChangeable(db, caller, id)
}

/** @throws {ApiError} 404, 403; 400 for a workspace webhook whose key was deleted */
export async function getChangeable(db: Db, caller: Caller, id: string): Promise<WebhookView> {
  const webhook = await getWebhook(db, caller, id)
  requireChangeable(caller, webhook)
  if (isOfKey(webhook) && !(await selectCreatingKey(db, webhook).executeTakeFirst())) throw withoutKey()
  return webhook
}

/**
 * Locks a webhook that `getChangeable` has found, and its key, until the end of the transaction.
 * @returns the webhook as it is now
 * @throws {ApiError} 404; 400 for a workspace webhook whose key was deleted
 */
export async function lockChangeable(tx: Tx, caller: Caller, id: string): Promise<WebhookView> {
  const webhook = await selectWebhook(tx, caller, id).forNoKeyUpdate().executeTakeFirst()
  if (!webhook) throw notFound('Webhook')
  if (isOfKey(webhook) && !(await selectCreatingKey(tx, webhook).forKeyShare().executeTakeFirst())) throw withoutKey()
  return webhook
}

/** A workspace webhook that a session created has no key. */
const isOfKey = ({ scope, api_key_id }: WebhookView) => scope === 'workspace' && api_key_id !== null

function selectCreatingKey(db: Db, { workspace_id, api_key_id }: WebhookView) {
  return db.selectFrom('api_keys').select('id').where('workspace_id', '=', workspace_id).where('id', '=', api_key_id)
}

/** Without its key a workspace webhook is stopped for good (spec 3.3). */
const withoutKey = () =>
  new ApiError(
    400,
    'The API key that created this workspace webhook was deleted; delete the webhook and create a new one',
  )
