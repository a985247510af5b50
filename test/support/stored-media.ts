/** Stored media of the acme world: those of `r_1`, and an unfinished resumable upload of Ada. */
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keys } from './acme.ts'
import type { World } from './world.ts'

/** A MEDIA_DIR that is removed after the test. */
export async function openMediaFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-media-'))
  return {
    settings: { MEDIA_DIR: folder, MEDIA_MAX_BYTES: '4096' },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

export async function addMedia({ db, base }: World): Promise<void> {
  async function* bytes() {
    yield Buffer.from('ID3\u0004 and what follows')
  }
  const ids = { workspace_id: 'ws_acme', recording_id: 'r_1' }
  const row = {
    ...ids,
    file: await base.media.write(bytes()),
    content_type: 'audio/mpeg',
    file_name: 'Weekly.mp3',
    media_bytes: 24,
  }
  await db
    .insertInto('recording_media')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The upload has the id of the documented examples. */
export async function addUpload(world: World): Promise<void> {
  const path = '/api/v1/recordings/upload/tus'
  const title = `title ${Buffer.from('Weekly').toString('base64')}`
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '4096', 'upload-metadata': title }
  const made = await world.request('POST', path, { key: keys.ada, headers })
  const id = made.headers.location!.split('/').at(-1)!
  const { uploadsFolder } = world.base.media
  await rename(join(uploadsFolder, id), join(uploadsFolder, 'r_1'))
  await world.db.deleteFrom('upload_sessions').where('recording_id', '=', 'r_1').execute()
  await world.db.updateTable('upload_sessions').set({ recording_id: 'r_1' }).where('recording_id', '=', id).execute()
}
