/** One request as a browser or a program would send it, with what the connection and the answer say of themselves. */
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import type { TLSSocket } from 'node:tls'

/** `certificateEnds` is null without TLS. */
export type Answer = { status: number; headers: Record<string, unknown>; text: string; certificateEnds: Date | null }

type Question = {
  method?: string
  headers?: Record<string, string>
  /** Declared, and never sent: who refuses a size does so by its declaration. */
  bodyBytes?: number
  /** Ends with the first piece of the answer's body. */
  isStream?: boolean
}

const maxCharacters = 100_000
const patienceMs = 5_000

export class NoAnswer extends Error {
  constructor() {
    super(`no answer within ${patienceMs / 1_000} s`)
  }
}

/** @throws {NoAnswer}; {Error} its connection or certificate is refused */
export function askAddress(
  url: URL,
  { method = 'GET', headers = {}, bodyBytes, isStream = false }: Question = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const declared =
    bodyBytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(bodyBytes) }
  const send = url.protocol === 'https:' ? requestTls : requestPlain
  const signal = AbortSignal.timeout(patienceMs)
  const request = send(url, { method, headers: { ...declared, ...headers }, agent: false, signal }, (response) => {
    const ends = (response.socket as TLSSocket).getPeerCertificate?.().valid_to
    let text = ''
    const finish = () => {
      const { statusCode: status, headers } = response
      resolve({ status: status!, headers, text, certificateEnds: ends ? new Date(ends) : null })
      request.destroy()
    }
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (isStream || text.length > maxCharacters) finish()
    })
    response.on('end', finish).on('error', reject)
  })
  request.on('error', (error) => reject(signal.aborted ? new NoAnswer() : error))
  if (bodyBytes === undefined) request.end()
  else request.flushHeaders()
  return promise
}
