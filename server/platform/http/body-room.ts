/** Limits the memory for large bodies: a number of bytes at once for all callers, and half of it for one caller. */
import type { FastifyRequest } from 'fastify'
import { serviceBusy } from '../errors.ts'

/** A body up to this size needs no room. */
export const smallBody = 65_536

export class BodyRoom {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  /** @param most  bytes; half of them must hold the largest possible body */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Takes room until the returned function is called.
   * @param sharer  the caller that sends the body
   * @throws {ApiError} 503 while there is no room, or the sharer has used its half
   */
  take(sharer: string, bytes: number): () => void {
    const own = this.#taken.get(sharer) ?? 0
    if (own + bytes > this.#most / 2 || this.bytes + bytes > this.#most) throw serviceBusy(1)
    this.#taken.set(sharer, own + bytes)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const left = this.#taken.get(sharer)! - bytes
      if (left > 0) this.#taken.set(sharer, left)
      else this.#taken.delete(sharer)
    }
  }

  /** Room that is taken now. */
  get bytes(): number {
    return this.#taken.values().reduce((sum, bytes) => sum + bytes, 0)
  }
}

/** The size of a request's body by its Content-Length; a chunked one counts as the most that its route takes. */
export function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Number(headers['content-length'] ?? 0)
}
