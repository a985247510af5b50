/** Decisions as a caller sees them, and as agendas print them (decision 63). */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../people/caller/caller.ts'
import { isInSight } from '../../people/sight/visible.ts'
import { notFound } from '../../platform/errors.ts'
import type { ProposalKind } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { DecisionRow } from '../../platform/postgres/tables.ts'
import { isStorable } from '../../platform/text.ts'

export type DecisionView = Pick<
  DecisionRow,
  | 'id'
  | 'text'
  | 'quote'
  | 'speaker'
  | 'start_time'
  | 'note_id'
  | 'recording_id'
  | 'detected'
  | 'made_by'
  | 'made_at'
  | 'created_at'
  | 'updated_at'
> & {
  title: string
  status: 'stands' | 'superseded' | 'withdrawn'
  superseded_by: string | null
  supersedes: string[]
  proposals: { id: string; kind: ProposalKind; quote: string | null }[]
}

/** What an agenda prints of a decision (decision 21 on native markup). */
export type AgendaDecision = Pick<DecisionRow, 'text' | 'status'>

/** Rows of decisions, to be named `decision`. */
export type DecisionSource = RawBuilder<DecisionRow>

/** True if the reader sees a row of decisions: by its recap where it came of one, else by its note. */
export function decisionVisible({ user, superAdmin }: Reader, decision = 'decision'): RawBuilder<boolean> {
  if (superAdmin) return sql<boolean>`true`
  const of = (column: string) => sql.ref(`${decision}.${column}`)
  const source = { workspaceId: of('workspace_id'), id: of('source_id'), person: user.id }
  return sql<boolean>`case ${of('source_kind')}
    when 'note' then ${isInSight('note', source)} else ${isInSight('recording', source)} end`
}

/** @throws {ApiError} 404 for a decision that is unknown, of another workspace, or not the caller's to see */
export async function getDecision(db: Db, reader: Reader, id: string): Promise<DecisionView> {
  const [row] = isStorable(id) ? await readDecisions(db, reader, [id]) : []
  if (!row) throw notFound('Decision')
  return row
}

/** Those of these decisions that the reader sees, by their ids. */
export const readDecisions = async (db: Db, reader: Reader, ids: string[]): Promise<DecisionView[]> =>
  ids.length === 0
    ? []
    : selectDecisions(db, reader)
        .where(sql<boolean>`decision.id = any(${ids})`)
        .where(decisionVisible(reader))
        .orderBy('decision.id')
        .execute()

/** The decisions that these notes may show in their agendas, by note and id. One query. */
export async function agendaDecisions(
  db: Db,
  workspaceId: string,
  noteIds: string[],
): Promise<(noteId: string) => Map<string, AgendaDecision>> {
  const rows = noteIds.length === 0 ? [] : await selectOfNotes(db, workspaceId, noteIds)
  const byNote = Map.groupBy(rows, ({ note_id }) => note_id)
  return (noteId) => new Map((byNote.get(noteId) ?? []).map(({ id, text, status }) => [id, { text, status }]))
}

const selectOfNotes = (db: Db, workspaceId: string, noteIds: string[]) =>
  db
    .selectFrom('decisions as decision')
    .select(['decision.id', 'decision.note_id', 'decision.text', 'decision.status'])
    .where('decision.workspace_id', '=', workspaceId)
    .where(sql<boolean>`decision.note_id = any(${noteIds})`)
    .where('decision.recording_id', 'is', null)
    .execute()

/** The successor of `decision` that stands; with the condition, if it meets that. */
export const successor = (condition: RawBuilder<boolean> = sql`true`) => sql<string | null>`(
  select newer.id from decision_successions succession
  join decisions newer on newer.workspace_id = succession.workspace_id and newer.id = succession.newer
  where succession.workspace_id = decision.workspace_id and succession.older = decision.id
    and newer.status = 'stands' and ${condition})`

const status = sql<DecisionView['status']>`case when decision.status = 'withdrawn' then 'withdrawn'
  when ${successor()} is null then 'stands' else 'superseded' end`

const supersedes = (reader: Reader) => sql<string[]>`array(
  select older.id from decision_successions succession
  join decisions older on older.workspace_id = succession.workspace_id and older.id = succession.older
  where succession.workspace_id = decision.workspace_id and succession.newer = decision.id
    and ${decisionVisible(reader, 'older')} order by older.id)`

/**
 * Of earlier ones that stand and that nothing that stands replaced; nor what people said of the two already. None if this one
 * does not stand.
 */
const proposals = (reader: Reader) => sql<DecisionView['proposals']>`coalesce((
  select json_agg(json_build_object('id', older.id, 'kind', proposal.kind, 'quote', older.quote) order by older.id)
  from decision_proposals proposal
  join decisions older on older.workspace_id = proposal.workspace_id and older.id = proposal.older
  where proposal.workspace_id = decision.workspace_id and proposal.newer = decision.id and not proposal.dismissed
    and decision.status = 'stands' and ${successor()} is null and older.status = 'stands' and not exists (select from decision_successions succession
      join decisions newer on newer.workspace_id = succession.workspace_id and newer.id = succession.newer
      where succession.workspace_id = older.workspace_id and succession.older = older.id
        and (newer.id = decision.id or newer.status = 'stands'))
    and ${decisionVisible(reader, 'older')}), '[]')`

export function selectDecisions(db: Db, reader: Reader, source: DecisionSource = sql`decisions`) {
  const title = sql<string>`case decision.source_kind
    when 'note' then (select title from notes where workspace_id = decision.workspace_id and id = decision.note_id)
    else (select title from recordings where workspace_id = decision.workspace_id and id = decision.recording_id) end`
  return db
    .selectFrom(source.as('decision'))
    .select(['decision.id', 'decision.text', 'decision.quote', 'decision.speaker', 'decision.start_time'])
    .select(['decision.note_id', 'decision.recording_id', 'decision.detected', 'decision.made_by'])
    .select(['decision.made_at', 'decision.created_at', 'decision.updated_at'])
    .select([title.as('title'), status.as('status')])
    .select(successor(decisionVisible(reader, 'newer')).as('superseded_by'))
    .select([supersedes(reader).as('supersedes'), proposals(reader).as('proposals')])
    .where('decision.workspace_id', '=', reader.workspace.id)
}
