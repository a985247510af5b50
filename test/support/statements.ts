/** Counts the statements of an action. */
import type { Base } from '../../server/base.ts'

/** Number of statements that the service sends during an action. */
export async function statementsOf({ pool, requests }: Base, action: () => Promise<unknown>): Promise<number> {
  let statements = 0
  const count = (client: { query: unknown }) => {
    const query = client.query as (...args: unknown[]) => unknown
    client.query = function (this: unknown, ...args: unknown[]) {
      statements++
      return query.apply(this, args)
    }
  }
  const restore = (_error: unknown, client: { query?: unknown }) => delete client.query
  const pools = [pool, requests.pool]
  for (const each of pools) each.on('acquire', count).on('release', restore)
  await action()
  for (const each of pools) each.off('acquire', count).off('release', restore)
  return statements
}
