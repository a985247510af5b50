/**
 * Answers with transcripts in them. One may have megabytes, and a page fifty of them: each goes out as it is stored, neither
 * parsed nor printed anew, and the next few are read when the reader has taken the ones before.
 */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { sendPieces } from '../../platform/http/send-pieces.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { recordingVisible } from '../../sight/visible.ts'
import type { Caller } from '../../workspace/caller.ts'
import { Recording } from './schemas.ts'

/** Transcripts in memory for one answer. */
const atOnce = 4

/** Transcripts by recording, as JSON; of those that have one and that the caller sees at this moment. */
export async function readTranscripts(db: Db, caller: Caller, ids: string[]): Promise<Map<string, string>> {
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

type Answer = {
  reply: FastifyReply
  /** Without their transcripts. */
  recordings: Static<typeof Recording>[]
  /** The JSON that they stand in. */
  frame: { before: string; after: string }
}

/**
 * The JSON of recordings, each with its transcript or null: one that is deleted or withdrawn while the answer is under way
 * has none any more. Few are a text; the others a stream, which a fault cuts off once it has begun.
 */
export function withTranscripts(db: Db, caller: Caller, answer: Answer): Promise<string | Readable> {
  return sendPieces(answer.reply, print(db, caller, answer), answer.recordings.length > atOnce)
}

const recordingSchema: Record<string, unknown> = { ...Recording }

async function* print(db: Db, caller: Caller, { reply, recordings, frame }: Answer): AsyncGenerator<string, ''> {
  const printRecording = reply.compileSerializationSchema(recordingSchema)
  let next = frame.before
  for (let start = 0; start < recordings.length; start += atOnce) {
    const some = recordings.slice(start, start + atOnce)
    const ids = some.map(({ id }) => id)
    const transcripts = await readTranscripts(db, caller, ids)
    for (const recording of some) {
      yield `${next}${printRecording(recording).slice(0, -1)},"transcript":${transcripts.get(recording.id) ?? null}}`
      next = ','
    }
  }
  yield recordings.length === 0 ? next + frame.after : frame.after
  return ''
}
