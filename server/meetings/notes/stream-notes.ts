/**
 * Pages of notes with large agendas: fifty of them may have 250,000 action items and 100 MB of text. They are read and
 * printed a few at a time, and the process answers other requests in between.
 */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../people/caller/caller.ts'
import type { Page } from '../../platform/http/page.ts'
import { sendPieces } from '../../platform/http/send-pieces.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import { maxAgendaBytes, maxBlocks } from '../action-items/schemas.ts'
import type { NoteView } from './list-notes.ts'
import { presentNote } from './present-note.ts'
import { readAgendas } from './read-agenda.ts'
import { Note, type NoteInclude } from './schemas.ts'

/** Each batch has at most the size of the largest agenda, or is a single note. */
export const notesInBatches = (notes: NoteView[]): NoteView[][] => [...inBatches(notes, sizeOf, { size: 1 })]

/** The size as a share of the largest allowed agenda, by blocks or by the bytes of texts, whichever is larger. */
function sizeOf({ agenda, item_bytes }: NoteView): number {
  let characters = item_bytes ?? 0
  for (const block of agenda ?? []) if ('text' in block) characters += block.text.length
  return Math.max((agenda?.length ?? 0) / maxBlocks, characters / maxAgendaBytes)
}

type NotesAnswer = { reply: FastifyReply; page: Page<NoteView>; batches: NoteView[][]; include: NoteInclude }

/** Sends the page as a stream; the items of a batch are read just before it is printed. */
export function withContents(db: Db, caller: Caller, answer: NotesAnswer): Promise<string | Readable> {
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
