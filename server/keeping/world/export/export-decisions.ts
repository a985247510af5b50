/** Exports decisions, with what they replaced and what is proposed. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import type { DecisionProposalRow } from '../../../platform/postgres/tables.ts'
import { utc } from '../../../platform/time.ts'
import { pages } from './pages.ts'

const supersedes = sql<string[]>`array(select older from decision_successions succession
  where succession.workspace_id = decisions.workspace_id and succession.newer = decisions.id order by older)`

type ProposalEntry = Pick<DecisionProposalRow, 'older' | 'kind' | 'dismissed'>

const proposals = sql<ProposalEntry[]>`coalesce((
  select json_agg(json_build_object('older', older, 'kind', kind, 'dismissed', dismissed) order by older)
  from decision_proposals proposal
  where proposal.workspace_id = decisions.workspace_id and proposal.newer = decisions.id), '[]')`

export async function* exportDecisions(db: Db, workspaceId: string) {
  const decisions = pages(['created_at', 'id'], ({ where, limit }) =>
    db
      .selectFrom('decisions')
      .select(['id', 'note_id', 'recording_id', 'text', 'quote', 'speaker', 'start_time', 'status', 'detected'])
      .select(['changed_by_people', 'made_by', supersedes.as('supersedes'), proposals.as('proposals')])
      .select(['created_at', 'updated_at'])
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const page of decisions)
    yield page.map(({ id, note_id, recording_id, created_at, updated_at, ...rest }) => ({
      id,
      note: note_id,
      recording: recording_id,
      ...rest,
      created_at: utc(created_at),
      updated_at: utc(updated_at),
    }))
}
