/** Who besides attendees may see a note, a recording or a series, and what the caller may do with it (decision 29d). */
import { sql } from 'kysely'
import { type Db, inSnapshot, type Tx } from '../../../platform/postgres/db.ts'
import type { Caller } from '../../caller/caller.ts'
import { noteEditable } from '../editable.ts'
import { namesOf } from '../visible.ts'
import { attends, type Thing } from './attend.ts'
import { listPublications, type Publication } from './publish.ts'
import { listShares, type Share } from './share.ts'

type Sharing = { shares: Share[]; publications: Publication[]; may_edit: boolean; may_share: boolean }

/**
 * Reads the caller's rights and the shares in one snapshot, so both are of one moment. Series have no publications.
 * @throws {ApiError} 404 without sight
 */
export function readSharing(db: Db, caller: Caller, thing: Thing): Promise<Sharing> {
  return inSnapshot(db, async (tx) => {
    const attending = await attends(tx, caller, thing)
    const { kind, id } = thing
    return {
      shares: await listShares(tx, caller, thing, attending),
      publications: kind === 'series' ? [] : await listPublications(tx, caller, { kind, id }),
      may_edit: await mayEdit(tx, caller, thing),
      may_share: attending,
    }
  })
}

/** Those who may edit a note may correct its recordings; a series cannot be edited (decisions 18, 46). */
async function mayEdit(tx: Tx, caller: Caller, { kind, id }: Thing): Promise<boolean> {
  if (kind === 'series') return false
  const { things } = namesOf(kind)
  const noteId = kind === 'note' ? sql.ref('thing.id') : sql.ref('thing.note_id')
  const { rows } = await sql<{ edits: boolean }>`
    select ${noteEditable(caller, sql.ref('thing.workspace_id'), noteId)} as edits from ${things} thing
    where thing.workspace_id = ${caller.workspace.id} and thing.id = ${id}`.execute(tx)
  return rows[0]?.edits ?? false
}
