/** Archives of packages, as npm makes them: their files are in a folder `package`. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'
import { OperatorError } from '../../platform/errors.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { InstalledPackage } from './find-packages.ts'

/** Archives an installed package as it is, without the packages inside it. */
export async function packInstalled(folder: string, to: string, signal: AbortSignal): Promise<void> {
  const files = packTar(folder, {
    filter: (path) => relative(folder, path).split(sep)[0] !== 'node_modules',
    map: (header) => ({ ...header, name: `package/${header.name}`, uid: 0, gid: 0, uname: '', gname: '' }),
  })
  await pipeline(files, createGzip(), createWriteStream(to, { flags: 'wx', flush: true }), { signal })
}

/** Makes the archive that npm would publish of a clone. */
export async function packClone(clone: string, to: string, signal: AbortSignal): Promise<void> {
  await rename((await packByNpm([], { cwd: clone, into: dirname(to), signal }))[0]!.path, to)
}

const downloadedAtOnce = 40

/**
 * Downloads packages by npm, with its own settings for the registry, proxies and its cache.
 * @param lock  the lock file of the installation
 * @throws {OperatorError} npm cannot download one, or it is not the one that the lock file names
 */
export async function downloadPackages(
  wanted: { installed: InstalledPackage; to: string }[],
  lock: string,
  signal: AbortSignal,
): Promise<void> {
  const { packages: locked } = (parseJson(await readFile(lock, 'utf8').catch(() => '')) ?? {}) as Lock
  if (!locked) throw new OperatorError(`The lock file ${lock} cannot be read, so nothing can be downloaded.`)
  const idOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`
  // The same version may be installed in several places.
  const byId = [...Map.groupBy(wanted, ({ installed }) => idOf(installed))]
  for (let first = 0; first < byId.length; first += downloadedAtOnce) {
    const some = byId.slice(first, first + downloadedAtOnce)
    const into = await mkdtemp(join(dirname(some[0]![1][0]!.to), '.download-'))
    const ids = some.map(([id]) => id)
    const files = new Map((await packByNpm(ids, { cwd: into, into, signal })).map((file) => [idOf(file), file.path]))
    for (const [id, uses] of some) {
      for (const { installed, to } of uses) {
        await requireIntegrity(files.get(id) ?? '', id, locked[installed.path]?.integrity)
        await copyFile(files.get(id)!, to)
      }
    }
    await rm(into, { recursive: true })
  }
}

type Lock = { packages?: Record<string, { integrity?: string }> }

/** @throws {OperatorError} the file is not the one that the lock file names */
export async function requireIntegrity(file: string, id: string, integrity: string | undefined): Promise<void> {
  const found = `sha512-${createHash('sha512')
    .update(await readFile(file))
    .digest('base64')}`
  if (found !== integrity) throw new OperatorError(`What the registry sent as ${id} is not what the lock file names.`)
}

type Packed = {
  name: string
  version: string
  /** Of the archive. */
  path: string
  files: { path: string; size: number }[]
}

/** @param ids  `name@version`; none packs the folder itself */
export async function packByNpm(
  ids: string[],
  { cwd, into, signal }: { cwd: string; into: string; signal: AbortSignal },
): Promise<Packed[]> {
  const args = ['pack', ...ids, '--json', '--pack-destination', into, '--no-update-notifier', '--loglevel', 'error']
  const { stdout } = await promisify(execFile)('npm', args, { cwd, signal, maxBuffer: 64 * 1_048_576 }).catch(
    (cause) => {
      signal.throwIfAborted()
      throw new OperatorError(`npm could not make the packages: ${(cause.stderr || cause.message).trim()}`, { cause })
    },
  )
  // npm prints the output of scripts before it.
  const packed = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]$/m)))) as (Packed & { filename: string })[]
  return packed.map(({ name, version, filename, files }) => ({ name, version, path: join(into, filename), files }))
}
