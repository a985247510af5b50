import { sql } from 'kysely'
import type { Section } from '../../../people/privacy/person-export.ts'
import { transcriptRoutes } from './routes.ts'

const said: Section = {
  name: 'said',
  key: sql`own.id`,
  rows: 20,
  columns: sql`own.id as recording_id, own.title, spoken.segments`,
  from: ({ workspaceId, userId, names }) => sql`recordings own
    join lateral (select json_agg(json_build_object('text', segment -> 'text', 'start_time', segment -> 'start_time',
        'end_time', segment -> 'end_time') order by number) as segments
      from json_array_elements(own.transcript -> 'speech_segments') with ordinality as list (segment, number)
      where segment ->> 'speaker' = any(${names})) spoken on spoken.segments is not null
    where own.transcript is not null and own.id in (select seen.id from person_sight seen
      where seen.workspace_id = ${workspaceId} and seen.user_id = ${userId} and seen.kind = 'recording')`,
}

export const transcriptRoom = { routes: transcriptRoutes, sections: [said] }
