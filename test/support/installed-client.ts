/**
 * The client as a program has it: packed by npm as it would be published, and installed in an empty project. Nothing comes
 * from the network: what it depends on is packed from this repository's node_modules.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)
const quiet = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts']

/** As strict as TypeScript is, with the types of packages checked too. */
const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  rootDir: '.',
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  noUncheckedIndexedAccess: true,
}

export async function installClient() {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-client-'))
  await run('npm', ['run', 'build', '--workspace', 'sdk'], { cwd: root })
  const sources = ['sdk', 'node_modules/openapi-fetch', 'node_modules/openapi-typescript-helpers']
  const packing = ['pack', '--json', '--pack-destination', folder, ...quiet]
  const { stdout } = await run('npm', [...packing, ...sources.map((source) => join(root, source))], { cwd: folder })
  const packed: { filename: string; files: { path: string }[] }[] = Object.values(JSON.parse(stdout))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await run('npm', ['install', ...quiet, ...packed.map(({ filename }) => `./${filename}`)], { cwd: folder })
  return {
    folder,
    /** The paths in the package. */
    files: packed[0]!.files.map(({ path }) => path),
    /** Writes programs, by name, and compiles all that are there. @returns what TypeScript complains of */
    async compile(programs: Record<string, string>): Promise<string> {
      for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, `${name}.ts`), text)
      const typescript = join(root, 'node_modules/typescript/bin/tsc')
      const done = await run(process.execPath, [typescript, '-p', '.'], { cwd: folder }).catch((error) => error)
      return done.stdout
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
