/** Imports calendar events with their attendees. */
import { sql } from 'kysely'
import { foldCase } from '../../../platform/text.ts'
import { readMoment } from '../../../platform/time.ts'
import { WorldError } from '../format/world-error.ts'
import { type Changes, type ImportContext, resolveField } from './import-context.ts'
import { rejectRepeated, replaceLists } from './lists.ts'
import { People } from './people.ts'
import { fetchById, findExisting, idsOf, saveRows } from './rows.ts'
import type { Staged } from './stage.ts'

const columns = [
  'guid',
  'series_id',
  'title',
  'starts_at',
  'ends_at',
  'all_day',
  'call_url',
  'organizer_email',
  'imported_by',
  'made_here',
  'cancelled_at',
] as const

export async function importEvents(context: ImportContext, batch: Staged<'events'>[]): Promise<Changes> {
  const stored = await fetchById(context, 'events', 'guid', idsOf(batch), columns)
  const series = await findExisting(
    context,
    'series',
    'id',
    batch.map(({ doc }) => doc.series),
  )
  const people = await People.find(
    context,
    batch.map(({ doc }) => doc.imported_by),
  )
  const rows = batch.map(({ id, doc, path }) => {
    const before = stored.get(id)
    if (doc.series && !series.has(doc.series))
      throw new WorldError(`${path}.series`, `there is no series ${doc.series}`)
    return {
      guid: id,
      series_id: resolveField(doc.series, before?.series_id, null),
      title: doc.title,
      starts_at: readMoment(doc.start)!,
      ends_at: readMoment(doc.end)!,
      all_day: resolveField(doc.all_day, before?.all_day, false),
      call_url: resolveField(doc.call_url, before?.call_url, null),
      organizer_email: resolveField(doc.organizer_email, before?.organizer_email, null),
      imported_by: resolveField(people.optionalIdOf(doc.imported_by, `${path}.imported_by`), before?.imported_by, null),
      made_here: resolveField(doc.made_here, before?.made_here, false),
      cancelled_at: resolveField(doc.cancelled_at && readMoment(doc.cancelled_at), before?.cancelled_at, null),
    }
  })
  const changes = await saveRows(context, 'events', 'guid', stored, rows)
  await moveNotes(
    context,
    rows.filter((row) => stored.has(row.guid) && stored.get(row.guid)!.series_id !== row.series_id),
  )
  await replaceAttendees(context, batch, changes)
  return changes
}

/** The note of an event belongs to the event's series. */
async function moveNotes({ tx, workspace }: ImportContext, events: { guid: string }[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    update notes set series_id = event.series_id from events event
    where notes.workspace_id = ${workspace.id} and notes.event_guid = any(${events.map(({ guid }) => guid)})
      and event.workspace_id = notes.workspace_id and event.guid = notes.event_guid`.execute(tx)
}

async function replaceAttendees(context: ImportContext, batch: Staged<'events'>[], changes: Changes): Promise<void> {
  const named = batch.filter(({ doc }) => doc.attendees !== undefined)
  const attendees = named.flatMap(({ id, doc, path }) => {
    const rows = (doc.attendees ?? []).map(({ email, name }, position) => ({
      event_guid: id,
      position,
      email,
      email_folded: foldCase(email),
      name: name ?? '',
    }))
    rejectRepeated(rows, `${path}.attendees`, 'email', (row) => row.email_folded)
    return rows
  })
  const columns = { owner: 'event_guid', own: 'email_folded' } as const
  await replaceLists(context, 'event_attendees', columns, idsOf(named), attendees, changes)
}
