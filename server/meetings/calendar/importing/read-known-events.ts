/** Reads the stored data of the events that a calendar names. */
import { sql } from 'kysely'
import { addressesOf, findHolders } from '../../../people/accounts/addresses.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { planAnew } from '../../../platform/postgres/preparing-client.ts'
import type { CalendarContent } from '../icalendar/read-calendar.ts'
import type { KnownEvents } from './import-plan.ts'
import type { Importer, ImportSource, KnownImporter, StoredEvent } from './import-types.ts'

/** @param source  also reads the events that this feed contained at the last read, or says are gone */
export async function readKnown(
  tx: Tx,
  importer: Importer,
  content: CalendarContent,
  source: Pick<ImportSource, 'feedId' | 'gone'> | null,
): Promise<KnownEvents & Pick<KnownImporter, 'accounts'>> {
  const { workspaceId } = importer
  const inFeedBefore = source === null ? [] : (source.gone ?? (await readFeedEvents(tx, workspaceId, source.feedId)))
  const elsewhere = source === null ? [] : await readElsewhere(tx, importer, source.feedId, inFeedBefore)
  const uids = content.events.map(({ uid }) => uid)
  const guids = content.events.flatMap(({ meetings }) => meetings.map(({ guid }) => guid))
  const events = await readEvents(tx, importer, [...new Set([...guids, ...uids, ...inFeedBefore])], uids)
  const holders = await findHolders(tx, workspaceId, [
    importer.user.email,
    importer.account ?? '',
    ...addressesIn(content, events),
  ])
  const accounts = new Map([...holders].map(([address, { user_id }]) => [address, user_id]))
  return { events, accounts, inFeedBefore, elsewhere: new Set(elsewhere) }
}

/** Every address once: those of a series are the same in each meeting. */
function addressesIn({ events: incoming }: CalendarContent, stored: StoredEvent[]): Set<string> {
  const dismissed = incoming.flatMap(({ cancellation, gone }) =>
    [cancellation, ...gone.values()].map((each) => each.dismissed),
  )
  const meetings = [...stored, ...incoming.flatMap(({ meetings }) => meetings)]
  const addresses = new Set(
    [...dismissed, ...meetings.map(({ attendees }) => attendees)].flat().map(({ email }) => email),
  )
  for (const { organizer_email } of stored) if (organizer_email !== null) addresses.add(organizer_email)
  return addresses
}

/** Locks and reads the events with these guids and all occurrences of these UIDs. */
async function readEvents(
  tx: Tx,
  { workspaceId, user }: Importer,
  guids: string[],
  uids: string[],
): Promise<StoredEvent[]> {
  // The occurrences of a UID are one index range, because the backquote is the character after `_`.
  const { rows } = await sql<StoredEvent>`
    select event.guid, event.series_id, event.title, event.starts_at, event.ends_at, event.all_day, event.call_url,
      event.organizer_email, event.imported_by, event.cancelled_at, event.sequence, event.stamped_at,
      event.revised_alone, note.title as note_title, note.titled_by_person,
      coalesce((select json_agg(json_build_object('email', attendee.email, 'name', attendee.name)
          order by attendee.position)
        from event_attendees attendee
        where attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid), '[]') as attendees,
      exists (select from workspaces where id = event.workspace_id and legal_hold is not null)
        or exists (select from event_people attendee
          join users person on person.workspace_id = attendee.workspace_id and person.id = attendee.user_id
          where attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid
            and person.legal_hold is not null) as "underLegalHold",
      exists (select from recordings
        where recordings.workspace_id = event.workspace_id and recordings.note_id = note.id) as "hasRecap",
      (select bool_or(own.in_own_calendar) from event_attendees own
        where own.workspace_id = event.workspace_id and own.event_guid = event.guid
          and own.email_folded in ${addressesOf(workspaceId, user.id)}) as in_own_calendar
    from events event
    left join notes note on note.workspace_id = event.workspace_id and note.event_guid = event.guid
    where event.workspace_id = ${workspaceId} and event.guid in (
      select unnest(${guids}::text[])
      union
      select occurrence.guid from unnest(${uids}::text[]) as named (uid)
      cross join lateral (
        select guid from events
        where workspace_id = ${workspaceId} and guid >= named.uid || '_' and guid < named.uid || '\`'
          and length(guid) = length(named.uid) + 17) occurrence)
    for no key update of event ${planAnew}`.execute(tx)
  return rows
}

async function readFeedEvents(tx: Tx, workspaceId: string, feedId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('calendar_feed_events')
    .select('event_guid')
    .where('workspace_id', '=', workspaceId)
    .where('feed_id', '=', feedId)
    .execute()
  return rows.map(({ event_guid }) => event_guid)
}

/** Those of these events that another calendar of the same person has. One that is not read any more says nothing. */
async function readElsewhere(
  tx: Tx,
  { workspaceId, user }: Importer,
  feedId: string,
  guids: string[],
): Promise<string[]> {
  if (guids.length === 0) return []
  const { rows } = await sql<{ event_guid: string }>`
    select held.event_guid from calendar_feed_events held
    join calendar_feeds feed on feed.workspace_id = held.workspace_id and feed.id = held.feed_id
    where held.workspace_id = ${workspaceId} and held.event_guid = any(${guids})
      and feed.user_id = ${user.id} and feed.id <> ${feedId} and feed.next_read_at is not null`.execute(tx)
  return rows.map(({ event_guid }) => event_guid)
}
