/** Writes an agenda and its title, if the caller has read the current version. */
import { dataOf } from '@minutebook/client'
import { client, etagOf } from './client.ts'

export type NoteText = { title: string; markup: string }
export type NoteVersion = NoteText & { etag: string }

/** @throws {MinutebookError} 412: somebody else changed it since */
export async function writeNote(noteId: string, change: Partial<NoteText>, etag: string): Promise<NoteVersion> {
  const params = { path: { note_id: noteId } }
  const body = { title: change.title ?? null, content_native_markdown: change.markup ?? null }
  const headers = { 'if-match': etag }
  const answer = await client.POST('/api/v1/note/{note_id}/agenda', { params, body, headers })
  const { title, content_native_markdown: markup } = dataOf(answer).agenda
  return { title, markup, etag: etagOf(answer) }
}

export async function readNote(noteId: string): Promise<NoteVersion> {
  const answer = await client.GET('/api/v1/note/{note_id}', { params: { path: { note_id: noteId } } })
  return versionOf({ ...dataOf(answer).note, etag: etagOf(answer) })
}

export const versionOf = (note: { title: string; content_native_markdown?: string; etag: string }): NoteVersion => ({
  title: note.title,
  markup: note.content_native_markdown ?? '',
  etag: note.etag,
})
