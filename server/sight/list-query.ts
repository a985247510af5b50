/** What decides which notes or recordings are on a page, and its conditions in SQL. */
import { type RawBuilder, sql } from 'kysely'
import { type DateFilters, readDates } from '../platform/http/filters.ts'
import { askedPage, type PageRequest } from '../platform/http/page.ts'
import { containsPattern, foldCase } from '../platform/text.ts'
import type { Caller } from '../workspace/caller.ts'
import { mayName } from '../workspace/channels.ts'
import { type Kind, seenBy } from './visible.ts'

export type Asked = {
  caller: Caller
  /** Created from this moment on, and before that position in the list's order. */
  from: Date | string
  before: { time: Date | string; id: string }
  /** Changed in this time, if that is asked for. */
  changed: { from: Date | string; until: Date | string } | null
  /** Folded. The index knows those of three characters or more. */
  title: { text: string; pattern: string; isIndexed: boolean } | null
  eventGuid: string | null
  channelId: string | null
  /** What the statement is made for: one of two sizes. */
  page: PageRequest
  /** How many things the page shows, as a text, so that it is filled in. */
  shown: string
}

export type Filters = DateFilters & { event_guid?: string | null; channel_id?: string | null; title?: string | null }

export function askFor(caller: Caller, filters: Filters, page: PageRequest): Asked {
  const { createdFrom, createdUntil, updatedFrom, updatedUntil } = readDates(filters)
  // Nothing is updated before it exists. An index range has one end: the bound, or the cursor if that is nearer.
  const until = [createdUntil, updatedUntil].filter((time) => time !== null).sort((a, b) => Number(a) - Number(b))[0]
  const cursor = page.after && !(until && until <= page.after.time) ? page.after : null
  // Every title contains an empty text.
  const text = filters.title ? foldCase(filters.title) : null
  return {
    caller,
    from: createdFrom ?? '-infinity',
    before: cursor ?? { time: until ?? 'infinity', id: '' },
    changed:
      updatedFrom || updatedUntil ? { from: updatedFrom ?? '-infinity', until: updatedUntil ?? 'infinity' } : null,
    title: text === null ? null : { text, pattern: containsPattern(text), isIndexed: [...text].length >= 3 },
    eventGuid: filters.event_guid ?? null,
    channelId: filters.channel_id ?? null,
    page: { size: askedPage(page).size, after: null },
    shown: String(page.size),
  }
}

/** What the caller sees, or what is in the channel, in the list's order from where the page begins. */
export function listOf(kind: Kind, asked: Asked): RawBuilder<unknown> {
  return sql`(select id, created_at from ${seenBy(asked.caller, kind, asked.channelId)} where ${isInRange('seen', asked)} and ${isAllowed(asked)}
    order by created_at desc, id desc)`
}

/** `offset 0` has each thing asked for itself, and not all that is seen gathered first. */
export function isSeen(kind: Kind, { caller, channelId }: Asked, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${seenBy(caller, kind, channelId)} where seen.id = ${id} offset 0)`
}

/** Over `thing`. */
export function isOfWorkspace({ caller }: Asked): RawBuilder<boolean> {
  return sql<boolean>`thing.workspace_id = ${caller.workspace.id}`
}

/** Over `thing`: title, change and event. */
export function matches(kind: Kind, { title, changed, eventGuid }: Asked): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = []
  if (eventGuid !== null) conditions.push(ofEvent[kind](eventGuid))
  if (title) conditions.push(sql<boolean>`thing.title_folded like ${title.pattern}`)
  if (changed) conditions.push(isChanged(changed))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Both bounds are given always, because a kept plan takes one alone for a third of everything. */
export function isChanged({ from, until }: NonNullable<Asked['changed']>): RawBuilder<boolean> {
  return sql<boolean>`(thing.updated_at >= ${from}::timestamptz and thing.updated_at < ${until}::timestamptz)`
}

const ofEvent = {
  note: (guid: string) => sql<boolean>`thing.event_guid = ${guid}`,
  recording: (guid: string) => sql<boolean>`thing.note_id in (select id from notes note
    where note.workspace_id = thing.workspace_id and note.event_guid = ${guid})`,
}

/** Where the list begins and ends. */
export function isInRange(of: 'seen' | 'thing', { from, before }: Asked): RawBuilder<boolean> {
  const [createdAt, id] = [sql.ref(`${of}.created_at`), sql.ref(`${of}.id`)]
  return sql<boolean>`${createdAt} >= ${from}::timestamptz
    and (${createdAt}, ${id}) < (${before.time}::timestamptz, ${before.id}::text)`
}

/** That the caller may name the channel. */
export function isAllowed({ caller, channelId }: Asked): RawBuilder<boolean> {
  return channelId === null ? sql`true` : mayName(caller, channelId)
}
