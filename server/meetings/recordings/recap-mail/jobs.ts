/** Sends the recaps that are due by mail (decision 59). */
import { sql } from 'kysely'
import { isAccounts } from '../../../people/accounts/addresses.ts'
import { notFrozen } from '../../../people/caller/frozen.ts'
import { type MailOptions, sendMail } from '../../../people/mail/send-mail.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { foldCase } from '../../../platform/text.ts'
import { composeRecaps, type MailedRecap } from './compose-recaps.ts'
import { readableNotes, readableRecaps } from './read-outlines.ts'

export const sendJob = 'send-recap-mail'

/** Recaps and shared notes that come in one mail: to the person, or to `outsider`, by the person. */
export type RecapMailJob = { workspaceId: string; userId: string; recaps: MailedRecap[]; outsider?: string }

export const recapMailJobs = (
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey'> & { mail: MailOptions | null },
): JobDefinition[] => [
  { name: 'queue-recap-mails', cron: '* * * * *', run: () => queueDue(deps) },
  { name: sendJob, concurrency: 2, run: (job: RecapMailJob) => send(deps, job) },
]

/** People at once; the next minute takes those after them. */
const maxMails = 1_000

/** What is due becomes jobs in one transaction, so it becomes one job, however often this runs. */
function queueDue({ db, clock, jobs }: Pick<Context, 'db' | 'clock' | 'jobs'>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await takeDue(tx, clock())
    await jobs.sendAll(
      tx,
      sendJob,
      rows.map(({ workspace_id: workspaceId, user_id: userId, recaps }) => ({ data: { workspaceId, userId, recaps } })),
    )
  })
}

const takeDue = (tx: Tx, now: Date) =>
  sql<{ workspace_id: string; user_id: string; recaps: RecapMailJob['recaps'] }>`
  with people as (
    select workspace_id, user_id from recap_mails where due_at <= ${now} and ${notFrozen('workspace_id')}
    group by workspace_id, user_id limit ${maxMails}),
  taken as (
    update recap_mails mail set due_at = null from people
    where mail.workspace_id = people.workspace_id and mail.user_id = people.user_id and mail.due_at <= ${now}
    returning mail.*)
  select workspace_id, user_id, json_agg(json_build_object('id', recording_id, 'noteId', note_id,
    'sharedBy', shared_by, 'isSent', is_sent)) as recaps
  from taken group by workspace_id, user_id`.execute(tx)

/** A person who does not want mails any more, or is not active, gets none; who never chose gets what was sent to them. */
async function send(
  { db, log, mail, secretKey }: Pick<Context, 'db' | 'log' | 'secretKey'> & { mail: MailOptions | null },
  job: RecapMailJob,
): Promise<void> {
  const { workspaceId, userId, recaps, outsider } = job
  if (!mail) log.warn('A recap was not mailed: this worker has no SMTP_URL')
  const person = mail && (await readReceiver(db, job))
  if (!person) return forgetLeftOut(db, job, null)
  if (outsider !== undefined && !(await isStillInvited(db, job, outsider))) return
  if (outsider === undefined) {
    const idsOf = (name: 'id' | 'noteId') => recaps.flatMap((recap) => recap[name] ?? [])
    const of = { workspaceId, reader: userId }
    await forgetLeftOut(db, job, {
      recaps: readableRecaps(db, { ...of, ids: idsOf('id') }),
      notes: readableNotes(db, { ...of, ids: idsOf('noteId') }),
    })
  }
  const from = { publicUrl: mail.publicUrl, secretKey }
  const reader = { ...person, id: userId }
  const composed = await composeRecaps(db, from, { workspaceId, reader, recaps, isOutside: outsider !== undefined })
  if (!composed) return
  const replyTo = await findSharer(db, workspaceId, new Set(recaps.map(({ sharedBy }) => sharedBy)))
  await sendMail(mail, log, { to: outsider ?? person.email, ...composed, ...(replyTo && { replyTo }) })
}

/** Without an account, and to a meeting that who sends its recap attends, as when it was ordered. */
async function isStillInvited(
  db: Db,
  { workspaceId, userId, recaps }: RecapMailJob,
  address: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from recordings recording join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
    join event_attendees invited on invited.workspace_id = note.workspace_id and invited.event_guid = note.event_guid
    where recording.workspace_id = ${workspaceId} and recording.id = any(${recaps.map(({ id }) => id)})
      and invited.email_folded = ${foldCase(address)} and not ${isAccounts('invited')}
      and exists (select from note_attendees sender where sender.workspace_id = note.workspace_id
        and sender.note_id = note.id and sender.user_id = ${userId})`.execute(db)
  return rows.length > 0
}

/** The address of the one person who shared or sent all of a mail, so that answers go to them. */
async function findSharer(db: Db, workspaceId: string, sharers: Set<string | null>): Promise<string | undefined> {
  const [id] = sharers
  if (sharers.size !== 1 || !id) return undefined
  const person = await db
    .selectFrom('users')
    .select('email')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
  return person?.email
}

/** Of a mail to an outsider who sends it, while the workspace shares with outsiders. */
const readReceiver = (db: Db, { workspaceId, userId, recaps, outsider }: RecapMailJob) =>
  db
    .selectFrom('users')
    .leftJoin('recap_mail_wishes as wish', (join) =>
      join.onRef('wish.workspace_id', '=', 'users.workspace_id').onRef('wish.user_id', '=', 'users.id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .select(['users.email', 'users.language', 'workspaces.subdomain'])
    .select(sql<string>`coalesce(wish.time_zone, 'UTC')`.as('time_zone'))
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .where(
      outsider === undefined
        ? sql<boolean>`coalesce(wish.recaps, ${recaps.some(({ isSent }) => isSent) ? 'at_once' : 'none'}) <> 'none'`
        : sql<boolean>`workspaces.outside_links`,
    )
    .where('users.active', '=', true)
    .executeTakeFirst()

type Readable = { recaps: ReturnType<typeof readableRecaps>; notes: ReturnType<typeof readableNotes> }

/**
 * Whatever a mail leaves out is queued again when the person may read it later; null is all, but what was sent by hand: else
 * who sends again would learn who wants no mails.
 */
async function forgetLeftOut(db: Db, { workspaceId, userId, recaps: all }: RecapMailJob, readable: Readable | null) {
  const recaps = readable === null ? all.filter(({ isSent }) => !isSent) : all
  const own = db.deleteFrom('recap_mails').where('workspace_id', '=', workspaceId).where('user_id', '=', userId)
  await own
    .where(sql<boolean>`recording_id = any(${recaps.map(({ id }) => id)})`)
    .$if(readable !== null, (query) => query.where('recording_id', 'not in', readable!.recaps.select('recordings.id')))
    .execute()
  await own
    .where(sql<boolean>`note_id = any(${recaps.map(({ noteId }) => noteId ?? null)})`)
    .$if(readable !== null, (query) => query.where('note_id', 'not in', readable!.notes.select('notes.id')))
    .execute()
}
