/**
 * What may a person see? The rule of spec 2.1 and decision 17 stands in migrations/0002_sight.sql, which keeps its
 * answer in note_sight and recording_sight; here are the ways to ask. Each answer costs one index probe or one index
 * range, however large the workspace.
 */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/db.ts'
import type { Tables } from '../tables.ts'
import type { Caller } from './caller.ts'

type Person = string | Expression<string>

/** True in a query over `notes` for the notes that the person may see; a column such as `webhooks.user_id` tells who hears of them. */
export function noteVisibleTo(person: Person): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from note_sight where note_sight.workspace_id = notes.workspace_id
    and note_sight.note_id = notes.id and note_sight.user_id = ${person}) and ${isActive('notes', person)})`
}

/** The same over `recordings`. */
export function recordingVisibleTo(person: Person): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from recording_sight where recording_sight.workspace_id = recordings.workspace_id
    and recording_sight.recording_id = recordings.id and recording_sight.user_id = ${person})
    and ${isActive('recordings', person)})`
}

function isActive(relation: string, person: Person): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users where users.workspace_id = ${sql.ref(`${relation}.workspace_id`)}
    and users.id = ${person} and users.active)`
}

export function noteVisible(caller: Caller): RawBuilder<boolean> {
  return caller.superAdmin ? sql<boolean>`true` : noteVisibleTo(caller.user.id)
}

export function recordingVisible(caller: Caller): RawBuilder<boolean> {
  return caller.superAdmin ? sql<boolean>`true` : recordingVisibleTo(caller.user.id)
}

/** What a list starts from: ids and times, in the order of an index. */
// biome-ignore lint/suspicious/noExplicitAny: which tables they come from is nobody's business
export type Seen = SelectQueryBuilder<Tables, any, { id: string; created_at: Date }>

/** Every note that the caller sees. */
export function visibleNotes(db: Db, caller: Caller): Seen {
  return caller.superAdmin
    ? db.selectFrom('notes').select(['id', 'created_at']).where('workspace_id', '=', caller.workspace.id)
    : db
        .selectFrom('note_sight')
        .select(['note_id as id', 'created_at'])
        .where('workspace_id', '=', caller.workspace.id)
        .where('user_id', '=', caller.user.id)
}

export function visibleRecordings(db: Db, caller: Caller): Seen {
  return caller.superAdmin
    ? db.selectFrom('recordings').select(['id', 'created_at']).where('workspace_id', '=', caller.workspace.id)
    : db
        .selectFrom('recording_sight')
        .select(['recording_id as id', 'created_at'])
        .where('workspace_id', '=', caller.workspace.id)
        .where('user_id', '=', caller.user.id)
}

/** Taken before deleting notes or recordings, so that a change of sight and a deletion never wait for each other. */
export async function lockSight(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sight ' || ${workspaceId}::text, 0))`.execute(tx)
}
