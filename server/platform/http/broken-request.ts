/** Input that is not HTTP, or that arrives too slowly. If a request had begun, the failure is its answer. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { ApiError } from '../errors.ts'
import { newId } from '../id.ts'
import type { Clock } from '../time.ts'
import { endConnection } from './drop-rest.ts'

type SocketError = Error & { code?: string }

const late = Object.assign(new Error('Too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

function failureOf({ code }: SocketError): ApiError {
  if (code === late.code) return new ApiError(408, 'The request took too long to arrive')
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError(431, 'The headers are too large')
  return new ApiError(400, 'The request is not valid HTTP')
}

export class BrokenRequests {
  readonly #log: FastifyBaseLogger
  readonly #clock: Clock
  /** For each connection, the request that began last. */
  readonly #latest = new WeakMap<Socket, FastifyReply>()

  constructor(log: FastifyBaseLogger, clock: Clock) {
    this.#log = log
    this.#clock = clock
  }

  /** Must be called for each request before anything else. */
  begin(reply: FastifyReply): void {
    this.#latest.set(reply.request.raw.socket, reply)
  }

  /** A request that has not arrived by then is answered 408, and its connection is closed. */
  limitArrival({ request: { raw, headers }, raw: answer }: FastifyReply, milliseconds: number): void {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
    if (!hasBody || raw.complete) return
    const timer = setTimeout(() => raw.complete || this.answer(late, raw.socket), milliseconds).unref()
    const stop = () => clearTimeout(timer)
    raw.once('end', stop)
    answer.once('finish', stop).once('close', stop)
  }

  answer(error: SocketError, socket: Socket): void {
    // What comes behind the broken part is dropped.
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const reply = this.#latest.get(socket)
    const arrived = reply?.request.raw.complete
    if (!reply || (reply.sent && arrived)) this.#answerOn(socket, error)
    // An answer has begun: another one would be read as part of it.
    else if (reply.raw.headersSent) reply.sent ? socket.destroySoon() : socket.destroy()
    // The broken input follows a valid request. That one gets its answer, and then the connection is closed.
    else if (arrived) reply.header('connection', 'close')
    else refuse(reply, failureOf(error))
  }

  /** There is no request, only a socket. The error itself is not logged: it quotes what was sent. */
  #answerOn(socket: Socket, error: SocketError): void {
    const requestId = newId('req', this.#clock())
    const failure = failureOf(error)
    const body = JSON.stringify(failure.body())
    const head = [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      `X-Request-Id: ${requestId}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    const fields = { requestId, status: failure.status, code: error.code, ip: socket.remoteAddress }
    this.#log.info(fields, 'Rejected malformed HTTP')
    endConnection(socket)
  }
}

/**
 * Makes the reading of a body fail. If the route reads the body itself, or nothing reads it yet, the failure is sent.
 */
function refuse(reply: FastifyReply, failure: ApiError): void {
  const { raw, routeOptions } = reply.request
  reply.header('connection', 'close')
  if (!routeOptions.config.slow && raw.listenerCount('data') > 0) raw.emit('error', failure)
  else reply.send(failure)
}
