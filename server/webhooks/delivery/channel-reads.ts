/** A chat gets, and its log shows, only what its channel reads now (spec 2.1). */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import { isAmong } from './lock-messages.ts'

/** In a query over `messages`: false for a chat's message about a recap that its channel does not read. */
export const channelReads = sql<boolean>`(messages.recording_id is null or not exists (select from webhooks chat
  where chat.workspace_id = messages.workspace_id and chat.id = messages.webhook_id and chat.scope = 'channel'
    and not exists (select from sight seen where seen.workspace_id = chat.workspace_id and seen.kind = 'recording'
      and seen.id = messages.recording_id and seen.reader_kind = 'channel' and seen.reader_id = chat.channel_id)))`

type Message = { workspace_id: string; id: string }

/** @returns those about a recap that the channel does not read */
export async function findUnread<Each extends Message>(tx: Tx, messages: Each[]): Promise<Set<Each>> {
  if (messages.length === 0) return new Set()
  const keyOf = ({ workspace_id, id }: Message) => `${workspace_id} ${id}`
  const read = await tx
    .selectFrom('messages')
    .select(['workspace_id', 'id'])
    .where(isAmong(messages))
    .where(channelReads)
    .execute()
  const keys = new Set(read.map(keyOf))
  return new Set(messages.filter((message) => !keys.has(keyOf(message))))
}
