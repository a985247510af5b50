/**
 * One request and its answer, from the callbacks of the HTTP client. The client's own promises, streams and signals would
 * cost as much as all the rest of a delivery.
 */
import type { Dispatcher } from 'undici'
import type { Connection, ConnectionUser } from './connection.ts'
import type { Deadline } from './deadline.ts'
import { explainError, OutboundError } from './outbound-error.ts'

export type Headers = Dispatcher.ResponseData['headers']

/** Of a body that has not been read yet, at most this and one more piece is held. */
const maxUnread = 65_536

export class Exchange implements Dispatcher.DispatchHandler, ConnectionUser {
  status = 0
  headers: Headers = {}
  connection: Connection | undefined
  /** A connection that was kept open broke before any answer: the receiver closed it in that moment. */
  wasCutOff = false
  #mayBeCutOff = false
  #controller: Dispatcher.DispatchController | undefined
  #held: Buffer[] = []
  #heldBytes = 0
  /** Once so much of the body is held, the rest waits in the connection. */
  #enoughBytes = maxUnread
  #isComplete = false
  #error: Error | undefined
  /** Resumes the code that waits for more of the answer. */
  #wake: () => void = () => {}

  constructor(deadline: Deadline) {
    deadline.watch((error) => this.#fail(error))
  }

  /**
   * Sends the request. Status and headers of the answer are there when this resolves.
   * @throws {OutboundError} there is no answer
   */
  async send(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions): Promise<void> {
    dispatcher.dispatch(request, this)
    while (this.status === 0 && !this.#isComplete) await this.#waitForMore()
    if (this.#error) throw this.#error
  }

  /** The first maxBytes of the body, and whether there is more; then the connection is closed. */
  async readStart(maxBytes: number): Promise<{ body: Buffer; truncated: boolean }> {
    this.#enoughBytes = maxBytes + 1
    this.#controller?.resume()
    while (this.#heldBytes <= maxBytes && !this.#isComplete) await this.#waitForMore()
    const truncated = this.#heldBytes > maxBytes
    if (this.#error && !truncated) throw this.#error
    this.discard()
    return { body: Buffer.concat(this.#held).subarray(0, maxBytes), truncated }
  }

  /**
   * The body's pieces. The connection is closed when the caller stops reading.
   * @throws {OutboundError} `size`: there is more than maxBytes
   */
  async *read(maxBytes: number): AsyncIterable<Buffer> {
    let left = maxBytes
    try {
      for (;;) {
        const pieces = this.#held
        this.#held = []
        this.#heldBytes = 0
        this.#controller?.resume()
        for (const piece of pieces) {
          if (piece.length > left) throw new OutboundError('size', `The answer is larger than ${maxBytes} bytes`)
          left -= piece.length
          yield piece
        }
        if (this.#error) throw this.#error
        if (this.#held.length === 0 && this.#isComplete) return
        if (this.#held.length === 0) await this.#waitForMore()
      }
    } finally {
      this.discard()
    }
  }

  /** Closes the connection if a part of the answer has not been read. */
  discard(): void {
    if (!this.#isComplete) this.#fail(new OutboundError('stopped', 'The answer was not wanted'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#error) throw this.#error
    this.#controller = controller
    this.#mayBeCutOff = this.connection?.isKept === true
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#mayBeCutOff = false
    // An informational response comes before the answer.
    if (status < 200) return
    this.status = status
    this.headers = headers
    this.#wake()
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    // The parser emits an empty piece when it resumes.
    if (piece.length === 0) return
    this.#held.push(piece)
    this.#heldBytes += piece.length
    if (this.#heldBytes >= this.#enoughBytes) controller.pause()
    this.#wake()
  }

  onResponseEnd(): void {
    if (this.connection) this.connection.isKept = true
    this.#complete()
  }

  onResponseError(_controller: unknown, error: Error): void {
    const explained = error instanceof OutboundError ? error : explainError(error)
    this.wasCutOff = this.#mayBeCutOff && explained.reason === 'connection'
    this.#fail(explained)
  }

  #fail(error: Error): void {
    if (this.#isComplete) return
    this.#error = error
    this.#complete()
    this.#controller?.abort(error)
  }

  #complete(): void {
    this.#isComplete = true
    this.#wake()
  }

  #waitForMore(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    return promise
  }
}
