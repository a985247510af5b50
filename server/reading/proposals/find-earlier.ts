/**
 * Which earlier decisions a new one is compared with (decision 63): those that have its words, in its series, in its
 * channels, and elsewhere, and the latest of its series. Only what all its readers see.
 */
import { sql } from 'kysely'
import { cutWords } from '../../meetings/text-index/words.ts'
import type { Context } from '../../platform/context/context.ts'
import { type Db, decisive } from '../../platform/postgres/db.ts'
import { findAndRead, type Searching } from '../search/search.ts'
import type { SearchFilters } from '../search/seen-documents.ts'

/** `quote` is what was said, if it is kept. */
export type ComparedDecision = { id: string; text: string; quote: string | null; made_at: Date }

export type ComparisonIds = { workspaceId: string; id: string }

/**
 * `found`: by each search, and of the series; `checked`: of all found; more than are compared, because not all of them may
 * be. `words`: of the new one that are searched for.
 */
const limits = { found: 30, checked: 60, compared: 12, channels: 3, words: 40 }

type New = ComparedDecision & {
  series_id: string | null
  /** One of those who see it; null if nobody does. */
  reader: string | null
  channels: { id: string; member: string }[]
}

/** @returns null if it does not stand, has no words, or nobody sees it; the likeliest ones first */
export async function findEarlier(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  ids: ComparisonIds,
): Promise<{ newer: ComparedDecision; earlier: ComparedDecision[] } | null> {
  const newer = await readNew(db, ids)
  if (!newer || newer.reader === null) return null
  const { reader, series_id, channels } = newer
  const searches: [string, SearchFilters][] = [
    ...(series_id === null ? [] : [[reader, { series_id }] satisfies [string, SearchFilters]]),
    ...channels.map(({ id, member }): [string, SearchFilters] => [member, { channel_id: id }]),
    [reader, {}],
  ]
  const found: string[][] = []
  const searching = { db, threads, meanings: null, turns: null }
  for (const [person, filters] of searches) found.push(await search(searching, ids, newer, person, filters))
  if (series_id !== null) found.push(await latestOfSeries(db, ids, series_id))
  const inTurns = Array.from({ length: limits.found }, (_, rank) => found.flatMap((some) => some[rank] ?? [])).flat()
  const likely = [...new Set(inTurns)].slice(0, limits.checked)
  const comparable = new Map((await readComparable(db, ids, likely)).map((each) => [each.id, each]))
  const earlier = likely.flatMap((id) => comparable.get(id) ?? [])
  return { newer, earlier: earlier.slice(0, limits.compared) }
}

async function readNew(db: Db, { workspaceId, id }: ComparisonIds): Promise<New | undefined> {
  const { rows } = await sql<New>`
    select decision.id, decision.text, decision.quote, decision.made_at, note.series_id,
      (select min(user_id) from person_sight seen where seen.workspace_id = decision.workspace_id
        and seen.kind = decision.source_kind and seen.id = decision.source_id) as reader,
      coalesce((select json_agg(json_build_object('id', channel_id, 'member', member)) from (
        select seen.reader_id as channel_id, min(member.user_id) as member from sight seen
        join channel_members member on member.workspace_id = seen.workspace_id and member.channel_id = seen.reader_id
        where seen.workspace_id = decision.workspace_id and seen.kind = decision.source_kind and seen.id = decision.source_id
          and seen.reader_kind = 'channel'
        group by seen.reader_id order by seen.reader_id limit ${sql.lit(limits.channels)}) few), '[]') as channels
    from decisions decision
    join notes note on note.workspace_id = decision.workspace_id and note.id = decision.note_id
    where decision.workspace_id = ${workspaceId} and decision.id = ${id} and decision.text <> ''
      and ${stands('decision')}`.execute(db)
  return rows[0]
}

/** Without signs, because some are operators of a search. */
async function search(
  searching: Searching,
  { workspaceId }: ComparisonIds,
  { text }: ComparedDecision,
  userId: string,
  filters: SearchFilters,
): Promise<string[]> {
  const query = [...cutWords(text).take(limits.words)].map(({ spelling }) => spelling).join(' ')
  if (query === '') return []
  const request = {
    query,
    filters: { ...filters, kinds: ['decision' as const] },
    order: 'relevance' as const,
    size: limits.found,
    cursor: null,
  }
  const person = { workspace: { id: workspaceId }, user: { id: userId }, superAdmin: false }
  const { read } = await findAndRead(searching, person, request, async (tx, passages) => {
    const documents = passages.map(({ document }) => document)
    const { rows } = await sql<{ decision_id: string }>`
      select decision_id from search_documents
      join unnest(${documents}::bigint[]) with ordinality as found (id, rank) using (id)
      where workspace_id = ${workspaceId} order by rank`.execute(tx)
    return rows.map(({ decision_id }) => decision_id)
  })
  return read
}

/** Whatever their words: "Mondays it is" may replace "We meet on Tuesdays". */
async function latestOfSeries(db: Db, { workspaceId, id }: ComparisonIds, seriesId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select decision.id from notes note
    join decisions decision on decision.workspace_id = note.workspace_id and decision.note_id = note.id
    where note.workspace_id = ${workspaceId} and note.series_id = ${decisive(seriesId)} and decision.id <> ${id}
    order by decision.made_at desc, decision.id desc limit ${sql.lit(limits.found)}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Those of these that were made before, stand, and are seen by everyone who sees the new one; without those that somebody
 * dismissed. A total order, so that of two new ones only one is compared with the other.
 */
export async function readComparable(
  db: Db,
  { workspaceId, id }: ComparisonIds,
  ids: string[],
): Promise<ComparedDecision[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ComparedDecision>`
    select older.id, older.text, older.quote, older.made_at
    from decisions newer
    join decisions older on older.workspace_id = ${workspaceId} and older.id = any(${ids}) and older.id <> newer.id
    where newer.workspace_id = ${workspaceId} and newer.id = ${id} and older.text <> ''
      and (older.made_at, coalesce(older.start_time, 0), older.id) < (newer.made_at, coalesce(newer.start_time, 0), newer.id)
      and ${stands('newer')} and ${stands('older')}
      and not exists (select from decision_proposals known where known.workspace_id = ${workspaceId}
        and known.newer = newer.id and known.older = older.id and known.dismissed)
      and ((older.source_kind, older.source_id) = (newer.source_kind, newer.source_id) or not exists (
        select user_id from person_sight reader where reader.workspace_id = ${workspaceId}
          and reader.kind = newer.source_kind and reader.id = newer.source_id
        except select user_id from person_sight seen where seen.workspace_id = ${workspaceId}
          and seen.kind = older.source_kind and seen.id = older.source_id))`.execute(db)
  return rows
}

const stands = (decision: 'decision' | 'newer' | 'older') => sql<boolean>`(${sql.ref(`${decision}.status`)} = 'stands'
  and not exists (select from decision_successions succession
    join decisions successor on successor.workspace_id = succession.workspace_id and successor.id = succession.newer
    where succession.workspace_id = ${sql.ref(`${decision}.workspace_id`)} and succession.older = ${sql.ref(`${decision}.id`)}
      and successor.status = 'stands'))`
