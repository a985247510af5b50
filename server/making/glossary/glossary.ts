/** The glossary: names and words as a workspace spells them. Everyone reads it, super admins replace it (decision 66). */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { recordAction } from '../../people/caller/audit.ts'
import { requireSuperAdmin } from '../../people/caller/require-super-admin.ts'
import { ApiError, invalidRequest } from '../../platform/errors.ts'
import { etagOf, ifMatchAllows } from '../../platform/http/etag.ts'
import type { StoredGlossary } from '../../platform/postgres/column-types.ts'
import { type Db, lockKey, type Tx } from '../../platform/postgres/db.ts'
import { findRepeated, type GivenFields, readGiven } from './read-given.ts'

/** All fields in a fixed order, because the database keeps none; empty if the workspace has none. */
export async function readGlossary(db: Db, workspaceId: string): Promise<StoredGlossary> {
  const row = await db
    .selectFrom('glossaries')
    .select('document')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return readGiven(row?.document ?? { terms: [] })
}

export const glossaryEtag = (glossary: StoredGlossary) => etagOf(JSON.stringify(glossary))

/**
 * @throws {ApiError} 403 without super admin; 400 for a term that is there twice; 412 if the glossary is not the version
 * that `If-Match` names
 */
export function replaceGlossary(
  db: Db,
  now: Date,
  request: FastifyRequest,
  given: GivenFields,
): Promise<StoredGlossary> {
  const { caller, headers } = request
  requireSuperAdmin(caller)
  const wanted = readGiven(given)
  const repeated = findRepeated(wanted)
  if (repeated.length > 0) throw invalidRequest(repeated)
  const workspaceId = caller.workspace.id
  return db.transaction().execute(async (tx) => {
    await lockKey(tx, `glossary ${workspaceId}`)
    const stored = await readGlossary(tx, workspaceId)
    if (!ifMatchAllows(headers['if-match'], glossaryEtag(stored)))
      throw new ApiError(412, 'The glossary has changed since it was read; read it again')
    if (isDeepStrictEqual(wanted, stored)) return stored
    await storeGlossary(tx, workspaceId, wanted, now)
    await recordAction(tx, now, request, { action: 'glossary.change', details: differencesOf(stored, wanted) })
    return wanted
  })
}

/** Replaces the glossary of the workspace. */
export async function storeGlossary(tx: Tx, workspaceId: string, wanted: StoredGlossary, now: Date): Promise<void> {
  const row = { document: JSON.stringify(wanted), changed_at: now }
  await tx
    .insertInto('glossaries')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

/** How many terms changed, for the audit log; the terms themselves may be names of people. */
function differencesOf(before: StoredGlossary, after: StoredGlossary) {
  const known = new Map(before.terms.map((each) => [each.term, each]))
  const stay = after.terms.filter(({ term }) => known.has(term))
  return {
    added: after.terms.length - stay.length,
    changed: stay.filter((each) => !isDeepStrictEqual(each, known.get(each.term))).length,
    removed: before.terms.length - stay.length,
  }
}
