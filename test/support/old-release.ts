/** An earlier state of this repository with its own code, on the packages of today, which are the same releases. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Program } from './program.ts'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

/** The last two. Nothing was published yet, so each is a commit. */
export const oldReleases = ['ad546d4', 'bdab88e']

/** Why tests with them are skipped: an archive and a shallow clone have no history. */
export const noHistory = await run('git', ['cat-file', '-e', `${oldReleases[0]}^{commit}`], { cwd: root }).then(
  () => false as const,
  () => 'the history of this repository is not here (git fetch --unshallow)',
)

export async function openOldRelease(commit: string): Promise<Program & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), `minutebook-${commit}-`))
  const parts = ['bin', 'server', 'migrations', 'demo', 'package.json']
  const { stdout: tree } = await run('git', ['ls-tree', '--name-only', commit, ...parts, 'sdk', 'console'], {
    cwd: root,
  })
  const archive = join(folder, 'tree.tar')
  await run('git', ['archive', '--output', archive, commit, ...tree.trim().split('\n')], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    path: join(folder, 'bin/minutebook.js'),
    node: process.execPath,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
