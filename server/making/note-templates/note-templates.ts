/** The document of note templates. Everyone may read its names; super admins may read all of it and replace it. */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordAction } from '../../people/caller/audit.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { requireSuperAdmin } from '../../people/caller/require-super-admin.ts'
import { ApiError, invalid, invalidRequest } from '../../platform/errors.ts'
import { etagOf, ifMatchAllows } from '../../platform/http/etag.ts'
import { newId } from '../../platform/id.ts'
import type { StoredNoteTemplates } from '../../platform/postgres/column-types.ts'
import { type Db, lockKey, type Tx } from '../../platform/postgres/db.ts'
import { findContradictions, readGiven } from './read-given.ts'
import type { GivenNoteTemplates, NoteTemplates } from './schemas.ts'

const emptyDocument: StoredNoteTemplates = { instructions: null, glossary: [], templates: [] }

/** Empty if the workspace has none. */
export async function readNoteTemplates(db: Db, workspaceId: string): Promise<StoredNoteTemplates> {
  const row = await db
    .selectFrom('note_templates')
    .select('document')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.document ?? emptyDocument
}

/** Others see only names, to choose a template; glossary and instructions may be confidential. */
export function presentNoteTemplates(stored: StoredNoteTemplates, { superAdmin }: Caller): NoteTemplates {
  return superAdmin ? printNoteTemplates(stored) : { templates: stored.templates.map(({ id, name }) => ({ id, name })) }
}

/** All fields in a fixed order, because the database keeps none. */
export function printNoteTemplates({ instructions, glossary, templates }: StoredNoteTemplates): StoredNoteTemplates {
  return {
    instructions,
    glossary: glossary.map(({ term, meaning }) => ({ term, meaning })),
    templates: templates.map(({ id, name, instructions, sections, series_ids, title_contains, ...rest }) => ({
      id,
      name,
      instructions,
      sections: sections.map(({ title, instructions }) => ({ title, instructions })),
      series_ids,
      title_contains,
      is_default: rest.is_default,
      // Documents that were stored before there was one have none.
      notes_language: rest.notes_language ?? null,
    })),
  }
}

/** The ETag of what this caller may read, so that it reveals nothing else. */
export const noteTemplatesEtag = (presented: NoteTemplates) => etagOf(JSON.stringify(presented))

/**
 * @throws {ApiError} 403 without super admin; 412 if the document is not the version that `If-Match` names; 400 for a
 * document that contradicts itself or names an unknown series
 */
export function replaceNoteTemplates(
  db: Db,
  now: Date,
  request: FastifyRequest,
  given: GivenNoteTemplates,
): Promise<StoredNoteTemplates> {
  const { caller, headers } = request
  requireSuperAdmin(caller)
  const wanted = readGiven(given, () => newId('nt', now))
  requireConsistent(wanted)
  const workspaceId = caller.workspace.id
  return db.transaction().execute(async (tx) => {
    await lockKey(tx, `note templates ${workspaceId}`)
    const stored = await readNoteTemplates(tx, workspaceId)
    if (!ifMatchAllows(headers['if-match'], noteTemplatesEtag(presentNoteTemplates(stored, caller)))) {
      throw new ApiError(412, 'The note templates have changed since they were read; read them again')
    }
    if (isDeepStrictEqual(wanted, stored)) return stored
    await requireSeries(tx, workspaceId, wanted)
    await storeNoteTemplates(tx, workspaceId, wanted, now)
    await recordAction(tx, now, request, { action: 'note_templates.change', details: differencesOf(stored, wanted) })
    return wanted
  })
}

/** Replaces the templates of the workspace. */
export async function storeNoteTemplates(tx: Tx, workspaceId: string, wanted: StoredNoteTemplates, now: Date) {
  const row = { document: JSON.stringify(wanted), changed_at: now }
  await tx
    .insertInto('note_templates')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

function requireConsistent(wanted: StoredNoteTemplates): void {
  const errors = findContradictions(wanted).map((each) => ({ ...each, location: `body.${each.location}` }))
  if (errors.length > 0) throw invalidRequest(errors)
}

async function requireSeries(tx: Tx, workspaceId: string, { templates }: StoredNoteTemplates): Promise<void> {
  const ids = templates.flatMap(({ series_ids }) => series_ids)
  const found = await tx
    .selectFrom('series')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  const known = new Set(found.map(({ id }) => id))
  const errors = templates.flatMap(({ series_ids }, index) =>
    [...series_ids.entries()]
      .filter(([, id]) => !known.has(id))
      .map(([number]) => ({
        location: `body.templates[${index}].series_ids[${number}]`,
        message: 'must be a series of the workspace',
      })),
  )
  if (errors.length > 0) throw invalidRequest(errors)
}

/** Names what changed, for the audit log. Texts are left out: they are long, and every reader of the log would see them. */
function differencesOf(before: StoredNoteTemplates, after: StoredNoteTemplates): Record<string, unknown> {
  const known = new Map(before.templates.map((each) => [each.id, each]))
  const kept = new Set(after.templates.map(({ id }) => id))
  const fields = ['instructions', 'glossary'] as const
  return {
    changed: fields.filter((field) => !isDeepStrictEqual(before[field], after[field])),
    templates: {
      added: after.templates.filter(({ id }) => !known.has(id)).map(({ id }) => id),
      changed: after.templates
        .filter(({ id, ...rest }) => isChanged(known.get(id), { id, ...rest }))
        .map(({ id }) => id),
      removed: before.templates.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    },
  }
}

const isChanged = (before: object | undefined, after: object) =>
  before !== undefined && !isDeepStrictEqual(before, after)

/** @throws {ApiError} 400 for a template that the workspace does not have */
export async function requireTemplate(
  db: Db,
  workspaceId: string,
  templateId: string,
  location: string,
): Promise<void> {
  const { templates } = await readNoteTemplates(db, workspaceId)
  if (!templates.some(({ id }) => id === templateId))
    throw invalid(location, 'must be a note template of the workspace')
}
