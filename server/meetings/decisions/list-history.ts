/** The history of a decision, as a caller sees it (decision 63). */
import { sql } from 'kysely'
import type { Caller, Person } from '../../people/caller/caller.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { DecisionChangeRow } from '../../platform/postgres/tables.ts'
import { decisionVisible, getDecision } from './read-decisions.ts'

/** `user` and `through` are null where the caller does not see what did it. */
export type HistoryEntry = Pick<DecisionChangeRow, 'id' | 'at' | 'change' | 'other'> & {
  through: DecisionChangeRow['through'] | null
  user: Person | null
}

/** The kind of list that a cursor belongs to. */
export const historyList = 'decision_history'

/**
 * Newest first. What names another decision is shown to who sees that one. That a successor replaced this one, or gave way,
 * is told to everybody, because the status is: but without the successor, and without who wrote it.
 * @throws {ApiError} 404 for a decision that the caller does not see
 */
export async function listHistory(
  db: Db,
  caller: Caller,
  decisionId: string,
  page: PageRequest,
): Promise<Page<HistoryEntry>> {
  const { id } = await getDecision(db, caller, decisionId)
  const isWhole = sql<boolean>`(entry.other is null or other.id is not null)`
  const rows = await db
    .selectFrom('decision_changes as entry')
    .leftJoin('decisions as other', (join) =>
      join
        .onRef('other.workspace_id', '=', 'entry.workspace_id')
        .onRef('other.id', '=', 'entry.other')
        .on(decisionVisible(caller, 'other')),
    )
    .leftJoin('users as person', (join) =>
      join.onRef('person.workspace_id', '=', 'entry.workspace_id').onRef('person.id', '=', 'entry.user_id').on(isWhole),
    )
    .select(['entry.id', 'entry.at', 'entry.change', 'other.id as other'])
    .select(sql<HistoryEntry['through']>`case when ${isWhole} then entry.through end`.as('through'))
    .select(['person.id as user_id', 'person.full_name', 'person.email'])
    .where('entry.workspace_id', '=', caller.workspace.id)
    .where('entry.decision_id', '=', id)
    .where(sql<boolean>`(${isWhole} or entry.change ? 'status')`)
    .where(page.after ? isAfter('entry.at', 'entry.id', page.after) : sql<boolean>`true`)
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limitOf(page))
    .execute()
  const entries = rows.map(({ user_id, full_name, email, ...entry }) => ({
    ...entry,
    user: user_id === null ? null : { id: user_id, email: email!, full_name: full_name! },
  }))
  return toPage(historyList, page, entries, ({ at, id }) => ({ time: at, id }))
}
