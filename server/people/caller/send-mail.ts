/** Sends one mail by the server of SMTP_URL. */
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../../platform/context/config.ts'
import { addressOf } from './origin.ts'

/** SMTP_URL, MAIL_FROM and PUBLIC_URL. */
export type MailOptions = { smtpUrl: string; from: string; publicUrl: string }

/** null without SMTP_URL. */
export const mailOptions = ({ smtpUrl, mailFrom: from, publicUrl }: MailSettings): MailOptions | null =>
  smtpUrl && publicUrl ? { smtpUrl, from, publicUrl } : null

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>

/** RFC 3834 and Exchange's own: programs that answer for people who are away do not answer this mail. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** `html` shows the same as `text`; `headers` come on top of those of every mail. */
export type Mail = { to: string; subject: string; text: string; html?: string; headers?: Record<string, string> }

/**
 * A mail that the server refuses for good, for example because the mailbox does not exist, is logged and not sent again.
 * @throws {Error} the server could not be reached, or refused the mail for now
 */
export async function sendMail(
  { smtpUrl, from, publicUrl }: MailOptions,
  log: Pick<Logger, 'warn'>,
  { to, headers, ...content }: Mail,
): Promise<void> {
  // It is loaded for the first mail: most processes send none.
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport({
    // Its query overrides the others, such as ?requireTLS=false.
    url: smtpUrl,
    name: nameFor(publicUrl),
    requireTLS: needsTls(new URL(smtpUrl)),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    // As an object, so that a comma in the address is not taken for a second one.
    const receiver = { name: '', address: to }
    await transport.sendMail({ from, to: receiver, ...content, headers: { ...automatic, ...headers } })
  } catch (error) {
    const { responseCode, command } = error as { responseCode?: number; command?: string }
    if (!isFinal(responseCode, command)) throw error
    log.warn({ responseCode, command }, 'The mail server refused a mail for good')
  } finally {
    transport.close()
  }
}

/** The name in EHLO. Without it, that of the machine counts; a container's has no dot, and some servers reject it. */
function nameFor(publicUrl: string): string | undefined {
  const { hostname } = new URL(addressOf(publicUrl, 'mail'))
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : undefined
}

/** A password is sent only over TLS, or to this machine. */
const needsTls = ({ hostname, password }: URL) =>
  password !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** An answer that concerns this mail, not the sender's account or connection: the operator can correct those. */
const isFinal = (code = 0, command = '') => code >= 500 && (command === 'RCPT TO' || command === 'DATA')
