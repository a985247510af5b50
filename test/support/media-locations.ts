/** The possible locations of media, for tests that apply to all of them. */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openS3Server } from './s3-server.ts'

export type OpenLocation = AsyncDisposable & {
  /** The settings of the service for this location. */
  settings: Record<string, string>
  /** The names of all media files there, with those of unfinished uploads. */
  files(): Promise<string[]>
  /** Sets the modification time of a file. */
  date(file: string, at: Date): Promise<void>
}

export type MediaLocation = { open(): Promise<OpenLocation> }

export const folderLocation: MediaLocation = {
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'minutebook-media-'))
    return {
      settings: { MEDIA_DIR: folder },
      files: () => filesOf(folder),
      date: (file, at) => dateFile(folder, file, at),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    }
  },
}

export const bucketLocation: MediaLocation = {
  async open() {
    await using opened = new AsyncDisposableStack()
    const server = opened.use(await openS3Server())
    const underWay = opened.use(await folderLocation.open())
    const kept = opened.move()
    return {
      settings: { ...server.settings, ...underWay.settings, S3_PREFIX: 'kept' },
      files: async () => [...(await filesOf(server.objects)), ...(await underWay.files())],
      date: (file, at) => dateFile(server.objects, file, at),
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    }
  },
}

let chosen = folderLocation

/** Sets the location of media in this process; call it before the first world is opened. */
export function chooseLocation(location: MediaLocation): void {
  chosen = location
}

export const openLocation = () => chosen.open()

/** All items of an iterable. */
export async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const filesOf = async (folder: string) => (await walk(folder)).map(({ name }) => name)

async function dateFile(folder: string, file: string, at: Date): Promise<void> {
  const { parentPath, name } = (await walk(folder)).find((each) => each.name === file)!
  await utimes(join(parentPath, name), at, at)
}

async function walk(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile())
}
