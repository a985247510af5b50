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
    [
      { responseCode: 550, command: 'RCPT TO', words: '550 No such mailbox' },
      'The mail server refused a mail for good',
    ],
  ])
  server.state.unknown.clear()
  server.state.refuses = true
  await assert.rejects(send(), /Try again later/)
  server.state.refuses = false
  assert.match(JSON.stringify(warnings.splice(0)), /Try again later.*refused a mail for now/)
  assert.deepEqual(server.mails, [])
})

const refusals: Record<'receiver' | 'us', { at: 'RCPT' | 'DATA'; says: string }[]> = {
  receiver: [
    { at: 'RCPT', says: '550 5.1.1 <bo@acme.test>: Recipient address rejected: User unknown' },
    { at: 'RCPT', says: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient bo@acme.test not found' },
    { at: 'RCPT', says: '552 5.2.2 <BO@acme.test>: mailbox is full' },
    { at: 'DATA', says: '550 5.2.1 The mailbox is disabled' },
    { at: 'RCPT', says: '553 sorry, no such user' },
  ],
  us: [
    { at: 'RCPT', says: '554 5.7.1 <bo@acme.test>: Relay access denied' },
    { at: 'RCPT', says: '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain' },
    { at: 'RCPT', says: '550 relay not permitted' },
    { at: 'RCPT', says: '553 5.7.1 Sender address rejected: not owned by user' },
    { at: 'RCPT', says: '550 5.1.8 Sender address rejected: Domain not found' },
    { at: 'DATA', says: '550 5.7.60 SMTP; Client does not have permissions to send as this sender' },
    { at: 'DATA', says: '554 Message rejected: Email address is not verified.' },
    { at: 'DATA', says: '550 5.4.1 Sending limit exceeded' },
    { at: 'DATA', says: '550 Our list has [5.1.22.3]: it is blocked' },
    { at: 'DATA', says: '550 5.7.1 See policy 5.1.1' },
  ],
}

test('a refusal is final where its code means the receiver; whatever concerns us is tried again, with the words in the log', async () => {
  for (const [whom, answers] of Object.entries(refusals)) {
    for (const answer of answers) {
      server.says.push({ ...answer })
      const sent = await send().then(
        () => 'receiver',
        () => 'us',
      )
      assert.equal(sent, whom, answer.says)
      const logged = JSON.stringify(warnings.splice(0))
      assert(logged.includes(answer.says.slice(-9)), logged)
      assert.doesNotMatch(logged, /bo@acme/i)
    }
  }
  assert.deepEqual([server.says, server.mails], [[], []])
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
