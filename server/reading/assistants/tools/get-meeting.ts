/** `get_meeting`: one meeting with its agenda, the AI notes of its recordings, and its action items. */
import Type from 'typebox'
import { itemList, listItems } from '../../../meetings/action-items/list-items.ts'
import { readNote } from '../../../meetings/notes/read-note.ts'
import { getRecording } from '../../../meetings/recordings/library/list-recordings.ts'
import { seenNotes } from '../../../people/sight/visible.ts'
import { readPageRequest } from '../../../platform/http/page.ts'
import { Nullable } from '../../../platform/http/schema.ts'
import { utcOrNull } from '../../../platform/time.ts'
import { recapUrl } from '../../ask/links.ts'
import { fence, fenceShort } from '../results/fence.ts'
import { itemLine, showItem, showMeeting, showSharedRecording } from '../results/present.ts'
import { Arguments, Item, Meeting, NoteId, Quoted, Url } from '../results/shapes.ts'
import { readSharedRecordings, type SharedRecording } from '../results/shared-recordings.ts'
import { maxAttendees, maxLongText, TextRoom } from '../results/text-room.ts'
import { defineTool, reading, type ToolCall } from './tool.ts'

/** Low, because each recording is a query of its own. */
const maxRecordings = 5
const maxItems = 20

const Recording = Type.Object({
  id: Type.String({ description: 'For `get_transcript`.' }),
  title: Quoted('What people call it.'),
  started_at: Nullable(Type.String()),
  ai_notes: Nullable(Quoted('What the AI notes say, in Markdown.')),
  url: Url('The recap, for people; `?t=SECONDS` begins at a moment.'),
})

export const getMeeting = defineTool({
  name: 'get_meeting',
  title: 'Read a meeting',
  description: `A meeting’s agenda, the AI notes of its ${maxRecordings} newest recordings, and ${maxItems} of its action items. At most ${maxLongText} characters of agenda and AI notes; \`is_cut\` says that there is more.`,
  scope: 'read',
  hints: reading,
  input: Arguments({ id: NoteId }),
  output: Type.Object({
    ...Meeting,
    call_url: Nullable(Quoted('Where the video conference is held.')),
    attendees: Type.Array(Quoted('An invited address.'), { description: `The first ${maxAttendees}.` }),
    more_attendees: Type.Integer({ description: 'How many more there are.' }),
    agenda: Quoted('The agenda, in Markdown.'),
    recordings: Type.Array(Recording, { description: 'The oldest first.' }),
    more_recordings: Type.Integer({ description: 'How many older ones there are.' }),
    action_items: Type.Array(Item, { description: 'The newest first; `list_action_items` has all.' }),
    is_cut: Type.Boolean({ description: 'Whether agenda or AI notes are longer than what is shown.' }),
  }),
  async run(call, { id }) {
    const [recording] = await readSharedRecordings(call.db, call.caller, [id])
    const data = recording ? await readShared(call, recording) : await readWhole(call, id)
    return { text: print(data), data }
  },
})

async function readWhole(call: ToolCall, id: string) {
  const note = await readNote(call.db, call.caller, id)
  const room = new TextRoom()
  const agenda = room.take(note.content_markdown!)
  const attendees = note.event_attendees!.slice(0, maxAttendees).map(fenceShort)
  return {
    ...showMeeting(call.origin, note),
    call_url: note.call_url && fence(note.call_url),
    attendees,
    more_attendees: note.event_attendees!.length - attendees.length,
    agenda: fence(agenda),
    ...(await readContents(call, id, note.recording_ids, room)),
  }
}

async function readShared(call: ToolCall, recording: SharedRecording) {
  return {
    ...showSharedRecording(call.origin, recording),
    call_url: recording.call_url && fence(recording.call_url),
    attendees: [],
    more_attendees: 0,
    agenda: fence(''),
    ...(await readContents(call, recording.id, recording.recording_ids, new TextRoom())),
  }
}

async function readContents(call: ToolCall, id: string, ids: string[], room: TextRoom) {
  const newest = ids.slice(-maxRecordings)
  const recordings = await readRecordings(call, newest, room)
  const action_items = await readItems(call, id)
  return { recordings, more_recordings: ids.length - newest.length, action_items, is_cut: room.isCut }
}

type MeetingResult = { title: string; start: string | null; url: string; agenda: string; recap_only: boolean } & {
  recordings: { id: string; title: string; ai_notes: string | null; url: string }[]
  action_items: Awaited<ReturnType<typeof readItems>>
}

function print({ title, start, url, agenda, recap_only, recordings, action_items }: MeetingResult): string {
  const printed = recordings.map(
    (each) => `Recording ${each.id} ${each.title}; ${each.url}\n${each.ai_notes ?? 'No AI notes.'}`,
  )
  const items = action_items.length > 0 ? [['Action items:', ...action_items.map(itemLine)].join('\n')] : []
  const shownAgenda = recap_only ? 'Only the recaps may be read.' : `Agenda:\n${agenda}`
  return [`${title} ${start ?? ''}; ${url}`, shownAgenda, ...printed, ...items].join('\n\n')
}

async function readRecordings({ db, caller, origin }: ToolCall, ids: string[], room: TextRoom) {
  const recordings = []
  for (const id of ids) {
    const { title, started_at, ai_notes } = await getRecording(db, caller, id, { ai_notes: true })
    recordings.push({
      id,
      title: fenceShort(title),
      started_at: utcOrNull(started_at),
      ai_notes: ai_notes && fence(room.take(ai_notes.markdown)),
      url: recapUrl(origin, id),
    })
  }
  return recordings
}

async function readItems({ db, caller, origin }: ToolCall, noteId: string) {
  const order = 'created_at_desc'
  const page = readPageRequest(itemList(order), { page_size: maxItems })
  const { rows } = await listItems(db, caller, { filters: { note_id: noteId, archived: false }, order, page })
  const seen = await seenNotes(db, caller, [noteId])
  return rows.map((row) => showItem(origin, row, seen))
}
