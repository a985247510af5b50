/**
 * Queries for what a person may see. The rule of spec 2.1 and decision 17 is in migrations/0010_sight.sql: readers are people
 * and channels, and a person sees what they or one of their channels read. A query for one thing costs an index probe or
 * two for each of its readers' kinds, however large the workspace; `listSeen` has the cost of a list.
 */
import { type AliasedRawBuilder, type Expression, type RawBuilder, sql } from 'kysely'
import { type Db, probe, type Tx } from '../../platform/postgres/db.ts'
import type { Acting, Reader } from '../caller/caller.ts'

/** What is published in channels. */
export type PublishableKind = 'note' | 'recording'
/** What is shared with people. */
export type SharedKind = PublishableKind | 'series'
type PersonExpression = string | Expression<string>

/** True in a query over `notes` for the notes that the person may see. The person is an id, or a column such as `webhooks.user_id`. */
export const noteVisibleTo = (person: PersonExpression) => visibleTo('note', person)

/** The same over `recordings`. */
export const recordingVisibleTo = (person: PersonExpression) => visibleTo('recording', person)

export function noteVisible(caller: Reader): RawBuilder<boolean> {
  return caller.superAdmin ? sql<boolean>`true` : noteVisibleTo(caller.user.id)
}

/** Which of these notes the caller sees. */
export async function seenNotes(db: Db, caller: Reader, ids: (string | null)[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notes')
    .select('id')
    .where('workspace_id', '=', caller.workspace.id)
    .where(sql<boolean>`id = any(${ids})`)
    .where(noteVisible(caller))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export function recordingVisible(caller: Reader): RawBuilder<boolean> {
  return caller.superAdmin ? sql<boolean>`true` : recordingVisibleTo(caller.user.id)
}

/**
 * Ids and times of the notes or recordings that the caller sees; all of them, or those that the channel reads. A thing comes
 * once for each way in which a person sees it.
 */
export function seenBy(
  caller: Reader,
  kind: PublishableKind,
  channelId?: string | null,
): AliasedRawBuilder<Seen, 'seen'> {
  const source = channelId == null ? allSeenBy(caller, kind) : readBy(caller, kind, channelId)
  return sql<Seen>`(${source})`.as('seen')
}

export type Seen = { id: string; created_at: Date }

/** Whether `seenBy` has the thing. */
export function isSeen(
  kind: PublishableKind,
  caller: Reader,
  id: RawBuilder<unknown>,
  channelId?: string | null,
): RawBuilder<boolean> {
  const person = caller.user.id
  if (!caller.superAdmin && channelId == null)
    return isInSight(kind, { workspaceId: sql`${caller.workspace.id}`, id, person })
  return probe(sql`select from ${seenBy(caller, kind, channelId)} where seen.id = ${id}`)
}

/** Whether the caller sees it, and attends it and so may open it to others (decision 29d). */
export async function sightOf(
  tx: Tx,
  caller: Acting,
  { kind, id }: { kind: SharedKind; id: string },
): Promise<{ sees: boolean; attends: boolean } | undefined> {
  const { things, thingId, attendees } = namesOf(kind)
  const { rows } = await sql<{ sees: boolean; attends: boolean }>`
    select ${caller.superAdmin ? sql`true` : visibleTo(kind, caller.user.id)} as sees,
      exists (select from ${attendees} attendee where attendee.workspace_id = ${things}.workspace_id
        and attendee.${thingId} = ${things}.id and attendee.user_id = ${caller.user.id}) as attends
    from ${things} where workspace_id = ${caller.workspace.id} and id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * True if the thing is in the person's sight, even if the person is not active. Events need this: while the owner of a webhook
 * is deactivated, its messages are kept as skipped (decision 35). For the right to read use `noteVisibleTo` or
 * `recordingVisibleTo`.
 */
export function isInSight(
  kind: SharedKind,
  { workspaceId, id, person }: { workspaceId: Expression<unknown>; id: Expression<unknown>; person: PersonExpression },
): RawBuilder<boolean> {
  if (kind === 'series')
    return sql<boolean>`exists (select from series_readers reader where reader.workspace_id = ${workspaceId}
      and reader.series_id = ${id} and reader.user_id = ${person})`
  const isMember = probe(sql`select from channel_members member where member.workspace_id = seen.workspace_id
    and member.channel_id = seen.reader_id and member.user_id = ${person}`)
  return probe(sql`select from sight seen
    where seen.workspace_id = ${workspaceId} and seen.kind = ${sql.lit(kind)} and seen.id = ${id}
      and (seen.reader_kind = 'person' and seen.reader_id = ${person} or seen.reader_kind = 'channel' and ${isMember})`)
}

function visibleTo(kind: SharedKind, person: PersonExpression): RawBuilder<boolean> {
  const { things } = namesOf(kind)
  const thing = { workspaceId: sql`${things}.workspace_id`, id: sql`${things}.id`, person }
  return sql<boolean>`(${isInSight(kind, thing)}
    and exists (select from users where users.workspace_id = ${things}.workspace_id
      and users.id = ${person} and users.active))`
}

function allSeenBy({ workspace, user, superAdmin }: Reader, kind: PublishableKind): RawBuilder<unknown> {
  if (superAdmin) return sql`select id, created_at from ${namesOf(kind).things} where workspace_id = ${workspace.id}`
  return sql`select id, created_at from person_sight
    where workspace_id = ${workspace.id} and user_id = ${user.id} and kind = ${sql.lit(kind)}`
}

function readBy(
  { workspace, user, superAdmin }: Reader,
  kind: PublishableKind,
  channelId: string,
): RawBuilder<unknown> {
  const isMember = sql`exists (select from channel_members
    where workspace_id = ${workspace.id} and channel_id = ${channelId} and user_id = ${user.id})`
  return sql`select id, created_at from sight where workspace_id = ${workspace.id}
    and reader_kind = 'channel' and reader_id = ${channelId} and kind = ${sql.lit(kind)} and ${superAdmin ? sql`true` : isMember}`
}

/** The tables and columns of a kind, for statements that are the same for all kinds. */
export function namesOf(kind: SharedKind) {
  return {
    things: sql.table(kind === 'series' ? 'series' : `${kind}s`),
    thingId: sql.ref(`${kind}_id`),
    shares: sql.table(kind === 'series' ? 'series_shares' : 'shares'),
    attendees: sql.table(`${kind}_attendees`),
  }
}
