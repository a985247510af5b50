/** How many tokens the language model used for a workspace in a month, and how many it may (decision 56). */

import { sql } from 'kysely'
import { EngineError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { budgetSpent, type NoteWriter, type Usage } from './shared/engines.ts'

export class ModelBudget {
  readonly #db: Db
  readonly #clock: Clock
  /** 0 is no limit. */
  readonly tokensPerMonth: number

  constructor({ db, clock, tokensPerMonth }: { db: Db; clock: Clock; tokensPerMonth: number }) {
    this.#db = db
    this.#clock = clock
    this.tokensPerMonth = tokensPerMonth
  }

  /** Tokens of this month, read and written ones together. */
  async used(workspaceId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('model_use')
      .select('tokens')
      .where('workspace_id', '=', workspaceId)
      .where('month', '=', monthOf(this.#clock()))
      .executeTakeFirst()
    return Number(row?.tokens ?? 0)
  }

  async isSpent(workspaceId: string): Promise<boolean> {
    return this.tokensPerMonth > 0 && (await this.used(workspaceId)) >= this.tokensPerMonth
  }

  /** A model that does not count its tokens uses none. */
  async add(workspaceId: string, usage: Usage): Promise<void> {
    const tokens = (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0)
    if (tokens === 0) return
    await sql`
      insert into model_use as known (workspace_id, month, tokens)
      select id, ${monthOf(this.#clock())}::date, ${tokens}::bigint from workspaces where id = ${workspaceId}
      on conflict (workspace_id) do update set month = excluded.month,
        tokens = excluded.tokens + case when known.month = excluded.month then known.tokens else 0 end`.execute(
      this.#db,
    )
  }
}

const monthOf = (now: Date) => `${now.toISOString().slice(0, 7)}-01`

/**
 * Wraps a writer: it counts the tokens, and when they are spent the embedded writer writes.
 * @throws {EngineError} they are spent, and there are notes already, which may be better
 */
export const withinBudget = (writer: NoteWriter, budget: ModelBudget): NoteWriter => ({
  ...writer,
  async write(meeting, signal, options = {}) {
    const { workspaceId } = meeting
    if (workspaceId === undefined) return writer.write(meeting, signal, options)
    const isBudgetSpent = (await budget.isSpent(workspaceId)) && Boolean(await writer.usesModel?.())
    if (isBudgetSpent && options.replaces) throw new EngineError(budgetSpent, { retryable: false })
    const onUsage = (usage: Usage) => budget.add(workspaceId, usage)
    return writer.write(meeting, signal, { ...options, isBudgetSpent, onUsage })
  },
})
