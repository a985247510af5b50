/** The filters by which a list of notes or recordings is searched: what matches, and which indexes may find it. */
import { type RawBuilder, sql } from 'kysely'
import type { PublishableKind } from '../../people/sight/visible.ts'
import { type dateBounds, readDates } from '../../platform/http/filters.ts'
import { probe } from '../../platform/postgres/db.ts'
import { containsPattern, foldCase } from '../../platform/text.ts'
import { parseDateFilter } from '../../platform/time.ts'
import { isInvited } from './is-invited.ts'
import type { MeetingFilters } from './schemas.ts'

/** A condition on `thing`, and looser ones that an index can answer; each finds all of the list that match, and maybe more. */
export type Search = { matches: RawBuilder<boolean>; indexed: RawBuilder<boolean>[] }

/** `accounts` has all addresses of the account of each wanted address. */
type Of = { kind: PublishableKind; workspaceId: string; accounts: Map<string, string[]> }

/** The filters that list-query.ts handles itself. */
type HandledByListQuery = keyof typeof dateBounds | 'event_guid' | 'series_id' | 'channel_id'

/** Each pair has one entry together. */
type Bound = 'starts_at_start' | 'starts_at_end'

/** One entry for each filter that is left. */
export type Searches<Filters> = Record<
  Exclude<keyof Filters, HandledByListQuery | Bound> | 'updated_at' | 'starts_at',
  (filters: Filters, of: Of) => Search | null
>

const searches: Searches<MeetingFilters> = {
  title: byTitle,
  updated_at: byChange,
  starts_at: byStart,
  event_attendees: byInvited,
}

export function searchesOf(filters: MeetingFilters, of: Of): Search[] {
  return Object.values(searches).flatMap((search) => search(filters, of) ?? [])
}

/** Every title contains an empty text. */
function byTitle({ title }: MeetingFilters, { workspaceId }: Of): Search | null {
  if (!title) return null
  const folded = foldCase(title)
  return {
    matches: sql`thing.title_folded like ${containsPattern(folded)}`,
    indexed: [sql`title_runs(thing.workspace_id, thing.title_folded) @@ ${titleRuns(workspaceId, folded)}::tsquery`],
  }
}

/**
 * Always has both bounds, because a kept plan estimates one alone as a third of everything. The index has the time of
 * creation too: if few changed things are as old as the list asks for, the others are only passed over in it.
 */
function byChange(filters: MeetingFilters, { workspaceId }: Of): Search | null {
  const { createdFrom, createdUntil, updatedFrom, updatedUntil } = readDates(filters)
  if (!updatedFrom && !updatedUntil) return null
  const matches = sql<boolean>`(thing.updated_at >= ${updatedFrom ?? '-infinity'}::timestamptz
    and thing.updated_at < ${updatedUntil ?? 'infinity'}::timestamptz)`
  // Without `is true` a kept plan may read all that was created in this time.
  const isCreated = sql`(thing.created_at >= ${createdFrom ?? '-infinity'}::timestamptz
    and thing.created_at < ${createdUntil ?? 'infinity'}::timestamptz) is true`
  return { matches, indexed: [sql`thing.workspace_id = ${workspaceId} and ${matches} and ${isCreated}`] }
}

/** Without an event nothing starts. Both bounds, as of a change. */
function byStart({ starts_at_start, starts_at_end }: MeetingFilters, { kind, workspaceId }: Of): Search | null {
  if (starts_at_start == null && starts_at_end == null) return null
  const from = starts_at_start == null ? '-infinity' : parseDateFilter(starts_at_start)!.from
  const until = starts_at_end == null ? 'infinity' : parseDateFilter(starts_at_end)!.until
  const isWithin = sql`event.workspace_id = ${workspaceId}
    and event.starts_at >= ${from}::timestamptz and event.starts_at < ${until}::timestamptz`
  return {
    matches: probe(sql`select from events event where ${isWithin} and event.guid = ${guidOf[kind]}`),
    indexed: [isOfEvents(sql`select guid from events event where ${isWithin}`, { kind, workspaceId })],
  }
}

const guidOf = {
  note: sql`thing.event_guid`,
  recording: sql`(select note.event_guid from notes note
    where note.workspace_id = thing.workspace_id and note.id = thing.note_id)`,
}

/** Wanted addresses, folded. */
export const addressesIn = ({ event_attendees }: Pick<MeetingFilters, 'event_attendees'>) =>
  [event_attendees ?? []].flat().map(foldCase)

/**
 * All of the addresses must be invited, whatever their case; for one of an account, any of its addresses. Without an event
 * nobody is.
 */
function byInvited(filters: MeetingFilters, { kind, workspaceId, accounts }: Of): Search | null {
  const each = addressesIn(filters).map((address) => accounts.get(address) ?? [address])
  const people = [...new Map(each.map((addresses) => [addresses[0], addresses])).values()]
  if (people.length === 0) return null
  return {
    matches: sql`(${sql.join(
      people.map((own) => isInvited(workspaceId, guidOf[kind], sql`${own}::text[]`)),
      sql` and `,
    )})`,
    indexed: people.map((own) => isOfPerson(own, { kind, workspaceId })),
  }
}

function isOfPerson(addresses: string[], of: Omit<Of, 'accounts'>): RawBuilder<boolean> {
  const events = sql`select event_guid from event_attendees invited
    where invited.workspace_id = ${of.workspaceId} and invited.email_folded = any(${addresses})`
  return isOfEvents(events, of)
}

function isOfEvents(events: RawBuilder<unknown>, { kind, workspaceId }: Omit<Of, 'accounts'>): RawBuilder<boolean> {
  const notes = sql`select note.id from notes note where note.workspace_id = ${workspaceId} and note.event_guid in (${events})`
  return sql<boolean>`thing.workspace_id = ${workspaceId}
    and ${{ note: sql`thing.event_guid in (${events})`, recording: sql`thing.note_id in (${notes})` }[kind]}`
}

/**
 * Finds titles in `title_runs` (migrations/0004_notes.sql) that may have the text: by runs of three characters that
 * cover it, or by a shorter prefix.
 */
export function titleRuns(workspaceId: string, text: string): string {
  const characters = [...text.replaceAll('\x01', ' ')]
  const lexeme = (run: string[]) => `'${`${workspaceId} ${run.join('')}`.replace(/['\\]/g, '\\$&')}'`
  if (characters.length < 3) return `${lexeme(characters)}:*`
  const last = characters.length - 3
  const starts = [...Array.from({ length: Math.ceil(last / 3) }, (_, index) => index * 3), last]
  return starts.map((at) => lexeme(characters.slice(at, at + 3))).join(' & ')
}
