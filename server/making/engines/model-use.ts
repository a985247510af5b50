/** Asks a language model for a workspace: its tokens count, and a request that is too long is made once more, shorter. */
import type { ModelBudget } from './model-budget.ts'
import type { Usage } from './shared/engines.ts'
import { type FindModel, TooLongError } from './write-by-model/language-model.ts'
import { type Meter, openMeter } from './write-by-model/meter.ts'

export type ModelUse = {
  findModel: FindModel
  budget: ModelBudget
  /** Adds to the metrics. */
  countUsage(usage: Usage): void
}

/** What was used counts also if the work fails. */
export async function countUse<T>(
  { budget, countUsage }: ModelUse,
  workspaceId: string,
  work: (meter: Meter) => Promise<T>,
  meter = openMeter(),
): Promise<T> {
  try {
    return await work(meter)
  } finally {
    const usage = meter.usage(0)
    countUsage(usage)
    await budget.add(workspaceId, usage)
  }
}

/** @param characters  of what the model reads; if it cannot read the first, it gets the second */
export async function shorterIfTooLong<T>(
  [most, less]: [number, number],
  ask: (characters: number) => Promise<T>,
): Promise<T> {
  try {
    return await ask(most)
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error
    return ask(less)
  }
}
