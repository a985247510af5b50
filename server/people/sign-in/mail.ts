/** Links by e-mail (decision 42 on ways in). A request does not reveal who has an account: a job finds the account and sends. */
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { utc } from '../../platform/time.ts'
import type { Language } from '../caller/languages.ts'
import { addressOf } from '../caller/origin.ts'
import { type MailOptions, sendMail } from '../mail/send-mail.ts'
import { type MailWords, wordsIn } from '../mail/words.ts'
import { countTry, keyOfPerson } from '../requests/count-tries.ts'
import { type FoundPerson, findByEmail, isSameAddress } from './people-by-email.ts'
import { linkOf, lockActive, saveToken } from './tokens.ts'

const signInMailJob = 'send-sign-in-mail'

/** Mails to one address (decision 42 on ways in). */
const mailsPerPerson = { max: 5, seconds: 3_600 }
/** Requests for mails from one network address, so that nobody fills the queue. */
export const mailsPerAddress = { max: 30, seconds: 60 }

/** A mail that could not be sent for this long is dropped: the person has asked again by then, or given up. */
const patienceMs = 15 * 60_000

/** `language` is that of the browser that asked; the person's own counts before it. */
type MailJob = { email: string; workspaceId: string | null; language?: Language | null; askedAt: string }

/** The same statements whether or not anybody has that address. A sixth request within the hour sends nothing. */
export async function requestMail(
  { db, jobs }: { db: Db; jobs: Context['jobs'] },
  now: Date,
  { email, ...asked }: Omit<MailJob, 'askedAt'>,
): Promise<void> {
  const { passed } = await countTry(db, now, keyOfPerson('mail', foldCase(email)), mailsPerPerson)
  if (!passed) return
  const job: MailJob = { email, ...asked, askedAt: utc(now) }
  await db.transaction().execute((tx) => jobs.send(tx, signInMailJob, job))
}

export function mailJob(deps: Pick<Context, 'db' | 'clock' | 'log'> & { mail: MailOptions | null }): JobDefinition {
  return { name: signInMailJob, concurrency: 2, run: (job: MailJob) => sendLinks(deps, job) }
}

/** The mail goes to the address that the account has, not to the one that was typed. */
async function sendLinks(
  { db, clock, log, mail }: Pick<Context, 'db' | 'clock' | 'log'> & { mail: MailOptions | null },
  job: MailJob,
): Promise<void> {
  const now = clock()
  if (!mail) return log.warn('A mail to sign in was not sent: this worker has no SMTP_URL')
  if (now.getTime() - Date.parse(job.askedAt) > patienceMs) return log.warn('A mail to sign in was given up')
  const people: FoundPerson[] = []
  const links: string[] = []
  let until = now
  for (const person of await findByEmail(db, job.email, job.workspaceId)) {
    const made = await saveMailed(db, now, person)
    if (!made) continue
    people.push(person)
    links.push(`${person.subdomain}\n${linkOf(addressOf(mail.publicUrl, person.subdomain), made.token)}`)
    until = made.expiresAt
  }
  const [first] = people
  if (!first) return
  const { signIn } = wordsIn(first.language ?? job.language ?? null)
  await sendMail(mail, log, { to: first.email, subject: signIn.subject, text: textOf(signIn, links, until) })
}

/** @returns undefined if the person has another address meanwhile; a later change of it removes the token */
function saveMailed(db: Db, now: Date, { workspaceId, userId, email }: FoundPerson) {
  return db.transaction().execute(async (tx) => {
    const locked = await lockActive(tx, workspaceId, userId)
    if (!locked || !isSameAddress(locked.email, email)) return undefined
    return saveToken(tx, now, { workspace_id: workspaceId, user_id: userId, made_by: 'mail' })
  })
}

/**
 * A workspace is named by its subdomain: names are free texts, and mail programs would make links of addresses in them.
 */
const textOf = (said: MailWords['signIn'], links: string[], until: Date) => `${said.subject}:

${links.join('\n\n')}

${said.once(links.length, utc(until).slice(11, 16))}
`
