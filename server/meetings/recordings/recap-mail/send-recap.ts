/** Mails a recap to those who attended, because somebody who may edit it asks for it (decision 59). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordAction } from '../../../people/caller/audit.ts'
import { requireTry } from '../../../people/requests/count-tries.ts'
import { noteEditable } from '../../../people/sight/editable.ts'
import { isInSight, recordingVisible } from '../../../people/sight/visible.ts'
import { ApiError, invalid, notFound } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { isStorable } from '../../../platform/text.ts'

/** `no_account`: the address belongs to nobody active here; `no_mails`: the person stopped these mails. */
type WhyNot = 'no_account' | 'no_mails'
type Receiver = { id: string; email: string; full_name: string }
export type SentRecap = {
  sent: Receiver[]
  /** Who had it before, or gets it with those of a day. */
  already: Receiver[]
  left_out: { email: string; reason: WhyNot }[]
}

/** `to`: ids of the only people who get it. `preview` says who would get it, and sends nothing. */
type Wanted = { to?: string[] | null; preview?: boolean | null }

/** Recaps that one person sends in an hour. */
export const sendLimit = { max: 20, seconds: 3_600 }

/**
 * Nobody gets it twice, however often it is asked for.
 * @throws {ApiError} 404, 403 without the edit right of its note, 422 without a mail server or AI notes, 400 for a person
 *   who is not among those who may get it, 429 for too many within an hour
 */
export async function sendRecap(
  { db, now, hasMail }: { db: Db; now: Date; hasMail: boolean },
  request: FastifyRequest,
  id: string,
  { to = null, preview = false }: Wanted,
): Promise<SentRecap> {
  const { caller } = request
  const { workspace, user } = caller
  if (!preview)
    await requireTry(db, now, `recap-mail ${workspace.id} ${user.id}`, sendLimit, 'Too many recaps sent by mail')
  return db.transaction().execute(async (tx) => {
    const recording = await lockEditable(tx, request, id)
    if (!hasMail) throw new ApiError(422, 'E-mail is not set up here')
    if (!recording.has_notes) throw new ApiError(422, 'The recap has no AI notes yet; send it when they are there')
    const recap = { workspaceId: caller.workspace.id, recordingId: id, noteId: recording.note_id }
    const people = await readAttendees(tx, recap, caller.user.id)
    const stopped = people.filter(({ recaps }) => recaps === 'none')
    const all = people.filter(({ recaps }) => recaps !== 'none').map(({ recaps: _, ...person }) => person)
    requireAmong(all, to)
    const wanted = all.filter((person) => to === null || to.includes(person.id))
    const ids = wanted.map((person) => person.id)
    const queued = preview
      ? await readUnmailed(tx, recap, ids)
      : await queue(tx, now, { ...recap, by: caller.user.id, ids })
    const answer: SentRecap = {
      sent: wanted.filter((person) => queued.has(person.id)),
      already: wanted.filter((person) => !queued.has(person.id)),
      left_out: [
        ...stopped.map(({ email }) => ({ email, reason: 'no_mails' as const })),
        ...(await readStrangers(tx, recap)).map((email) => ({ email, reason: 'no_account' as const })),
      ],
    }
    if (!preview && queued.size > 0) {
      const details = { recording_id: id, user_ids: [...queued] }
      await recordAction(tx, now, request, { action: 'recording.mail', details })
    }
    return answer
  })
}

function requireAmong(people: Receiver[], ids: string[] | null): void {
  const known = new Set(people.map(({ id }) => id))
  const unknown = (ids ?? []).findIndex((id) => !known.has(id))
  if (unknown >= 0)
    throw invalid(`body.to[${unknown}]`, 'must be a person who attended, may read the recap and takes mails')
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
  const { rows } = await sql<Receiver & { recaps: string | null }>`
    select person.id, person.email, person.full_name, wish.recaps
    from users person
    left join recap_mail_wishes wish on wish.workspace_id = person.workspace_id and wish.user_id = person.id
    where person.workspace_id = ${workspaceId} and person.active and person.id <> ${sender}
      and person.id in (select user_id from note_attendees
        where workspace_id = ${workspaceId} and note_id = ${noteId})
      and ${isInSight('recording', { ...recording, person: sql.ref<string>('person.id') })}
    order by person.full_name, person.id`.execute(tx)
  return rows
}

/** Addresses that were invited and belong to no active account. */
async function readStrangers(tx: Tx, { workspaceId, noteId }: SentFrom): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select attendee.email from notes note
    join event_attendees attendee on attendee.workspace_id = note.workspace_id
      and attendee.event_guid = note.event_guid
    where note.workspace_id = ${workspaceId} and note.id = ${noteId}
      and not exists (select from addresses known
        join users person on person.workspace_id = known.workspace_id and person.id = known.user_id and person.active
        where known.workspace_id = attendee.workspace_id and known.email_folded = attendee.email_folded)
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

/** @returns those whose mail was not queued before */
async function queue(
  tx: Tx,
  now: Date,
  { workspaceId, recordingId, by, ids }: SentFrom & { by: string; ids: string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    insert into recap_mails (workspace_id, user_id, recording_id, shared_by, due_at, is_sent)
    select ${workspaceId}, user_id, ${recordingId}, ${by}, ${now}, true from unnest(${ids}::text[]) as person (user_id)
    on conflict do nothing returning user_id`.execute(tx)
  return new Set(rows.map(({ user_id }) => user_id))
}
