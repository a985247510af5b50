/** A small HTTP server that replaces a transcription service or a language model, with their failures. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A received request. */
export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A body that is an object is sent as JSON; the words are failures. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; body?: object | string }
  | 'silence'
  | 'reset'
  | 'endless'

export type BackEnd = AsyncDisposable & { url: string; requests: ReceivedRequest[] }

/** @param reply  what to answer to which request, counted from 0 */
export async function openBackEnd(
  reply: (request: ReceivedRequest, number: number) => Reply | Promise<Reply>,
): Promise<BackEnd> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null)
    // The client may have closed the connection early.
    if (!body) return
    const here = { method: request.method!, path: request.url!, headers: request.headers, body }
    requests.push(here)
    send(await reply(here, requests.length - 1), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(reply: Reply, response: ServerResponse): void {
  if (reply === 'silence') return
  if (reply === 'reset') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"text": "Good')
    setTimeout(() => response.socket?.resetAndDestroy(), 20)
    return
  }
  if (reply === 'endless') {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write('{"text": "and so on and '.repeat(1_000)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
    return
  }
  const { status = 200, headers = {}, body = '' } = reply
  const isText = typeof body === 'string'
  response.writeHead(status, { ...(!isText && { 'content-type': 'application/json' }), ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

/** The form that a request holds. */
export function formOf({ headers, body }: ReceivedRequest): Promise<FormData> {
  const type = headers['content-type'] ?? ''
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}
