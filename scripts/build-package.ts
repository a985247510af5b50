/**
 * Before `npm pack`: writes `dist/`, the program as JavaScript, because Node strips no types inside node_modules. Its
 * folders lie as those of the repository do, so that every relative path of the sources leads to the same file there.
 */
import { existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './console-build.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const target = join(root, 'dist')
const programs = ['server/**/*.ts', 'sdk/src/**/*.ts', 'meeting-import/**/*.ts', 'console/paths.ts']
const notShipped = /\.(test|arbitrary)\.ts$/
/** Files that the program reads as they are. */
const asTheyAre = ['console/dist', 'migrations', 'demo', 'server/platform/http/reference']

/** A path to another source: of an import, or of a module that a thread loads. */
const toSource = /((?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'\.{1,2}\/[^']+)\.ts'/g

/** The same program without its types; lines and columns stay where they are, so stack traces fit the sources. */
function toJavaScript(text: string): string {
  return stripTypeScriptTypes(text).replace(toSource, "$1.js'")
}

/** Files of types alone, such as those of openapi.json, would be a megabyte of spaces and comments. */
const hasCode = (text: string) => /\S/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''))

async function writeProgram(name: string): Promise<void> {
  const written = toJavaScript(await readFile(join(root, name), 'utf8'))
  const text = hasCode(written) ? written : 'export {}\n'
  const left = /'\.{1,2}\/[^'\n]+\.ts'/.exec(text)
  if (left) throw new Error(`${name} names ${left[0]} in a way that scripts/build-package.ts does not know.`)
  const path = join(target, name.replace(/\.ts$/, '.js'))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

// On standard error, because `npm pack` prints its result on the other.
await buildConsole((line) => process.stderr.write(`${line}\n`))
if (!existsSync(join(root, 'console/dist/index.html'))) throw new Error('The console is not built: run "npm ci".')
await rm(target, { recursive: true, force: true })
for await (const name of glob(programs, { cwd: root })) if (!notShipped.test(name)) await writeProgram(name)
for (const folder of asTheyAre) await cp(join(root, folder), join(target, folder), { recursive: true })
const { name, version, type } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
await writeFile(join(target, 'package.json'), `${JSON.stringify({ name, version, type })}\n`)
