/**
 * Queries for what a person may see. The rule of spec 2.1 and decision 17 is in migrations/0010_sight.sql. Its
 * triggers keep the result in note_sight and recording_sight. Each query here costs one index probe or one index range,
 * however large the workspace.
 */
import { type AliasedRawBuilder, type Expression, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import type { Caller } from '../workspace/caller.ts'

/** What is published in channels. */
export type PublishableKind = 'note' | 'recording'
/** What is shared with people. */
export type SharedKind = PublishableKind | 'series'
type Person = string | Expression<string>

/** True in a query over `notes` for the notes that the person may see. The person is an id, or a column such as `webhooks.user_id`. */
export const noteVisibleTo = (person: Person) => visibleTo('note', person)

/** The same over `recordings`. */
export const recordingVisibleTo = (person: Person) => visibleTo('recording', person)

export function noteVisible(caller: Caller): RawBuilder<boolean> {
  return caller.superAdmin ? sql<boolean>`true` : noteVisibleTo(caller.user.id)
}

export function recordingVisible(caller: Caller): RawBuilder<boolean> {
  return caller.superAdmin ? sql<boolean>`true` : recordingVisibleTo(caller.user.id)
}

/**
 * The start of a list: ids and times of the notes or recordings that the caller sees, in the order of an index; all
 * of them, or those that an attendee published in a channel.
 */
export function seenBy(
  caller: Caller,
  kind: PublishableKind,
  channelId?: string | null,
): AliasedRawBuilder<Seen, 'seen'> {
  const source = channelId == null ? allSeenBy(caller, kind) : publishedTo(caller, kind, channelId)
  return sql<Seen>`(${source})`.as('seen')
}

type Seen = { id: string; created_at: Date }

/** Whether the caller sees it, and attends it and so may open it to others (decision 29d). */
export async function sightOf(
  tx: Tx,
  caller: Caller,
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
  { workspaceId, id, person }: { workspaceId: Expression<unknown>; id: Expression<unknown>; person: Person },
): RawBuilder<boolean> {
  const { thingId, sight } = namesOf(kind)
  return sql<boolean>`exists (select from ${sight} sight where sight.workspace_id = ${workspaceId}
      and sight.${thingId} = ${id} and sight.user_id = ${person})`
}

function visibleTo(kind: SharedKind, person: Person): RawBuilder<boolean> {
  const { things } = namesOf(kind)
  const thing = { workspaceId: sql`${things}.workspace_id`, id: sql`${things}.id`, person }
  return sql<boolean>`(${isInSight(kind, thing)}
    and exists (select from users where users.workspace_id = ${things}.workspace_id
      and users.id = ${person} and users.active))`
}

function allSeenBy({ workspace, user, superAdmin }: Caller, kind: PublishableKind): RawBuilder<unknown> {
  const { things, thingId, sight } = namesOf(kind)
  if (superAdmin) return sql`select id, created_at from ${things} where workspace_id = ${workspace.id}`
  return sql`select ${thingId} as id, created_at from ${sight} where workspace_id = ${workspace.id} and user_id = ${user.id}`
}

function publishedTo(
  { workspace, user, superAdmin }: Caller,
  kind: PublishableKind,
  channelId: string,
): RawBuilder<unknown> {
  const { thingId, sight, publications, attendees } = namesOf(kind)
  // Without `offset 0` PostgreSQL computes attendees and sight of all publications, instead of those on the page.
  const seen = sql`exists (select from ${sight} sight
    where sight.workspace_id = publication.workspace_id and sight.${thingId} = publication.${thingId}
      and sight.user_id = ${user.id} offset 0)`
  return sql`select publication.${thingId} as id, publication.created_at from ${publications} publication
    where publication.workspace_id = ${workspace.id} and publication.channel_id = ${channelId}
      and exists (select from ${attendees} maker
        where maker.workspace_id = publication.workspace_id and maker.${thingId} = publication.${thingId}
          and maker.user_id = publication.by_user_id offset 0)
      and ${superAdmin ? sql`true` : seen}`
}

/** The tables and columns of a kind, for statements that are the same for all kinds. */
export function namesOf(kind: SharedKind) {
  return {
    things: sql.table(kind === 'series' ? 'series' : `${kind}s`),
    thingId: sql.ref(`${kind}_id`),
    sight: sql.table(kind === 'series' ? 'series_readers' : `${kind}_sight`),
    shares: sql.table(`${kind}_shares`),
    publications: sql.table(`${kind}_publications`),
    attendees: sql.table(`${kind}_attendees`),
  }
}
