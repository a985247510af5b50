/** Publications: access that an attendee grants to the members of a channel (decision 29d). */
import { sql } from 'kysely'
import { notFound } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { requireMember } from '../../accounts/channels.ts'
import type { Acting, Caller } from '../../caller/caller.ts'
import { changeSight } from '../../caller/change-sight.ts'
import { namesOf, type PublishableKind } from '../visible.ts'
import { requireAttendee, type Thing } from './attend.ts'

/** `by`: who published it, by user id; `by_rule`: the rule that did, if one did. */
export type Publication = { channel: { id: string; title: string; private: boolean }; by: string; by_rule?: string }

/** What was published, where, by whom, and by which of their rules. `awaitsNotes`: it is announced with the AI notes. */
export type Publishing = {
  workspaceId: string
  thing: Thing<PublishableKind>
  channelId: string
  byUserId: string
  ruleId?: string | null
  awaitsNotes?: boolean
}

/** Called inside the transaction for each first publication (spec 6). */
export type OnPublished = (tx: Tx, publishing: Publishing) => Promise<void>

/** Called inside the transaction that ends a publication. */
export type OnUnpublished = (tx: Tx, publishing: Omit<Publishing, 'byUserId'>) => Promise<void>

/**
 * Shows a note or a recording in a channel. The calling code holds the workspace's lock and has checked the rights. A
 * publication whose maker no longer attends showed nothing, and is replaced.
 * @returns whether it is new: publishing again in the same channel is no event (decision 40)
 */
export async function publish(tx: Tx, publishing: Publishing): Promise<boolean> {
  const { workspaceId, thing, channelId, byUserId, ruleId = null, awaitsNotes = false } = publishing
  const { things, thingId, attendees } = namesOf(thing.kind)
  const { rows } = await sql`
    insert into publications as publication (workspace_id, ${thingId}, channel_id, by_user_id, rule_id, awaits_notes)
    select workspace_id, id, ${channelId}, ${byUserId}, ${ruleId}::text, ${awaitsNotes} from ${things}
    where workspace_id = ${workspaceId} and id = ${thing.id}
    on conflict (workspace_id, ${thingId}, channel_id) do update
    set by_user_id = excluded.by_user_id, rule_id = excluded.rule_id, awaits_notes = excluded.awaits_notes
    where not exists (select from ${attendees} maker where maker.workspace_id = publication.workspace_id
      and maker.${thingId} = publication.${thingId} and maker.user_id = publication.by_user_id)
    returning publication.channel_id`.execute(tx)
  return rows.length > 0
}

/**
 * @returns the publications in channels that the caller may know
 * @throws {ApiError} 404 for something the caller does not see or a private channel they are not in; 403 for something
 *   they only see or a public channel they are not in
 */
export function publishThing(
  db: Db,
  caller: Caller,
  { thing, channelId }: { thing: Thing<PublishableKind>; channelId: string },
  onPublished?: OnPublished,
): Promise<Publication[]> {
  return changeSight(db, caller.workspace.id, async (tx) => {
    await publishIn(tx, caller, { thing, channelId }, onPublished)
    return listPublications(tx, caller, thing)
  })
}

/** The same in a transaction of `changeSight`, by a person or by their rule. @throws {ApiError} as `publishThing` */
export async function publishIn(
  tx: Tx,
  caller: Acting,
  wanted: Pick<Publishing, 'thing' | 'channelId' | 'ruleId' | 'awaitsNotes'>,
  onPublished?: OnPublished,
): Promise<void> {
  const publishing = { ...wanted, workspaceId: caller.workspace.id, byUserId: caller.user.id }
  await requireAttendee(tx, caller, wanted.thing)
  await requireMember(tx, caller, wanted.channelId)
  if (await publish(tx, publishing)) await onPublished?.(tx, publishing)
}

/** @throws {ApiError} as `publishThing`; 404 if it is not published there */
export function unpublishThing(
  db: Db,
  caller: Caller,
  thing: Thing<PublishableKind>,
  channelId: string,
  onUnpublished?: OnUnpublished,
): Promise<Publication[]> {
  return changeSight(db, caller.workspace.id, async (tx) => {
    await requireAttendee(tx, caller, thing)
    await requireMember(tx, caller, channelId)
    const { thingId } = namesOf(thing.kind)
    const { numAffectedRows } = await sql`
      delete from publications where workspace_id = ${caller.workspace.id} and ${thingId} = ${thing.id}
        and channel_id = ${channelId}`.execute(tx)
    if (numAffectedRows === 0n) throw notFound('Publication')
    await onUnpublished?.(tx, { workspaceId: caller.workspace.id, thing, channelId })
    return listPublications(tx, caller, thing)
  })
}

/** The publications that count, in public channels and the caller's own; a super admin sees all channels. */
export async function listPublications(
  tx: Tx,
  caller: Caller,
  { kind, id }: Thing<PublishableKind>,
): Promise<Publication[]> {
  const { thingId, attendees } = namesOf(kind)
  const { rows } = await sql<Publication & { rule_id: string | null }>`
    select json_build_object('id', channel.id, 'title', channel.title, 'private', channel.private) as channel,
      publication.by_user_id as by, publication.rule_id
    from publications publication
    join channels channel on channel.workspace_id = publication.workspace_id and channel.id = publication.channel_id
    where publication.workspace_id = ${caller.workspace.id} and publication.${thingId} = ${id}
      and exists (select from ${attendees} maker where maker.workspace_id = publication.workspace_id
        and maker.${thingId} = publication.${thingId} and maker.user_id = publication.by_user_id)
      and (not channel.private or ${caller.superAdmin} or exists (select from channel_members member
        where member.workspace_id = channel.workspace_id and member.channel_id = channel.id
          and member.user_id = ${caller.user.id}))
    order by publication.channel_id`.execute(tx)
  return rows.map(withRule)
}

/** Only what a rule made says so. */
export const withRule = <Row>({ rule_id, ...row }: Row & { rule_id: string | null }) =>
  rule_id === null ? row : { ...row, by_rule: rule_id }
