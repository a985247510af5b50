/**
 * Mails about the health of webhooks, to the super admins of a workspace that wants them. The state is read when a mail
 * is sent, so a mail that waited for its hour reports the current state.
 */
import { sql } from 'kysely'
import { addressOf } from '../../people/caller/origin.ts'
import { type MailOptions, sendMail } from '../../people/mail/send-mail.ts'
import { type MailWords, wordsIn } from '../../people/mail/words.ts'
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition, Jobs } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { WebhookRow } from '../../platform/postgres/tables.ts'
import { utc } from '../../platform/time.ts'

const jobName = 'send-webhook-mail'

/** Each person gets at most one mail about a webhook in this time. */
const apartMs = 3_600_000
/** If there are more super admins, those with the oldest accounts get mails. */
const maxPeople = 20

type HealthMailJob = { workspaceId: string; webhookId: string; userId: string }

/**
 * Queues one job for each mail, so that a mail that cannot be sent is retried alone. Mails are due at least an hour
 * after the ones before. If mails wait already, nothing is queued: they will report the new state.
 */
export async function queueHealthMails(
  { tx, jobs, now }: { tx: Tx; jobs: Pick<Jobs, 'sendAll'>; now: Date },
  workspaceId: string,
  webhookId: string,
): Promise<void> {
  const { rows } = await sql<{ at: Date }>`
    update webhooks set mail_due_at = greatest(${now}::timestamptz, mail_due_at + make_interval(secs => ${apartMs / 1_000}))
    from workspaces workspace
    where webhooks.workspace_id = ${workspaceId} and webhooks.id = ${webhookId} and workspace.id = webhooks.workspace_id
      and workspace.webhook_mail and (webhooks.mail_due_at is null or webhooks.mail_due_at <= ${now})
    returning webhooks.mail_due_at as at`.execute(tx)
  const [due] = rows
  if (!due) return
  const people = await superAdmins(tx, workspaceId)
    .select('users.id')
    .orderBy('users.created_at')
    .limit(maxPeople)
    .execute()
  await jobs.sendAll(
    tx,
    jobName,
    people.map(({ id }) => ({ data: { workspaceId, webhookId, userId: id } satisfies HealthMailJob, at: due.at })),
  )
}

export function healthMailJob(deps: Pick<Context, 'db' | 'log'> & { mail: MailOptions | null }): JobDefinition {
  return { name: jobName, concurrency: 2, run: (job: HealthMailJob) => send(deps, job) }
}

/** Sends nothing if the person is no longer a super admin, or the workspace no longer wants mails. */
async function send(
  { db, log, mail }: Pick<Context, 'db' | 'log'> & { mail: MailOptions | null },
  { workspaceId, webhookId, userId }: HealthMailJob,
): Promise<void> {
  if (!mail) return log.warn('A mail about a webhook was not sent: this worker has no SMTP_URL')
  const person = await superAdmins(db, workspaceId)
    .select(['users.email', 'users.language', 'workspaces.subdomain'])
    .where('users.id', '=', userId)
    .where('workspaces.webhook_mail', '=', true)
    .executeTakeFirst()
  if (!person) return
  // The lock waits for a change that is being written.
  const webhook = await db
    .selectFrom('webhooks')
    .select(['id', 'status', 'failing_since', 'announced_failing_since'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
    .forShare()
    .executeTakeFirst()
  const { webhook: said } = wordsIn(person.language)
  const { state, since } = (webhook && describe(webhook)) ?? {}
  if (!state) return
  const { subdomain } = person
  const url = `${addressOf(mail.publicUrl, subdomain)}/developer/webhook/${webhookId}`
  await sendMail(mail, log, {
    to: person.email,
    subject: said[state].subject(webhookId),
    text: `${said[state].text(subdomain, webhookId, since ? said.since(since) : '')}\n\n${url}\n\n${said.off}\n`,
  })
}

type Health = Pick<WebhookRow, 'status' | 'failing_since' | 'announced_failing_since'>

type State = Exclude<keyof MailWords['webhook'], 'since' | 'off'>

/**
 * A mail names the webhook by its id: its owner wrote URL and description, and mail programs would make links of them.
 * @returns null if there is nothing to report: the webhook was paused, or reactivated and not tried yet
 */
function describe({ status, failing_since, announced_failing_since }: Health): { state: State; since?: string } | null {
  const since = failing_since ? { since: utc(failing_since).slice(0, 16).replace('T', ' ') } : {}
  if (status === 'failed') return { state: 'disabled', ...since }
  if (status !== 'active') return null
  if (failing_since && failing_since.getTime() === announced_failing_since?.getTime()) {
    return { state: 'failing', ...since }
  }
  return failing_since || announced_failing_since ? null : { state: 'recovered' }
}

function superAdmins(db: Db, workspaceId: string) {
  return db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('workspaces.id', '=', workspaceId)
    .where('workspaces.plan', '=', 'enterprise')
    .where('users.admin', '=', true)
    .where('users.active', '=', true)
}
