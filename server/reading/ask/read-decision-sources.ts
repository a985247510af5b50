/** Decisions as sources of an answer: those that were found, and what replaced them (decisions 56, 63). */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { FoundPassage } from '../search/score-documents.ts'
import { readSources, type Source } from './read-sources.ts'

/** How often in a row what replaced a decision is looked for. */
const maxSteps = 5

/** The found ones in their order, then their successors as far as the caller sees them. */
export async function readDecisionSources(
  tx: Tx,
  caller: Caller,
  found: FoundPassage[],
  isForModel: boolean,
): Promise<Source[]> {
  const sources = await readSources(tx, caller, found, isForModel)
  let last = sources.slice()
  for (let step = 0; step < maxSteps && last.length > 0; step++) {
    const known = new Set(sources.map(({ decision }) => decision!.id))
    const newer = last.flatMap(({ decision }) => decision!.superseded_by ?? []).filter((id) => !known.has(id))
    last = await readSources(tx, caller, await passagesOf(tx, caller, newer), isForModel)
    sources.push(...last)
  }
  return sources
}

async function passagesOf(tx: Tx, { workspace }: Caller, ids: string[]): Promise<FoundPassage[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from search_documents where workspace_id = ${workspace.id} and decision_id = any(${ids}) order by id desc`.execute(
    tx,
  )
  return rows.map(({ id }) => ({ document: Number(id), number: 0, score: 0, key: 0, words: [], by: [] }))
}

const ranks = { stands: 0, superseded: 1, withdrawn: 2 }

/** Else in their order. */
export const standingFirst = (sources: Source[]): Source[] =>
  sources.toSorted(({ decision: one }, { decision: other }) => ranks[one!.status] - ranks[other!.status])
