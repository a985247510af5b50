/** The job that translates AI notes. No transaction is open while the model works. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import { EngineError } from '../../platform/errors.ts'
import { nextTry } from '../../platform/next-try.ts'
import { findTemporaryFailure } from '../../platform/postgres/database-errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { countUse, type ModelUse } from '../engines/model-use.ts'
import { budgetSpent } from '../engines/shared/engines.ts'
import { TranslatedTexts, translateTexts } from '../engines/write-by-model/translate-texts.ts'
import { untilGone } from '../uploads/until-gone.ts'
import { lockRecording } from '../writing/lock-recording.ts'
import { textsOf } from './texts-of-notes.ts'
import { noModel, type TranslationIds, translateNotesJob } from './translations.ts'

/** Of a portion of the notes. A local model has to load, too. */
const timeoutSeconds = 600

type Deps = Pick<Context, 'db' | 'clock' | 'log' | 'jobs'> &
  ModelUse & {
    retryDelaysSeconds: number[]
    /** Aborted when the process stops; then another worker translates. */
    stopping: AbortSignal
  }

export async function translateNotes(deps: Deps, ids: TranslationIds): Promise<void> {
  const request = await readRequest(deps.db, ids)
  if (!request) return
  try {
    const isStillWanted = async () => (await readRequest(deps.db, ids)) !== undefined
    await untilGone(isStillWanted, deps.stopping, async (signal) => {
      for (;;) {
        const texts = await readTexts(deps.db, ids)
        const translated = await translate(deps, ids, texts, signal)
        if (await deps.db.transaction().execute((tx) => store(tx, deps.clock(), ids, { of: texts, ...translated })))
          return
        // The notes were written again meanwhile, so these are the words of before.
        signal.throwIfAborted()
      }
    })
  } catch (error) {
    if (deps.stopping.aborted || findTemporaryFailure(error)) throw error
    await retryOrFail(deps, ids, request.failures, error)
  }
}

/** Only while it is to be written. */
const isWanted = ({ workspace_id, recording_id, language }: TranslationIds) =>
  sql<boolean>`workspace_id = ${workspace_id} and recording_id = ${recording_id} and language = ${language}
    and status = 'writing'`

const readRequest = (db: Db, ids: TranslationIds) =>
  db.selectFrom('notes_translations').select('failures').where(isWanted(ids)).executeTakeFirst()

async function readTexts(db: Db, { workspace_id, recording_id }: TranslationIds): Promise<string[]> {
  const row = await db
    .selectFrom('recordings')
    .select('ai_notes')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', recording_id)
    .executeTakeFirst()
  return textsOf(row?.ai_notes?.sections ?? [])
}

/** @throws {EngineError} there is no model, its tokens are spent, or it fails */
async function translate(
  deps: Deps,
  { workspace_id, language }: TranslationIds,
  texts: string[],
  signal: AbortSignal,
): Promise<{ texts: string[]; generatedBy: string }> {
  const model = await deps.findModel()
  if (!model) throw new EngineError(noModel, { retryable: false })
  if (await deps.budget.isSpent(workspace_id)) throw new EngineError(budgetSpent, { retryable: false })
  return countUse(deps, workspace_id, async (meter) => {
    const call = { schema: TranslatedTexts, signal, timeoutSeconds, onRequest: meter.begin }
    const ask = async (messages: Parameters<typeof model.chat>[0]) => meter.count(await model.chat(messages, call))
    return { texts: await translateTexts(texts, language, ask), generatedBy: model.name }
  })
}

type Translated = { of: string[]; texts: string[]; generatedBy: string }

/** @returns false if the notes have other words by now */
async function store(tx: Tx, now: Date, ids: TranslationIds, { of, texts, generatedBy }: Translated): Promise<boolean> {
  await lockRecording(tx, ids.workspace_id, ids.recording_id)
  if (!isDeepStrictEqual(await readTexts(tx, ids), of)) return false
  const written = {
    status: 'written' as const,
    texts: JSON.stringify(texts),
    generated_by: generatedBy,
    written_at: now,
  }
  await tx.updateTable('notes_translations').set(written).where(isWanted(ids)).execute()
  return true
}

/** Tries again after a temporary failure, by the delays of uploads. Who asked is not kept, so it is the workspace's work. */
async function retryOrFail(deps: Deps, ids: TranslationIds, failures: number, error: unknown): Promise<void> {
  const known = error instanceof EngineError
  deps.log.error({ err: error, recordingId: ids.recording_id }, 'AI notes could not be translated')
  const at = nextTry(error, failures, deps.retryDelaysSeconds, deps.clock())
  await deps.db.transaction().execute(async (tx) => {
    const change = at
      ? { failures: failures + 1 }
      : { status: 'failed' as const, failure_reason: known ? error.message : 'The AI notes could not be translated' }
    const changed = await tx
      .updateTable('notes_translations')
      .set(change)
      .where(isWanted(ids))
      .where('failures', '=', failures)
      .executeTakeFirst()
    if (at && changed.numUpdatedRows > 0n)
      await deps.jobs.send(tx, translateNotesJob, ids, { at, sharer: ids.workspace_id })
  })
}
