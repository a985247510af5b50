/** Notes: list, get, delete (spec 4.1, 4.6, 4.7); agenda-routes.ts writes them. */
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { deleteNote } from './delete-note.ts'
import { listNotes } from './list-notes.ts'
import * as operations from './operations.ts'
import { presentNote } from './present-note.ts'
import { readAgendas } from './read-agenda.ts'
import { readNote, sendNote } from './read-note.ts'
import { notesInBatches, withContents } from './stream-notes.ts'

/** `removeMedia` removes the media files of deleted recordings. */
export type NoteDeps = { db: Db; clock: Clock; removeMedia(): Promise<void> }

export function noteRoutes(api: Api, { db, clock, removeMedia }: NoteDeps) {
  api.post('/api/v1/notes', { config: { scope: 'read' }, schema: operations.listNotes }, async (request, reply) => {
    const { filters, include, pagination } = request.body
    const query = { filters: filters ?? {}, include: include ?? {}, page: readPageRequest('notes', pagination) }
    const page = await listNotes(db, request.caller, query)
    const batches = notesInBatches(page.rows)
    if (batches.length > 1) {
      return withContents(db, request.caller, { reply, page, batches, include: query.include }) as never
    }
    const agendas = await readAgendas(db, request.caller.workspace.id, page.rows)
    return { page_info: page.info, data: page.rows.map((row) => presentNote(row, query.include, agendas.get(row.id)!)) }
  })

  api.get(
    '/api/v1/note/:note_id',
    { config: { scope: 'read' }, schema: operations.getNote },
    async ({ caller, params }, reply) => sendNote(reply, await readNote(db, caller, params.note_id)),
  )

  api.delete(
    '/api/v1/note/:note_id',
    { config: { scope: 'admin' }, schema: operations.deleteNote },
    async (request) => {
      await deleteNote(db, clock, request, request.params.note_id)
      await removeMedia()
      return { note_id: request.params.note_id, deleted: true as const }
    },
  )
}
