/** Reads the stored data of the events that a calendar names. */
import { type RawBuilder, sql } from 'kysely'
import { addressesOf, findHolders } from '../../../people/accounts/addresses.ts'
import { isHeld, nothingHeld } from '../../../people/privacy/legal-hold.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { planAnew } from '../../../platform/postgres/preparing-client.ts'
import type { CalendarEvent } from '../icalendar/expand.ts'
import { type KnownEvents, uidIn } from './import-plan.ts'
import type { Importer, KnownImporter, StoredEvent } from './import-types.ts'
import { seriesFor } from './plan-import.ts'
import type { NamedEvent, Part } from './portions.ts'

/** Of a portion. Locks its events. */
export async function readKnown(
  tx: Tx,
  importer: Importer,
  parts: Part[],
): Promise<{ known: KnownEvents; knownImporter: KnownImporter }> {
  const events = await readEvents(
    tx,
    importer,
    parts.flatMap(({ guids }) => guids),
  )
  const dismissed = parts.flatMap(({ event: { cancellation, gone }, guids }) =>
    [cancellation, ...guids.flatMap((guid) => gone.get(guid) ?? [])].flatMap((each) => each.dismissed),
  )
  const invited = [...events, ...parts.flatMap(({ meetings }) => meetings)].flatMap(({ attendees }) => attendees)
  const knownImporter = await findAccounts(tx, importer, [...organizersOf(events), ...emailsOf(dismissed, invited)])
  return { known: { events, elsewhere: new Set() }, knownImporter }
}

/** Of what a feed had before. Locks these events. */
export async function readGone(
  tx: Tx,
  importer: Importer,
  feedId: string,
  guids: string[],
): Promise<{ known: KnownEvents; knownImporter: KnownImporter }> {
  const elsewhere = await readElsewhere(tx, importer, feedId, guids)
  const events = await readEvents(tx, importer, guids)
  const invited = emailsOf(events.flatMap(({ attendees }) => attendees))
  const knownImporter = await findAccounts(tx, importer, [...organizersOf(events), ...invited])
  return { known: { events, elsewhere: new Set(elsewhere) }, knownImporter }
}

/** Every address once: those of a series are the same in each meeting. */
const emailsOf = (...people: { email: string }[][]) => new Set(people.flat().map(({ email }) => email))

const organizersOf = (events: StoredEvent[]) => events.flatMap(({ organizer_email }) => organizer_email ?? [])

async function findAccounts(db: Db, importer: Importer, emails: string[]): Promise<KnownImporter> {
  const { workspaceId, user, account } = importer
  const holders = await findHolders(db, workspaceId, [user.email, account ?? '', ...emails])
  return { ...importer, accounts: new Map([...holders].map(([address, { user_id }]) => [address, user_id])) }
}

/**
 * What the portions of an import are made by. Nothing is locked: each portion reads its own events again.
 * @returns the stored events that a calendar names, and the series of its recurring events by UID
 */
export async function readNamed(
  db: Db,
  importer: Importer,
  events: CalendarEvent[],
): Promise<{ stored: NamedEvent[]; series: Map<string, string> }> {
  if (events.length === 0) return { stored: [], series: new Map() }
  const { workspaceId, user, superAdmin } = importer
  const uids = events.map(({ uid }) => uid)
  const guids = events.flatMap(({ meetings }) => meetings.map(({ guid }) => guid))
  // The occurrences of a UID are one index range, because the backquote is the character after `_`.
  const named = sql`
    select unnest(${[...new Set([...guids, ...uids])]}::text[])
    union
    select occurrence.guid from unnest(${uids}::text[]) as named (uid)
    cross join lateral (
      select guid from events
      where workspace_id = ${workspaceId} and guid >= named.uid || '_' and guid < named.uid || '\`'
        and length(guid) = length(named.uid) + 17) occurrence`
  const { rows } = await sql<NamedEvent & { series_id: string | null; attended: boolean }>`
    select event.guid, event.series_id, ${attendeesOf} as attendees,
      exists (select from event_attendees own where own.workspace_id = event.workspace_id
        and own.event_guid = event.guid and own.email_folded in ${addressesOf(workspaceId, user.id)}) as attended
    from events event where event.workspace_id = ${workspaceId} and event.guid in (${named})
    order by event.guid ${planAnew}`.execute(db)
  const mine = Map.groupBy(
    rows.filter(({ attended }) => attended || superAdmin),
    ({ guid }) => uidIn(guid),
  )
  const recurring = events.filter((event) => event.recurring)
  const invited = recurring.flatMap(({ meetings }) => meetings.flatMap(({ attendees }) => attendees))
  const knownImporter = await findAccounts(db, importer, [...emailsOf(invited)])
  const series = recurring.map(
    (event) => [event.uid, seriesFor(event, mine.get(event.uid) ?? [], knownImporter)] as const,
  )
  return { stored: rows, series: new Map(series) }
}

const attendeesOf: RawBuilder<unknown> = sql`(select count(*)::integer from event_attendees attendee
  where attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid)`

/** The stored events of these guids, in their order. */
export async function readSizes(db: Db, { workspaceId }: Importer, guids: string[]): Promise<NamedEvent[]> {
  const { rows } = await sql<NamedEvent>`
    select event.guid, ${attendeesOf} as attendees from events event
    where event.workspace_id = ${workspaceId} and event.guid = any(${guids}::text[]) order by event.guid`.execute(db)
  return rows
}

/** Locks and reads the events with these guids. */
async function readEvents(tx: Tx, { workspaceId, user }: Importer, guids: string[]): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event.guid, event.series_id, event.title, event.starts_at, event.ends_at, event.all_day, event.call_url,
      event.organizer_email, event.imported_by, event.made_here, event.cancelled_at, event.sequence, event.stamped_at,
      event.revised_alone, note.title as note_title, note.titled_by_person,
      coalesce((select json_agg(json_build_object('email', attendee.email, 'name', attendee.name)
          order by attendee.position)
        from event_attendees attendee
        where attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid), '[]') as attendees,
      not ${nothingHeld(workspaceId)} and (
        exists (select from workspaces where id = event.workspace_id and legal_hold is not null)
        or exists (select from event_people attendee
          join users person on person.workspace_id = attendee.workspace_id and person.id = attendee.user_id
          where attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid
            and person.legal_hold is not null)
        or ${isHeld('note')}) as "underLegalHold",
      exists (select from recordings
        where recordings.workspace_id = event.workspace_id and recordings.note_id = note.id) as "hasRecap",
      (select bool_or(own.in_own_calendar) from event_attendees own
        where own.workspace_id = event.workspace_id and own.event_guid = event.guid
          and own.email_folded in ${addressesOf(workspaceId, user.id)}) as in_own_calendar
    from events event
    left join notes note on note.workspace_id = event.workspace_id and note.event_guid = event.guid
    where event.workspace_id = ${workspaceId} and event.guid = any(${guids}::text[])
    for no key update of event ${planAnew}`.execute(tx)
  return rows
}

/** What a feed contained at its last read. */
export async function readFeedEvents(db: Db, { workspaceId }: Importer, feedId: string): Promise<string[]> {
  const rows = await db
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
