/** A real mail server that keeps what it is sent. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type Mail = { from: string; to: string[]; text: string }

export type MailServer = Awaited<ReturnType<typeof openMailServer>>

export async function openMailServer() {
  const mails: Mail[] = []
  const state = { refuses: false }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        if (state.refuses) return done(new Error('Try again later'))
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          // Long lines are broken by `=`, and `=` itself is written as its number.
          text: raw.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n', '\n'),
        })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    state,
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Minutebook <minutebook@example.com>' },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
