/** The calendar file of a meeting that was made here, by mail. */
import { sql } from 'kysely'
import { findHolders } from '../../people/accounts/addresses.ts'
import type { Language } from '../../people/caller/languages.ts'
import { addressOf } from '../../people/caller/origin.ts'
import { type MailOptions, sendMail } from '../../people/mail/send-mail.ts'
import { wordsIn } from '../../people/mail/words.ts'
import { noteEditable } from '../../people/sight/editable.ts'
import { sharesOutside } from '../../people/sight/shares-outside.ts'
import { isInSight } from '../../people/sight/visible.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { cutShort, foldCase, oneLine } from '../../platform/text.ts'
import { unsubscribeHeaders } from '../recordings/recap-mail/compose-mail.ts'
import { unsubscribeUrl } from '../recordings/recap-mail/unsubscribe.ts'
import { calendarFile, type FiledMeeting } from './calendar-file.ts'
import { mayMail } from './receivers.ts'

export const invitationJob = 'send-invitation'

/** To a person, or to the address of somebody without an account. `byUserId` asked for it. */
export type InvitationJob = {
  workspaceId: string
  noteId: string
  byUserId: string
  to: { userId: string } | { email: string }
}

type Deps = Pick<Context, 'db' | 'clock' | 'log' | 'secretKey'> & { mail: MailOptions | null }

/**
 * Who wants no mails gets none, but for who asked for it; nor does anybody of a meeting that was called off since, or that
 * who asked for it may not mail any more.
 */
export async function sendInvitation({ db, clock, log, mail, secretKey }: Deps, job: InvitationJob): Promise<void> {
  if (!mail) return log.warn('A calendar file was not mailed: this worker has no SMTP_URL')
  const { workspaceId, noteId, byUserId, to } = job
  const meeting = await readFiled(db, job)
  const by = await readPerson(db, workspaceId, byUserId)
  const receiver = 'userId' in to ? await readPerson(db, workspaceId, to.userId) : by && { ...by, email: to.email }
  if (!meeting || !by || !receiver) return
  const organizer = { made_here: meeting.made_here, organizer_email: meeting.organizer.email }
  if (!meeting.edited || !(await mayMail(db, workspaceId, organizer, byUserId))) return
  if ('email' in to && !(await mayGetOutside(db, workspaceId, meeting, to.email))) return
  const isOwn = 'userId' in to && to.userId === byUserId
  if ('userId' in to && ((receiver.recaps === 'none' && !isOwn) || !meeting.seen_by)) return
  const words = wordsIn(receiver.language)
  const { invitation: said, recap } = words
  const origin = addressOf(mail.publicUrl, by.subdomain)
  const url = `${origin}/note/${noteId}`
  const title = cutShort(oneLine(meeting.title), 150)
  const [locale, timeZone] = [words.locale, meeting.all_day ? 'UTC' : receiver.time_zone]
  const style = meeting.all_day
    ? { dateStyle: 'full' as const }
    : { dateStyle: 'full' as const, timeStyle: 'short' as const }
  const when = new Intl.DateTimeFormat(locale, { timeZone, ...style }).format(meeting.starts_at)
  const isOrganizer = foldCase(meeting.organizer.email) === foldCase(receiver.email)
  const name = cutShort(oneLine(by.full_name), 100)
  const stop = 'userId' in to ? unsubscribeUrl(origin, secretKey, { workspaceId, userId: to.userId }) : null
  const content = calendarFile({ ...meeting, url: stop && url }, clock(), !isOrganizer)
  const foot = stop ? `${said.why} ${recap.change}\n${origin}/account` : recap.whyOutsider(name)
  await sendMail(mail, log, {
    to: receiver.email,
    subject: said.subject(title, when),
    text: [
      isOwn ? said.own : said.from(name),
      [title, meeting.all_day ? when : `${when} (${timeZone})`, meeting.call_url ?? '', stop ? url : '']
        .filter(Boolean)
        .join('\n'),
      `-- \n${foot}\n`,
    ].join('\n\n'),
    calendar: { content, invites: !isOrganizer },
    replyTo: by.email,
    ...(stop && { headers: unsubscribeHeaders(stop) }),
  })
}

/** Who is invited and has no account, while the workspace shares with them. */
async function mayGetOutside(db: Db, workspaceId: string, { attendees }: Filed, address: string): Promise<boolean> {
  if (!attendees.some(({ email }) => foldCase(email) === foldCase(address))) return false
  return (await findHolders(db, workspaceId, [address])).size === 0 && (await sharesOutside(db, workspaceId))
}

/** `seen_by` its receiver, and `edited` by who asked for the mail. */
type Filed = Omit<FiledMeeting, 'url'> & { made_here: boolean; seen_by: boolean; edited: boolean }

async function readFiled(db: Db, { workspaceId, noteId, byUserId, to }: InvitationJob): Promise<Filed | undefined> {
  const reader = 'userId' in to ? to.userId : ''
  const by = { workspace: { id: workspaceId }, user: { id: byUserId }, superAdmin: false }
  const { rows } = await sql<Omit<Filed, 'organizer'> & { organizer_email: string | null }>`
    select event.guid, event.title, event.starts_at, event.ends_at, event.all_day, event.call_url, event.organizer_email,
      event.made_here, ${noteEditable(by, sql`note.workspace_id`, sql`note.id`)} as edited,
      coalesce(event.sequence, 0) as sequence,
      (select json_agg(json_build_object('email', email, 'name', name) order by position) from event_attendees
        where workspace_id = event.workspace_id and event_guid = event.guid) as attendees,
      ${isInSight('note', { workspaceId: sql`note.workspace_id`, id: sql`note.id`, person: reader })} as seen_by
    from notes note join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid
    where note.workspace_id = ${workspaceId} and note.id = ${noteId} and event.cancelled_at is null`.execute(db)
  const [row] = rows
  if (!row?.organizer_email || !row.attendees) return undefined
  const { organizer_email: email, ...meeting } = row
  const organizer = meeting.attendees.find((each) => each.email === email) ?? { email, name: '' }
  return { ...meeting, organizer }
}

type Receiver = {
  email: string
  full_name: string
  language: Language | null
  subdomain: string
  time_zone: string
  recaps: string | null
}

async function readPerson(db: Db, workspaceId: string, userId: string): Promise<Receiver | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .leftJoin('recap_mail_wishes as wish', (join) =>
      join.onRef('wish.workspace_id', '=', 'users.workspace_id').onRef('wish.user_id', '=', 'users.id'),
    )
    .select(['users.email', 'users.full_name', 'users.language', 'workspaces.subdomain', 'wish.recaps'])
    .select(sql<string>`coalesce(wish.time_zone, 'UTC')`.as('time_zone'))
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .where('users.active', '=', true)
    .executeTakeFirst()
}
