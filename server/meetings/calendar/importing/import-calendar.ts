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
import { emptyMemory, type ImportMemory, type Plan } from './import-plan.ts'
import type { Around, Importer, ImportSource } from './import-types.ts'
import { factsOf, planGone, planParts } from './plan-import.ts'
import { portionsOf, portionsOfStored } from './portions.ts'
import { readFeedEvents, readGone, readKnown, readNamed, readSizes } from './read-known-events.ts'
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

export function around(now: Date, days: number): Around {
  const reach = days * 86_400_000
  return { now, window: { from: now.getTime() - reach, to: now.getTime() + reach } }
}

/**
 * @throws {ApiError} 400 that names the line; nothing has been changed then. 401 or a timeout in the middle leaves the
 *   portions before, and the same calendar again goes on from there
 */
export async function importCalendar(
  { db, readCalendar }: { db: Db; readCalendar: CalendarReader },
  bytes: Buffer,
  importer: Importer,
  when: Around,
  sharer?: string,
): Promise<ImportResult> {
  const content = await readOrRefuse(readCalendar, bytes, when.window, sharer)
  const begin = (tx: Tx) => requireActive(tx, importer).then(() => true)
  return (await applyCalendar(db, content, importer, when, { begin }))!
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

export type ImportSteps = {
  /** The feed that the calendar comes from. */
  source?: ImportSource
  /** The first step of each transaction. False ends the import, and what was written before stays. */
  begin(tx: Tx): Promise<boolean>
  /** When everything is written. Before, a feed must not say that this content was read. */
  finish?(tx: Tx, result: ImportResult): Promise<void>
}

/**
 * Writes a calendar in portions, so that the other people of the workspace get their turn between them. A portion decides
 * by what is stored when it begins. What ends in the middle is done by the next import of the same calendar.
 * @returns null if a step ended it
 */
export async function applyCalendar(
  db: Db,
  content: CalendarContent,
  importer: Importer,
  when: Around,
  steps: ImportSteps,
): Promise<ImportResult | null> {
  const run = { db, importer, when, steps, memory: emptyMemory(), result: resultOf(content) }
  const isWritten = (await writeParts(run, content)) && (await writeGone(run, content))
  if (!isWritten) return null
  const { refusals } = run.memory
  run.result.events_skipped += refusals.skipped
  const result = { ...run.result, problems: listed([...run.result.problems, ...refusals.problems]) }
  const isFinished = await db.transaction().execute(async (tx) => {
    if (!(await steps.begin(tx))) return false
    await steps.finish?.(tx, result)
    return true
  })
  return isFinished ? result : null
}

type Run = { db: Db; importer: Importer; when: Around; steps: ImportSteps; memory: ImportMemory; result: ImportResult }

const resultOf = ({ unsupported, problems }: CalendarContent): ImportResult => ({
  ...noChange,
  events_skipped: unsupported.reduce((sum, { components }) => sum + components, 0),
  problems: [...unsupported.map(({ problem }) => problem), ...problems],
})

/** @returns false if a step ended it */
async function writeParts(run: Run, { events }: CalendarContent): Promise<boolean> {
  const { db, importer, when, memory, steps } = run
  const { stored, series } = await readNamed(db, importer, events)
  for (const parts of portionsOf(events, stored, (uid) => series.get(uid) ?? null)) {
    const isWritten = await writePortion(run, async (tx) => {
      const { known, knownImporter } = await readKnown(tx, importer, parts)
      const plan = planParts(parts, factsOf(known, knownImporter, when), memory)
      await writePlan(tx, plan, knownImporter, when.now)
      const imported = parts.flatMap(({ guids }) => guids).filter((guid) => memory.imported.has(guid))
      if (steps.source) await storeFeedEvents(tx, importer.workspaceId, steps.source, imported)
      return plan
    })
    if (!isWritten) return false
  }
  return true
}

/**
 * What the feed had before and this read has not brought.
 * @returns false if a step ended it
 */
async function writeGone(run: Run, { unsupported }: CalendarContent): Promise<boolean> {
  const { db, importer, when, memory, steps } = run
  const { source } = steps
  if (!source) return true
  const before = source.gone ?? (await readFeedEvents(db, importer, source.feedId))
  const left = before.filter((guid) => !memory.imported.has(guid))
  const unread = new Set(unsupported.map(({ uid }) => uid))
  for (const guids of portionsOfStored(await readSizes(db, importer, left))) {
    const isWritten = await writePortion(run, async (tx) => {
      const { known, knownImporter } = await readGone(tx, importer, source.feedId, guids)
      const plan = planGone(factsOf(known, knownImporter, when), unread, memory)
      await writePlan(tx, plan, knownImporter, when.now)
      const gone = guids.filter((guid) => !plan.notImported.has(guid))
      await removeFeedEvents(tx, importer.workspaceId, source, gone)
      return plan
    })
    if (!isWritten) return false
  }
  return true
}

/** One transaction with the workspace's sight lock. @returns false if it may not begin */
function writePortion({ db, importer, steps, result }: Run, write: (tx: Tx) => Promise<Plan>): Promise<boolean> {
  return changeSight(db, importer.workspaceId, async (tx) => {
    if (!(await steps.begin(tx))) return false
    const { created, updated, cancelled } = await write(tx)
    result.events_created += created.length
    result.notes_created += created.length
    result.events_updated += updated.length
    result.events_cancelled += cancelled.size
    return true
  })
}

/** Maximum number of problems in an answer. */
const maxProblems = 100

function listed(problems: string[]): string[] {
  const unlisted = problems.length - maxProblems
  return unlisted > 0 ? [...problems.slice(0, maxProblems), `There are ${unlisted} more problems`] : problems
}

/** The feed contains these events now. */
async function storeFeedEvents(
  tx: Tx,
  workspaceId: string,
  { feedId, ids }: ImportSource,
  guids: string[],
): Promise<void> {
  const rows = guids.map((event_guid) => {
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

/** The feed contains these events no longer. */
async function removeFeedEvents(tx: Tx, workspaceId: string, { feedId }: ImportSource, guids: string[]): Promise<void> {
  await sql`
    delete from calendar_feed_events
    where workspace_id = ${workspaceId} and feed_id = ${feedId} and event_guid = any(${guids})`.execute(tx)
}
