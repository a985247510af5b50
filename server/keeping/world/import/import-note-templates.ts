/** Imports the note templates of a workspace as one document, like the API. */
import { isDeepStrictEqual } from 'node:util'
import { readNoteTemplates, storeNoteTemplates } from '../../../making/note-templates/note-templates.ts'
import { findContradictions, readGiven } from '../../../making/note-templates/read-given.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Doc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import type { Ids } from './import-context.ts'

/**
 * A missing field keeps the stored value, null empties it.
 * @returns whether the document changed
 * @throws {WorldError} a document that contradicts itself
 */
export async function importNoteTemplates(
  { tx, ids, now }: { tx: Tx; ids: Ids; now: Date },
  workspaceId: string,
  given: Doc<'workspaces'>['note_templates'],
  path: string,
): Promise<boolean> {
  if (given === undefined) return false
  const wanted = readGiven(given ?? {}, () => ids.next('nt'))
  const [error] = findContradictions(wanted)
  if (error) throw new WorldError(`${path}.${error.location}`, error.message)
  if (isDeepStrictEqual(wanted, await readNoteTemplates(tx, workspaceId))) return false
  await storeNoteTemplates(tx, workspaceId, wanted, now)
  return true
}
