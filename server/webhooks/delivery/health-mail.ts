/**
 * Mails about the health of webhooks, to the super admins of a workspace that wants them, and of chats, also to who set them. The state is read when a mail
 * is sent, so a mail that waited for its hour reports the current state.
 */
import { type RawBuilder, sql } from 'kysely'
import { addressOf } from '../../people/caller/origin.ts'
import { type MailOptions, sendMail } from '../../people/mail/send-mail.ts'
import { type MailWords, wordsIn } from '../../people/mail/words.ts'
import { countTry } from '../../people/requests/count-tries.ts'
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition, Jobs } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { WebhookRow } from '../../platform/postgres/tables.ts'
import { utc } from '../../platform/time.ts'

const jobName = 'send-webhook-mail'

/** Each person gets at most one mail about a webhook in this time. */
const apartMs = 3_600_000
/** So many failures of the chats that one person set are mailed in an hour: a chat that is set anew has no memory. */
const ofOneSetter = { max: 10, seconds: apartMs / 1_000 }
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
  const isTold = sql`workspace.webhook_mail and (webhooks.mail_due_at is null or webhooks.mail_due_at <= ${now})`
  const due = await takeHour(tx, now, { workspaceId, webhookId }, isTold)
  if (!due) return
  const people = await readSuperAdmins(tx, workspaceId)
  await jobs.sendAll(
    tx,
    jobName,
    people.map((userId) => ({ data: { workspaceId, webhookId, userId } satisfies HealthMailJob, at: due.at })),
  )
}

/** @returns when the next mail about the webhook may be sent, and whose it is; undefined if there is none to send */
async function takeHour(
  tx: Tx,
  now: Date,
  { workspaceId, webhookId }: Omit<HealthMailJob, 'userId'>,
  isTold: RawBuilder<unknown>,
): Promise<{ at: Date; user_id: string } | undefined> {
  const { rows } = await sql<{ at: Date; user_id: string }>`
    update webhooks set mail_due_at = greatest(${now}::timestamptz, mail_due_at + make_interval(secs => ${apartMs / 1_000}))
    from workspaces workspace
    where webhooks.workspace_id = ${workspaceId} and webhooks.id = ${webhookId} and workspace.id = webhooks.workspace_id
      and ${isTold}
    returning webhooks.mail_due_at as at, webhooks.user_id`.execute(tx)
  return rows[0]
}

/**
 * Of a chat that fails: one mail to who set it, and to each super admin of a workspace that wants them, for each time that
 * it begins to fail. A mail that waits for its hour tells of what began since.
 */
export async function queueChatMails(
  { tx, jobs, now }: { tx: Tx; jobs: Pick<Jobs, 'sendAll'>; now: Date },
  workspaceId: string,
  webhookId: string,
): Promise<void> {
  const isTold = sql`webhooks.failing_since is not null
    and (webhooks.mail_due_at is null or webhooks.mail_due_at < webhooks.failing_since)`
  const due = await takeHour(tx, now, { workspaceId, webhookId }, isTold)
  if (!due) return
  const counted = await countTry(tx, now, `chat-mail ${workspaceId} ${due.user_id}`, ofOneSetter)
  if (!counted.passed) return
  const people = new Set([due.user_id, ...(await readSuperAdmins(tx, workspaceId))])
  await jobs.sendAll(
    tx,
    jobName,
    [...people].map((userId) => ({ data: { workspaceId, webhookId, userId } satisfies HealthMailJob, at: due.at })),
  )
}

export function healthMailJob(deps: Pick<Context, 'db' | 'log'> & { mail: MailOptions | null }): JobDefinition {
  return { name: jobName, concurrency: 2, run: (job: HealthMailJob) => send(deps, job) }
}

/** Sends nothing if the person may not hear of it any more. */
async function send(
  { db, log, mail }: Pick<Context, 'db' | 'log'> & { mail: MailOptions | null },
  { workspaceId, webhookId, userId }: HealthMailJob,
): Promise<void> {
  if (!mail) return log.warn('A mail about a webhook was not sent: this worker has no SMTP_URL')
  // The lock waits for a change that is being written.
  const webhook = await db
    .selectFrom('webhooks')
    .select(['id', 'status', 'failing_since', 'announced_failing_since', 'chat', 'channel_id', 'user_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
    .forShare()
    .executeTakeFirst()
  if (!webhook) return
  const person = await activePeople(db, workspaceId)
    .select(['users.email', 'users.language', 'workspaces.subdomain'])
    .where('users.id', '=', userId)
    .where(webhook.chat ? sql<boolean>`(users.id = ${webhook.user_id} or ${wantsHealthMails})` : wantsHealthMails)
    .executeTakeFirst()
  if (!person) return
  const { subdomain, email: to } = person
  const words = wordsIn(person.language)
  const content = (webhook.chat ? mailOfChat : mailOfWebhook)(words, subdomain, webhook)
  if (!content) return
  const { path, subject, lines } = content
  const [first, ...last] = lines
  const text = [first, `${addressOf(mail.publicUrl, subdomain)}${path}`, ...last].join('\n\n')
  await sendMail(mail, log, { to, subject, text: `${text}\n` })
}

type Content = { path: string; subject: string; lines: string[] }

function mailOfWebhook({ webhook: said }: MailWords, subdomain: string, webhook: Health): Content | null {
  const { id } = webhook
  const { state, since } = describe(webhook) ?? {}
  if (!state) return null
  const text = said[state].text(subdomain, id, since ? said.since(since) : '')
  return { path: `/developer/webhook/${id}`, subject: said[state].subject(id), lines: [text, said.off] }
}

const chatNames = { slack: 'Slack', teams: 'Microsoft Teams', mattermost: 'Mattermost', generic: null }

/** The channel is not named: a super admin may not know a private one. */
function mailOfChat({ chat: said, webhook }: MailWords, subdomain: string, health: Health): Content | null {
  const { state, since } = describe(health) ?? {}
  if (!state || state === 'recovered') return null
  const name = chatNames[health.chat!] ?? said.program
  const text = said.text(subdomain, name, since ? webhook.since(since) : '')
  return { path: `/channel/${health.channel_id}`, subject: said.subject(name), lines: [text, said.what] }
}

type Health = Pick<WebhookRow, 'id' | 'status' | 'failing_since' | 'announced_failing_since' | 'chat' | 'channel_id'>

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

/** A super admin of a workspace that wants these mails. */
const wantsHealthMails = sql<boolean>`(workspaces.plan = 'enterprise' and users.admin and workspaces.webhook_mail)`

async function readSuperAdmins(db: Db, workspaceId: string): Promise<string[]> {
  const admins = await activePeople(db, workspaceId)
    .select('users.id')
    .where(wantsHealthMails)
    .orderBy('users.created_at')
    .limit(maxPeople)
    .execute()
  return admins.map(({ id }) => id)
}

const activePeople = (db: Db, workspaceId: string) =>
  db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('workspaces.id', '=', workspaceId)
    .where('users.active', '=', true)
