/** Imports a calendar: reads it, compares it with the stored events, writes the difference (decision 29g). */
import { sql } from 'kysely'
import { changeSight } from '../../../people/caller/change-sight.ts'
import { keyChallenges } from '../../../people/requests/require-caller.ts'
import { lockActive } from '../../../people/sign-in/tokens.ts'
import { ApiError } from '../../../platform/errors.ts'
import { asRows, type Db, type Tx } from '../../../platform/postgres/db.ts'
import type { CalendarReader } from '../icalendar/calendar-reader.ts'
import { CalendarError } from '../icalendar/errors.ts'
import type { Window } from '../icalendar/occurrences.ts'
import type { CalendarContent } from '../icalendar/read-calendar.ts'
import type { Plan } from './import-plan.ts'
import type { Importer, ImportSource } from './import-types.ts'
import { planImport } from './plan-import.ts'
import { readKnown } from './read-known-events.ts'
import { writePlan } from './write-plan.ts'

export type ImportResult = {
  events_created: number
  events_updated: number
  events_cancelled: number
  events_skipped: number
  notes_created: number
  problems: string[]
}

export const noChange: ImportResult = {
  events_created: 0,
  events_updated: 0,
  events_cancelled: 0,
  events_skipped: 0,
  notes_created: 0,
  problems: [],
}

/** The current time, and the window around it in which meetings are imported. */
export type Around = { now: Date; window: Window }

export function around(now: Date, days: number): Around {
  const reach = days * 86_400_000
  return { now, window: { from: now.getTime() - reach, to: now.getTime() + reach } }
}

/** @throws {ApiError} 400 that names the line; nothing has been changed then */
export async function importCalendar(
  { db, readCalendar }: { db: Db; readCalendar: CalendarReader },
  bytes: Buffer,
  importer: Importer,
  when: Around,
  sharer?: string,
): Promise<ImportResult> {
  const content = await readOrRefuse(readCalendar, bytes, when.window, sharer)
  return changeSight(db, importer.workspaceId, async (tx) => {
    await requireActive(tx, importer)
    return applyCalendar(tx, content, importer, when)
  })
}

/**
 * Fetching and reading a calendar may take long. A person who was deactivated meanwhile may not import: they may have
 * been erased.
 * @throws {ApiError} 401
 */
export async function requireActive(tx: Tx, { workspaceId, user }: Importer): Promise<void> {
  if (await lockActive(tx, workspaceId, user.id)) return
  const headers = { 'www-authenticate': keyChallenges }
  throw new ApiError(401, 'Missing or invalid API key: the account is not active any more', { headers })
}

/** @throws {ApiError} 400 */
export async function readOrRefuse(
  readCalendar: CalendarReader,
  bytes: Buffer,
  window: Window,
  sharer?: string,
): Promise<CalendarContent> {
  try {
    return await readCalendar(bytes, window, { sharer })
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    const fieldErrors = [{ location: 'body', message: `is not a calendar that can be read: ${error.message}` }]
    throw new ApiError(400, `The calendar cannot be read: ${error.message}`, { fieldErrors })
  }
}

export const wholeFeed = (feedId: string): ImportSource => ({ feedId, gone: null, ids: new Map() })

/** Runs in a transaction that holds the workspace's sight lock (`changeSight`). */
export async function applyCalendar(
  tx: Tx,
  content: CalendarContent,
  importer: Importer,
  { now, window }: Around,
  source: ImportSource | null = null,
): Promise<ImportResult> {
  const { accounts, ...known } = await readKnown(tx, importer, content, source)
  const knownImporter = { ...importer, accounts }
  const plan = planImport(content, known, knownImporter, window, now)
  await writePlan(tx, plan, knownImporter, now)
  if (source) await storeFeedEvents(tx, importer.workspaceId, source, known.inFeedBefore, plan)
  return {
    events_created: plan.created.length,
    events_updated: plan.updated.length,
    events_cancelled: plan.cancelled.size,
    events_skipped: plan.skipped,
    notes_created: plan.created.length,
    problems: listed(plan.problems),
  }
}

/** Maximum number of problems in an answer. */
const maxProblems = 100

function listed(problems: Plan['problems']): string[] {
  const unlisted = problems.length - maxProblems
  return unlisted > 0 ? [...problems.slice(0, maxProblems), `There are ${unlisted} more problems`] : problems
}

/** Stores which events the feed contains now. What a part of a feed does not name stays as it is. */
async function storeFeedEvents(
  tx: Tx,
  workspaceId: string,
  { feedId, ids }: ImportSource,
  before: string[],
  { imported, notImported }: Plan,
): Promise<void> {
  const left = before.filter((guid) => !imported.has(guid) && !notImported.has(guid))
  if (left.length > 0)
    await sql`
      delete from calendar_feed_events
      where workspace_id = ${workspaceId} and feed_id = ${feedId} and event_guid = any(${left})`.execute(tx)
  const rows = [...imported].map((event_guid) => {
    const known = ids.get(event_guid)
    return { event_guid, provider_id: known?.id ?? null, provider_series_id: known?.seriesId ?? null }
  })
  if (rows.length === 0) return
  await sql`
    insert into calendar_feed_events as held (workspace_id, feed_id, event_guid, provider_id, provider_series_id)
    select ${workspaceId}, ${feedId}, event_guid, provider_id, provider_series_id
    from ${asRows('calendar_feed_events', rows)} incoming
    on conflict (workspace_id, feed_id, event_guid)
    do update set provider_id = excluded.provider_id, provider_series_id = excluded.provider_series_id
    where (held.provider_id, held.provider_series_id)
      is distinct from (excluded.provider_id, excluded.provider_series_id)`.execute(tx)
}
