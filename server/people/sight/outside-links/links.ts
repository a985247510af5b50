/** Links for people without an account: who may share a note or a recording makes, lists and withdraws them (decision 57). */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { type Db, inSnapshot, type Tx } from '../../../platform/postgres/db.ts'
import type { OutsidePart } from '../../../platform/postgres/tables.ts'
import { isStorable } from '../../../platform/text.ts'
import { recordAction } from '../../caller/audit.ts'
import type { Caller, Person } from '../../caller/caller.ts'
import { changeSight } from '../../caller/change-sight.ts'
import { hashSecret } from '../../caller/keys.ts'
import { mayOpen } from '../outside-link-opens.ts'
import { attends, notAttending, requireAttendee, type Thing } from '../sharing/attend.ts'
import type { PublishableKind } from '../visible.ts'

type LinkedThing = Thing<PublishableKind>

export type OutsideLink = {
  id: string
  parts: OutsidePart[]
  has_password: boolean
  by: Person
  created_at: Date
  expires_at: Date
  /** False while its maker may not share the thing. */
  works: boolean
  openings: number
  last_opened_at: Date | null
}

export type NewLink = { expiresIn: number; parts: OutsidePart[]; password: string | null }

/** Links of one note or recording that have not expired. */
export const maxLinks = 50

/**
 * @returns the link and its token, which nobody can read again
 * @throws {ApiError} 404 or 403 without sight or attendance; 409 while the workspace has no such links, keeps no
 *   transcripts or media that the link should show, or for one link too many
 */
export async function makeLink(
  db: Db,
  now: Date,
  request: FastifyRequest,
  thing: LinkedThing,
  { expiresIn, parts, password }: NewLink,
): Promise<{ link: OutsideLink; token: string }> {
  const { caller } = request
  const token = randomBytes(32).toString('base64url')
  // Hashing is slow: nobody who may not make the link gets as far, and no lock is held meanwhile.
  if (password !== null) await inSnapshot(db, (tx) => requireMaker(tx, now, caller, thing, parts))
  const passwordHash = password === null ? null : await hashPassword(password)
  return changeSight(db, caller.workspace.id, async (tx) => {
    await requireMaker(tx, now, caller, thing, parts)
    const id = newId('ol', now)
    await tx
      .insertInto('outside_links')
      .values({
        workspace_id: caller.workspace.id,
        id,
        note_id: thing.kind === 'note' ? thing.id : null,
        recording_id: thing.kind === 'recording' ? thing.id : null,
        user_id: caller.user.id,
        token_hash: hashSecret(token),
        password_hash: passwordHash,
        parts,
        created_at: now,
        expires_at: new Date(now.getTime() + expiresIn * 1_000),
      })
      .execute()
    const details = { link_id: id, [`${thing.kind}_id`]: thing.id, parts, has_password: password !== null }
    await recordAction(tx, now, request, { action: 'outside_link.create', status: 201, details })
    return { link: (await listOf(tx, now, caller, thing)).find((link) => link.id === id)!, token }
  })
}

/** @throws {ApiError} as `makeLink` */
async function requireMaker(tx: Tx, now: Date, caller: Caller, thing: LinkedThing, parts: OutsidePart[]) {
  await requireAttendee(tx, caller, thing)
  await requireAllowed(tx, caller, parts)
  if ((await listOf(tx, now, caller, thing)).length >= maxLinks)
    throw new ApiError(409, `This ${thing.kind} has ${maxLinks} links already; withdraw one`)
}

async function requireAllowed(tx: Tx, { workspace }: Caller, parts: OutsidePart[]): Promise<void> {
  const { outside_links, retention } = await tx
    .selectFrom('workspaces')
    .select(['outside_links', 'retention'])
    .where('id', '=', workspace.id)
    .executeTakeFirstOrThrow()
  if (!outside_links) throw new ApiError(409, 'Links for outsiders are switched off in this workspace')
  if (retention === 'zero_day' && (parts.includes('transcript') || parts.includes('media')))
    throw new ApiError(409, 'This workspace keeps no transcripts and no media that a link could show')
}

/** The newest first. @throws {ApiError} 404 without sight; 403 for who may not share it and is no super admin */
export function listLinks(db: Db, now: Date, caller: Caller, thing: LinkedThing): Promise<OutsideLink[]> {
  return inSnapshot(db, async (tx) => {
    await requireSharer(tx, caller, thing)
    return listOf(tx, now, caller, thing)
  })
}

/**
 * @returns the links that remain
 * @throws {ApiError} as `listLinks`; 404 if there is no such link
 */
export function withdrawLink(
  db: Db,
  now: Date,
  request: FastifyRequest,
  thing: LinkedThing,
  linkId: string,
): Promise<OutsideLink[]> {
  const { caller } = request
  return changeSight(db, caller.workspace.id, async (tx) => {
    await requireSharer(tx, caller, thing)
    if (!isStorable(linkId)) throw notFound('Link')
    const { numDeletedRows } = await tx
      .deleteFrom('outside_links')
      .where('workspace_id', '=', caller.workspace.id)
      .where(`${thing.kind}_id`, '=', thing.id)
      .where('id', '=', linkId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Link')
    const details = { link_id: linkId, [`${thing.kind}_id`]: thing.id }
    await recordAction(tx, now, request, { action: 'outside_link.withdraw', details })
    return listOf(tx, now, caller, thing)
  })
}

async function requireSharer(tx: Tx, caller: Caller, thing: LinkedThing): Promise<void> {
  if (!(await attends(tx, caller, thing)) && !caller.superAdmin) throw notAttending(thing)
}

async function listOf(tx: Tx, now: Date, { workspace }: Caller, { kind, id }: LinkedThing): Promise<OutsideLink[]> {
  return tx
    .selectFrom('outside_links as link')
    .innerJoin('users as maker', (join) =>
      join.onRef('maker.workspace_id', '=', 'link.workspace_id').onRef('maker.id', '=', 'link.user_id'),
    )
    .select(['link.id', 'link.parts', 'link.created_at', 'link.expires_at', 'link.openings', 'link.last_opened_at'])
    .select(sql<boolean>`link.password_hash is not null`.as('has_password'))
    .select(sql<Person>`json_build_object('id', maker.id, 'email', maker.email, 'full_name', maker.full_name)`.as('by'))
    .select(mayOpen.as('works'))
    .where('link.workspace_id', '=', workspace.id)
    .where(`link.${kind}_id`, '=', id)
    .where('link.expires_at', '>', now)
    .orderBy('link.created_at', 'desc')
    .orderBy('link.id', 'desc')
    .execute()
}
