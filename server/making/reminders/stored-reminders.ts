/** Reminders as they are stored: who reads and shows them, and when they are forgotten (decision 65). */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { notFrozen } from '../../people/caller/frozen.ts'
import { isInSight } from '../../people/sight/visible.ts'
import type { Context } from '../../platform/context/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { daysBefore } from '../../platform/time.ts'

export type OneReminder = { workspaceId: string; noteId: string; userId: string }
type ShownReminder = { note_id: string; title: string; starts_at: Date }

const keptDays = 7
/** Reminded of 9:00 and moved at most so much later, a meeting is not reminded of again. */
const sameStartMs = 15 * 60_000
const sameStart = sql`${sql.lit(sameStartMs)} * interval '1 ms'`

/** @returns false if the person was reminded of this start, or of one shortly before */
export async function storeReminder(
  tx: Tx,
  { workspaceId, noteId, userId, startsAt }: OneReminder & { startsAt: Date },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into reminders (workspace_id, note_id, user_id, starts_at, made_at)
    values (${workspaceId}, ${noteId}, ${userId}, ${startsAt}, ${now})
    on conflict (workspace_id, note_id, user_id)
    do update set starts_at = excluded.starts_at, made_at = excluded.made_at, shown_at = null
      where excluded.starts_at > reminders.starts_at + ${sameStart}
    returning user_id`.execute(tx)
  return rows.length > 0
}

type Start = { noteId: string; userId: string; startsAt: Date }

/** @returns whether a person was reminded of this start, or of one shortly before */
export async function readReminded(db: Db, workspaceId: string, noteIds: string[]): Promise<(start: Start) => boolean> {
  const rows = await db
    .selectFrom('reminders')
    .select(['note_id', 'user_id', 'starts_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`note_id = any(${noteIds})`)
    .execute()
  const keyOf = (noteId: string, userId: string) => `${noteId} ${userId}`
  const starts = new Map(rows.map(({ note_id, user_id, starts_at }) => [keyOf(note_id, user_id), starts_at.getTime()]))
  return ({ noteId, userId, startsAt }) => {
    const reminded = starts.get(keyOf(noteId, userId))
    return reminded !== undefined && startsAt.getTime() <= reminded + sameStartMs
  }
}

/** @returns undefined if the meeting was called off or moved since, or the person left */
export async function readReminder(
  db: Db,
  { workspaceId, noteId, userId, startsAt }: OneReminder & { startsAt: string },
) {
  return current(db, workspaceId, userId)
    .innerJoin('users as person', (join) =>
      join.onRef('person.workspace_id', '=', 'reminder.workspace_id').onRef('person.id', '=', 'reminder.user_id'),
    )
    .innerJoin('workspaces as workspace', 'workspace.id', 'reminder.workspace_id')
    .select([
      'note.title',
      'reminder.made_at as madeAt',
      'reminder.shown_at as shownAt',
      'person.email',
      'person.language',
      'workspace.subdomain',
    ])
    .where('reminder.note_id', '=', noteId)
    .where('reminder.starts_at', '=', new Date(startsAt))
    .where('person.active', '=', true)
    .executeTakeFirst()
}

/** Of meetings that are not over, and that the person still sees. */
export const listReminders = (db: Db, now: Date, { workspace, user }: Caller): Promise<ShownReminder[]> =>
  current(db, workspace.id, user.id)
    .select(['note.id as note_id', 'note.title', 'event.starts_at'])
    .where('event.ends_at', '>', now)
    .where('reminder.made_at', '>', daysBefore(now, keptDays))
    .orderBy('event.starts_at')
    .orderBy('note.id')
    .execute()

/** Of meetings that begin when the person was told that they do, or a little later. */
const current = (db: Db, workspaceId: string, userId: string) =>
  db
    .selectFrom('reminders as reminder')
    .innerJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'reminder.workspace_id').onRef('note.id', '=', 'reminder.note_id'),
    )
    .innerJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.guid', '=', 'note.event_guid'),
    )
    .where('reminder.workspace_id', '=', workspaceId)
    .where('reminder.user_id', '=', userId)
    .where('event.cancelled_at', 'is', null)
    .where(sql<boolean>`event.starts_at <= reminder.starts_at + ${sameStart}`)
    .where(isInSight('note', { workspaceId: sql`${workspaceId}`, id: sql.ref('note.id'), person: userId }))

/** A page showed it. @throws {ApiError} 404 */
export async function showReminder(db: Db, now: Date, { workspace, user }: Caller, noteId: string): Promise<void> {
  const shown = isStorable(noteId) && (await markShown(db, now, { workspaceId: workspace.id, noteId, userId: user.id }))
  if (!shown) throw notFound('Reminder')
}

/**
 * @param reminder  with `startsAt` only of this start: what was moved meanwhile has another, which nobody has seen
 * @returns whether there is such a reminder
 */
export async function markShown(
  db: Db,
  now: Date,
  { workspaceId, noteId, userId, startsAt }: OneReminder & { startsAt?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reminders')
    .set({ shown_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('note_id', '=', noteId)
    .where('user_id', '=', userId)
    .$if(startsAt !== undefined, (of) => of.where('starts_at', '=', new Date(startsAt!)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function forgetReminders({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('reminders')
    .where('made_at', '<', daysBefore(clock(), keptDays))
    .where(notFrozen('reminders.workspace_id'))
    .execute()
}
