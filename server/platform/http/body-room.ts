/** The memory for large bodies: so many bytes of them at once, and of one caller half of these. */
import type { FastifyRequest } from 'fastify'
import { busy } from '../errors.ts'

/** A body up to this is read whatever else is under way. */
export const smallBody = 65_536

export class BodyRoom {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  /** @param most  bytes; the largest body that there may be has room in half of them */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Takes room until what it returns is called.
   * @param sharer  who sends the body
   * @throws {ApiError} 503 as long as there is none, or the sharer has theirs
   */
  take(sharer: string, bytes: number): () => void {
    const own = this.#taken.get(sharer) ?? 0
    if (own + bytes > this.#most / 2 || this.bytes + bytes > this.#most) throw busy(1)
    this.#taken.set(sharer, own + bytes)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      const left = this.#taken.get(sharer)! - bytes
      if (left > 0) this.#taken.set(sharer, left)
      else this.#taken.delete(sharer)
    }
  }

  /** Of all bodies under way. */
  get bytes(): number {
    return this.#taken.values().reduce((sum, bytes) => sum + bytes, 0)
  }
}

/** What the body of a request may come to: what it says, or else the most that its route takes. */
export function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Number(headers['content-length'] ?? 0)
}
