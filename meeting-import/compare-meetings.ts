/** Asks the service what of an import it has, and which meeting of the calendar each joins. */
import { dataOf, type MinutebookClient } from '../sdk/src/client.ts'
import { findJoined, type ListedNote } from './find-joined.ts'
import type { ImportMeeting, ImportRow } from './meetings.ts'

/** As many as a list of uploads is asked for at once. */
const atOnce = 50
const dayMs = 86_400_000

/** @throws {MinutebookError} the service refuses */
export async function compareMeetings(
  client: MinutebookClient,
  meetings: ImportMeeting[],
  signal?: AbortSignal,
): Promise<ImportRow[]> {
  const known = await findKnown(client, meetings, signal)
  const notes = await listNotes(client, meetings, signal)
  return meetings.map((meeting) => ({
    meeting,
    knownAs: known.get(meeting.key) ?? null,
    joins: findJoined(meeting, notes),
  }))
}

async function findKnown(client: MinutebookClient, meetings: ImportMeeting[], signal?: AbortSignal) {
  const known = new Map<string, string>()
  for (let first = 0; first < meetings.length; first += atOnce) {
    const import_keys = meetings.slice(first, first + atOnce).map(({ key }) => key)
    const body = { filters: { import_keys }, pagination: { page_size: atOnce } }
    const { uploads } = dataOf(await client.POST('/api/v1/recordings/upload/list', { body, signal }))
    for (const { import_key, recording_id } of uploads.data) if (import_key) known.set(import_key, recording_id!)
  }
  for (const { key, media, transcript } of meetings) {
    const id = known.get(key)
    // An import was stopped between the words and the sound.
    if (id && media && transcript && !(await hasMedia(client, id, signal))) known.delete(key)
  }
  return known
}

async function hasMedia(client: MinutebookClient, recording_id: string, signal?: AbortSignal): Promise<boolean> {
  const { data } = await client.GET('/api/v1/recording/{recording_id}', { params: { path: { recording_id } }, signal })
  return Boolean(data?.recording.media_url)
}

/** The meetings of the calendar that the caller attends in these days, each span of days asked for once. */
async function listNotes(
  client: MinutebookClient,
  meetings: ImportMeeting[],
  signal?: AbortSignal,
): Promise<ListedNote[]> {
  const notes: ListedNote[] = []
  const { user } = dataOf(await client.GET('/api/v1/me', { signal }))
  const include = { event_attendees: true }
  for (const [from, to] of spansOf(meetings)) {
    const span = { starts_at_start: new Date(from).toISOString(), starts_at_end: new Date(to).toISOString() }
    const filters = { ...span, event_attendees: user.email }
    for await (const note of client.pages('/api/v1/notes', { body: { filters, include }, signal })) {
      const { event_start, event_attendees } = note
      if (event_start && event_attendees) notes.push({ ...note, event_start, event_attendees })
    }
  }
  return notes
}

/** A day around each meeting; what is less than a month apart is one span. */
function spansOf(meetings: ImportMeeting[]): [from: number, to: number][] {
  const spans: [from: number, to: number][] = []
  const starts = meetings.flatMap(({ startedAt }) => (startedAt ? Date.parse(startedAt) : [])).sort((a, b) => a - b)
  for (const start of starts) {
    const last = spans.at(-1)
    if (last && start - last[1] < 30 * dayMs) last[1] = start + dayMs
    else spans.push([start - dayMs, start + dayMs])
  }
  return spans
}
