/** Creates a note: without an event, or with one of its own if it has a day. */
import { dataOf } from '@minutebook/client'
import { importText } from './calendar.ts'
import { calendarText, type PlannedMeeting } from './calendar-text.ts'
import { client } from './client.ts'

type NewNote = { title: string; people: string[] }

/** @returns the note, and what failed in sharing it, if anything: the note exists all the same */
export async function createNote({ title, people }: NewNote) {
  const { note } = dataOf(await client.POST('/api/v1/note', { body: { title } }))
  const params = { path: { note_id: note.id } }
  const share = async (user: string) =>
    dataOf(await client.POST('/api/v1/note/{note_id}/share', { params, body: { user, can_edit: true } }))
  const shares = await Promise.allSettled(people.map(share))
  return { note, shareError: shares.find((each) => each.status === 'rejected')?.reason }
}

/** @returns the note of the new event; undefined if its day is too far away for a calendar */
export async function planMeeting(planned: Omit<PlannedMeeting, 'uid'>) {
  const uid = `${crypto.getRandomValues(new Uint32Array(4)).join('-')}@minutebook`
  await importText(calendarText({ ...planned, uid }))
  return dataOf(await client.POST('/api/v1/notes', { body: { filters: { event_guid: uid } } })).data[0]
}
