/** `minutebook import` and `export`: move workspaces in and out as one JSON document. */
import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { stdout } from 'node:process'
import { pipeline } from 'node:stream/promises'
import { exportWorld } from '../../keeping/world/export/export-world.ts'
import { MediaFolder } from '../../keeping/world/format/media-folder.ts'
import { importWorld } from '../../keeping/world/import/import-world.ts'
import { tryRemoveLeftovers } from '../../meetings/recordings/media/leftovers.ts'
import { OperatorError } from '../../platform/errors.ts'
import { requireSchema } from '../../platform/postgres/migrate.ts'
import { type Base, prepareBase, requireMediaFolder } from '../base.ts'
import { fireOptions } from '../parts-of.ts'
import { type Command, type Flags, required } from './command.ts'

export const importFile: Command = (file, flags) => {
  if (!file) throw new OperatorError('Name the file to import: minutebook import FILE')
  if (statSync(file).isDirectory()) throw new OperatorError(`${file} is a folder; name the file to import`)
  return (base) => importInto(base, file, flags)
}

async function importInto(base: Base, file: string, flags: Flags): Promise<void> {
  await using handle = await open(file)
  await prepareBase(base)
  if (flags.media) await requireMediaFolder(base)
  const counts = await importWorld(base.db, handle.createReadStream(), {
    ...base,
    mediaFolder: mediaFolder(base, flags),
    fire: flags['fire-events'] ? fireOptions(base) : null,
  })
  await tryRemoveLeftovers(base.db, base.media, base.log)
  base.log.info(counts, 'The world was imported')
}

export const exportWorkspace: Command = (_argument, flags) => {
  const subdomain = required(flags.workspace, '--workspace')
  return async (base) => {
    await requireSchema(base.db)
    const text = exportWorld(base.db, {
      subdomain,
      withSecrets: flags['with-secrets'] ?? false,
      withVoices: flags['with-voices'] ?? false,
      secretKey: base.secretKey,
      mediaFolder: mediaFolder(base, flags),
    })
    await pipeline(text, stdout, { end: false })
  }
}

const mediaFolder = ({ media, disk }: Base, flags: Flags) =>
  flags.media ? new MediaFolder(flags.media, media, disk) : null
