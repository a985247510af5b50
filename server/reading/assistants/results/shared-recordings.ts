/** Meetings of which a person may read a recording and not the note: the recording's title stands for the meeting's. */
import { sql } from 'kysely'
import type { Caller } from '../../../people/caller/caller.ts'
import { noteVisible, recordingVisible } from '../../../people/sight/visible.ts'
import type { Db } from '../../../platform/postgres/db.ts'

export type SharedRecording = {
  id: string
  title: string
  created_at: Date
  starts_at: Date | null
  ends_at: Date | null
  call_url: string | null
  /** The oldest first. */
  recording_ids: string[]
}

/** @param ids  notes; those that the caller may read, or has no recording of, are left out */
export async function readSharedRecordings(db: Db, caller: Caller, ids: string[]): Promise<SharedRecording[]> {
  const { rows } = await sql<SharedRecording>`
    select notes.id, min(recordings.created_at) as created_at, event.starts_at, event.ends_at, event.call_url,
      (array_agg(recordings.title order by recordings.created_at, recordings.id))[1] as title,
      array_agg(recordings.id order by recordings.created_at, recordings.id) as recording_ids
    from notes join recordings on recordings.workspace_id = notes.workspace_id and recordings.note_id = notes.id
    left join events event on event.workspace_id = notes.workspace_id and event.guid = notes.event_guid
    where notes.workspace_id = ${caller.workspace.id} and notes.id = any(${ids})
      and not ${noteVisible(caller)} and ${recordingVisible(caller)}
    group by notes.id, event.starts_at, event.ends_at, event.call_url`.execute(db)
  return rows
}
