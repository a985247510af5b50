/** Copies the files of a workspace to the other cell's store, under the names that rows have for them. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { fileOf } from '../../making/uploads/tus/finish-session.ts'
import { OperatorError } from '../../platform/errors.ts'
import { makePrivateFolder } from '../../platform/folder.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Cell, Print } from './cell.ts'

/** Media of recordings, and of uploads that are processed. */
export async function listFiles(db: Db, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from recording_media where workspace_id = ${workspaceId}
    union
    select media_file from upload_sources where workspace_id = ${workspaceId} and media_file is not null`.execute(db)
  return rows.map(({ file }) => file)
}

/** Uploads whose bytes are still arriving. */
export async function listOpenUploads(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload_sessions')
    .select('recording_id')
    .where('workspace_id', '=', workspaceId)
    .where('complete', '=', false)
    .execute()
  return rows.map(({ recording_id }) => recording_id)
}

/** Skips files that the target has with the same length, and files that the source does not have. */
export async function copyMedia(source: Cell, target: Cell, workspaceId: string, print: Print): Promise<void> {
  const files = await listFiles(source.db, workspaceId)
  let copied = 0
  for (const file of files) {
    const bytes = await source.media.size(file)
    if (bytes === null || (await target.media.size(file)) === bytes) continue
    const read = await source.media.read(file)
    if (!read) continue
    await target.media.writeAs(file, read)
    if ((await target.media.size(file)) !== bytes)
      throw new OperatorError(`The media file ${file} did not arrive whole.`)
    copied++
  }
  if (copied > 0) print(`${copied} media files were copied.`)
}

/** Removes the bytes of uploads under way, before the rows that name them. */
export async function removeOpenUploads({ db, media }: Cell, workspaceId: string): Promise<void> {
  for (const id of await listOpenUploads(db, workspaceId)) await rm(fileOf(media, id), { force: true })
}

/** Copies the bytes that have arrived so far. The caller keeps requests from adding more. */
export async function copyOpenUploads(source: Cell, target: Cell, workspaceId: string): Promise<void> {
  for (const id of await listOpenUploads(source.db, workspaceId)) {
    const from = fileOf(source.media, id)
    if (!(await stat(from).catch(() => null))) continue
    await makePrivateFolder(target.media.uploadsFolder)
    await pipeline(createReadStream(from), createWriteStream(fileOf(target.media, id), { mode: 0o600, flush: true }))
  }
}
