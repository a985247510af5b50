/** Deletes what is only the person's: webhooks, feeds, unfinished uploads, memberships, shares (decision 50 on erasure). */
import { sql } from 'kysely'
import { forgetInShares } from '../../../making/rules/forget-person.ts'
import { endAccounts, removedAccount } from '../../../meetings/calendar/feeds/end-accounts.ts'
import { forgetMaker } from '../../../meetings/decisions/forget-maker.ts'
import { type Erasure, isErasedAddress } from '../../../people/privacy/erasure.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { emptyMessages } from '../../../webhooks/delivery/empty-messages.ts'

/** Rows of one transaction. */
const batch = 1_000

/** @returns whether there is more */
export async function eraseOwn(tx: Tx, jobs: Pick<Jobs, 'send'>, erasure: Erasure): Promise<boolean> {
  if ((await deleteMessages(tx, erasure)) > 0) return true
  if ((await clearAddresses(tx, erasure)) === batch) return true
  if ((await deleteUnfinished(tx, erasure)) === batch) return true
  await deleteFeeds(tx, jobs, erasure)
  await deleteOwnRows(tx, erasure)
  await forgetInShares(tx, erasure)
  await forgetMaker(tx, erasure)
  await deleteOwnEvents(tx, erasure)
  return false
}

/** Deletes the messages of the person's webhooks in batches: deleting a webhook would delete all of its at once. */
async function deleteMessages(tx: Tx, { workspaceId, userId }: Erasure): Promise<number> {
  await sql`
    select from webhooks where workspace_id = ${workspaceId} and user_id = ${userId} order by id for update`.execute(tx)
  const { rows } = await sql`
    delete from messages where workspace_id = ${workspaceId} and id = any(array(
      select id from messages where workspace_id = ${workspaceId} and webhook_id in (
        select id from webhooks where workspace_id = ${workspaceId} and user_id = ${userId})
      order by id limit ${sql.lit(batch)} for update))
    returning id`.execute(tx)
  return rows.length
}

/** The audit log keeps what was done, and by which id, but not the IP address. */
async function clearAddresses(tx: Tx, { workspaceId, userId }: Erasure): Promise<number> {
  const { rows } = await sql`
    update audit_log set address = '' where workspace_id = ${workspaceId} and id in (
      select id from audit_log where workspace_id = ${workspaceId} and user_id = ${userId} and address <> ''
      limit ${sql.lit(batch)})
    returning id`.execute(tx)
  return rows.length
}

/** Finished uploads stay with their recordings. Of failed ones, messages quote title and person. */
async function deleteUnfinished(tx: Tx, { workspaceId, userId }: Erasure): Promise<number> {
  const { rows } = await sql<{ recording_id: string }>`
    delete from uploads where workspace_id = ${workspaceId} and recording_id = any(array(
      select recording_id from uploads where workspace_id = ${workspaceId} and submitted_by = ${userId}
        and status <> 'SUCCESS'
      order by recording_id limit ${sql.lit(batch)} for update))
    returning recording_id`.execute(tx)
  const ids = rows.map(({ recording_id }) => recording_id)
  await emptyMessages(tx, workspaceId, 'recording_id', ids)
  return rows.length
}

/** With what their vendors keep of connected accounts. */
async function deleteFeeds(tx: Tx, jobs: Pick<Jobs, 'send'>, { workspaceId, userId }: Erasure): Promise<void> {
  const removed = await tx
    .deleteFrom('calendar_feeds')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .returning(removedAccount)
    .execute()
  await endAccounts(tx, jobs, removed)
}

async function deleteOwnRows(tx: Tx, { workspaceId, userId }: Erasure): Promise<void> {
  const own = sql`workspace_id = ${workspaceId} and user_id = ${userId}`
  // Marked as expired, so that the next clean-up deletes the row together with the bytes of the upload.
  await sql`update upload_sessions set metadata = null, created_at = 'epoch' where ${own}`.execute(tx)
  for (const table of ownTables) await sql`delete from ${sql.table(table)} where ${own}`.execute(tx)
}

/** Tables with a person as the owner of a row; dependent rows are deleted with these. */
const ownTables = [
  ...[
    'webhooks',
    'api_keys',
    'sessions',
    'sign_in_tokens',
    'bound_identities',
    'passkeys',
    'oauth_grants',
    'listeners',
    'idempotency_keys',
    'scim_people',
    'voices',
    'voice_claims',
    'voice_words',
    'voice_contests',
    'recorder_subscriptions',
    'outside_links',
    'rules',
    'note_plans',
    'push_subscriptions',
    'reminders',
    'todo_accounts',
    'todo_changes',
    'recap_mail_wishes',
    'recap_mails',
  ],
  ...['notes_requests', 'transcription_requests', 'channel_members', 'shares', 'series_shares'],
]

/** Deletes meetings without a note whose other attendees are all erased. */
async function deleteOwnEvents(tx: Tx, { workspaceId, names }: Erasure): Promise<void> {
  const { rows } = await sql<{ guid: string }>`
    select event.guid from events event
    join event_attendees own on own.workspace_id = event.workspace_id and own.event_guid = event.guid
    where event.workspace_id = ${workspaceId} and own.email_folded = ${names.standIn}
      and not exists (select from notes where workspace_id = event.workspace_id and event_guid = event.guid)
      and not exists (select from event_attendees other where other.workspace_id = event.workspace_id
        and other.event_guid = event.guid and not ${isErasedAddress(workspaceId, sql`other.email_folded`)})`.execute(tx)
  const guids = rows.map(({ guid }) => guid)
  if (guids.length === 0) return
  await sql`update uploads set event_guid = null where workspace_id = ${workspaceId} and event_guid = any(${guids})`.execute(
    tx,
  )
  await sql`delete from events where workspace_id = ${workspaceId} and guid = any(${guids})`.execute(tx)
}
