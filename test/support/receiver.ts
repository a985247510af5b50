/** A real HTTPS server on loopback, as a customer runs it: it records requests and sends the set answers. */
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Certificate, certificateFor } from './authority.ts'

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type Answering = (received: Received, response: ServerResponse) => unknown

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Passes the verification of spec 5.4 and answers everything else with success. */
export const echo: Answering = ({ body }, response) => {
  const { type, challenge } = body.startsWith('{') ? JSON.parse(body) : {}
  response.end(type === 'url_verification' ? challenge : 'thanks')
}

/**
 * @param names        the host names of its certificate
 * @param certificate  the kind of certificate, good or with an error
 */
export async function openReceiver({
  names = ['127.0.0.1'],
  certificate = 'good' as Certificate,
  answering = echo,
} = {}) {
  const received: Received[] = []
  /** `connecting` is called at the beginning of each connection, before TLS. */
  const receiver = { answering, received, connections: 0, connecting: (_socket: Socket) => {} }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const one = { method: request.method!, path: request.url!, headers: request.headers, body: await text(request) }
    received.push(one)
    await receiver.answering(one, response)
  }
  const server = createServer(await certificateFor(names, certificate), (request, response) => {
    // Some tests close the client's connection during the answer.
    answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket: Socket) => receiver.connecting(socket))
  server.on('secureConnection', () => receiver.connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, {
    port,
    url: (path = '/', name = names[0]!) => `https://${name}:${port}${path}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}
