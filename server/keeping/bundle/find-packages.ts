/** The packages that a program runs with, as they are installed: no development packages, and those of this platform. */
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { OperatorError } from '../../platform/errors.ts'

type Manifest = {
  name: string
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type InstalledPackage = {
  name: string
  version: string
  folder: string
  /** From the folder that has the outermost `node_modules`: `node_modules/a/node_modules/b`. */
  path: string
}

/**
 * Looks for dependencies as Node does: in `node_modules` beside a package, and above it.
 * @param from  the package whose dependencies are wanted, with them or without, as `itself` says
 * @param top   the folder with the outermost `node_modules`
 * @throws {OperatorError} one is missing that is not optional
 */
export async function findPackages(from: string, top: string, { itself }: { itself: boolean }) {
  const found = new Map<string, InstalledPackage>()
  const waiting = [from]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const manifest = await readManifest(folder)
    if (!manifest) throw new OperatorError(`${folder} is no package: it has no package.json.`)
    const path = relative(top, folder)
    if (found.has(path)) continue
    found.set(path, { name: manifest.name, version: manifest.version, folder, path })
    waiting.push(...(await dependenciesOf(folder, manifest, top)))
  }
  if (!itself) found.delete(relative(top, from))
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

async function dependenciesOf(folder: string, manifest: Manifest, top: string): Promise<string[]> {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest
  const folders: string[] = []
  for (const name of Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies })) {
    const there = await findPackage(name, folder, top)
    if (there) folders.push(there)
    else if (Object.hasOwn(dependencies, name) && !Object.hasOwn(optionalDependencies, name)) {
      throw new OperatorError(`${name}, which ${manifest.name} needs, is not installed: run npm install again.`)
    }
  }
  return folders
}

/** @returns its folder; null if it is not installed */
export async function findPackage(name: string, from: string, top: string): Promise<string | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const there = join(folder, 'node_modules', name)
    if (await readManifest(there)) return there
    if (folder === top || folder === dirname(folder)) return null
  }
}

async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}
