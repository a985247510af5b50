/** Opens a link for somebody without an account (decision 57): counts it, writes the audit row, and reads what it shows. */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordActor } from '../../people/caller/audit.ts'
import { freezeOf, requireServed } from '../../people/caller/frozen.ts'
import { keepsMeetings, linkOpens } from '../../people/sight/outside-link-opens.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { OutsidePart } from '../../platform/postgres/tables.ts'
import { findLink, type GuestLink, noSuchLink, requirePassword, WrongPassword } from './find-link.ts'
import { readShown, type Shown } from './read-shown.ts'

export type OpenedLink = Shown & {
  link: GuestLink
  workspace: string
  shared_by: string
  expires_at: Date
  parts: OutsidePart[]
}

/**
 * @param workspaceId  the workspace of the request's host; null for any
 * @throws {ApiError} 404 for a link that opens nothing; 403 without its password; 429 after ten wrong ones; 503
 */
export async function openLink(
  db: Db,
  now: Date,
  request: FastifyRequest,
  { token, password, workspaceId }: { token: string; password: string | null; workspaceId: string | null },
): Promise<OpenedLink> {
  const link = await findLink(db, now, token, workspaceId)
  requireServed(await freezeOf(db, link.workspace_id))
  await requirePassword(db, now, link, password).catch(async (error) => {
    if (error instanceof WrongPassword) await record(db, now, request, link, 'outside_link.refuse', error.status)
    throw error
  })
  // It may have been withdrawn while the password was checked.
  return db.transaction().execute(async (tx) => {
    const counted = await countOpening(tx, now, link)
    const shown = counted && (await readShown(tx, link, new Set(counted.parts)))
    if (!shown) throw noSuchLink()
    await record(tx, now, request, link, 'outside_link.open', 200)
    return { ...shown, ...counted, link }
  })
}

/** Transcript and media are no parts while the workspace keeps none. */
async function countOpening(tx: Tx, now: Date, { workspace_id, id }: GuestLink) {
  const { rows } = await sql<Pick<OpenedLink, 'workspace' | 'shared_by' | 'expires_at' | 'parts'>>`
    update outside_links link set openings = link.openings + 1, last_opened_at = ${now}
    from workspaces, users maker
    where link.workspace_id = ${workspace_id} and link.id = ${id} and ${linkOpens(now)}
      and workspaces.id = link.workspace_id and maker.workspace_id = link.workspace_id and maker.id = link.user_id
    returning workspaces.name as workspace, maker.full_name as shared_by, link.expires_at,
      array(select part from unnest(link.parts) part
        where part in ('notes', 'items') or ${keepsMeetings}) as parts`.execute(tx)
  return rows[0]
}

/** In the name of who made the link: nobody else is known. */
function record(db: Db, now: Date, request: FastifyRequest, link: GuestLink, action: string, status: number) {
  const { workspace_id: workspaceId, user_id: userId, note_id, recording_id } = link
  const details = { link_id: link.id, ...(note_id === null ? { recording_id } : { note_id }) }
  return recordActor(db, now, { workspaceId, userId, keyId: null }, request, { action, status, details })
}
