/** How far a PENDING upload is: its stage, and the share of it that is done (decision 28). */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../platform/postgres/db.ts'
import type { UploadIds } from './upload-source.ts'
import type { Stage } from './upload-stages.ts'

/** `stage` is as in `nextStage`. */
export type Progress = { stage: 'fetching' | 'transcribing' | 'writing'; done: number | null }

/** Null for an upload that is finished, or that nobody processes. Of a row of `uploads`. */
export const progressOf = (workspaceId: string) => sql<Progress | null>`(
  select json_build_object(
    'stage', case when address is not null then 'fetching' when transcript is null then 'transcribing' else 'writing' end,
    'done', stage_done)
  from upload_sources source
  where source.workspace_id = ${workspaceId} and source.recording_id = uploads.recording_id)`

/** A smaller step is not stored. */
const step = 0.01

/** Stores the share of a stage that is done, one statement at a time. */
export class StageProgress {
  readonly #store: (done: number) => Promise<void>
  #stored = 0
  #storing: Promise<void> | null = null

  constructor({ db, log }: { db: Db; log: Logger }, { workspace_id, recording_id }: UploadIds, { fills }: Stage) {
    this.#store = async (done) => {
      try {
        await db
          .updateTable('upload_sources')
          .set({ stage_done: done })
          .where('workspace_id', '=', workspace_id)
          .where('recording_id', '=', recording_id)
          // The stage may have ended by now.
          .where(fills, 'is', null)
          .execute()
      } catch (error) {
        log.warn({ err: error, recordingId: recording_id }, 'The progress of an upload could not be stored')
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
