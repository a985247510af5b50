/** Writes the changes of an import in a few statements, whatever the number of events. */
import { sql } from 'kysely'
import { addressesOf } from '../../../people/accounts/addresses.ts'
import { inBatches } from '../../../platform/in-batches.ts'
import { asRows, type Tx } from '../../../platform/postgres/db.ts'
import { foldCase } from '../../../platform/text.ts'
import { givenTitle } from '../../notes/ensure-note.ts'
import { createEventNotes, deleteEmptyNotes, followEvents, keepEventTitles } from '../../notes/event-notes.ts'
import { indexText } from '../../text-index/index-text.ts'
import type { Plan } from './import-plan.ts'
import type { KnownImporter, PlacedMeeting } from './import-types.ts'
import { isImporter } from './rights.ts'

export async function writePlan(tx: Tx, plan: Plan, importer: KnownImporter, now: Date): Promise<void> {
  const { workspaceId, user } = importer
  const by = { workspaceId, userId: user.id, now }
  await saveSeries(tx, workspaceId, plan.series)
  await insertEvents(tx, workspaceId, plan.created)
  const updated = plan.updated.map(({ meeting }) => meeting)
  await keepEventTitles(tx, by, updated.map(asNote))
  await updateEvents(tx, workspaceId, updated)
  const invited = plan.updated.filter(({ invites }) => invites).map(({ meeting }) => meeting)
  await saveAttendees(tx, importer, [...plan.created, ...invited])
  await saveOwnCalendar(tx, importer, plan)
  await analyzeTables(tx, plan.created)
  // After the attendees, so that the sight of the notes is computed only once.
  await createEventNotes(tx, by, plan.created.map(asNote))
  await followEvents(tx, by, updated.map(asNote))
  await cancelEvents(tx, workspaceId, [...plan.cancelled], now)
  await saveRevisions(tx, workspaceId, plan.revisions)
  await indexText(tx)
}

const asNote = (meeting: PlacedMeeting) => ({
  event_guid: meeting.guid,
  series_id: meeting.series_id,
  title: givenTitle(meeting),
})

async function saveSeries(tx: Tx, workspaceId: string, series: Plan['series']): Promise<void> {
  for (const renames of [true, false]) {
    const rows = series.filter((each) => each.renames === renames).map(({ id, title }) => ({ id, title }))
    if (rows.length === 0) continue
    await sql`
      insert into series as known (workspace_id, id, title)
      select ${workspaceId}, incoming.id, incoming.title from ${asRows('series', rows)} incoming
      on conflict (workspace_id, id) do update set title = excluded.title
      where known.title <> excluded.title and ${renames}::boolean`.execute(tx)
  }
}

const columns = sql`workspace_id, guid, series_id, title, starts_at, ends_at, all_day, call_url, organizer_email, imported_by,
  made_here, sequence, stamped_at, revised_alone`

async function insertEvents(tx: Tx, workspace_id: string, meetings: PlacedMeeting[]): Promise<void> {
  if (meetings.length === 0) return
  const rows = meetings.map(({ attendees, inWindow, guestsHidden, made_here = false, ...event }) => ({
    ...event,
    workspace_id,
    made_here,
  }))
  await sql`insert into events (${columns}) select ${columns} from ${asRows('events', rows)}`.execute(tx)
}

async function updateEvents(tx: Tx, workspaceId: string, meetings: PlacedMeeting[]): Promise<void> {
  if (meetings.length === 0) return
  const rows = meetings.map(({ attendees, inWindow, guestsHidden, ...event }) => event)
  await sql`
    update events set series_id = incoming.series_id, title = incoming.title, starts_at = incoming.starts_at,
      ends_at = incoming.ends_at, all_day = incoming.all_day, call_url = incoming.call_url,
      organizer_email = incoming.organizer_email, cancelled_at = null,
      sequence = coalesce(incoming.sequence, events.sequence),
      stamped_at = case when incoming.sequence is null then events.stamped_at else incoming.stamped_at end,
      revised_alone = case when incoming.sequence is null then events.revised_alone else incoming.revised_alone end
    from ${asRows('events', rows)} incoming
    where events.workspace_id = ${workspaceId} and events.guid = incoming.guid`.execute(tx)
}

/** Does not write unchanged attendees, so that sight is computed again only for changed ones. */
async function saveAttendees(tx: Tx, importer: KnownImporter, meetings: PlacedMeeting[]): Promise<void> {
  const batches = inBatches(meetings, ({ attendees }) => attendees.length, { size: attendeesAtOnce })
  for (const batch of batches) await saveAttendeesOf(tx, importer, batch)
}

/** Building the rows of one statement blocks the event loop. */
const attendeesAtOnce = 10_000

async function saveAttendeesOf(tx: Tx, importer: KnownImporter, meetings: PlacedMeeting[]): Promise<void> {
  const workspace_id = importer.workspaceId
  const isOwn = isImporter(importer)
  const rows = meetings.flatMap(({ guid, attendees }) =>
    attendees.map(({ email, name }, position) => ({
      workspace_id,
      event_guid: guid,
      position,
      email,
      email_folded: foldCase(email),
      name,
      in_own_calendar: isOwn({ email }),
    })),
  )
  const incoming = asRows('event_attendees', rows)
  await sql`
    with incoming as (select event_guid, email_folded from ${incoming})
    delete from event_attendees attendee
    where attendee.workspace_id = ${workspace_id} and attendee.event_guid = any(${meetings.map(({ guid }) => guid)})
      and (attendee.event_guid, attendee.email_folded) not in (select event_guid, email_folded from incoming)`.execute(
    tx,
  )
  await sql`
    insert into event_attendees as known (workspace_id, event_guid, position, email, email_folded, name, in_own_calendar)
    select workspace_id, event_guid, position, email, email_folded, name, in_own_calendar from ${incoming}
    on conflict (workspace_id, event_guid, email_folded)
    do update set position = excluded.position, email = excluded.email, name = excluded.name
    where (known.position, known.email, known.name) is distinct from
      (excluded.position, excluded.email, excluded.name)`.execute(tx)
}

/**
 * If this import moved a meeting, nobody else's own calendar has it in its new form, until that calendar is imported.
 */
async function saveOwnCalendar(tx: Tx, { workspaceId, user }: KnownImporter, plan: Plan): Promise<void> {
  const own = addressesOf(workspaceId, user.id)
  const moved = plan.updated.filter(({ isMoved }) => isMoved).map(({ meeting }) => meeting.guid)
  if (moved.length > 0)
    await sql`
      update event_attendees set in_own_calendar = false
      where workspace_id = ${workspaceId} and event_guid = any(${moved}) and email_folded not in ${own}
        and in_own_calendar is distinct from false`.execute(tx)
  if (plan.inOwnCalendar.size > 0)
    await sql`
      update event_attendees attendee set in_own_calendar = own.has
      from unnest(${[...plan.inOwnCalendar.keys()]}::text[], ${[...plan.inOwnCalendar.values()]}::boolean[]) own (guid, has)
      where attendee.workspace_id = ${workspaceId} and attendee.event_guid = own.guid
        and attendee.email_folded in ${own}`.execute(tx)
}

/**
 * Runs `analyze`, because PostgreSQL plans with the last measured table sizes. If it assumes an empty table, it reads all
 * rows again for each note (5,000 events into an empty database: 117 s without this, 5 s with it). A portion has few rows,
 * so it does this until the table has ten times as many.
 */
async function analyzeTables(tx: Tx, created: PlacedMeeting[]): Promise<void> {
  const invited = created.reduce((sum, { attendees }) => sum + attendees.length, 0)
  const known = await sql<{ rows: number }>`
    select reltuples as rows from pg_class where oid = 'event_attendees'::regclass`.execute(tx)
  if (invited >= 50 && known.rows[0]!.rows < invited * 10) await sql`analyze events, event_attendees`.execute(tx)
}

/** Deletes events together with their empty notes; an event with other data stays and is marked as cancelled. */
async function cancelEvents(tx: Tx, workspaceId: string, guids: string[], now: Date): Promise<void> {
  if (guids.length === 0) return
  await deleteEmptyNotes(tx, workspaceId, guids)
  // What refers to one by now is seen below.
  await sql`select from events where workspace_id = ${workspaceId} and guid = any(${guids}) order by guid for update`.execute(
    tx,
  )
  await sql`
    delete from events event where event.workspace_id = ${workspaceId} and event.guid = any(${guids})
      and not exists (select from notes where workspace_id = event.workspace_id and event_guid = event.guid)
      and not exists (select from uploads where workspace_id = event.workspace_id and event_guid = event.guid)`.execute(
    tx,
  )
  await sql`
    update events set cancelled_at = ${now}
    where workspace_id = ${workspaceId} and guid = any(${guids})`.execute(tx)
}

async function saveRevisions(tx: Tx, workspaceId: string, revisions: Plan['revisions']): Promise<void> {
  if (revisions.size === 0) return
  const rows = [...revisions].map(([guid, revision]) => ({ guid, ...revision }))
  await sql`
    update events set sequence = incoming.sequence, stamped_at = incoming.stamped_at,
      revised_alone = incoming.revised_alone
    from ${asRows('events', rows)} incoming
    where events.workspace_id = ${workspaceId} and events.guid = incoming.guid`.execute(tx)
}
