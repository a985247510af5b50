/** The call of a note's meeting, and whether a bot can be sent into it. */

import type { Caller } from '../../../people/caller/caller.ts'
import { attends } from '../../../people/sight/sharing/attend.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { BotKind } from '../kinds/kinds.ts'
import type { Occurrence } from './calls.ts'

/** Before the meeting begins. Earlier a bot would wait alone, and leave. */
export const earlyMs = 15 * 60_000

export type Call = { attends: boolean; url: string | null; startsAt: Date | null; endsAt: Date | null }

/** Without an event, or with a cancelled one, there is no call. @throws {ApiError} 404 */
export async function readCall(db: Db, caller: Caller, noteId: string): Promise<Call> {
  const isAttendee = await db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => attends(tx, caller, { kind: 'note', id: noteId }))
  const event = await db
    .selectFrom('notes as note')
    .innerJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.guid', '=', 'note.event_guid'),
    )
    .select(['event.call_url', 'event.starts_at', 'event.ends_at'])
    .where('note.workspace_id', '=', caller.workspace.id)
    .where('note.id', '=', noteId)
    .where('event.cancelled_at', 'is', null)
    .executeTakeFirst()
  const { call_url: url = null, starts_at: startsAt = null, ends_at: endsAt = null } = event ?? {}
  return { attends: isAttendee, url, startsAt, endsAt }
}

/** @throws {ApiError} 403, 400, 409 */
export function requireOpenCall({ attends, url, startsAt, endsAt }: Call, now: Date): Omit<Occurrence, 'noteId'> {
  if (!attends) throw new ApiError(403, 'Only its attendees may send a bot into this meeting')
  if (url === null) throw new ApiError(400, 'This meeting has no link to a call')
  if (now >= endsAt!) throw new ApiError(409, 'This meeting is over')
  if (now.getTime() < startsAt!.getTime() - earlyMs)
    throw new ApiError(409, 'A bot can be sent from 15 minutes before the meeting')
  return { callUrl: url, startsAt: startsAt!, endsAt: endsAt! }
}

const usual = /(^|\.)zoom\.(us|com)$|^meet\.google\.com$|^teams\.(microsoft|live)\.com$/

/** Vexa also joins calls of Jitsi. Its other servers are not known by their names, and any host would be a way inside. */
export function canJoin(kind: BotKind, url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {}
  if (protocol !== 'https:' || hostname === undefined) return false
  return usual.test(hostname) || (kind === 'vexa' && hostname === 'meet.jit.si')
}
