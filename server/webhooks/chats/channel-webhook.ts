/** The webhook that sends the recaps of a channel to a chat (decision 59). Its address is a secret, kept sealed. */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ChannelChat, DeliverTo, WantedChat } from '../../people/accounts/channel-routes.ts'
import { recordAction } from '../../people/caller/audit.ts'
import type { Caller } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { newId } from '../../platform/id.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { ChatKind } from '../../platform/postgres/tables.ts'
import type { SecretKey } from '../../platform/secrets.ts'
import { webhookReady } from '../announce/ready.ts'
import { emptyMessagesWhere } from '../delivery/empty-messages.ts'
import { recoverSkipped } from '../delivery/recover.ts'
import { checkUrl } from '../endpoints/challenge.ts'
import { sealSigningSecret } from '../endpoints/signing-secret.ts'
import { requireWebhooks } from '../endpoints/switches.ts'

/** Nothing is verified: a chat answers no challenge. A test shows whether it arrives. */
export const channelWebhooks = (deps: Pick<Context, 'clock' | 'outbound' | 'secretKey'>): DeliverTo => ({
  read: (db, caller, channelId) => read(db, deps.clock(), caller, channelId),
  save: (tx, request, channelId, wanted) => save(tx, deps, request, channelId, wanted),
})

async function read(db: Db, now: Date, { workspace }: Caller, channelId: string): Promise<ChannelChat | null> {
  const webhook = await db
    .selectFrom('webhooks')
    .select(['id', 'chat', 'url', 'user_id', 'status', webhookReady(now).as('ready')])
    .where('workspace_id', '=', workspace.id)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  if (!webhook) return null
  const { id, chat, url, user_id, status, ready } = webhook
  const shown = status === 'failed' ? 'failed' : ready ? 'active' : 'stopped'
  return { webhook_id: id, kind: chat!, origin: url, set_by: user_id, status: shown }
}

/** @throws {ApiError} 502, 503 where webhooks are off, 400 for an address that no webhook may have */
async function save(
  tx: Tx,
  { clock, outbound, secretKey }: Pick<Context, 'clock' | 'outbound' | 'secretKey'>,
  request: FastifyRequest,
  channelId: string,
  wanted: WantedChat | null,
): Promise<void> {
  const { caller } = request
  if (wanted) requireWebhooks(caller)
  const chat = wanted && { kind: wanted.kind, url: checkUrl(outbound, wanted.url, 'Chat URL'), by: caller.user.id }
  const now = clock()
  const channel = { workspaceId: caller.workspace.id, channelId }
  const before = await storeChat(tx, now, secretKey, channel, chat)
  if (!before && !chat) return
  const after = chat && { kind: chat.kind, origin: new URL(chat.url).origin }
  await recordAction(tx, now, request, {
    action: 'channel.deliver_to',
    details: { channel_id: channelId, before, after },
  })
}

type OfChannel = { workspaceId: string; channelId: string }

/**
 * Of the same service, messages that waited go to the new address, also those that came while nothing was sent. Another
 * service takes another form, so the log begins anew.
 * @returns what was there before
 */
export async function storeChat(
  tx: Tx,
  now: Date,
  secretKey: SecretKey,
  { workspaceId: workspace_id, channelId: channel_id }: OfChannel,
  chat: { kind: ChatKind; url: string; by: string } | null,
): Promise<{ kind: ChatKind; origin: string } | null> {
  const own = tx
    .selectFrom('webhooks')
    .select(['id', 'chat', 'url', 'failing_since', 'updated_at'])
    .where('workspace_id', '=', workspace_id)
  const before = await own.where('channel_id', '=', channel_id).forUpdate().executeTakeFirst()
  const stays = before?.chat === chat?.kind
  if (before && !stays) {
    await tx.deleteFrom('webhooks').where('workspace_id', '=', workspace_id).where('id', '=', before.id).execute()
  }
  if (chat) {
    const key = { workspace_id, id: before && stays ? before.id : newId('wh', now) }
    const row = {
      user_id: chat.by,
      url: new URL(chat.url).origin,
      secret: sealSigningSecret(secretKey, chat.url, key),
      status: 'active' as const,
      failing_since: null,
      updated_at: now,
    }
    await tx
      .insertInto('webhooks')
      .values({ ...key, ...row, ...ofEveryChat, channel_id, chat: chat.kind, created_at: now })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(row))
      .execute()
    if (before && stays) await recoverSkipped(tx, now, key, before.failing_since ?? before.updated_at)
  }
  return before ? { kind: before.chat!, origin: before.url } : null
}

const ofEveryChat = { scope: 'channel' as const, api_key_id: null, description: '', enabled_events: [] }

/** What is not published in the channel any more is neither sent nor shown in its log. */
export function forgetPublication(tx: Tx, { workspaceId, channelId }: OfChannel, recordingId: string): Promise<void> {
  const webhook = sql`(select id from webhooks where workspace_id = ${workspaceId} and channel_id = ${channelId})`
  return emptyMessagesWhere(tx, workspaceId, sql`recording_id = ${recordingId} and webhook_id = ${webhook}`)
}
