/** Copies everything that a service with the embedded database stores into a new folder, while it runs. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { copyRunningCluster } from '../../platform/embedded-postgres/copy-cluster.ts'
import { OperatorError } from '../../platform/errors.ts'
import { makeFolder, makePrivateFolder } from '../../platform/folder.ts'
import { type Db, inSnapshot } from '../../platform/postgres/db.ts'
import { uploadsFolderIn } from '../../platform/store/folder-store.ts'
import { type Clock, utc } from '../../platform/time.ts'
import { version } from '../../platform/version.ts'
import { type Contents, listMedia, readContentsAt } from './contents.ts'
import { copyFile, writeNew } from './copy-file.ts'
import { type Backup, entriesOf, keptFiles, oldKeyFile, type Size, type Sums, writeFacts } from './format.ts'

export type BackupSource = {
  dataDir: string
  /** The address of the running embedded database. */
  databaseUrl: string
  /** Connections to it, with the same texts of values whenever it is read. */
  db: Db
  /** With a bucket it has only the uploads under way. */
  mediaFolder: string
  hasBucket: boolean
  hasKeyInSettings: boolean
  clock: Clock
  /** Stops the backup; the reason of the signal is thrown. */
  signal: AbortSignal
  /** Called after each file with what is copied so far. */
  onCopied: (copied: Size) => void
}

/**
 * @param target  a folder that is empty or does not exist; after an error it is empty
 * @throws {OperatorError} the folder cannot be used, or PostgreSQL cannot make a backup
 */
export async function makeBackup(source: BackupSource, target: string): Promise<Omit<Backup, 'sha256'>> {
  const folder = await prepareTarget(source, resolve(target))
  try {
    return await new Copy(folder, source).make(source)
  } catch (error) {
    for (const name of await entriesOf(folder)) await rm(join(folder, name), { recursive: true, force: true })
    throw error
  }
}

async function prepareTarget({ dataDir, mediaFolder }: BackupSource, target: string): Promise<string> {
  await makeFolder(dirname(target))
  await makePrivateFolder(target)
  const folder = await realpath(target)
  if ((await entriesOf(folder)).length > 0) throw new OperatorError(`${folder} is not empty: name a new folder.`)
  for (const inside of [dataDir, mediaFolder]) {
    const from = await realpath(inside).catch(() => null)
    if (from && isWithin(folder, from)) throw new OperatorError(`${folder} lies in ${from}, which is backed up.`)
  }
  return folder
}

/** Whether the path is that folder, or inside it. */
const isWithin = (path: string, folder: string) => !/^\.\.(?:[/\\]|$)/.test(relative(folder, path))

class Copy {
  readonly #target: string
  readonly #signal: AbortSignal
  readonly #onCopied: BackupSource['onCopied']
  readonly #sums: Sums = new Map()
  readonly #folders: string[] = []
  #bytes = 0

  constructor(target: string, { signal, onCopied }: BackupSource) {
    this.#target = target
    this.#signal = signal
    this.#onCopied = onCopied
  }

  async make({ dataDir, databaseUrl, db, mediaFolder, hasBucket, hasKeyInSettings, clock }: BackupSource) {
    const cluster = join(dataDir, 'postgres')
    // Before the database: a rotation that ends meanwhile removes this key, and what was copied may be sealed with it.
    await this.#file(join(dataDir, oldKeyFile), oldKeyFile)
    await this.#folder('postgres')
    let contents: Contents | undefined
    await copyRunningCluster(databaseUrl, cluster, {
      folder: (path) => this.#folder(`postgres/${path}`),
      file: (path) => this.#file(join(cluster, path), `postgres/${path}`),
      text: async (path, text) =>
        this.#recordSum(`postgres/${path}`, await writeNew(this.#pathOf(`postgres/${path}`), [Buffer.from(text)])),
      end: async (finish) => {
        const ended = await readContentsAt(db, finish, this.#signal)
        contents = ended.contents
        return ended.result
      },
    })
    const { tables, files } = contents!
    const made_at = utc(clock())
    for (const name of keptFiles) if (!this.#sums.has(name)) await this.#file(join(dataDir, name), name)
    // After the database: a file exists before the row that names it.
    if (hasBucket) await this.#tree(uploadsFolderIn(mediaFolder), 'media/tus')
    else await this.#tree(mediaFolder, 'media')
    const media_gone = hasBucket ? [] : await this.#goneOf(files, db)
    // Once, instead of a flush for each of thousands of files.
    await promisify(execFile)('sync')
    this.#signal.throwIfAborted()
    const facts = {
      format: 1 as const,
      release: version,
      made_at,
      secret_key: hasKeyInSettings ? ('in settings' as const) : ('here' as const),
      media: hasBucket ? ('in bucket' as const) : ('here' as const),
      tables,
      media_gone,
      folders: this.#folders,
      files: this.#sums.size,
      bytes: this.#bytes,
    }
    await writeFacts(this.#target, facts, this.#sums)
    return facts
  }

  async #tree(from: string, to: string): Promise<void> {
    const entries = await readdir(from, { withFileTypes: true }).catch(unlessGone)
    if (!entries) return
    await this.#folder(to)
    for (const entry of entries) {
      const [inner, path] = [join(from, entry.name), `${to}/${entry.name}`]
      if (entry.isSymbolicLink()) throw new OperatorError(`${inner} is a link: put what it leads to in its place.`)
      if (path === 'media/lost+found') continue
      if (entry.isDirectory()) await this.#tree(inner, path)
      else if (entry.isFile()) await this.#file(inner, path)
    }
  }

  /** Of the files that are not in the copy those that no row names any more. */
  async #goneOf(files: string[], db: Db): Promise<string[]> {
    const copied = new Set([...this.#sums.keys()].map((path) => basename(path)))
    const absent = files.filter((file) => !copied.has(file))
    if (absent.length === 0) return []
    const named = new Set((await inSnapshot(db, listMedia)).map(({ file }) => file))
    return absent.filter((file) => !named.has(file))
  }

  async #folder(path: string): Promise<void> {
    this.#folders.push(path)
    await mkdir(this.#pathOf(path), { mode: 0o700, recursive: true })
  }

  /** Skips a file that was deleted meanwhile. */
  async #file(from: string, path: string): Promise<void> {
    const sum = await copyFile(from, this.#pathOf(path), this.#signal).catch(unlessGone)
    if (sum) this.#recordSum(path, sum)
  }

  #recordSum(path: string, { bytes, sha256 }: { bytes: number; sha256: string }): void {
    this.#sums.set(path, sha256)
    this.#bytes += bytes
    this.#onCopied({ files: this.#sums.size, bytes: this.#bytes })
  }

  #pathOf = (path: string) => join(this.#target, path.split('/').join(sep))
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
