/** Exports decisions, with what they replaced and what is proposed. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { DecisionChangeRow, DecisionProposalRow } from '../../../platform/postgres/tables.ts'
import { utc } from '../../../platform/time.ts'
import { pages } from './pages.ts'

const supersedes = sql<string[]>`array(select older from decision_successions succession
  where succession.workspace_id = decisions.workspace_id and succession.newer = decisions.id order by older)`

type ProposalEntry = Pick<DecisionProposalRow, 'older' | 'kind' | 'dismissed'>

const proposals = sql<ProposalEntry[]>`coalesce((
  select json_agg(json_build_object('older', older, 'kind', kind, 'dismissed', dismissed) order by older)
  from decision_proposals proposal
  where proposal.workspace_id = decisions.workspace_id and proposal.newer = decisions.id), '[]')`

type HistoryEntry = Pick<DecisionChangeRow, 'id' | 'through' | 'change' | 'other'> & { at: string; user: string | null }

/** The oldest entry first; null without changes. */
const historyIn = sql<HistoryEntry[] | null>`(
  select json_agg(json_build_object('id', entry.id, 'at', entry.at, 'user', entry.user_id, 'through', entry.through,
    'change', entry.change, 'other', entry.other) order by entry.at, entry.id)
  from decision_changes entry
  where entry.workspace_id = decisions.workspace_id and entry.decision_id = decisions.id)`

export async function* exportDecisions(db: Db, workspaceId: string) {
  const decisions = pages(['created_at', 'id'], ({ where, limit }) =>
    db
      .selectFrom('decisions')
      .select(['id', 'note_id', 'recording_id', 'text', 'quote', 'speaker', 'start_time', 'status', 'detected'])
      .select(['changed_by_people', 'made_by', supersedes.as('supersedes'), proposals.as('proposals')])
      .select([historyIn.as('history'), 'created_at', 'updated_at'])
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const page of decisions)
    yield page.map(({ id, note_id, recording_id, history, created_at, updated_at, ...rest }) => ({
      id,
      note: note_id,
      recording: recording_id,
      ...rest,
      ...(history && { history: history.map((entry) => ({ ...entry, at: utc(new Date(entry.at)) })) }),
      created_at: utc(created_at),
      updated_at: utc(updated_at),
    }))
}
