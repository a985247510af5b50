/** `list_meetings`: the notes that the person may see, as the API lists them. */
import Type from 'typebox'
import { listNotes } from '../../notes/list-notes.ts'
import { presentNote } from '../../notes/present-note.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { DateFilter } from '../../platform/http/schema.ts'
import { printList, showMeeting } from '../present.ts'
import { Arguments, Cursor, Limit, Meeting, NextCursor } from '../shapes.ts'
import { defineTool, reading } from '../tool.ts'

/** Ids of recordings for each meeting; `get_meeting` has the newest recordings of one. */
const maxRecordings = 10

export const listMeetings = defineTool({
  name: 'list_meetings',
  title: 'List meetings',
  description:
    'Meetings that this person may see, the one that came into the service last first. `search` finds what was said in them.',
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
    from: Type.Optional(DateFilter('Came into the service at or after.')),
    to: Type.Optional(DateFilter('Came into the service at or before.')),
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
  async run({ db, caller, origin }, { title, from, to, limit, cursor }) {
    const page = await listNotes(db, caller, {
      filters: { title, created_at_start: from, created_at_end: to },
      include: {},
      page: readPageRequest('notes', { cursor, page_size: limit }),
    })
    const meetings = page.rows.map((row) => ({
      ...showMeeting(origin, presentNote(row, {}, [])),
      recording_ids: row.recording_ids.slice(0, maxRecordings),
    }))
    const lines = meetings.map(
      ({ id, title, start, created_at, url }) => `- ${id} ${start ?? created_at} ${title}; ${url}`,
    )
    const next_cursor = page.info.cursor
    return { text: printList('meetings', lines, next_cursor), data: { meetings, next_cursor } }
  },
})
