/** Sends the recaps that are due by mail (decision 59). */
import { sql } from 'kysely'
import { notFrozen } from '../../../people/caller/frozen.ts'
import { addressOf } from '../../../people/caller/origin.ts'
import { type MailOptions, sendMail } from '../../../people/mail/send-mail.ts'
import { wordsIn } from '../../../people/mail/words.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { composeMail } from './compose-mail.ts'
import { readableNotes, readableRecaps, readNames, readNoteOutlines, readOutlines } from './read-outlines.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

const sendJob = 'send-recap-mail'

/** Recaps of one person that come in one mail, and notes that were shared with them: of these `id` is null. */
type RecapMailJob = {
  workspaceId: string
  userId: string
  recaps: { id: string | null; noteId?: string | null; sharedBy: string | null; isSent?: boolean }[]
}

export const recapMailJobs = (
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey'> & { mail: MailOptions | null },
): JobDefinition[] => [
  { name: 'queue-recap-mails', cron: '* * * * *', run: () => queueDue(deps) },
  { name: sendJob, concurrency: 2, run: (job: RecapMailJob) => send(deps, job) },
]

/** People at once; the next minute takes those after them. */
const maxMails = 1_000

/** In one mail; it says how many more there are. */
const mostRecaps = 50

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
  const { workspaceId, userId } = job
  if (!mail) log.warn('A recap was not mailed: this worker has no SMTP_URL')
  const person = mail && (await readReceiver(db, job))
  if (!person) return forgetLeftOut(db, job, null)
  const { publicUrl } = mail
  const words = wordsIn(person.language)
  const idsOf = (name: 'id' | 'noteId') => job.recaps.flatMap((recap) => recap[name] ?? [])
  const recaps = { workspaceId, ids: idsOf('id'), reader: userId }
  const notes = { workspaceId, ids: idsOf('noteId'), reader: userId }
  await forgetLeftOut(db, job, { recaps: readableRecaps(db, recaps), notes: readableNotes(db, notes) })
  const { outlines, more } = await readOutlines(db, { ...recaps, publicUrl, most: mostRecaps, words })
  const shown = [...outlines, ...(await readNoteOutlines(db, { ...notes, publicUrl, most: mostRecaps }))]
  if (shown.length === 0) return
  const sharers = new Map(job.recaps.map(({ id, noteId, sharedBy }) => [id ?? noteId, sharedBy]))
  const names = await readNames(
    db,
    workspaceId,
    [...sharers.values()].filter((id) => id !== null),
  )
  const origin = addressOf(publicUrl, person.subdomain)
  const composed = composeMail({
    recaps: shown.map((outline) => ({ ...outline, sharedBy: names.get(sharers.get(outline.id) ?? '') })),
    more,
    moreUrl: `${origin}/recordings`,
    timeZone: person.time_zone,
    words,
    settingsUrl: `${origin}/account`,
    unsubscribeUrl: unsubscribeUrl(origin, secretKey, { workspaceId, userId }),
  })
  const replyTo = await findSharer(db, workspaceId, new Set(sharers.values()))
  await sendMail(mail, log, { to: person.email, ...composed, ...(replyTo && { replyTo }) })
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

const readReceiver = (db: Db, { workspaceId, userId, recaps }: RecapMailJob) =>
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
    .where(sql<boolean>`coalesce(wish.recaps, ${recaps.some(({ isSent }) => isSent) ? 'at_once' : 'none'}) <> 'none'`)
    .where('users.active', '=', true)
    .executeTakeFirst()

type Readable = { recaps: ReturnType<typeof readableRecaps>; notes: ReturnType<typeof readableNotes> }

/** Whatever a mail leaves out is queued again when the person may read it later; null is all. */
async function forgetLeftOut(db: Db, { workspaceId, userId, recaps }: RecapMailJob, readable: Readable | null) {
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
