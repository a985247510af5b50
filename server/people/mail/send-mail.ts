/** Sends one mail by the server of SMTP_URL. */
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../../platform/context/config.ts'
import { addressOf } from '../caller/origin.ts'

/** SMTP_URL, MAIL_FROM and PUBLIC_URL. */
export type MailOptions = { smtpUrl: string; from: string; publicUrl: string }

/** null without SMTP_URL. */
export const mailOptions = ({ smtpUrl, mailFrom: from, publicUrl }: MailSettings): MailOptions | null =>
  smtpUrl && publicUrl ? { smtpUrl, from, publicUrl } : null

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>

/** RFC 3834 and Exchange's own: programs that answer for people who are away do not answer this mail. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/**
 * `html` shows the same as `text`; `headers` come on top of those of every mail; answers go to `replyTo`. `calendar` is a
 * file that invites, which programs show as such (RFC 6047), or one that is only attached.
 */
export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  replyTo?: string
  calendar?: { content: string; invites: boolean }
}

/**
 * What the server refuses is logged with its words, without addresses. A mail is given up only where the refusal
 * concerns its receiver; one that concerns us, such as an address of ours that may not send, the operator can correct.
 * @throws {Error} the server could not be reached, or refused the mail for now or because of us
 */
export async function sendMail(
  { smtpUrl, from, publicUrl }: MailOptions,
  log: Pick<Logger, 'warn'>,
  { to, headers, replyTo, calendar, ...content }: Mail,
): Promise<void> {
  const transport = await openTransport({ smtpUrl, from, publicUrl })
  try {
    // As an object, so that a comma in the address is not taken for a second one.
    const receiver = { name: '', address: to }
    const answersTo = replyTo ? { replyTo: { name: '', address: replyTo } } : {}
    await transport.sendMail({
      ...{ from, to: receiver, ...answersTo, ...content, headers: { ...automatic, ...headers } },
      ...(calendar && withCalendar(calendar)),
    })
  } catch (error) {
    const { responseCode, command, response } = error as Refusal
    const words = response && withoutAddresses(response)
    const isFinal = concernsReceiver(error as Refusal)
    if (responseCode !== undefined)
      log.warn({ responseCode, command, words }, `The mail server refused a mail ${isFinal ? 'for good' : 'for now'}`)
    if (!isFinal) throw error
  } finally {
    transport.close()
  }
}

/** The server of SMTP_URL; the caller closes it. Nothing is sent before a mail or `verify`. */
export async function openTransport({ smtpUrl, publicUrl }: MailOptions) {
  // It is loaded for the first mail: most processes send none.
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  return createTransport({
    // Its query overrides the others, such as ?requireTLS=false.
    url: smtpUrl,
    name: nameFor(publicUrl),
    requireTLS: needsTls(new URL(smtpUrl)),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const filename = 'meeting.ics'

const withCalendar = ({ content, invites }: NonNullable<Mail['calendar']>) =>
  invites
    ? { icalEvent: { method: 'REQUEST', filename, content } }
    : { attachments: [{ filename, content, contentType: 'text/calendar; charset=utf-8' }] }

/** The name in EHLO. Without it, that of the machine counts; a container's has no dot, and some servers reject it. */
function nameFor(publicUrl: string): string | undefined {
  const { hostname } = new URL(addressOf(publicUrl, 'mail'))
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : undefined
}

/** A password is sent only over TLS, or to this machine. */
const needsTls = ({ hostname, password }: URL) =>
  password !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** An error of nodemailer. `response` is the server's whole answer. */
type Refusal = { responseCode?: number; command?: string; response?: string }

/**
 * By the enhanced status code (RFC 3463): the receiver's address or mailbox, but for those of the sender (5.1.7, 5.1.8).
 * Without one, the plain code at RCPT that means a mailbox, unless it is said that we may not send through this server.
 */
function concernsReceiver({ responseCode = 0, command = '', response = '' }: Refusal): boolean {
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false
  // Right after the plain code: an address of ours in the words looks alike.
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(response)?.[1]
  if (enhanced) return /^5\.[12]\./.test(enhanced) && enhanced !== '5.1.7' && enhanced !== '5.1.8'
  return command === 'RCPT TO' && [550, 551, 552, 553].includes(responseCode) && !/relay|sender|auth/i.test(response)
}

const withoutAddresses = (text: string) => text.slice(0, 500).replace(/[^\s<>]{1,64}@[^\s<>]+/g, '…')
