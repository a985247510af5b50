/** Mails a recap to those who attended, and to invited outsiders who are named, because somebody who may edit it asks for it (decision 59). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isAccounts } from '../../../people/accounts/addresses.ts'
import { recordAction } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import { countOutside } from '../../../people/requests/count-outside.ts'
import { requireTry } from '../../../people/requests/count-tries.ts'
import { noteEditable } from '../../../people/sight/editable.ts'
import { requireSharesOutside, sharesOutside } from '../../../people/sight/shares-outside.ts'
import { requireAttendee } from '../../../people/sight/sharing/attend.ts'
import { isInSight, recordingVisible, sightOf } from '../../../people/sight/visible.ts'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError, invalid, notFound } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { foldCase, isStorable } from '../../../platform/text.ts'
import { composeRecaps, type MailedRecap } from './compose-recaps.ts'
import { type RecapMailJob, sendJob } from './jobs.ts'
import type { OutlinePart } from './outline.ts'

type Receiver = { id: string; email: string; full_name: string }
export type SentRecap = {
  /** Who wants no mails is among them, and gets none: nobody is told. */
  sent: Receiver[]
  /** Who had it before, or gets it with those of a day. */
  already: Receiver[]
  left_out: { email: string; reason: 'no_account' }[]
  sent_outside: string[]
  /** As the sender would get it. */
  mail?: { subject: string; text: string }
}

/**
 * `to`: ids of the only people who get it. `outsiders`: the only addresses without an account. `preview` says who would get
 * it and what, and sends nothing.
 */
type Wanted = {
  to?: string[] | null
  outsiders?: string[] | null
  message?: string | null
  leave_out?: OutlinePart[] | null
  preview?: boolean | null
}

/** Recaps that one person sends in an hour. */
export const sendLimit = { max: 20, seconds: 3_600 }

type Deps = Pick<Context, 'db' | 'jobs' | 'secretKey'> & { now: Date; publicUrl: string | null; hasMail: boolean }

/**
 * No person gets it twice, however often it is asked for.
 * @throws {ApiError} 404, 403 without the edit right of its note, 422 without a mail server or AI notes, 400 for somebody
 *   who is not among those who may get it, 429 for too many within an hour or a day; of outsiders 403 for who does not attend, 409
 *   where the workspace does not share with them
 */
export async function sendRecap(deps: Deps, request: FastifyRequest, id: string, wanted: Wanted): Promise<SentRecap> {
  const { db, jobs, now, hasMail } = deps
  const { caller } = request
  const { workspace, user } = caller
  const { to = null, outsiders, preview } = wanted
  if (!preview)
    await requireTry(db, now, `recap-mail ${workspace.id} ${user.id}`, sendLimit, 'Too many recaps sent by mail')
  const mailed = {
    id,
    sharedBy: user.id,
    isSent: true,
    message: wanted.message?.trim() ?? '',
    leaveOut: wanted.leave_out ?? [],
  }
  const answer = await db.transaction().execute(async (tx) => {
    const recording = await lockEditable(tx, request, id)
    if (!hasMail) throw new ApiError(422, 'E-mail is not set up here')
    if (!recording.has_notes) throw new ApiError(422, 'The recap has no AI notes yet; send it when they are there')
    const recap = { workspaceId: workspace.id, recordingId: id, noteId: recording.note_id }
    const all = await readAttendees(tx, recap, user.id)
    requireAmong(all, to)
    const people = all.filter((person) => to === null || to.includes(person.id))
    const ids = people.map((person) => person.id)
    const strangers = await readStrangers(tx, recap)
    const outside = preview
      ? await mayGetOutside(tx, caller, id, strangers)
      : await requireOutside(tx, caller, id, { strangers, outsiders: outsiders ?? [] })
    const what = `recap ${id}`
    const sent_outside = preview
      ? outside
      : await countOutside(tx, now, { workspaceId: workspace.id, userId: user.id, what }, outside)
    const fresh = preview ? await readUnmailed(tx, recap, ids) : await keep(tx, { ...recap, by: user.id, ids })
    const answer: SentRecap = {
      sent: people.filter((person) => fresh.has(person.id)),
      already: people.filter((person) => !fresh.has(person.id)),
      left_out: strangers.filter((email) => !outside.includes(email)).map((email) => ({ email, reason: 'no_account' })),
      sent_outside,
    }
    if (preview || fresh.size + sent_outside.length === 0) return answer
    const mails: RecapMailJob[] = [
      ...[...fresh].map((userId) => ({ workspaceId: workspace.id, userId, recaps: [mailed] })),
      ...sent_outside.map((outsider) => ({ workspaceId: workspace.id, userId: user.id, recaps: [mailed], outsider })),
    ]
    await jobs.sendAll(
      tx,
      sendJob,
      mails.map((data) => ({ data })),
    )
    const details = { recording_id: id, user_ids: [...fresh], outsiders: sent_outside.length }
    await recordAction(tx, now, request, { action: 'recording.mail', details })
    return answer
  })
  return preview ? { ...answer, ...(await readMail(deps, caller, mailed)) } : answer
}

/** By the code that sends it. */
async function readMail({ db, publicUrl, secretKey }: Deps, { workspace, user }: Caller, mailed: MailedRecap) {
  const { language, time_zone } = await db
    .selectFrom('users')
    .leftJoin('recap_mail_wishes as wish', (join) =>
      join.onRef('wish.workspace_id', '=', 'users.workspace_id').onRef('wish.user_id', '=', 'users.id'),
    )
    .select(['users.language', sql<string>`coalesce(wish.time_zone, 'UTC')`.as('time_zone')])
    .where('users.workspace_id', '=', workspace.id)
    .where('users.id', '=', user.id)
    .executeTakeFirstOrThrow()
  const reader = { id: user.id, subdomain: workspace.subdomain, language, time_zone }
  const from = { publicUrl: publicUrl ?? '', secretKey }
  const composed = await composeRecaps(db, from, { workspaceId: workspace.id, reader, recaps: [mailed] })
  return composed && { mail: { subject: composed.subject, text: composed.text } }
}

/** The invited addresses without an account that the caller may choose: as with links, for who attends (decision 57). */
async function mayGetOutside(tx: Tx, caller: Caller, id: string, strangers: string[]): Promise<string[]> {
  const sight = await sightOf(tx, caller, { kind: 'recording', id })
  return sight?.attends && (await sharesOutside(tx, caller.workspace.id)) ? strangers : []
}

async function requireOutside(
  tx: Tx,
  caller: Caller,
  id: string,
  { strangers, outsiders }: { strangers: string[]; outsiders: string[] },
): Promise<string[]> {
  const byFolded = new Map(strangers.map((email) => [foldCase(email), email]))
  const unknown = outsiders.findIndex((email) => !byFolded.has(foldCase(email)))
  if (unknown >= 0) throw invalid(`body.outsiders[${unknown}]`, 'must be an invited address without an account')
  if (outsiders.length === 0) return []
  await requireAttendee(tx, caller, { kind: 'recording', id })
  await requireSharesOutside(tx, caller.workspace.id)
  return [...new Set(outsiders.map((email) => byFolded.get(foldCase(email))!))]
}

function requireAmong(people: Receiver[], ids: string[] | null): void {
  const known = new Set(people.map(({ id }) => id))
  const unknown = (ids ?? []).findIndex((id) => !known.has(id))
  if (unknown >= 0) throw invalid(`body.to[${unknown}]`, 'must be a person who attended and may read the recap')
}

async function lockEditable(tx: Tx, { caller }: FastifyRequest, id: string) {
  if (!isStorable(id)) throw notFound('Recording')
  const found = await tx
    .selectFrom('recordings')
    .select('note_id')
    .select(sql<boolean>`ai_notes is not null`.as('has_notes'))
    .select(noteEditable(caller, sql.ref('recordings.workspace_id'), sql.ref('recordings.note_id')).as('edits'))
    .where('recordings.workspace_id', '=', caller.workspace.id)
    .where('recordings.id', '=', id)
    .where(recordingVisible(caller))
    .executeTakeFirst()
  if (!found) throw notFound('Recording')
  if (!found.edits) throw new ApiError(403, 'You may see this recording and not send it')
  return found
}

type SentFrom = { workspaceId: string; recordingId: string; noteId: string }

/** Active accounts that attended and may read the recap, but not who sends it. */
async function readAttendees(tx: Tx, { workspaceId, recordingId, noteId }: SentFrom, sender: string) {
  const recording = { workspaceId: sql.ref('person.workspace_id'), id: sql`${recordingId}` }
  const { rows } = await sql<Receiver>`
    select person.id, person.email, person.full_name
    from users person
    where person.workspace_id = ${workspaceId} and person.active and person.id <> ${sender}
      and person.id in (select user_id from note_attendees
        where workspace_id = ${workspaceId} and note_id = ${noteId})
      and ${isInSight('recording', { ...recording, person: sql.ref<string>('person.id') })}
    order by person.full_name, person.id`.execute(tx)
  return rows
}

/** Addresses that were invited and belong to no account. */
async function readStrangers(tx: Tx, { workspaceId, noteId }: SentFrom): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select attendee.email from notes note
    join event_attendees attendee on attendee.workspace_id = note.workspace_id
      and attendee.event_guid = note.event_guid
    where note.workspace_id = ${workspaceId} and note.id = ${noteId}
      and not ${isAccounts('attendee')} and attendee.email_folded not like '%@erased.invalid'
    order by attendee.position`.execute(tx)
  return rows.map(({ email }) => email)
}

/** @returns those whose mail was not queued yet */
async function readUnmailed(tx: Tx, { workspaceId, recordingId }: SentFrom, ids: string[]): Promise<Set<string>> {
  const mailed = await tx
    .selectFrom('recap_mails')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', recordingId)
    .execute()
  const before = new Set(mailed.map(({ user_id }) => user_id))
  return new Set(ids.filter((id) => !before.has(id)))
}

/** Marks it as mailed to them. @returns those to whom it was not */
async function keep(
  tx: Tx,
  { workspaceId, recordingId, by, ids }: SentFrom & { by: string; ids: string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    insert into recap_mails (workspace_id, user_id, recording_id, shared_by, due_at, is_sent)
    select ${workspaceId}, user_id, ${recordingId}, ${by}, null, true from unnest(${ids}::text[]) as person (user_id)
    on conflict do nothing returning user_id`.execute(tx)
  return new Set(rows.map(({ user_id }) => user_id))
}
