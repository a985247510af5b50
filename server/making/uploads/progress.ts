/** How far the work on a recording is: its stage, and the share of it that is done (decision 28). */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { RequestTable } from './until-gone.ts'
import type { UploadIds } from './upload-source.ts'
import type { Stage } from './upload-stages.ts'

/** `stage` is as in `nextStage`; `waiting` is for a transcription service. */
export type Progress = { stage: 'fetching' | 'waiting' | 'transcribing' | 'writing'; done: number | null }

/** Null for an upload that is finished, or that nobody processes. Of a row of `uploads`. */
export const progressOf = (workspaceId: string) => sql<Progress | null>`(
  select json_build_object(
    'stage', case when address is not null then 'fetching' when waits then 'waiting'
      when transcript is null then 'transcribing' else 'writing' end,
    'done', stage_done)
  from upload_sources source
  where source.workspace_id = ${workspaceId} and source.recording_id = uploads.recording_id)`

/** A smaller step is not stored. */
const step = 0.01

/** Of an upload. */
export const uploadProgress = (deps: Pick<Context, 'db' | 'log'>, ids: UploadIds, { fills }: Stage) =>
  // The stage may have ended by now.
  new StageProgress(deps, 'upload_sources', ids, sql<boolean>`${sql.ref(fills)} is null`)

/** Of a request: notes are written, or a recording is transcribed again. */
export const requestProgress = (deps: Pick<Context, 'db' | 'log'>, table: RequestTable, ids: UploadIds) =>
  new StageProgress(deps, table, ids)

/** Stores the share of a stage that is done, one statement at a time. */
class StageProgress {
  readonly #store: (done: number) => Promise<void>
  #stored = 0
  #storing: Promise<void> | null = null

  constructor(
    { db, log }: Pick<Context, 'db' | 'log'>,
    table: RequestTable,
    { workspace_id, recording_id }: UploadIds,
    isRunning: RawBuilder<boolean> = sql`true`,
  ) {
    this.#store = async (done) => {
      try {
        await sql`update ${sql.table(table)} set stage_done = ${done}
          where workspace_id = ${workspace_id} and recording_id = ${recording_id} and ${isRunning}`.execute(db)
      } catch (error) {
        log.warn({ err: error, recordingId: recording_id }, 'The progress of a recording could not be stored')
      }
    }
  }

  /** @param done  from 0 to 1 */
  tell(done: number): void {
    if (this.#storing || done < this.#stored + step) return
    this.#stored = done
    this.#storing = this.#store(Math.min(done, 1)).finally(() => (this.#storing = null))
  }
}
