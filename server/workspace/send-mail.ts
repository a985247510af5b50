/** Sends one plain mail by the server of SMTP_URL. */

/** SMTP_URL, MAIL_FROM and PUBLIC_URL. */
export type MailTerms = { smtpUrl: string; from: string; publicUrl: string }

/** @throws {Error} the server could not be reached, or refused it */
export async function sendMail(
  { smtpUrl, from }: MailTerms,
  { to, subject, text }: { to: string; subject: string; text: string },
): Promise<void> {
  // It is loaded for the first mail: most processes send none.
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  try {
    // As an object, so that a comma in the address is not taken for a second one.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
  } finally {
    transport.close()
  }
}
