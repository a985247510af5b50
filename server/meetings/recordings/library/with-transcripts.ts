/**
 * Answers with transcripts. A transcript may have megabytes, and a page may have fifty. Each is sent as stored, without
 * parsing it, and the next few are read only when the client has received the ones before.
 */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '../../../people/caller/caller.ts'
import { recordingVisible } from '../../../people/sight/visible.ts'
import { type Pieces, sendPieces } from '../../../platform/http/send-pieces.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { Recording } from './schemas.ts'

/** Number of transcripts in memory for one answer. */
const atOnce = 4

/** Transcripts as JSON by recording id, for recordings that have one and that the caller may see now. */
async function readTranscripts(db: Db, caller: Caller, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('recordings')
    .select(['id', sql<string>`transcript::text`.as('transcript')])
    .where('workspace_id', '=', caller.workspace.id)
    .where(sql<boolean>`id = any(${ids})`)
    .where('transcript', 'is not', null)
    .where(recordingVisible(caller))
    .execute()
  return new Map(rows.map(({ id, transcript }) => [id, transcript]))
}

/** One transcript with the times of its words, null without any; both as JSON. Undefined without a transcript. */
export async function readTimedTranscript(db: Db, caller: Caller, id: string) {
  return db
    .selectFrom('recordings')
    .select([sql<string>`transcript::text`.as('transcript'), sql<string | null>`words::text`.as('words')])
    .where('workspace_id', '=', caller.workspace.id)
    .where('id', '=', id)
    .where('transcript', 'is not', null)
    .where(recordingVisible(caller))
    .executeTakeFirst()
}

type RecordingsAnswer = {
  reply: FastifyReply
  /** The recordings without their transcripts. */
  recordings: Static<typeof Recording>[]
  /** The JSON around them. */
  frame: Pick<Pieces, 'before' | 'after'>
}

/**
 * The JSON of recordings, each with its transcript, or null if it is deleted or unshared while the answer is being sent.
 * A few transcripts are sent as one text, more as a stream; an error after its start ends the connection.
 */
export function withTranscripts(db: Db, caller: Caller, answer: RecordingsAnswer): Promise<string | Readable> {
  const pieces = { ...answer.frame, entries: print(db, caller, answer) }
  return sendPieces(answer.reply, pieces, answer.recordings.length > atOnce)
}

const recordingSchema: Record<string, unknown> = { ...Recording }

async function* print(db: Db, caller: Caller, { reply, recordings }: RecordingsAnswer): AsyncGenerator<string> {
  const printRecording = reply.compileSerializationSchema(recordingSchema)
  for (let start = 0; start < recordings.length; start += atOnce) {
    const some = recordings.slice(start, start + atOnce)
    const ids = some.map(({ id }) => id)
    const transcripts = await readTranscripts(db, caller, ids)
    for (const recording of some) {
      yield `${printRecording(recording).slice(0, -1)},"transcript":${transcripts.get(recording.id) ?? null}}`
    }
  }
}
