/** Connected accounts: feeds by the consent of their person or by their password (decisions 60 and 69). */
import { newId } from '../../../platform/id.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { open, type SecretKey, seal } from '../../../platform/secrets.ts'
import { foldCase } from '../../../platform/text.ts'
import { addressOwner, type FeedKey, hasRoom, lockFeedsOf } from '../feeds/feeds.ts'
import { ConnectionRefused, type Given, type OAuthClient, type Tokens } from '../vendors/oauth-client.ts'
import type { CalendarProvider, ProviderName } from '../vendors/provider.ts'

/** The vendors that the operator set up. */
export type Accounts = Map<ProviderName, { provider: CalendarProvider; client: OAuthClient }>

/** `subject` is kept with them, so that the end of an account knows whose consent it was. */
export type SealedTokens = Tokens & { subject: string }

export const sealTokens = (key: SecretKey, feed: FeedKey, tokens: SealedTokens) =>
  seal(key, JSON.stringify(tokens), addressOwner(feed))

/** @throws {SecretError} sealed with another key or for another feed, or changed */
export const openTokens = (key: SecretKey, feed: FeedKey, sealed: Buffer): SealedTokens =>
  JSON.parse(open(key, sealed, addressOwner(feed)))

/** A feed that nothing was read of yet. */
export const unreadAccount = { sync_cursor: null, full_read_at: null, full_due_at: null, last_error: null, failures: 0 }

export type NewAccount = {
  provider: ProviderName
  /** What people see of where it is. */
  host: string
  given: Omit<Given, 'isEnough'>
  secretKey: SecretKey
  now: Date
}

/**
 * Stores an account; the same one of the same person is the same feed, and is read anew. One that a world brought is
 * found by its e-mail address.
 * @returns the id of the feed, whose first read must be scheduled
 * @throws {ConnectionRefused} the person has too many feeds
 */
export async function keepAccount(
  tx: Tx,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { provider, host, given: { account, subject, tokens }, secretKey, now }: NewAccount,
): Promise<string> {
  const known = await lockFeedsOf(tx, workspaceId, userId)
  const isSame = (each: (typeof known)[number]) =>
    each.provider === provider &&
    (each.subject === null ? foldCase(each.account ?? '') === foldCase(account) : each.subject === subject)
  const same = known.find(isSame)
  if (!same && !hasRoom(known)) throw new ConnectionRefused('too_many')
  const id = same?.id ?? newId('cal', now)
  const sealed = sealTokens(secretKey, { workspaceId, id }, { ...tokens, subject })
  const state = { account, subject, host, tokens: sealed, next_read_at: now, ...unreadAccount }
  if (same) {
    await tx
      .updateTable('calendar_feeds')
      .set(state)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    return id
  }
  const own = { workspace_id: workspaceId, user_id: userId, id, created_at: now }
  await tx
    .insertInto('calendar_feeds')
    .values({ ...own, ...state, provider })
    .execute()
  return id
}

/** Does nothing if the tokens were replaced since, because the person connected the account again. */
export async function replaceTokens(
  db: Db,
  { workspaceId, id }: FeedKey,
  before: Buffer,
  changes: { tokens: Buffer } | (typeof withdrawnAccount & { last_error: string }),
): Promise<void> {
  await db
    .updateTable('calendar_feeds')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('tokens', '=', before)
    .execute()
}

export const noWatch = {
  watch_id: null,
  watch_resource: null,
  watch_secret: null,
  watch_address: null,
  watch_until: null,
}

/** An account without tokens is not read until its person connects it again. */
export const withdrawnAccount = { tokens: null, next_read_at: null, ...noWatch }
