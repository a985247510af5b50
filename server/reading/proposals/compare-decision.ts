/**
 * Compares a new decision with earlier ones and proposes what it does to them (decision 63). No transaction is open while
 * the model writes; a worker that is killed has changed nothing, and another one begins again.
 */
import { sql } from 'kysely'
import { countUse, type ModelUse, shorterIfTooLong } from '../../making/engines/model-use.ts'
import { budgetSpent } from '../../making/engines/shared/engines.ts'
import type { LanguageModel } from '../../making/engines/write-by-model/language-model.ts'
import { type Meter, openMeter } from '../../making/engines/write-by-model/meter.ts'
import {
  type ComparisonJob,
  compareAt,
  dueSince,
  endComparison,
  keepProposals,
  type Proposal,
} from '../../meetings/decisions/compare-later.ts'
import type { Context } from '../../platform/context/context.ts'
import { EngineError } from '../../platform/errors.ts'
import { nextTry } from '../../platform/next-try.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { type ComparedDecision, type ComparisonIds, findEarlier, readComparable } from './find-earlier.ts'
import { comparisonPrompt, PairsForm, readPairs } from './judge-pairs.ts'

export type Comparing = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'threads'> &
  ModelUse & {
    /** After each temporary failure of the model; then it is given up. */
    retryDelaysSeconds: number[]
    /** Aborted when the process stops; then another worker compares. */
    stopping: AbortSignal
  }

type Compared = { newer: ComparedDecision; earlier: ComparedDecision[] }

const answerSeconds = 120
/** Of the earlier decisions, or fewer where that is too long. */
const earlierCharacters: [number, number] = [16_000, 4_000]

/** Without a model nothing is proposed, and a model that comes later compares what is decided from then on. */
export async function compareDecision(comparing: Comparing, job: ComparisonJob): Promise<void> {
  const { db, clock } = comparing
  const ids = { workspaceId: job.workspace_id, id: job.id }
  const dueAt = await dueSince(db, { ...ids, now: clock() })
  if (dueAt === null) return
  const model = await comparing.findModel()
  const compared = model && (await findEarlier(comparing, ids))
  const found = await proposalsOf(comparing, model, compared, job)
  if (found === 'later') return
  // Before anything is locked, because a decision may have thousands of readers.
  const proposals = found && (await stillComparable(db, ids, found))
  await db.transaction().execute(async (tx) => {
    const hasWordsOf = await lockWords(tx, ids, proposals ?? [])
    if (!(await endComparison(tx, { ...ids, dueAt })) || !proposals) return
    const { newer, earlier } = compared!
    const same = new Set((hasWordsOf(newer) ? earlier.filter(hasWordsOf) : []).map(({ id }) => id))
    const kept = proposals.filter(({ older }) => same.has(older))
    await keepProposals(tx, ids, kept)
    if (!hasWordsOf(newer) || kept.length < proposals.length)
      await compareAt(tx, { ...ids, jobs: comparing.jobs, at: clock() }, [job.id])
  })
}

/** Without those that not all readers of the new one see any more. */
async function stillComparable(db: Db, ids: ComparisonIds, proposals: Proposal[]): Promise<Proposal[]> {
  const olders = proposals.map(({ older }) => older)
  const now = new Set((await readComparable(db, ids, olders)).map(({ id }) => id))
  return proposals.filter(({ older }) => now.has(older))
}

/**
 * Locks the new decision, those that it is proposed for and those that it was, in the order of ids: who changes the words of
 * one has locked it, and then withdraws its proposals.
 * @returns whether a decision has the same words as before
 */
async function lockWords(tx: Tx, { workspaceId, id }: ComparisonIds, proposals: Proposal[]) {
  const { rows } = await sql<Pick<ComparedDecision, 'id' | 'text' | 'quote'>>`
    select id, text, quote from decisions where workspace_id = ${workspaceId} and id in (
      select unnest(${[id, ...proposals.map(({ older }) => older)]}::text[])
      union select older from decision_proposals where workspace_id = ${workspaceId} and newer = ${id} and not dismissed)
    order by id for share`.execute(tx)
  const now = new Map(rows.map((row) => [row.id, row]))
  return ({ id, text, quote }: ComparedDecision) => now.get(id)?.text === text && now.get(id)?.quote === quote
}

const notCompared = 'A decision was not compared with earlier ones'

/** @returns null if no model judged them; 'later' if it cannot answer now, so that another job tries again */
async function proposalsOf(
  comparing: Comparing,
  model: LanguageModel | null,
  compared: Compared | null,
  { workspace_id: workspaceId, id, failures = 0 }: ComparisonJob,
): Promise<Proposal[] | 'later' | null> {
  const { db, clock, log, jobs, budget, stopping, retryDelaysSeconds } = comparing
  if (!model || !compared) return null
  if (compared.earlier.length === 0) return []
  if (await budget.isSpent(workspaceId)) {
    log.warn({ decisionId: id, reason: budgetSpent }, notCompared)
    return null
  }
  try {
    return await countUse(comparing, workspaceId, (meter) => judge(model, compared, { signal: stopping, meter }))
  } catch (error) {
    if (stopping.aborted || !(error instanceof EngineError)) throw error
    const at = nextTry(error, failures, retryDelaysSeconds, clock())
    const details = { decisionId: id, reason: error.message, cause: (error.cause as Error | undefined)?.message }
    log.warn(details, at ? `${notCompared} yet` : notCompared)
    if (!at) return null
    await db.transaction().execute((tx) => compareAt(tx, { workspaceId, jobs, at, failures: failures + 1 }, [id]))
    return 'later'
  }
}

/** @throws {EngineError} the model did not answer */
export function judge(
  model: LanguageModel,
  { newer, earlier }: Compared,
  { signal, meter = openMeter() }: { signal: AbortSignal; meter?: Meter },
): Promise<Proposal[]> {
  const call = { schema: PairsForm, signal, timeoutSeconds: answerSeconds, onRequest: meter.begin }
  return shorterIfTooLong(earlierCharacters, async (characters) => {
    const some = withinCharacters(earlier, characters)
    return readPairs(meter.count(await model.chat(comparisonPrompt(newer, some), call)), newer, some)
  })
}

/** The first ones; the first always. */
function withinCharacters(earlier: ComparedDecision[], most: number): ComparedDecision[] {
  let characters = 0
  return earlier.filter(({ text, quote }, index) => {
    characters += text.length + (quote?.length ?? 0)
    return index === 0 || characters <= most
  })
}
