/** Finds the link that somebody without an account opens, and checks its password (decision 57). */
import { sql } from 'kysely'
import { hashSecret } from '../../people/caller/keys.ts'
import { requireTry, requireTryLeft } from '../../people/requests/count-tries.ts'
import { linkOpens } from '../../people/sight/outside-link-opens.ts'
import { ApiError } from '../../platform/errors.ts'
import { isPassword } from '../../platform/passwords.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { serialize } from '../../platform/postgres/mutex.ts'
import type { OutsideLinkRow } from '../../platform/postgres/tables.ts'

export type GuestLink = Pick<
  OutsideLinkRow,
  'workspace_id' | 'id' | 'note_id' | 'recording_id' | 'user_id' | 'password_hash'
>

/** The same for every link that opens nothing, so that nobody learns what there was. */
export const noSuchLink = () => new ApiError(404, 'This link does not work, or no longer', { code: 'no_link' })

/** Wrong passwords for one link, from all addresses together. */
const wrongPasswords = { max: 10, seconds: 900 }
const tooMany = 'Too many wrong passwords'

/**
 * @param workspaceId  the workspace that it must belong to; null for any
 * @throws {ApiError} 404 for a link that opens nothing
 */
export async function findLink(db: Db, now: Date, token: string, workspaceId: string | null): Promise<GuestLink> {
  const found = await db
    .selectFrom('outside_links as link')
    .select(['link.workspace_id', 'link.id', 'link.note_id', 'link.recording_id', 'link.user_id', 'link.password_hash'])
    .where('link.token_hash', '=', hashSecret(token))
    .where(workspaceId === null ? sql<boolean>`true` : sql<boolean>`link.workspace_id = ${workspaceId}`)
    .where(linkOpens(now))
    .executeTakeFirst()
  if (!found) throw noSuchLink()
  return found
}

/** A wrong one was given; `requirePassword` throws it. */
export class WrongPassword extends ApiError {}

/**
 * Counts wrong passwords only: many people may come at once with the right one. Within a process passwords of a link are
 * checked one after the other, so each further process has one more try at most.
 * @throws {ApiError} 403 without the right password; 429 after ten wrong ones
 */
export async function requirePassword(
  db: Db,
  now: Date,
  { id, password_hash }: GuestLink,
  password: string | null,
): Promise<void> {
  if (password_hash === null) return
  if (password === null) throw new ApiError(403, 'This link needs its password', { code: 'password_required' })
  const tries = `link ${id}`
  await serialize(tries, async () => {
    await requireTryLeft(db, now, tries, wrongPasswords, tooMany)
    if (await isPassword(password, password_hash)) return
    await requireTry(db, now, tries, wrongPasswords, tooMany)
    throw new WrongPassword(403, 'The password is wrong', { code: 'wrong_password' })
  })
}
