/** Which meetings are one call, and which call has its bot already (decision 64). */
import { sql } from 'kysely'
import { actSecondsBefore } from '../../../meetings/notes/planned.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { linkLike } from '../kinds/call-links.ts'

/** A meeting with a link to a call. */
export type Occurrence = { noteId: string; callUrl: string; startsAt: Date; endsAt: Date }

/** What is the same in all links to one call: some have a password or a person's token after the `?`. */
export const callKeyOf = (url: string) => linkLike(url, false) ?? url

/** A service is asked for at most 30 seconds: a row without an answer is of a process that died. */
export const askingMs = 60_000
/** A service that never says that its bot has left does not keep people from sending another one. */
export const longestMs = 86_400_000
/** A rule orders its bot so long before the meeting. */
export const orderedMs = actSecondsBefore * 1_000

export type CallRow = {
  id: string
  note_id: string | null
  recorder_id: string
  service_id: string | null
  sent_at: Date
  ended_at: Date | null
  by_itself: boolean
  makes_room: boolean
}

/** Meetings that overlap one after another and have one link, and when all of it begins and ends. */
export type Call = { callKey: string; noteIds: string[]; startsAt: Date; endsAt: Date }

/** No chain of meetings is followed further than this from its first one. */
const chainMs = 86_400_000

/** The call of a meeting: also a meeting that overlaps only with one that overlaps with it. */
export async function readCallOf(db: Db, workspaceId: string, meeting: Occurrence): Promise<Call> {
  const callKey = callKeyOf(meeting.callUrl)
  const rows = await db
    .selectFrom('events as event')
    .innerJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'event.workspace_id').onRef('note.event_guid', '=', 'event.guid'),
    )
    .select(['note.id', 'event.call_url', 'event.starts_at', 'event.ends_at'])
    .where('event.workspace_id', '=', workspaceId)
    .where('note.workspace_id', '=', workspaceId)
    .where('event.starts_at', '<', new Date(meeting.endsAt.getTime() + chainMs))
    .where('event.starts_at', '>', new Date(meeting.startsAt.getTime() - chainMs))
    .where('event.call_url', 'is not', null)
    .where('event.cancelled_at', 'is', null)
    .where('event.all_day', '=', false)
    .orderBy('event.starts_at')
    .execute()
  const call = { callKey, noteIds: [meeting.noteId], startsAt: meeting.startsAt, endsAt: meeting.endsAt }
  let left = rows.filter(({ id, call_url }) => id !== meeting.noteId && callKeyOf(call_url!) === callKey)
  for (;;) {
    const [more, others] = [left.filter((row) => isWithin(row, call)), left.filter((row) => !isWithin(row, call))]
    if (more.length === 0) return call
    left = others
    for (const { id, starts_at, ends_at } of more) {
      call.noteIds.push(id)
      if (starts_at < call.startsAt) call.startsAt = starts_at
      if (ends_at > call.endsAt) call.endsAt = ends_at
    }
  }
}

/** A meeting without a length overlaps with itself. */
const isWithin = (
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date },
  { startsAt, endsAt }: Pick<Call, 'startsAt' | 'endsAt'>,
) => (starts_at < endsAt && ends_at > startsAt) || starts_at.getTime() === startsAt.getTime()

/** The bots of this call: of one of its meetings, or of one that was there when the bot was sent; the newest first. */
export async function botsOfCall(db: Db, workspaceId: string, call: Call): Promise<CallRow[]> {
  const { callKey, startsAt, endsAt } = call
  return selectBots(db, workspaceId)
    .where('call_key', '=', callKey)
    .where(sql<boolean>`(starts_at < ${endsAt} and ends_at > ${startsAt} or starts_at = ${startsAt})`)
    .execute()
}

/** Of each meeting the bots of its call, as far as that overlaps with itself; in one query. */
export async function botsOfCalls(db: Db, workspaceId: string, meetings: Occurrence[]): Promise<CallRow[][]> {
  const keys = meetings.map(({ callUrl }) => callKeyOf(callUrl))
  const latest = new Date(Math.max(...meetings.map(({ endsAt }) => endsAt.getTime())))
  const rows = await selectBots(db, workspaceId)
    .select(['call_key', 'starts_at', 'ends_at'])
    .where(sql<boolean>`call_key = any(${keys})`)
    .where('starts_at', '<=', latest)
    .execute()
  const byCall = Map.groupBy(rows, ({ call_key }) => call_key)
  return meetings.map((meeting, index) => (byCall.get(keys[index]!) ?? []).filter((row) => isWithin(row, meeting)))
}

const selectBots = (db: Db, workspaceId: string) =>
  db
    .selectFrom('sent_bots')
    .select(['id', 'note_id', 'recorder_id', 'service_id', 'sent_at', 'ended_at', 'by_itself', 'makes_room'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')

/** Whether it is in the call, as far as is known, or being asked for. */
export function isPresent({ service_id, sent_at, ended_at }: CallRow, now: Date): boolean {
  const countsMs = service_id === null ? askingMs : longestMs
  return ended_at === null && sent_at.getTime() > now.getTime() - countsMs
}

export type NextOrder =
  | 'none'
  | 'new'
  /** The process that asked for it died: it is asked for once more, under the same key. */
  | { again: CallRow }

/** So many bots of rules that made room in one call, and no other is sent: somebody may keep them out. */
const maxFailed = 3

/**
 * Whether a rule may order a bot for the call now. A bot that has left, whoever sent it, counts if it left after it was
 * due: it was in this call, or was taken out of it. One that left earlier was there before the meeting was moved; one that
 * failed, or was withdrawn from a meeting that was called off, makes room for another.
 * @param bots  of the call, the newest first
 */
export function nextOrder(bots: CallRow[], { startsAt }: Occurrence, now: Date): NextOrder {
  const dueMs = startsAt.getTime() - orderedMs
  const isServed = bots.some(
    ({ service_id, ended_at, makes_room }) =>
      service_id !== null && (ended_at === null || (!makes_room && ended_at.getTime() >= dueMs)),
  )
  if (isServed) return 'none'
  const open = bots.find(({ service_id, ended_at }) => service_id === null && ended_at === null)
  if (open && open.sent_at.getTime() > now.getTime() - askingMs) return 'none'
  if (open) return open.note_id === null ? 'new' : { again: open }
  if (bots.filter(({ by_itself, makes_room }) => by_itself && makes_room).length >= maxFailed) return 'none'
  // A service that refuses is asked again after one minute, then after two, and so on.
  const refused = bots.filter(({ service_id, by_itself }) => service_id === null && by_itself)
  const last = refused[0]?.ended_at?.getTime() ?? Number.NEGATIVE_INFINITY
  return now.getTime() >= last + refused.length * 60_000 ? 'new' : 'none'
}

/** The meeting of a note, if it has a link to a call and was not called off; all-day events are no calls. */
export async function readOccurrence(db: Db, workspaceId: string, noteId: string): Promise<Occurrence | null> {
  const row = await db
    .selectFrom('notes as note')
    .innerJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.guid', '=', 'note.event_guid'),
    )
    .select(['event.call_url', 'event.starts_at', 'event.ends_at'])
    .where('note.workspace_id', '=', workspaceId)
    .where('note.id', '=', noteId)
    .where('event.cancelled_at', 'is', null)
    .where('event.all_day', '=', false)
    .executeTakeFirst()
  if (!row || row.call_url === null) return null
  return { noteId, callUrl: row.call_url, startsAt: row.starts_at, endsAt: row.ends_at }
}
