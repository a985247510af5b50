/** Writes a folder from which a machine without a network installs this program, with its packages and models. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { OperatorError } from '../../platform/errors.ts'
import { makeFolder } from '../../platform/folder.ts'
import { version } from '../../platform/version.ts'
import { copyFile, readSum } from '../backup/copy-file.ts'
import { entriesOf } from '../backup/format.ts'
import type { ChosenModel } from './choose-models.ts'
import { findPackage, findPackages, type InstalledPackage } from './find-packages.ts'
import { guideOf } from './guide.ts'
import { downloadPackages, packClone, packInstalled } from './pack-package.ts'

export type Program = {
  /** The folder of the program's own package. */
  folder: string
  /** In a clone of the repository the program is packed by npm first. */
  isClone: boolean
}

export type BundleOptions = {
  models: ChosenModel[]
  /** The packages from the registry, instead of those that are installed. */
  download: boolean
  /** Stops it; the reason of the signal is thrown. */
  signal: AbortSignal
  /** Prints what is being done. */
  say(line: string): void
}

/** `path` is where the package is installed. */
type Packed = { name: string; version: string; path: string; file: string }

const machine = `${process.platform}-${process.arch}`

/**
 * @param target  a folder that is empty or does not exist; after an error it is empty
 * @returns the SHA-256 of the list of all files
 * @throws {OperatorError} the folder cannot be used, or something is missing or not what it must be
 */
export async function makeBundle(program: Program, target: string, options: BundleOptions): Promise<string> {
  const folder = resolve(target)
  await makeFolder(folder)
  if ((await entriesOf(folder)).length > 0) throw new OperatorError(`${folder} is not empty: name a new folder.`)
  try {
    return await write(program, folder, options)
  } catch (error) {
    for (const name of await entriesOf(folder)) await rm(join(folder, name), { recursive: true, force: true })
    options.signal.throwIfAborted()
    throw error
  }
}

async function write(program: Program, folder: string, options: BundleOptions): Promise<string> {
  const top = topOf(program)
  const packages = await packAll(program, top, folder, options)
  const hasNode = await copyNode(program.folder, top, folder, options)
  for (const model of options.models) await copyModel(model, folder, options)
  await copyInstaller(program.folder, top, folder)
  const facts = { release: version, platform: machine, packages, models: options.models.map(({ name }) => name) }
  await writeFile(join(folder, 'bundle.json'), `${JSON.stringify(facts, null, 2)}\n`)
  await writeFile(
    join(folder, 'README.md'),
    guideOf({ release: version, platform: machine, hasNode, models: options.models }),
  )
  return await writeSums(folder, options.signal)
}

/** The folder with the outermost `node_modules`: that of the clone, or that into which npm has installed. */
export const topOf = ({ folder, isClone }: Program) => (isClone ? folder : resolve(folder, '../..'))

async function packAll(program: Program, top: string, folder: string, options: BundleOptions): Promise<Packed[]> {
  const { download, signal, say, models } = options
  await mkdir(join(folder, 'packages'))
  const fileOf = ({ name, version: of }: { name: string; version: string }, index: number) =>
    `packages/${index}-${name.replaceAll('/', '-').replace('@', '')}-${of}.tgz`
  const own = { name: 'minutebook', version, path: 'node_modules/minutebook' }
  say('Packing the program …')
  const packed: Packed[] = [{ ...own, file: fileOf(own, 0) }]
  const pack = program.isClone ? packClone : packInstalled
  await pack(program.folder, join(folder, packed[0]!.file), signal)
  const installed = await findPackages(program.folder, top, { itself: false })
  const runtimes = await runtimesOf(models)
  const wanted = [...installed, ...runtimes].map((each, index) => {
    const file = fileOf(each, index + 1)
    packed.push({ name: each.name, version: each.version, path: each.path, file })
    return { installed: each, to: join(folder, file) }
  })
  say(`${download ? 'Downloading' : 'Packing'} ${wanted.length} packages …`)
  const fromRegistry = download ? wanted.slice(0, installed.length) : []
  if (download) await downloadPackages(fromRegistry, lockOf(program, top), signal)
  for (const { installed: each, to } of wanted.slice(fromRegistry.length)) await packInstalled(each.folder, to, signal)
  return packed
}

const lockOf = ({ isClone }: Program, top: string) =>
  join(top, isClone ? 'package-lock.json' : 'node_modules/.package-lock.json')

/** What runs models and is installed beside them; it is taken as it is. */
async function runtimesOf(models: ChosenModel[]): Promise<InstalledPackage[]> {
  const runtime = models.find((model) => model.runtime !== null)?.runtime
  if (!runtime) return []
  const found = await findPackages(runtime.folder, runtime.modelsDir, { itself: true })
  return found.map((each) => ({ ...each, path: join('models', each.path) }))
}

/** @returns false if the Node that runs this is not of a package: then it may need libraries of this machine */
async function copyNode(from: string, top: string, folder: string, { signal, say }: BundleOptions): Promise<boolean> {
  const nodes = [`node-${machine}`, `node-bin-${machine}`].map((name) => findPackage(name, from, top))
  const found = (await Promise.all(nodes)).find((each) => each !== null)
  if (!found) return false
  say('Copying Node …')
  await mkdir(join(folder, 'bin'))
  signal.throwIfAborted()
  await cp(join(found, 'bin/node'), join(folder, 'bin/node'), { dereference: true })
  return true
}

/** @throws {OperatorError} a file is not what the catalogue says, or what it was when the model was added */
async function copyModel({ name, files, modelsDir }: ChosenModel, folder: string, { signal, say }: BundleOptions) {
  say(`Copying the model ${name} …`)
  const to = join(folder, 'models', name)
  await mkdir(to, { recursive: true })
  for (const file of files) {
    const { sha256 } = await copyFile(join(modelsDir, name, file.name), join(to, file.name), signal)
    if (sha256 !== file.sha256) {
      throw new OperatorError(`${file.name} of ${name} has another digest; run minutebook models add ${name} again.`)
    }
  }
  await cp(join(modelsDir, name, 'model.json'), join(to, 'model.json'))
}

/** The installer is this program's own file, without types; it unpacks with the library that is a package here too. */
async function copyInstaller(from: string, top: string, folder: string): Promise<void> {
  // In the package it is JavaScript already, and has another name.
  const own = new URL('./install.ts', import.meta.url)
  const text = await readFile(own, 'utf8')
  await writeFile(join(folder, 'install.mjs'), own.pathname.endsWith('.js') ? text : stripTypeScriptTypes(text))
  const library = await findPackage('modern-tar', from, top)
  if (!library) throw new OperatorError('modern-tar is not installed: run npm install again.')
  // It may be installed as a link, which would lead nowhere on the other machine.
  await cp(library, join(folder, 'lib/modern-tar'), { recursive: true, dereference: true })
}

async function writeSums(folder: string, signal: AbortSignal): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const lines: string[] = []
  for (const path of paths.sort()) lines.push(`${(await readSum(path, signal)).sha256}  ${relative(folder, path)}\n`)
  const list = join(folder, 'SHA256SUMS')
  await writeFile(list, lines.join(''), { flush: true })
  return (await readSum(list, signal)).sha256
}
