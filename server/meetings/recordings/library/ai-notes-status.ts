/** Whether the AI notes of a recording are there, or still being written (decision 55). */
import { sql } from 'kysely'

/** In a query over `recordings`: `writing`, `written`, or null if there are none and none are being written. */
export const aiNotesStatus = sql<'writing' | 'written' | null>`case
  when recordings.ai_notes is not null then 'written'
  when exists (select from notes_requests request where request.workspace_id = recordings.workspace_id
    and request.recording_id = recordings.id and request.is_first) then 'writing' end`
