/**
 * Answers with transcripts in them. One may have megabytes, and a page fifty of them: each goes out as it is stored, neither
 * parsed nor printed anew, and the next few are read when the reader has taken the ones before.
 */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../platform/db.ts'
import { Recording } from './schemas.ts'

/** Transcripts in memory for one answer. */
const atOnce = 4

/** Transcripts by recording, as JSON; of those that have one. */
export async function readTranscripts(db: Db, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('recordings')
    .select(['id', sql<string>`transcript::text`.as('transcript')])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids})`)
    .where('transcript', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, transcript }) => [id, transcript]))
}

const recordingSchema: Record<string, unknown> = { ...Recording }

/** What an answer has its recordings in. */
type Frame = { before: string; after: string }

/**
 * The JSON of recordings, each with its transcript or null; null as well for one that was deleted since the page was read.
 * @param recordings  without their transcripts
 */
export async function withTranscripts(
  db: Db,
  workspaceId: string,
  { reply, recordings, frame }: { reply: FastifyReply; recordings: Static<typeof Recording>[]; frame: Frame },
): Promise<Readable> {
  const print = reply.compileSerializationSchema(recordingSchema)
  const printed = pieces(db, workspaceId, { recordings, frame, print })
  // A fault is an error as long as nothing has left; later it cuts the answer off.
  const first = await printed.next()
  reply.type('application/json; charset=utf-8')
  return Readable.from(startingWith(first.value, printed), { highWaterMark: 1 })
}

async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

type Printing = {
  recordings: Static<typeof Recording>[]
  frame: Frame
  print: (recording: Record<string, unknown>) => string
}

async function* pieces(
  db: Db,
  workspaceId: string,
  { recordings, frame, print }: Printing,
): AsyncGenerator<string, ''> {
  let next = frame.before
  for (let start = 0; start < recordings.length; start += atOnce) {
    const some = recordings.slice(start, start + atOnce)
    const ids = some.map(({ id }) => id)
    const transcripts = await readTranscripts(db, workspaceId, ids)
    for (const recording of some) {
      yield `${next}${print(recording).slice(0, -1)},"transcript":${transcripts.get(recording.id) ?? null}}`
      next = ','
    }
  }
  yield recordings.length === 0 ? next + frame.after : frame.after
  return ''
}
