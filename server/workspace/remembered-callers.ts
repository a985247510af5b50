/**
 * Callers as their keys were looked up, kept from one request to the next. A page under a remembered caller asks in its own
 * statement whether all that makes the caller is still as it was: it costs one statement instead of two, and a key that is
 * withdrawn, or whose owner is, is refused by the very next request all the same.
 */
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../platform/http/page.ts'
import type { Caller } from './caller.ts'

const mostRemembered = 1_000
/** Row versions begin anew after four billion transactions: nothing is remembered for nearly so long. */
const longestMs = 60_000

/** Over the rows that make a caller; it changes whenever one of them is written. */
export const versionOfCaller = sql<string>`key.xmin::text || ' ' || owner.xmin::text || ' ' || workspace.xmin::text`

/**
 * True in any query over the workspace while a remembered caller is still the same. PostgreSQL finds that out once.
 * @param version  the caller's; empty for one who was looked up
 */
export function isStill({ workspace, key }: Caller, version: string): RawBuilder<boolean> {
  return sql<boolean>`(${version}::text = '' or (
    (select xmin::text from api_keys where workspace_id = ${workspace.id} and id = ${key.id}) || ' ' ||
    (select xmin::text from users where workspace_id = ${workspace.id} and id = ${key.userId}) || ' ' ||
    (select xmin::text from workspaces where id = ${workspace.id})) = ${version})`
}

/** What a request says of who asks: the workspace in its host name, and the hash of its key; null where it says none. */
export type Asker = { subdomain: string | null; secretHash: Buffer | null }

export class RememberedCallers {
  readonly #callers = new Map<string, { caller: Caller; until: number }>()

  get({ subdomain, secretHash }: Asker, now: Date): Caller | undefined {
    const found = this.#callers.get(nameOf(secretHash))
    if (!found || found.until <= now.getTime()) return undefined
    return subdomain === null || subdomain === found.caller.workspace.subdomain ? found.caller : undefined
  }

  set({ secretHash }: Asker, caller: Caller, now: Date): void {
    const expires = caller.key.expires_at?.getTime() ?? Number.POSITIVE_INFINITY
    this.#callers.set(nameOf(secretHash), { caller, until: Math.min(now.getTime() + longestMs, expires) })
    if (this.#callers.size > mostRemembered) this.#callers.delete(this.#callers.keys().next().value!)
  }

  forget({ secretHash }: Asker): void {
    this.#callers.delete(nameOf(secretHash))
  }
}

const nameOf = (secretHash: Buffer | null) => secretHash?.toString('latin1') ?? ''

/** Faults of the service itself tell nothing of what is behind the key, and another question would not be answered either. */
export function isRefusal(error: unknown): boolean {
  const { status, statusCode } = error as { status?: number; statusCode?: number }
  return (status ?? statusCode ?? 500) < 500
}

/**
 * Reads a page whose statement asks `isStill`. Rows prove that the caller is. Where there are none, or the request is
 * refused, the key is looked up; if it names somebody else by now, or the same with other rights, they read.
 * @throws {ApiError} 401 if the key is none any more, 403 if it lacks the scope by now
 */
export async function readPage<Row>(
  request: FastifyRequest,
  read: (caller: Caller) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const { caller } = request
  if (caller.version === undefined) return read(caller)
  let answer: () => Page<Row>
  try {
    const page = await read(caller)
    if (page.rows.length > 0) return page
    answer = () => page
  } catch (error) {
    if (!isRefusal(error)) throw error
    answer = () => {
      throw error
    }
  }
  return (await request.lookUpCaller()) === caller.version ? answer() : read(request.caller)
}
