/** What came over the socket is not HTTP, or came too slowly: answered as the request that had begun, if one had. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { ApiError } from '../errors.ts'
import { newId } from '../id.ts'
import type { Clock } from '../time.ts'

type SocketError = Error & { code?: string }

const late = Object.assign(new Error('Too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

function faultOf({ code }: SocketError): ApiError {
  if (code === late.code) return new ApiError(408, 'The request took too long to arrive')
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError(431, 'The headers are too large')
  return new ApiError(400, 'The request is not valid HTTP')
}

export class BrokenRequests {
  readonly #log: FastifyBaseLogger
  readonly #clock: Clock
  /** Of each connection the request that began last. */
  readonly #latest = new WeakMap<Socket, FastifyReply>()

  constructor(log: FastifyBaseLogger, clock: Clock) {
    this.#log = log
    this.#clock = clock
  }

  /** To be told of each request before anything else is done with it. */
  begin(reply: FastifyReply): void {
    this.#latest.set(reply.request.raw.socket, reply)
  }

  /** A request that has not arrived by then is answered 408, and its connection ends. */
  limitArrival({ request: { raw, headers }, raw: answer }: FastifyReply, milliseconds: number): void {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
    if (!hasBody || raw.complete) return
    const timer = setTimeout(() => raw.complete || this.answer(late, raw.socket), milliseconds).unref()
    const stop = () => clearTimeout(timer)
    raw.once('end', stop)
    answer.once('finish', stop).once('close', stop)
  }

  answer(error: SocketError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const reply = this.#latest.get(socket)
    const arrived = reply?.request.raw.complete
    if (!reply || (reply.sent && arrived)) this.#answerOn(socket, error)
    // In the middle of an answer another one would be read as part of it.
    else if (reply.raw.headersSent) reply.sent ? socket.destroySoon() : socket.destroy()
    // What is broken came behind a good request, which gets its answer; the connection ends with that.
    else if (arrived) reply.header('connection', 'close')
    else refuse(reply, faultOf(error))
  }

  /** There is no request, only a socket. The error itself is not logged: it quotes what was sent. */
  #answerOn(socket: Socket, error: SocketError): void {
    const requestId = newId('req', this.#clock())
    const fault = faultOf(error)
    const body = JSON.stringify(fault.body())
    if (socket.writable) {
      const head = [
        `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
        `X-Request-Id: ${requestId}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    }
    const told = { requestId, status: fault.status, code: error.code, ip: socket.remoteAddress }
    this.#log.info(told, 'Answered what was no request')
    socket.destroySoon()
  }
}

/** A body that is being read ends with the fault; one that a route reads by itself, or nobody yet, is not waited for. */
function refuse(reply: FastifyReply, fault: ApiError): void {
  const { raw, routeOptions } = reply.request
  if (!routeOptions.config.slow && raw.listenerCount('data') > 0) raw.emit('error', fault)
  else reply.send(fault)
}
