/** One note with all its fields and its ETag (spec 4.6; decisions 14 on retrieval, 22 on agenda writes). */
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { Caller } from '../../people/caller/caller.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import { findNote } from './list-notes.ts'
import { noteEtag } from './lock-note.ts'
import type { Plans } from './planned.ts'
import { presentNote } from './present-note.ts'
import { readAgendas } from './read-agenda.ts'
import type { Note } from './schemas.ts'

const everything = { content_markdown: true, content_native_markdown: true, event_attendees: true }

/** @throws {ApiError} 404 for a note that is not the caller's to see */
export async function readNote(
  db: Db,
  caller: Caller,
  id: string,
  plans?: Pick<Plans, 'read'>,
): Promise<Static<typeof Note>> {
  const note = await findNote(db, caller, id)
  const agendas = await readAgendas(db, caller.workspace.id, [note])
  await yieldToLoop()
  const presented = presentNote(note, everything, agendas.get(note.id)!)
  return plans ? { ...presented, planned: await plans.read(db, caller, { id, endsAt: note.ends_at }) } : presented
}

export function sendNote(reply: FastifyReply, note: Static<typeof Note>) {
  reply.header('etag', noteEtag({ title: note.title, content: note.content_native_markdown! }))
  return { note }
}
