/**
 * Callers as their keys were looked up, kept from one request to the next. A page under a remembered caller asks in its own
 * statement whether all that makes the caller is still as it was: it costs one statement instead of two, and a key that is
 * withdrawn, or whose owner is, is refused by the very next request all the same.
 */
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../platform/page.ts'
import type { Caller } from './caller.ts'

const mostRemembered = 1_000
/** Row versions begin anew after four billion transactions: nothing is remembered for nearly so long. */
const longestMs = 60_000

/** Over the rows that make a caller; it changes whenever one of them is written. */
export const versionOfCaller = sql<string>`key.xmin::text || ' ' || owner.xmin::text || ' ' || workspace.xmin::text`

/** True in any query over the workspace while a remembered caller is still the same. PostgreSQL finds that out once. */
export function isStill({ workspace, key }: Caller, version: string): RawBuilder<boolean> {
  return sql<boolean>`(
    (select xmin::text from api_keys where workspace_id = ${workspace.id} and id = ${key.id}) || ' ' ||
    (select xmin::text from users where workspace_id = ${workspace.id} and id = ${key.userId}) || ' ' ||
    (select xmin::text from workspaces where id = ${workspace.id})) = ${version}`
}

/** What a request says of who asks: the workspace in its host name, and the hash of its key; null where it says none. */
export type Asker = { subdomain: string | null; secretHash: Buffer | null }

export class RememberedCallers {
  readonly #callers = new Map<string, { caller: Caller; until: number }>()

  get({ subdomain, secretHash }: Asker, now: Date): Caller | undefined {
    const found = secretHash && this.#callers.get(secretHash.toString('latin1'))
    if (!found || found.until <= now.getTime()) return undefined
    return subdomain === null || subdomain === found.caller.workspace.subdomain ? found.caller : undefined
  }

  /** In place of what was remembered of the key. */
  set({ secretHash }: Asker, caller: Caller, now: Date): void {
    if (!secretHash) return
    const name = secretHash.toString('latin1')
    this.#callers.delete(name)
    this.#callers.set(name, { caller, until: now.getTime() + longestMs })
    if (this.#callers.size > mostRemembered) this.#callers.delete(this.#callers.keys().next().value!)
  }
}

/**
 * Reads a page whose statement asks `isStill`. Rows prove that the caller is. Where there are none, or the read failed, the
 * key is looked up; if it names somebody else by now, or the same with other rights, they read.
 * @throws {ApiError} 401 if the key is none any more
 */
export async function readPage<Row>(
  request: FastifyRequest,
  read: (caller: Caller) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const { caller } = request
  const { page, error } = await read(caller).then(
    (page) => ({ page, error: undefined }),
    (error: unknown) => ({ page: undefined, error }),
  )
  const isProven = caller.version === undefined || (page && page.rows.length > 0)
  if (!isProven && (await request.lookUpCaller()) !== caller.version) return read(request.caller)
  if (!page) throw error
  return page
}
