/** `list_meetings`: the meetings of which the person may read the note or a recording, by the time of the meeting. */
import { sql } from 'kysely'
import Type from 'typebox'
import { selectNotes } from '../../../meetings/notes/list-notes.ts'
import { presentNote } from '../../../meetings/notes/present-note.ts'
import { noteVisible } from '../../../people/sight/visible.ts'
import { readPageRequest, toPage } from '../../../platform/http/page.ts'
import { DateFilter, maxId } from '../../../platform/http/schema.ts'
import { inSnapshot } from '../../../platform/postgres/db.ts'
import { parseDateFilter } from '../../../platform/time.ts'
import { printList, showMeeting, showSharedRecording } from '../results/present.ts'
import { Arguments, Cursor, Limit, Meeting, NextCursor } from '../results/shapes.ts'
import { readSharedRecordings } from '../results/shared-recordings.ts'
import { type FoundMeeting, findMeetings } from './find-meetings.ts'
import { defineTool, reading, type ToolCall } from './tool.ts'

/** Ids of recordings for each meeting; `get_meeting` has the newest recordings of one. */
const maxRecordings = 10

export const listMeetings = defineTool({
  name: 'list_meetings',
  title: 'List meetings',
  description:
    'Meetings that this person may see, newest first by their start; future ones come before. A meeting without a calendar event has the time when it came into the service. `search` finds what was said in them.',
  scope: 'read',
  hints: reading,
  input: Arguments({
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'The title has this text somewhere, whatever the case.',
      }),
    ),
    person: Type.Optional(
      Type.String({ minLength: 1, maxLength: maxId, description: 'The address of somebody who was invited.' }),
    ),
    from: Type.Optional(DateFilter('The meeting starts at or after.')),
    to: Type.Optional(DateFilter('The meeting starts at or before.')),
    limit: Limit(50, 20),
    cursor: Cursor,
  }),
  output: Type.Object({
    meetings: Type.Array(
      Type.Object({
        ...Meeting,
        recording_ids: Type.Array(Type.String(), {
          description: `The first ${maxRecordings} recordings, for \`get_transcript\`.`,
        }),
      }),
    ),
    next_cursor: NextCursor,
  }),
  async run(call, { title, person, from, to, limit, cursor }) {
    const page = readPageRequest('meetings', { cursor, page_size: limit })
    const bound = (text: string | undefined) => (text === undefined ? null : parseDateFilter(text)!)
    const query = { title, person, from: bound(from)?.from ?? null, until: bound(to)?.until ?? null, page }
    const { info, rows } = await inSnapshot(call.db, async (tx) => {
      const found = await findMeetings(tx, call.caller, query)
      const { info, rows } = toPage('meetings', page, found, ({ at, id }) => ({ time: at, id }))
      return { info, rows: await readMeetings({ ...call, db: tx }, rows) }
    })
    const lines = rows.map(({ id, title, start, created_at, url }) => `- ${id} ${start ?? created_at} ${title}; ${url}`)
    const next_cursor = info.cursor
    return { text: printList('meetings', lines, next_cursor), data: { meetings: rows, next_cursor } }
  },
})

/** In the order of the page. */
async function readMeetings({ db, caller, origin }: ToolCall, found: FoundMeeting[]) {
  const ids = found.map(({ id }) => id)
  const columns = { agenda: false, attendees: false }
  const isNamed = sql<boolean>`notes.id = any(${ids})`
  const notes = await selectNotes(db, caller, columns).where(isNamed).where(noteVisible(caller)).execute()
  const recordings = await readSharedRecordings(db, caller, ids)
  const shown = [
    ...notes.map((row) => ({ ...showMeeting(origin, presentNote(row, {}, [])), recording_ids: row.recording_ids })),
    ...recordings.map((row) => ({ ...showSharedRecording(origin, row), recording_ids: row.recording_ids })),
  ].map((meeting) => ({ ...meeting, recording_ids: meeting.recording_ids.slice(0, maxRecordings) }))
  const byId = new Map(shown.map((meeting) => [meeting.id, meeting]))
  return ids.map((id) => byId.get(id)!)
}
