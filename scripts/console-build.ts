/** Whether the console is built, and its build. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../', import.meta.url))
const built = join(root, 'console/dist/index.html')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const sources = ['console', 'sdk/src', 'package-lock.json']

/** @param say  hears what is done, if anything is */
export async function buildConsole(say: (line: string) => void): Promise<void> {
  if (await isFresh()) return
  if (!existsSync(vite)) {
    say('The console is not built: its build needs the development packages; run "npm ci" without --omit=dev.')
    return
  }
  say('The console is being built, once …')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'console') })
}

/** Compares times of files: every source is older than what was built of it. */
async function isFresh(): Promise<boolean> {
  const at = await timeOf(built)
  if (at === null) return false
  for (const source of sources) if (await isNewer(join(root, source), at)) return false
  return true
}

async function isNewer(path: string, than: number): Promise<boolean> {
  const names = await readdir(path, { recursive: true }).catch(() => [''])
  const read = names.filter((name) => !/^(dist|node_modules)\b/.test(name))
  const times = await Promise.all(read.map((name) => timeOf(join(path, name))))
  return times.some((time) => time !== null && time > than)
}

/** null where there is no file. A folder's own time tells nothing of its files. */
async function timeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.mtimeMs : null
}
