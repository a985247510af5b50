/** Shares: access that an attendee grants to one person, the same for notes, recordings and series (decision 29d). */
import { type RawBuilder, sql } from 'kysely'
import { ApiError, invalid, notFound } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { isStorable } from '../../../platform/text.ts'
import { findPeople } from '../../accounts/find-people.ts'
import type { Acting, Caller, Person } from '../../caller/caller.ts'
import { changeSight } from '../../caller/change-sight.ts'
import { namesOf, type PublishableKind } from '../visible.ts'
import { attends, notAttending, requireAttendee, type Thing } from './attend.ts'
import { withRule } from './publish.ts'

/** `by`: the attendee who gave access, by user id; `by_rule`: their rule, if one did. */
export type Share = { user: Person; by: string; can_edit: boolean; by_rule?: string }

/** Called inside the transaction for each new share of a note or recording; one without effect is none (decision 61). */
export type OnShared = (tx: Tx, caller: Acting, thing: Thing<PublishableKind>, share: Share) => Promise<void>

/**
 * Makes a share, or changes who made it and whether the person may edit; if `canEdit` is null, a right that counts stays.
 * @param user  id or e-mail; the share of a deactivated person counts when they are active again
 * @returns all its shares
 * @throws {ApiError} 404 or 403 without sight or attendance; 404 for an unknown person; 400 for oneself
 */
export function share(db: Db, caller: Caller, thing: Thing, wanted: NewShare, onShared?: OnShared): Promise<Share[]> {
  return changeSight(db, caller.workspace.id, (tx) => shareIn(tx, caller, thing, wanted, onShared))
}

type NewShare = { user: string; canEdit: boolean | null; ruleId?: string | null }

/**
 * The same in a transaction of `changeSight`, by a person or by their rule. A rule leaves a share that counts as it is,
 * because somebody chose its right.
 * @throws {ApiError} as `share`
 */
export async function shareIn(
  tx: Tx,
  caller: Acting,
  thing: Thing,
  { user, canEdit, ruleId = null }: NewShare,
  onShared?: OnShared,
): Promise<Share[]> {
  await requireAttendee(tx, caller, thing)
  const receiver = (await findPeople(tx, caller.workspace.id, [user])).get(user)
  if (!receiver || receiver.erased) throw new ApiError(404, 'User not found in workspace')
  if (receiver.id === caller.user.id) throw invalid('body.user', 'must be another person: nobody shares with themself')
  const { shares, thingId } = namesOf(thing.kind)
  const before = sql`(share.can_edit and ${counts(caller, thing)})`
  // A series is shared by people only.
  const [ruleColumn, rule, sameRule] =
    thing.kind === 'series'
      ? [sql``, sql``, sql``]
      : [sql`, rule_id`, sql`, ${ruleId}::text`, sql`, rule_id = excluded.rule_id`]
  const { rows } = await sql<{ is_new: boolean }>`
      with former as (select from ${shares} share where share.workspace_id = ${caller.workspace.id}
        and share.${thingId} = ${thing.id} and share.user_id = ${receiver.id} and ${counts(caller, thing)})
      insert into ${shares} as share (workspace_id, ${thingId}, user_id, by_user_id, can_edit${ruleColumn})
      values (${caller.workspace.id}, ${thing.id}, ${receiver.id}, ${caller.user.id}, ${canEdit ?? false}${rule})
      on conflict (workspace_id, ${thingId}, user_id) do update
      set by_user_id = excluded.by_user_id, can_edit = coalesce(${canEdit}::boolean, ${before})${sameRule}
      where ${ruleId === null ? sql`true` : sql`not ${counts(caller, thing)}`}
      returning not exists (select from former) as is_new`.execute(tx)
  const all = await listShares(tx, caller, thing, true)
  const made = rows[0]?.is_new && all.find((each) => each.user.id === receiver.id)
  const { kind, id } = thing
  if (made && kind !== 'series') await onShared?.(tx, caller, { kind, id }, made)
  return all
}

/**
 * Takes a share back. The person who received it may do so without being an attendee.
 * @returns the shares that remain, as far as the caller may know them
 * @throws {ApiError} 404 without sight or share; 403 for another's share without attendance
 */
export function unshare(db: Db, caller: Caller, thing: Thing, userId: string): Promise<Share[]> {
  return changeSight(db, caller.workspace.id, async (tx) => {
    const attending = await attends(tx, caller, thing)
    if (!attending && userId !== caller.user.id) throw notAttending(thing)
    if (!isStorable(userId)) throw notFound('Share')
    const { shares, thingId } = namesOf(thing.kind)
    const { numAffectedRows } = await sql`
      delete from ${shares} where workspace_id = ${caller.workspace.id} and ${thingId} = ${thing.id}
        and user_id = ${userId}`.execute(tx)
    if (numAffectedRows === 0n) throw notFound('Share')
    return listShares(tx, caller, thing, attending)
  })
}

/** In a query over `share`: whether it counts, that is, was made by a person who still attends, for another person. */
function counts({ workspace }: Acting, { kind, id }: Thing): RawBuilder<boolean> {
  const { thingId, attendees } = namesOf(kind)
  return sql<boolean>`(share.user_id <> share.by_user_id
    and exists (select from ${attendees} maker where maker.workspace_id = ${workspace.id}
      and maker.${thingId} = ${id} and maker.user_id = share.by_user_id))`
}

/**
 * The shares that count.
 * @param attending  whether the caller attends; others see only shares that they received or made
 */
export async function listShares(tx: Tx, caller: Acting, thing: Thing, attending: boolean): Promise<Share[]> {
  const { shares, thingId } = namesOf(thing.kind)
  const own = sql`(share.user_id = ${caller.user.id} or share.by_user_id = ${caller.user.id})`
  const rule = thing.kind === 'series' ? sql`null::text` : sql`share.rule_id`
  const { rows } = await sql<Share & { rule_id: string | null }>`
    select json_build_object('id', receiver.id, 'email', receiver.email, 'full_name', receiver.full_name) as user,
      share.by_user_id as by, share.can_edit, ${rule} as rule_id
    from ${shares} share
    join users receiver on receiver.workspace_id = share.workspace_id and receiver.id = share.user_id
    where share.workspace_id = ${caller.workspace.id} and share.${thingId} = ${thing.id} and ${counts(caller, thing)}
      and ${attending || caller.superAdmin ? sql`true` : own}
    order by share.user_id`.execute(tx)
  return rows.map(withRule)
}
