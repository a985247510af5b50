/** Mails that strict servers and absent people receive, at a real mail server. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MailServer, openMailServer } from '../../../test/support/mail-server.ts'
import { type MailOptions, sendMail } from './send-mail.ts'

let server: MailServer
before(async () => {
  server = await openMailServer()
})
after(() => server[Symbol.asyncDispose]())

const mail = { to: 'bo@acme.test', subject: 'Sign in', text: 'A link' }
const warnings: unknown[] = []
const log = { warn: (...line: unknown[]) => warnings.push(line) }

const send = (options: Partial<MailOptions> = {}) =>
  sendMail(
    {
      smtpUrl: server.settings.SMTP_URL,
      from: server.settings.MAIL_FROM,
      publicUrl: 'https://meetings.example.com',
      ...options,
    },
    log,
    mail,
  )

test('the sender is named after PUBLIC_URL; a name without a dot, as containers have it, is rejected by some servers', async () => {
  await send()
  await send({ publicUrl: 'https://{subdomain}.example.org:8443' })
  assert.deepEqual(
    server.mails.splice(0).map(({ greeting }) => greeting),
    ['meetings.example.com', 'mail.example.org'],
  )
})

test('a mail is marked as automatic, so that nobody who is away answers it', async () => {
  await send()
  const [{ text }] = server.mails.splice(0) as [(typeof server.mails)[number]]
  assert.match(text, /^Auto-Submitted: auto-generated$/m)
  assert.match(text, /^X-Auto-Response-Suppress: All$/m)
})

test('an unknown mailbox is logged without its address and not tried again; a refusal for now is an error', async () => {
  server.state.unknown.add(mail.to)
  await send()
  assert.deepEqual(warnings.splice(0), [
    [{ responseCode: 550, command: 'RCPT TO' }, 'The mail server refused a mail for good'],
  ])
  server.state.unknown.clear()
  server.state.refuses = true
  await assert.rejects(send(), /Try again later/)
  server.state.refuses = false
  assert.deepEqual([server.mails, warnings], [[], []])
})

// Other systems have no second loopback address.
test('a password goes to another machine only over TLS', { skip: process.platform !== 'linux' }, async () => {
  await using other = await openMailServer('127.0.0.2')
  const withPassword = (url: string) => url.replace('//', '//minutebook:secret@')
  await assert.rejects(send({ smtpUrl: withPassword(other.settings.SMTP_URL) }), /STARTTLS|TLS/)
  assert.deepEqual([other.passwords, other.mails], [[], []])

  await send({ smtpUrl: `${withPassword(other.settings.SMTP_URL)}?requireTLS=false` })
  await send({ smtpUrl: withPassword(server.settings.SMTP_URL) })
  assert.deepEqual([other.passwords, server.passwords], [['secret'], ['secret']])
})
