/** A real mail server that keeps what it is sent. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** `greeting` is how the sender named itself. */
export type Mail = { from: string; to: string[]; text: string; greeting: string }

export type MailServer = Awaited<ReturnType<typeof openMailServer>>

/** Long lines are broken by `=`; `=` itself and what is not ASCII are written as their bytes (RFC 2045, 6.7). */
const readable = (raw: string) =>
  raw
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .replaceAll('\r\n', '\n')
    .replace(/=[C-F][0-9A-F](?:=[89AB][0-9A-F])+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())

/** @param host  an address of this machine */
export async function openMailServer(host = '127.0.0.1') {
  const mails: Mail[] = []
  const passwords: string[] = []
  /** `unknown`: mailboxes that do not exist. */
  const state = { refuses: false, unknown: new Set<string>() }
  /** The next answer at RCPT or DATA, such as `550 5.7.1 …`. */
  const says: { at: 'RCPT' | 'DATA'; says: string }[] = []
  const refusal = (at: 'RCPT' | 'DATA') => {
    const next = says[0]?.at === at ? says.shift()! : null
    return next && Object.assign(new Error(next.says.slice(4)), { responseCode: Number(next.says.slice(0, 3)) })
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      passwords.push(password ?? '')
      done(null, { user: 'minutebook' })
    },
    onRcptTo({ address }, _session, done) {
      if (state.unknown.has(address)) says.unshift({ at: 'RCPT', says: '550 No such mailbox' })
      done(refusal('RCPT'))
    },
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        if (state.refuses) return done(new Error('Try again later'))
        const refused = refusal('DATA')
        if (refused) return done(refused)
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          greeting: session.hostNameAppearsAs,
          to: rcptTo.map(({ address }) => address),
          text: readable(raw),
        })
        done()
      })
    },
  })
  server.listen(0, host)
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    passwords,
    state,
    says,
    settings: { SMTP_URL: `smtp://${host}:${port}`, MAIL_FROM: 'Minutebook <minutebook@example.com>' },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
