/** How many questions a person asks the language model in a day, and how much of its tokens is used (decision 56). */
import { sql } from 'kysely'
import type { ModelBudget } from '../../making/engines/model-budget.ts'
import type { Caller } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { AnswerUsage } from './schemas.ts'

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

async function readQuestions(db: Db, { workspace, user }: Caller, now: Date): Promise<number> {
  const row = await db
    .selectFrom('question_counts')
    .select('questions')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .where('day', '=', dayOf(now))
    .executeTakeFirst()
  return row?.questions ?? 0
}

/**
 * @param limit  0 is none
 * @returns how many there are today with this one
 * @throws {ApiError} 429 with the seconds until the next day
 */
export async function countQuestion(db: Db, { workspace, user }: Caller, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ questions: number }>`
    insert into question_counts as known (workspace_id, user_id, day, questions)
    values (${workspace.id}, ${user.id}, ${dayOf(now)}, 1)
    on conflict (workspace_id, user_id) do update set day = excluded.day,
      questions = case when known.day = excluded.day then known.questions + 1 else 1 end
      where known.day <> excluded.day or ${limit}::int = 0 or known.questions < ${limit}::int
    returning questions`.execute(db)
  if (rows[0]) return rows[0].questions
  const secondsLeft = Math.ceil((Date.parse(`${dayOf(now)}T00:00:00Z`) + 86_400_000 - now.getTime()) / 1_000)
  throw new ApiError(429, `You have asked ${limit} questions today, as many as a person may; search still works`, {
    code: 'rate_limited',
    headers: { 'retry-after': String(secondsLeft) },
  })
}

/** What is used of what is limited, as answers and the settings show it. */
export async function readLimits(
  {
    db,
    clock,
    budget,
    questionsPerDay,
  }: Pick<Context, 'db' | 'clock'> & { budget: ModelBudget; questionsPerDay: number },
  caller: Caller,
): Promise<Pick<AnswerUsage, 'questions_today' | 'questions_limit' | 'llm_tokens_this_month' | 'llm_tokens_limit'>> {
  return {
    questions_today: await readQuestions(db, caller, clock()),
    questions_limit: questionsPerDay || null,
    llm_tokens_this_month: await budget.used(caller.workspace.id),
    llm_tokens_limit: budget.tokensPerMonth || null,
  }
}
