/** Whether the console is built, and its build. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('../', import.meta.url))
const sources = ['console/', 'meeting-import/', 'sdk/src/', 'package-lock.json']

/**
 * @param say  prints a line about what is done, if anything is
 * @throws     if the build fails; the console of an earlier build stays then
 */
export async function buildConsole(say: (line: string) => void, root = repository): Promise<void> {
  const [dist, next] = [join(root, 'console/dist'), join(root, 'console/dist.next')]
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (await isFresh(root, join(dist, 'index.html'))) return
  if (!existsSync(vite)) {
    say('The console is not built: its build needs the development packages; run "npm ci" without --omit=dev.')
    return
  }
  say('The console is being built, once …')
  // Vite writes its files even if it fails, and they would be fresher than the sources.
  const options = ['--logLevel', 'warn', '--outDir', next, '--emptyOutDir']
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], { cwd: join(root, 'console') })
  await rm(dist, { recursive: true, force: true })
  await rename(next, dist)
}

/** Compares times of files: every source is older than what was built of it. */
async function isFresh(root: string, built: string): Promise<boolean> {
  const at = await timeOf(built)
  if (at === null) return false
  for (const source of sources) if (await isNewer(join(root, source), at)) return false
  return true
}

async function isNewer(path: string, than: number): Promise<boolean> {
  const names = await readdir(path, { recursive: true }).catch(() => [''])
  const read = names.filter((name) => !/^(dist|dist\.next|node_modules)(\/|$)/.test(name))
  const times = await Promise.all(read.map((name) => timeOf(join(path, name))))
  return times.some((time) => time !== null && time > than)
}

/** null where there is no file. A folder's own time tells nothing of its files. */
async function timeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.mtimeMs : null
}
