/** Waits for conditions: of any kind, in a page, and for one transaction to wait for another. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { Db } from '../../server/platform/postgres/db.ts'

/** Resolves when the condition is true. */
export async function waitFor(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(5)
}

/**
 * Resolves when the expression, or what it promises, is true in the page. Not by `waitForFunction`: from its second look on
 * the policy of the console's pages forbids what it does.
 */
export const isTrue = (page: Pick<Page, 'evaluate'>, expression: string) =>
  waitFor(async () => (await page.evaluate(expression)) === true)

/** Resolves when so many connections to this database wait for a lock. */
export async function somebodyWaits(db: Db, connections = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(db)).rows.length < connections) await setTimeout(5)
}
