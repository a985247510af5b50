/** Shares: a door that an attendee opens for one person, the same for notes, recordings and series (decision 29d). */
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db.ts'
import { notFound } from '../platform/errors.ts'
import { isStorable } from '../platform/text.ts'
import { attends, notAttending, requireAttendee, type Thing } from './attend.ts'
import type { Caller, Person } from './caller.ts'
import { findPeople, requireNamed } from './find-people.ts'
import { changeSight, namesOf } from './visible.ts'

/** `by`: who let them in, by user id. */
export type Share = { user: Person; by: string; can_edit: boolean }

/**
 * Lets a person in, or says anew on whose word and whether they may edit; without a word on that it stays as it is.
 * @param user  id or e-mail; a deactivated person's share counts when they are back
 * @returns all shares of the thing
 * @throws {ApiError} 404 or 403 without sight or attendance; 400 for an unknown person
 */
export function share(
  db: Db,
  caller: Caller,
  thing: Thing,
  { user, canEdit }: { user: string; canEdit: boolean | null },
): Promise<Share[]> {
  return changeSight(db, caller.workspace.id, async (tx) => {
    await requireAttendee(tx, caller, thing)
    const receiver = requireNamed(await findPeople(tx, caller.workspace.id, [user]), user)
    const { shares, thingId } = namesOf(thing.kind)
    await sql`
      insert into ${shares} as share (workspace_id, ${thingId}, user_id, by_user_id, can_edit)
      values (${caller.workspace.id}, ${thing.id}, ${receiver.id}, ${caller.user.id}, ${canEdit ?? false})
      on conflict (workspace_id, ${thingId}, user_id) do update
      set by_user_id = excluded.by_user_id, can_edit = coalesce(${canEdit}::boolean, share.can_edit)`.execute(tx)
    return listShares(tx, caller, thing)
  })
}

/**
 * Takes a share back, or leaves: the receiver may go without having been there.
 * @returns the shares that remain; to a receiver who left none, for who else has one is not theirs to know
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
    return attending ? listShares(tx, caller, thing) : []
  })
}

/** Those that count: made by someone who attends still. */
async function listShares(tx: Tx, caller: Caller, { kind, id }: Thing): Promise<Share[]> {
  const { shares, thingId, attendees } = namesOf(kind)
  const { rows } = await sql<Share>`
    select json_build_object('id', receiver.id, 'email', receiver.email, 'full_name', receiver.full_name) as user,
      share.by_user_id as by, share.can_edit
    from ${shares} share
    join users receiver on receiver.workspace_id = share.workspace_id and receiver.id = share.user_id
    where share.workspace_id = ${caller.workspace.id} and share.${thingId} = ${id}
      and exists (select from ${attendees} maker where maker.workspace_id = share.workspace_id
        and maker.${thingId} = share.${thingId} and maker.user_id = share.by_user_id)
    order by share.user_id`.execute(tx)
  return rows
}
