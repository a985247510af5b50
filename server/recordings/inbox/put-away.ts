/** Where files of the inbox go: `done/` or `failed/`, below the folders that they lay in. */
import { constants, createWriteStream } from 'node:fs'
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../platform/folder.ts'
import { sidecarOf } from './file-name.ts'
import type { Drop, ends, Inbox } from './look.ts'

/** @param sentence  why it failed; written into a text file beside it */
export async function putAway(
  { folder }: Pick<Inbox, 'folder'>,
  { file, sidecar }: Drop,
  end: (typeof ends)[number],
  sentence: string | null = null,
): Promise<void> {
  const target = join(folder, end, ...file.folders)
  await makeFolder(target)
  const path = join(target, await freeName(target, file.name))
  const reason = `${path}.txt`
  // Written first: a file in `failed` always has its sentence.
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

/** Bytes of a name as file systems take it, with room for the end of what stands beside it: `.json` or `.txt`. */
const maxBytes = 250
const longestEnding = 20

/** The beginning is shortened where it is too long, so that the file can be moved at all. */
function fittingName(name: string, more: string): string {
  const { name: stem, ext } = parse(name)
  const end = ext.length > longestEnding ? more : more + ext
  const characters = [...(ext.length > longestEnding ? name : stem)]
  while (Buffer.byteLength(characters.join('') + end) > maxBytes) characters.pop()
  return characters.join('') + end
}

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** A folder of the inbox may be on a disk of its own. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // A link leads to something that is not in the inbox.
    const isFile = (await lstat(from)).isFile()
    if (isFile) await copy(from, to)
    await rm(from).catch(async (error) => {
      // It will be moved again, and each try would leave a copy.
      if (isFile) await rm(to, { force: true })
      throw error
    })
  }
}

/** Never through a link that has come since. */
async function copy(from: string, to: string): Promise<void> {
  await using source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  await pipeline(source.createReadStream({ autoClose: false }), createWriteStream(to, { flags: 'wx' }))
}
