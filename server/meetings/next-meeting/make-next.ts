/** Makes the next meeting after one: its event and note, with the same people, and what the one before left open. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findHolders } from '../../people/accounts/addresses.ts'
import type { Acting } from '../../people/caller/caller.ts'
import { changeSight } from '../../people/caller/change-sight.ts'
import { sharesOutside } from '../../people/sight/shares-outside.ts'
import { isInSight } from '../../people/sight/visible.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { inSnapshot, type Tx } from '../../platform/postgres/db.ts'
import { foldCase, oneLine } from '../../platform/text.ts'
import { emptyDraft, emptyMemory, uidIn } from '../calendar/importing/import-plan.ts'
import type { PlacedMeeting } from '../calendar/importing/import-types.ts'
import { seriesOf } from '../calendar/importing/plan-import.ts'
import { writePlan } from '../calendar/importing/write-plan.ts'
import type { Agenda } from '../notes/agenda.ts'
import { ensureNote } from '../notes/ensure-note.ts'
import { readAgendas } from '../notes/read-agenda.ts'
import { blocksToTake, takeOverIn } from '../notes/take-over.ts'
import { nextSpan, type Span, spanFrom } from './next-time.ts'
import { type Found, findInSeries, type Meeting, readMeeting, zoneOf } from './read-meeting.ts'
import { mayMail, type Receivers, readReceivers } from './receivers.ts'

/** What is not given is as the series has it. */
export type Wanted = {
  start?: Date | null
  end?: Date | null
  title?: string | null
  zone?: string | null
  /**
   * Nobody looks at it before: a meeting whose note was deleted, or that was called off, stays as it is, and one that is
   * there takes over only what everybody who reads it may read.
   */
  byRule?: boolean
}

export type Planned = Span & {
  meeting: Meeting
  title: string
  /** null if somebody else chose it. */
  zone: string | null
  series_id: string
  /** The caller first, if it is to be made. */
  attendees: Meeting['attendees']
  /** There is one already: made before, or of a calendar. */
  found: Found | undefined
}

type Deps = Pick<Context, 'db' | 'clock' | 'jobs'> & { holdSeconds: number }

export const limits = { daysAhead: 366, days: 7 }
const dayMs = 86_400_000

/** @throws {ApiError} 404 without sight, 403 without the edit right, 400 for a time that is over or too far */
export async function planNext(tx: Tx, now: Date, caller: Acting, noteId: string, wanted: Wanted): Promise<Planned> {
  const meeting = await readMeeting(tx, caller, noteId)
  const utc = { zone: 'UTC', shown: 'UTC' }
  const { zone, shown } = meeting.all_day ? utc : await zoneOf(tx, caller, meeting, wanted.zone ?? null)
  const span = spanOf(meeting, zone, now, wanted)
  const series_id = meeting.series_id ?? seriesOf(meeting.guid ? uidIn(meeting.guid) : noteId, caller.user.id)
  const from = meeting.starts_at > now ? meeting.starts_at : now
  const isNext = wanted.start ? sql`event.starts_at = ${span.starts_at}` : sql`event.starts_at > ${from}`
  const found = await findInSeries(
    tx,
    caller,
    series_id,
    sql`event.guid is distinct from ${meeting.guid} and ${isNext}`,
  )
  const title = found?.title ?? oneLine(wanted.title ?? meeting.title)
  const { starts_at, ends_at } = found ?? span
  const attendees = found?.attendees ?? (await withOrganizer(tx, caller, meeting.attendees))
  return { meeting, title, starts_at, ends_at, zone: shown, series_id, attendees, found }
}

/** Who makes a meeting organizes it: nobody invites in another's name. */
async function withOrganizer(tx: Tx, { workspace, user }: Acting, attendees: Meeting['attendees']) {
  const emails = attendees.map(({ email }) => email)
  const holders = await findHolders(tx, workspace.id, emails)
  const isOwn = ({ email }: { email: string }) => holders.get(foldCase(email))?.user_id === user.id
  const own = attendees.find(isOwn) ?? { email: user.email, name: user.full_name }
  return [own, ...attendees.filter((each) => !isOwn(each))]
}

function spanOf(meeting: Meeting, zone: string, now: Date, { start, end }: Wanted): Span {
  if (meeting.all_day) for (const [field, moment] of Object.entries({ start, end })) requireMidnight(field, moment)
  const usual = nextSpan(meeting, meeting.before, zone, now)
  const starts = start ?? usual.starts_at
  const length = usual.ends_at.getTime() - usual.starts_at.getTime()
  const span = end ? { starts_at: starts, ends_at: end } : spanFrom(starts.getTime(), length)
  const ahead = (starts.getTime() - now.getTime()) / dayMs
  if (start && (ahead <= 0 || ahead > limits.daysAhead))
    throw invalid('body.start', `must be within the next ${limits.daysAhead} days`)
  const days = (span.ends_at.getTime() - starts.getTime()) / dayMs
  if (end && (days <= 0 || days > limits.days))
    throw invalid('body.end', `must be after the start, and within ${limits.days} days of it`)
  return span
}

/** An all-day meeting begins and ends at 00:00 UTC (decision 29g). @throws {ApiError} 400 */
function requireMidnight(field: string, moment: Date | null | undefined): void {
  if (moment && moment.getTime() % dayMs !== 0)
    throw invalid(`body.${field}`, 'must be midnight in UTC, as the meeting lasts all day')
}

/** What would be carried over. */
export type Carried = { headings: number; items: number }

/** What making it would do. @throws {ApiError} as `planNext` */
export function previewNext(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  caller: Acting,
  noteId: string,
  wanted: Wanted,
): Promise<Planned & { carried: Carried; receivers: Receivers }> {
  return inSnapshot(db, async (tx) => {
    const planned = await planNext(tx, clock(), caller, noteId, wanted)
    const { found } = planned
    const blocks = found && !found.edits ? [] : await readLeft(tx, caller, noteId, found?.note_id ?? null)
    const items = blocks.filter(({ type }) => type === 'action_item').length
    const mails = !found || (await mayMail(tx, caller.workspace.id, found, caller.user.id))
    const receivers = await readReceivers(tx, caller.workspace.id, mails ? planned.attendees : [])
    if (!(await sharesOutside(tx, caller.workspace.id))) receivers.outsiders = []
    return { ...planned, carried: { items, headings: blocks.length - items }, receivers }
  })
}

async function readLeft(tx: Tx, { workspace }: Acting, formerId: string, nextId: string | null): Promise<Agenda> {
  const notes = await tx
    .selectFrom('notes')
    .select(['id', 'title', 'agenda'])
    .where('workspace_id', '=', workspace.id)
    .where('id', 'in', nextId ? [formerId, nextId] : [formerId])
    .execute()
  const agendas = await readAgendas(tx, workspace.id, notes)
  const { title } = notes.find(({ id }) => id === formerId)!
  return blocksToTake({ title, agenda: agendas.get(formerId)! }, agendas.get(nextId ?? '') ?? [])
}

export type Made = Span & { noteId: string; guid: string; title: string; isNew: boolean }

/**
 * Asked again, it answers the same one.
 * @param alsoDo  in the same transaction
 * @returns null only with `byRule`
 * @throws {ApiError} as `planNext`; 409 for one that was made and called off before, and with `byRule` for one that others
 *   read who may not read what is left
 */
export function makeNext(
  deps: Deps,
  caller: Acting,
  noteId: string,
  wanted: Wanted,
  alsoDo?: (tx: Tx, made: Made) => Promise<void>,
): Promise<Made | null> {
  return changeSight(deps.db, caller.workspace.id, async (tx) => {
    const now = deps.clock()
    const planned = await planNext(tx, now, caller, noteId, wanted)
    const { found } = planned
    if (wanted.byRule && found?.note_id === null) return null
    const guid = found?.guid ?? (await create(tx, now, caller, planned))
    const note = { workspaceId: caller.workspace.id, eventGuid: guid, title: planned.title, createdBy: caller.user.id }
    const nextId = found?.note_id ?? (await ensureNote(tx, now, note))
    if (wanted.byRule && found) await requireSameReaders(tx, caller, noteId, nextId)
    if (!found || found.edits) await takeOverIn(tx, deps, caller, nextId, noteId)
    const { title, starts_at, ends_at } = planned
    const made = { noteId: nextId, guid, title, starts_at, ends_at, isNew: !found }
    await alsoDo?.(tx, made)
    return made
  })
}

/** Unless nothing is left. @throws {ApiError} 409 */
async function requireSameReaders(tx: Tx, caller: Acting, formerId: string, nextId: string): Promise<void> {
  if ((await readLeft(tx, caller, formerId, nextId)).length === 0) return
  const { rows } = await sql`
    select from person_sight next where next.workspace_id = ${caller.workspace.id} and next.kind = 'note' and next.id = ${nextId}
      and not ${isInSight('note', { workspaceId: sql`next.workspace_id`, id: sql`${formerId}`, person: sql.ref<string>('next.user_id') })}
    limit 1`.execute(tx)
  if (rows.length > 0)
    throw new ApiError(409, 'The next meeting has people who may not read this one: take over by hand')
}

/** It belongs to who makes it, as a meeting that their calendar brings (decision 29g). @returns the guid */
async function create(tx: Tx, now: Date, { workspace, user, superAdmin }: Acting, planned: Planned): Promise<string> {
  const { meeting, title, series_id, starts_at, ends_at, attendees } = planned
  const calledOff = await tx
    .selectFrom('events')
    .select('guid')
    .where('workspace_id', '=', workspace.id)
    .where('series_id', '=', series_id)
    .where('imported_by', '=', user.id)
    .where('starts_at', '=', starts_at)
    .where('made_here', '=', true)
    .where('cancelled_at', 'is not', null)
    .executeTakeFirst()
  if (calledOff) throw new ApiError(409, 'You made this meeting before, and it was called off; choose another time')
  const guid = randomUUID()
  const { all_day, call_url } = meeting
  const next: PlacedMeeting = {
    ...{ guid, title, starts_at, ends_at, all_day, call_url, series_id },
    organizer_email: attendees[0]!.email,
    attendees,
    imported_by: user.id,
    made_here: true,
    inWindow: true,
    ...{ sequence: null, stamped_at: null, revised_alone: false },
  }
  const accounts = new Map([[foldCase(attendees[0]!.email), user.id]])
  const importer = { workspaceId: workspace.id, user, superAdmin, accounts }
  const series = [{ id: series_id, title, renames: false }]
  await writePlan(tx, { ...emptyDraft(emptyMemory()), series, created: [next] }, importer, now)
  if (meeting.series_id === null) await joinSeries(tx, workspace.id, meeting, series_id)
  return guid
}

/** A meeting without a series is the first of the new one, which nobody has shared. */
async function joinSeries(tx: Tx, workspaceId: string, { guid, note_id }: Meeting, series_id: string): Promise<void> {
  if (guid !== null)
    await tx
      .updateTable('events')
      .set({ series_id })
      .where('workspace_id', '=', workspaceId)
      .where('guid', '=', guid)
      .execute()
  await tx
    .updateTable('notes')
    .set({ series_id })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', note_id)
    .execute()
}
