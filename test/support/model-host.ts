/** A server that has files, with ranges and tags as GitHub and Hugging Face send them. */
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificateFor } from './authority.ts'

export type HostedFile = { path: string; bytes: Buffer; etag?: string }

/** Answers a request in another way. @returns whether it did */
export type Peculiar = (request: IncomingMessage, response: ServerResponse, file: HostedFile) => boolean

/** @param isPlain  without TLS, for processes that do not trust the authority of the tests */
export async function openModelHost(files: HostedFile[], peculiar: Peculiar = () => false, isPlain = false) {
  const requests: { path: string; range: string | undefined; ifRange: string | undefined }[] = []
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const { range, 'if-range': ifRange } = request.headers
    requests.push({ path: request.url!, range, ifRange: ifRange as string | undefined })
    const file = files.find(({ path }) => path === request.url)
    if (!file) response.writeHead(404).end()
    else if (!peculiar(request, response, file)) sendFile(request, response, file)
  }
  const server = isPlain ? createPlainServer(listener) : createServer(await certificateFor(['localhost']), listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${isPlain ? 'http' : 'https'}://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function sendFile({ headers }: IncomingMessage, response: ServerResponse, { bytes, etag }: HostedFile): void {
  const asked = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? -1)
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const start = asked > 0 && isSame ? asked : 0
  if (start >= bytes.length) return void response.writeHead(416).end()
  response.writeHead(start > 0 ? 206 : 200, {
    'content-length': bytes.length - start,
    ...(etag && { etag }),
    ...(start > 0 && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
  })
  response.end(bytes.subarray(start))
}

/** Sends the first bytes, and breaks the connection when they have arrived. */
export function cutAfter(
  sent: number,
  response: ServerResponse,
  { bytes, etag }: HostedFile,
  arrived: Promise<unknown>,
) {
  response.writeHead(200, { 'content-length': bytes.length, ...(etag && { etag }) })
  response.write(bytes.subarray(0, sent))
  void arrived.then(() => response.destroy())
}
