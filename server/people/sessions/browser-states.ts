/**
 * What a browser keeps while its person is at another service: sealed, and valid for ten minutes (decision 42 on ways
 * in). Each way there has its own cookie, so that those begun in several tabs all work.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { open, SecretError, type SecretKey, seal } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time.ts'
import { type BrowserOptions, clearCookie, cookiesLike, readCookie, setCookie } from './browser.ts'

/** A browser sends all cookies with each request, and its headers may have 16 KiB. */
const [maxKept, maxKeptBytes] = [8, 8_192]

export const stateMs = 10 * 60_000

/** `state` is what the other service sends back with the browser. */
type State = { state: string; until: number }

export type StateOptions = BrowserOptions & { secretKey: SecretKey; clock: Clock }

type KeptState<Known> = { name: string; bytes: number; state: Known }

export class BrowserStates<Known extends State> {
  readonly #cookie: string
  readonly #owner: string

  /**
   * @param cookie  how the names of its cookies begin
   * @param owner   what they are sealed for
   */
  constructor(cookie: string, owner: string) {
    this.#cookie = cookie
    this.#owner = owner
  }

  /** Keeps a state, and forgets the oldest ones beyond what a browser should carry. */
  keep(reply: FastifyReply, options: StateOptions, state: Known): void {
    const value = seal(options.secretKey, JSON.stringify(state), this.#owner).toString('base64url')
    let bytes = value.length
    for (const [index, each] of this.#kept(reply.request, options).entries()) {
      bytes += each.bytes
      if (index + 1 >= maxKept || bytes > maxKeptBytes) clearCookie(each.name, reply, options)
    }
    setCookie(this.#nameOf(state.state), reply, { value, expires: new Date(state.until) }, options)
  }

  /** What belongs to this state. It is kept no longer: a code is valid once. */
  take(reply: FastifyReply, options: StateOptions, state: string): Known | undefined {
    const name = this.#nameOf(state)
    const found = this.#kept(reply.request, options).find((each) => each.name === name)
    if (found) clearCookie(name, reply, options)
    return found?.state
  }

  /** The one that this browser began last. */
  latest(request: FastifyRequest, options: StateOptions): Known | undefined {
    return this.#kept(request, options)[0]?.state
  }

  #nameOf(state: string): string {
    return this.#cookie + createHash('sha256').update(state).digest('base64url').slice(0, 16)
  }

  /** The newest first; without cookies that are not ours, were changed, or are too old. */
  #kept(request: FastifyRequest, options: StateOptions): KeptState<Known>[] {
    const kept = cookiesLike(this.#cookie, request, options).flatMap((name) => {
      const cookie = readCookie(name, request, options)
      const state = cookie && this.#open(options.secretKey, cookie, options.clock())
      return state ? [{ name, bytes: cookie.length, state }] : []
    })
    return kept.sort((one, other) => other.state.until - one.state.until)
  }

  #open(key: SecretKey, cookie: string, now: Date): Known | null {
    try {
      const state: Known = JSON.parse(open(key, Buffer.from(cookie, 'base64url'), this.#owner))
      return state.until > now.getTime() ? state : null
    } catch (error) {
      if (error instanceof SecretError) return null
      throw error
    }
  }
}
