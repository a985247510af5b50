/** Counts the statements of an action. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Base } from '../../server/app/base.ts'

const counted = new AsyncLocalStorage<object>()

/** Number of statements that the service sends for an action; what it does beside it, such as jobs, is not counted. */
export async function statementsOf({ pool, requests }: Base, action: () => Promise<unknown>): Promise<number> {
  const mine = {}
  let statements = 0
  const count = (client: { query: unknown }) => {
    const query = client.query as (...args: unknown[]) => unknown
    client.query = function (this: unknown, ...args: unknown[]) {
      if (counted.getStore() === mine) statements++
      return query.apply(this, args)
    }
  }
  const restore = (_error: unknown, client: { query?: unknown }) => delete client.query
  const pools = [pool, requests.pool]
  for (const each of pools) each.on('acquire', count).on('release', restore)
  await counted.run(mine, action)
  for (const each of pools) each.off('acquire', count).off('release', restore)
  return statements
}
