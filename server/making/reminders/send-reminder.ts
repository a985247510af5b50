/** Sends a reminder to a device, and by mail where neither a device nor an open page showed it (decision 65). */
import { sharerOf } from '../../people/caller/caller.ts'
import { addressOf } from '../../people/caller/origin.ts'
import { type MailOptions, sendMail } from '../../people/mail/send-mail.ts'
import { wordsIn } from '../../people/mail/words.ts'
import { sendPush, timeoutSeconds } from '../../people/push/send-push.ts'
import type { Context } from '../../platform/context/context.ts'
import { cutShort } from '../../platform/text.ts'
import { markShown, type OneReminder, readReminder } from './stored-reminders.ts'

export const pushReminderJob = 'push-reminder'
export const mailReminderJob = 'mail-reminder'

/** `startsAt` in UTC: what was moved meanwhile has another reminder. */
export type MailReminder = OneReminder & { startsAt: string }
export type PushReminder = MailReminder & { deviceId: string; attempt: number }

/** Push services have so long to take a reminder; then it comes by mail. */
export const mailAfterMs = 60_000
/** How long after each attempt the next one follows, of which none begins that might still be under way when the mail is due. */
const pausesMs = [5_000, 10_000, 15_000]
/** A device that was away, or a mail that could not be sent, still reminds so long after the meeting began. */
const usefulMs = 10 * 60_000
/** Characters of a title: what is sent to a push service has at most 4,096 bytes. */
const maxTitle = 200

type Pushing = Pick<Context, 'db' | 'clock' | 'jobs' | 'outbound' | 'secretKey' | 'settings' | 'log'>

export async function pushReminder(deps: Pushing, job: PushReminder): Promise<void> {
  const { db, clock, jobs } = deps
  const { workspaceId, userId, noteId, deviceId, attempt } = job
  const reminder = await readReminder(db, job)
  const keepMs = leftMs(job, clock())
  if (!reminder || keepMs <= 0) return
  const isOver =
    reminder.shownAt !== null || clock().getTime() >= reminder.madeAt.getTime() + mailAfterMs - timeoutSeconds * 1_000
  if (attempt > 1 && isOver) return
  const outcome = await sendPush(
    deps,
    { workspaceId, userId, id: deviceId },
    {
      body: (titles) => ({
        kind: 'reminder',
        note_id: noteId,
        starts_at: job.startsAt,
        ...(titles && { title: cutShort(reminder.title, maxTitle) }),
      }),
      about: `${workspaceId}/${noteId}`,
      keepSeconds: Math.ceil(keepMs / 1_000),
    },
  )
  if (outcome === 'sent') await markShown(db, clock(), job)
  const pauseMs = pausesMs[attempt - 1]
  if (outcome !== 'failed' || pauseMs === undefined) return
  const again = { ...job, attempt: attempt + 1 } satisfies PushReminder
  const at = new Date(clock().getTime() + pauseMs)
  await db
    .transaction()
    .execute((tx) => jobs.send(tx, pushReminderJob, again, { at, sharer: sharerOf(workspaceId, userId) }))
}

const leftMs = ({ startsAt }: MailReminder, now: Date) => Date.parse(startsAt) + usefulMs - now.getTime()

/** Without SMTP_URL there is none. */
export async function mailReminder(
  { db, clock, log, mail }: Pick<Context, 'db' | 'clock' | 'log'> & { mail: MailOptions | null },
  job: MailReminder,
): Promise<void> {
  const reminder = await readReminder(db, job)
  if (!reminder || reminder.shownAt !== null || leftMs(job, clock()) <= 0) return
  if (!mail) return log.warn('Somebody was not reminded of a meeting: no device took it, and there is no SMTP_URL')
  const { email, subdomain, title, language } = reminder
  const { reminder: said } = wordsIn(language)
  const origin = addressOf(mail.publicUrl, subdomain)
  const link = `${origin}/note/${job.noteId}?record=yes`
  const text = `${said.text(title)}\n\n${link}\n\n${said.why(`${origin}/account`)}\n`
  await sendMail(mail, log, { to: email, subject: said.subject(title), text })
  await markShown(db, clock(), job)
}
