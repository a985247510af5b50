/** The list of decisions that a caller sees (decision 63). */
import { type RawBuilder, sql } from 'kysely'
import { requireChannel } from '../../people/accounts/channels.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { isAfter, limitOf, type Page, type PagePosition, type PageRequest, toPage } from '../../platform/http/page.ts'
import { type Db, decisive } from '../../platform/postgres/db.ts'
import { planAnew } from '../../platform/postgres/preparing-client.ts'
import { containsPattern, foldCase } from '../../platform/text.ts'
import { parseDateFilter } from '../../platform/time.ts'
import { wholeWordPattern } from '../../platform/whole-words.ts'
import { titleRuns } from '../lists/searches.ts'
import {
  allDecisions,
  areAllNear,
  channelDecisions,
  decisionsWhere,
  isOlder,
  nearDecisions,
  seenDecisions,
  seriesDecisions,
  visibleDecisions,
} from './decision-sources.ts'
import { type DecisionSource, type DecisionView, selectDecisions, successor } from './read-decisions.ts'
import type { DecisionFilters, DecisionOrder } from './schemas.ts'

export type DecisionRequest = { filters: DecisionFilters; order: DecisionOrder; page: PageRequest }

/** @throws {ApiError} 400 for a channel that is unknown or that the caller may not name */
export async function listDecisions(db: Db, caller: Caller, request: DecisionRequest): Promise<Page<DecisionView>> {
  const { filters, order, page } = request
  if (filters.channel_id != null) await requireChannel(db, caller, filters.channel_id)
  const rows = await selectRows(db, caller, request)
  return toPage(decisionList(order), page, rows, ({ made_at, id }) => ({ time: made_at, id }))
}

/** The kind of list that a cursor belongs to. */
export const decisionList = (order: DecisionOrder) => `decisions_${order}`

async function selectRows(db: Db, caller: Caller, request: DecisionRequest): Promise<DecisionView[]> {
  const { filters, page } = request
  const select = async (source: DecisionSource) => (await selectPage(db, caller, request, source)).execute()
  const few = fewOf(caller, filters)
  if (few) return select(visibleDecisions(caller, few))
  const narrow = narrowed(caller, filters)
  if (caller.superAdmin && !narrow) return select(allDecisions)
  // If the first decisions of the workspace fill the page, not all that may match are read.
  const range = { from: startOf(request), order: orders[request.order].by }
  const rows = await select(nearDecisions(caller, range))
  if (rows.length > page.size || (await areAllNear(db, caller, range))) return rows
  const condition = narrow ? sql`${range.from} and ${narrow}` : range.from
  return select(caller.superAdmin ? decisionsWhere(caller, condition) : seenDecisions(caller, condition))
}

/** The decisions of the things that the filters name, which may be few of many. */
function fewOf(caller: Caller, filters: DecisionFilters): DecisionSource | null {
  if (filters.recording_id != null) return decisionsWhere(caller, sql`recording_id = ${filters.recording_id}`)
  if (filters.note_id != null) return decisionsWhere(caller, sql`note_id = ${filters.note_id}`)
  if (filters.series_id != null) return seriesDecisions(caller, filters.series_id)
  if (filters.channel_id != null) return channelDecisions(caller, filters.channel_id)
  return null
}

/** What filters say for which there is an index, beside `startOf`. */
function narrowed(caller: Caller, filters: DecisionFilters): RawBuilder<unknown> | null {
  const words = wordsOf(filters)
  if (words.length > 0) {
    const runs = words.map((word) => titleRuns(caller.workspace.id, word)).join(' & ')
    return sql`title_runs(workspace_id, text_folded) @@ ${runs}::tsquery`
  }
  return filters.status === 'superseded' ? isOlder(caller) : null
}

const wordsOf = ({ query }: DecisionFilters): string[] =>
  foldCase(query ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')

/** @param source  has only what the caller sees */
async function selectPage(db: Db, caller: Caller, request: DecisionRequest, source: DecisionSource) {
  const { filters, order, page } = request
  let query = selectDecisions(db, caller, source).where(startOf(request))
  if (filters.recording_id != null) query = query.where('decision.recording_id', '=', filters.recording_id)
  if (filters.note_id != null) query = query.where('decision.note_id', '=', filters.note_id)
  if (filters.series_id != null) query = query.where(isOfSeries(filters.series_id))
  if (filters.channel_id != null) query = query.where(isOfChannel(filters.channel_id))
  for (const word of wordsOf(filters)) query = query.where('decision.text_folded', 'like', containsPattern(word))
  if (filters.person_id != null) query = query.where(await isOfPerson(db, caller, filters.person_id))
  if (filters.status === 'stands') query = query.where(stands)
  if (filters.status === 'superseded') query = query.where(sql<boolean>`not (${stands})`)
  if (filters.as_of != null) query = query.where(stoodBefore(parseDateFilter(filters.as_of)!.until))
  return query.orderBy(orders[order].by).limit(limitOf(page)).modifyEnd(planAnew)
}

/** The conditions that have indexes: the time, whether it is withdrawn, and the end of the page before. */
function startOf({ filters, order, page }: DecisionRequest): RawBuilder<boolean> {
  const { status, made_at_start: start, made_at_end: end, as_of } = filters
  const bounds = [sql<boolean>`true`]
  if (start != null) bounds.push(sql`decision.made_at >= ${parseDateFilter(start)!.from}::timestamptz`)
  if (end != null) bounds.push(sql`decision.made_at < ${parseDateFilter(end)!.until}::timestamptz`)
  if (as_of != null) bounds.push(sql`decision.made_at < ${parseDateFilter(as_of)!.until}::timestamptz`)
  if (status != null) bounds.push(sql`decision.status = ${sql.lit(status === 'withdrawn' ? status : 'stands')}`)
  if (page.after) bounds.push(orders[order].isAfter(page.after))
  return sql`${sql.join(bounds, sql` and `)}`
}

/** Of one that is not withdrawn. */
const stands = sql<boolean>`${successor()} is null`

/** Of one that was made before: not withdrawn, and no successor was made before. */
const stoodBefore = (until: Date) => sql<boolean>`(decision.status = 'stands'
  and ${successor(sql`newer.made_at < ${until}::timestamptz`)} is null)`

const isOfSeries = (seriesId: string) => sql<boolean>`exists (select from notes note
  where note.workspace_id = decision.workspace_id and note.id = decision.note_id
    and note.series_id = ${decisive(seriesId)})`

const isOfChannel = (channelId: string) => sql<boolean>`exists (select from sight seen
  where seen.workspace_id = decision.workspace_id and seen.kind = decision.source_kind and seen.id = decision.source_id
    and seen.reader_kind = 'channel' and seen.reader_id = ${channelId})`

/** Who wrote or said it, or is named in it, by whole words. Nothing for an account that is unknown. */
async function isOfPerson(db: Db, { workspace }: Caller, id: string): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ full_name: string }>`
    select full_name from users where workspace_id = ${workspace.id} and id = ${id}`.execute(db)
  const [person] = rows
  if (!person) return sql`false`
  const name = foldCase(person.full_name)
  if (name === '') return sql`decision.made_by = ${id}`
  return sql`(decision.made_by = ${id} or decision.speaker = ${person.full_name}
    or decision.text_folded like ${containsPattern(name)} and decision.text_folded ~ ${wholeWordPattern(name)})`
}

const orders: Record<DecisionOrder, { by: RawBuilder<unknown>; isAfter(position: PagePosition): RawBuilder<boolean> }> =
  {
    made_at_desc: {
      by: sql`decision.made_at desc, decision.id desc`,
      isAfter: (position) => isAfter('decision.made_at', 'decision.id', position),
    },
    made_at_asc: {
      by: sql`decision.made_at, decision.id`,
      isAfter: ({ time, id }) => sql`(decision.made_at, decision.id) > (${time}::timestamptz, ${id}::text)`,
    },
  }
