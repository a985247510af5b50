/** Imports the media of recordings, if `--media` names a folder. */
import { sql } from 'kysely'
import { ApiError } from '../../../platform/errors.ts'
import { lowerFirst } from '../../../platform/text.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import { fetchById, idsOf, insertRows, type Row } from './rows.ts'
import type { Staged } from './stage.ts'

/** Media that the file does not mention stay; null removes them. Zero-day retention stores no media (decision 29b). */
export async function importMedia(
  context: ImportContext,
  batch: Staged<'recordings'>[],
  changes: Changes,
): Promise<void> {
  const { media: folder, workspace, tx } = context
  const named = batch.filter(({ doc }) => doc.media !== undefined)
  if (!folder || named.length === 0 || workspace.retention === 'zero_day') return
  const columns = ['recording_id', 'file', 'content_type', 'file_name'] as const
  const stored = await fetchById(context, 'recording_media', 'recording_id', idsOf(named), columns)
  const outdated: string[] = []
  const fresh: Pick<Row<'recording_media'>, (typeof columns)[number] | 'media_bytes'>[] = []
  for (const { id, doc, path } of named) {
    const before = stored.get(id)
    const media = doc.media && { content_type: doc.media.content_type ?? null, file_name: doc.media.name ?? id }
    if (media && before && (await isSame(context, before, media, doc.media!.file))) continue
    if (before) outdated.push(id)
    if (!media) continue
    const taken = await folder.take(doc.media!.file).catch((error: unknown) => {
      throw error instanceof ApiError ? new WorldError(`${path}.media`, lowerFirst(error.message)) : error
    })
    if (taken === null)
      throw new WorldError(`${path}.media.file`, `there is no plain file ${doc.media!.file} in the media folder`)
    fresh.push({ recording_id: id, file: taken.file, media_bytes: String(taken.bytes), ...media })
  }
  await sql`delete from recording_media where workspace_id = ${workspace.id} and recording_id = any(${outdated})`.execute(
    tx,
  )
  await insertRows(context, 'recording_media', fresh)
  changes.update([...outdated, ...fresh.map(({ recording_id }) => recording_id)])
}

type Described = Pick<Row<'recording_media'>, 'content_type' | 'file_name'>

async function isSame({ media }: ImportContext, before: Described & { file: string }, now: Described, name: string) {
  const described = before.content_type === now.content_type && before.file_name === now.file_name
  return described && media!.isStored(before.file, name)
}
