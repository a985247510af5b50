/** Notes: list, get, delete (spec 4.1, 4.6, 4.7); agenda-routes.ts writes them. */

import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Page, readPageRequest } from '../../platform/http/page.ts'
import { sendPieces } from '../../platform/http/send-pieces.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import { maxAgendaBytes, maxBlocks } from '../action-items/schemas.ts'
import { deleteNote } from './delete-note.ts'
import { listNotes, type NoteView } from './list-notes.ts'
import * as operations from './operations.ts'
import type { Plans } from './planned.ts'
import { presentNote } from './present-note.ts'
import { readAgendas } from './read-agenda.ts'
import { readNote, sendNote } from './read-note.ts'
import { Note, type NoteInclude } from './schemas.ts'

export function noteRoutes(
  api: Api,
  { db, clock, removeMedia, plans }: Pick<Context, 'db' | 'clock'> & { removeMedia(): Promise<void>; plans: Plans },
) {
  const listing = { config: { scope: 'read' as const, ofRecorders: true }, schema: operations.listNotes }
  api.post('/api/v1/notes', listing, async (request, reply) => {
    const { filters, include, pagination } = request.body
    if (include && request.caller.via.kind === 'grant') {
      throw new ApiError(403, 'A recorder may list meetings, and not read what is in them: leave out `include`')
    }
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
    async ({ caller, params }, reply) => sendNote(reply, await readNote(db, caller, params.note_id, plans)),
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

/**
 * Fifty notes may have 250,000 action items and 100 MB of text, so they are read and printed a few at a time. Each batch
 * has at most the size of the largest agenda, or is a single note.
 */
const notesInBatches = (notes: NoteView[]): NoteView[][] => [...inBatches(notes, sizeOf, { size: 1 })]

/** The size as a share of the largest allowed agenda, by blocks or by the bytes of texts, whichever is larger. */
function sizeOf({ agenda, thing_bytes }: NoteView): number {
  let characters = thing_bytes ?? 0
  for (const block of agenda ?? []) if ('text' in block) characters += block.text.length
  return Math.max((agenda?.length ?? 0) / maxBlocks, characters / maxAgendaBytes)
}

type NotesAnswer = { reply: FastifyReply; page: Page<NoteView>; batches: NoteView[][]; include: NoteInclude }

/** Sends the page as a stream; the items and decisions of a batch are read just before it is printed. */
function withContents(db: Db, caller: Caller, answer: NotesAnswer): Promise<string | Readable> {
  const before = `{"page_info":${JSON.stringify(answer.page.info)},"data":[`
  return sendPieces(answer.reply, { before, entries: print(db, caller, answer), after: ']}' }, true)
}

const noteSchema: Record<string, unknown> = { ...Note }

async function* print(db: Db, caller: Caller, { reply, batches, include }: NotesAnswer): AsyncGenerator<string> {
  const printNote = reply.compileSerializationSchema(noteSchema)
  for (const batch of batches) {
    const agendas = await readAgendas(db, caller.workspace.id, batch)
    for (const note of batch) {
      await yieldToLoop()
      yield printNote(presentNote(note, include, agendas.get(note.id)!))
    }
  }
}
