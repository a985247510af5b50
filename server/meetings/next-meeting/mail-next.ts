/** Queues the calendar file of a meeting that was made here, for those who are chosen. */
import type { Acting, Person } from '../../people/caller/caller.ts'
import { countOutside } from '../../people/requests/count-outside.ts'
import { requireSharesOutside } from '../../people/sight/shares-outside.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalid } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { mayMail, readReceivers } from './receivers.ts'
import { type InvitationJob, invitationJob } from './send-invitation.ts'

/** `to`: ids of the only people who get it. Of outsiders only those who are named get it. */
export type Chosen = { to: string[] | null; outsiders: string[] }

export type Sent = { sent: Person[]; sent_outside: string[] }

/** To nobody of a meeting that the caller may not mail. @throws {ApiError} 400, 409 */
export async function mailNext(
  tx: Tx,
  { jobs, now }: Pick<Context, 'jobs'> & { now: Date },
  caller: Acting,
  { noteId, guid }: { noteId: string; guid: string },
  { to, outsiders }: Chosen,
): Promise<Sent> {
  const workspaceId = caller.workspace.id
  const event = await tx
    .selectFrom('events')
    .select(['made_here', 'organizer_email', 'sequence'])
    .where('workspace_id', '=', workspaceId)
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  const mails = await mayMail(tx, workspaceId, event, caller.user.id)
  const attendees = await tx
    .selectFrom('event_attendees')
    .select('email')
    .where('workspace_id', '=', workspaceId)
    .where('event_guid', '=', guid)
    .orderBy('position')
    .execute()
  const among = await readReceivers(tx, workspaceId, mails ? attendees : [])
  const sent = to === null ? among.people : pick(among.people, to, ({ id }) => id, 'to', 'a person who is invited')
  const known = pick(among.outsiders, outsiders, foldCase, 'outsiders', 'an invited address without an account')
  if (known.length > 0) await requireSharesOutside(tx, workspaceId)
  const what = `invitation ${noteId} ${event.sequence ?? 0}`
  const outside = await countOutside(tx, now, { workspaceId, userId: caller.user.id, what }, known)
  const job = { workspaceId, noteId, byUserId: caller.user.id }
  const receivers: InvitationJob['to'][] = [
    ...sent.map(({ id }) => ({ userId: id })),
    ...outside.map((email) => ({ email })),
  ]
  await jobs.sendAll(
    tx,
    invitationJob,
    receivers.map((receiver) => ({ data: { ...job, to: receiver } })),
  )
  return { sent, sent_outside: outside }
}

/** @throws {ApiError} 400 for a key that none of these has */
function pick<Each>(all: Each[], keys: string[], keyOf: (each: Each) => string, field: string, what: string): Each[] {
  const byKey = new Map(all.map((each) => [keyOf(each), each]))
  const wanted = field === 'to' ? keys : keys.map(foldCase)
  const unknown = wanted.findIndex((key) => !byKey.has(key))
  if (unknown >= 0) throw invalid(`body.${field}[${unknown}]`, `must be ${what}`)
  return [...new Set(wanted)].map((key) => byKey.get(key)!)
}
