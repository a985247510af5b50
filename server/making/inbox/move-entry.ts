/** Moves files of the inbox to `done/` or `failed/`, into the same folders below it. */
import { constants, createWriteStream } from 'node:fs'
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../platform/folder.ts'
import { sidecarOf } from './file-name.ts'
import type { Inbox, InboxEntry, resultFolders } from './list-entries.ts'

/** @param sentence  why it failed; written into a text file beside the file */
export async function moveEntry(
  { folder }: Pick<Inbox, 'folder'>,
  { file, sidecar }: InboxEntry,
  end: (typeof resultFolders)[number],
  sentence: string | null = null,
): Promise<void> {
  const target = join(folder, end, ...file.folders)
  await makeFolder(target)
  const path = join(target, await freeName(target, file.name))
  const reason = `${path}.txt`
  // Written first, so that a file in `failed` always has its reason.
  if (sentence !== null) await writeFile(reason, `${sentence}\n`, { flag: 'wx' })
  try {
    await move(file.path, path)
  } catch (error) {
    if (sentence !== null) await rm(reason, { force: true })
    throw error
  }
  if (sidecar) await move(sidecar.path, sidecarOf(path))
}

/** `call.mp4`, or `call (2).mp4` if there is one. */
async function freeName(folder: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const tried = fittingName(name, number === 1 ? '' : ` (${number})`)
    const names = [tried, sidecarOf(tried), `${tried}.txt`]
    const taken = await Promise.all(names.map((each) => isThere(join(folder, each))))
    if (!taken.includes(true)) return tried
  }
}

/** Bytes of a name. File systems allow 255; the rest is for `.json` or `.txt` of the files beside it. */
const maxBytes = 250
const longestEnding = 20

/** Shortens a name that is too long, so that the file can be moved. */
function fittingName(name: string, suffix: string): string {
  const { name: stem, ext } = parse(name)
  const end = ext.length > longestEnding ? suffix : suffix + ext
  const characters = [...(ext.length > longestEnding ? name : stem)]
  while (Buffer.byteLength(characters.join('') + end) > maxBytes) characters.pop()
  return characters.join('') + end
}

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** A folder of the inbox may be on another disk. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // A link points out of the inbox, so its target is not copied.
    const isFile = (await lstat(from)).isFile()
    if (isFile) await copy(from, to)
    await rm(from).catch(async (error) => {
      // The next attempt moves it again, and each attempt would leave a copy.
      if (isFile) await rm(to, { force: true })
      throw error
    })
  }
}

/** Does not follow a link that has replaced the file meanwhile. */
async function copy(from: string, to: string): Promise<void> {
  await using source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  await pipeline(source.createReadStream({ autoClose: false }), createWriteStream(to, { flags: 'wx' }))
}
