/**
 * The program `install.mjs` of a bundle, which imports nothing but Node and what lies beside it: it checks every file,
 * and installs into an empty folder, all or nothing.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { argv, exit, platform, stderr, stdout, versions } from 'node:process'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createGunzip } from 'node:zlib'

type Bundle = { release: string; platform: string; packages: { path: string; file: string }[] }

const here = dirname(fileURLToPath(import.meta.url))
const minMajor = 26

const launcher = `#!/bin/sh
# Minutebook on the Node beside it, or on the machine's.
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
PATH="$here/node_modules/.bin:$PATH"
if [ -d "$here/models" ]; then MODELS_DIR="\${MODELS_DIR:-$here/models}"; export MODELS_DIR; fi
exec node "$here/node_modules/minutebook/bin/minutebook.js" "$@"
`

async function checkFiles(): Promise<string> {
  const list = await readFile(join(here, 'SHA256SUMS'), 'utf8')
  await refuseOthers(list)
  for (const line of list.split('\n').filter(Boolean)) {
    const [expected, path] = [line.slice(0, 64), line.slice(66)]
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(here, path)), hash).catch((error) => {
      throw new Error(`${path} cannot be read (${error.message}): copy the bundle again.`)
    })
    if (hash.digest('hex') !== expected) throw new Error(`${path} has changed: copy the bundle again.`)
  }
  return createHash('sha256').update(list).digest('hex')
}

/** What somebody has put between the listed files would be copied with them, and run: a `bin/node`, for example. */
async function refuseOthers(list: string): Promise<void> {
  const listed = new Set(['SHA256SUMS', ...list.split('\n').map((line) => line.slice(66))])
  for (const entry of await readdir(here, { recursive: true, withFileTypes: true })) {
    const path = relative(here, join(entry.parentPath, entry.name))
    if (entry.isDirectory() || (entry.isFile() && listed.has(path))) continue
    throw new Error(`${path} is not of this bundle, somebody has added it: copy the bundle again.`)
  }
}

async function install(target: string): Promise<string> {
  const bundle = JSON.parse(await readFile(join(here, 'bundle.json'), 'utf8')) as Bundle
  const machine = `${platform}-${process.arch}`
  if (bundle.platform !== machine) throw new Error(`This bundle is for ${bundle.platform}; this machine is ${machine}.`)
  if (Number.parseInt(versions.node, 10) < minMajor) {
    throw new Error(`Minutebook needs Node ${minMajor} or newer; this is ${versions.node}. Use bin/node of the bundle.`)
  }
  await mkdir(target, { recursive: true })
  if ((await readdir(target)).length > 0) throw new Error(`${target} is not empty: name a new folder.`)
  const digest = await checkFiles()
  try {
    await fill(target, bundle)
  } catch (error) {
    for (const name of await readdir(target)) await rm(join(target, name), { recursive: true, force: true })
    throw error
  }
  return `Installed Minutebook ${bundle.release}. SHA-256 of SHA256SUMS: ${digest}\nStart it: ${join(target, 'minutebook')} start\n`
}

async function fill(target: string, { packages }: Bundle): Promise<void> {
  const { unpackTar } = await import(new URL('./lib/modern-tar/dist/fs/index.js', import.meta.url).href)
  for (const { path, file } of packages) {
    const folder = join(target, path)
    await mkdir(folder, { recursive: true })
    await pipeline(createReadStream(join(here, file)), createGunzip(), unpackTar(folder, { strip: 1 }))
  }
  const names = await readdir(here)
  if (names.includes('models')) await cp(join(here, 'models'), join(target, 'models'), { recursive: true })
  if (names.includes('bin')) {
    const node = join(target, 'node_modules/.bin/node')
    await mkdir(dirname(node), { recursive: true })
    await copyFile(join(here, 'bin/node'), node)
    await chmod(node, 0o755)
  }
  await writeFile(join(target, 'minutebook'), launcher, { mode: 0o755 })
  await prepareDatabase(target)
}

/** PostgreSQL's programs need links, which the user of the service may not be allowed to make later. */
async function prepareDatabase(target: string): Promise<void> {
  const programs = join(target, 'node_modules/minutebook/dist/server/platform/embedded-postgres/programs.js')
  const { findPrograms } = await import(pathToFileURL(programs).href).catch(() => ({}))
  // Without them the start says what to do.
  await findPrograms?.().catch(() => {})
}

try {
  if (!argv[2]) throw new Error('Name the folder to install into: node install.mjs /opt/minutebook')
  stdout.write(await install(resolve(argv[2])))
} catch (error) {
  stderr.write(`${(error as Error).message}\n`)
  exit(1)
}
