/** The program as npm would publish it: packed, and unpacked beside the dependencies that its package.json names. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packByNpm } from '../../server/keeping/bundle/pack-package.ts'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

/** Makes the archive. @returns its path and the files in it */
export async function packProgram(folder: string) {
  const [packed] = await packByNpm([], { cwd: root, into: folder, signal: new AbortController().signal })
  return { archive: packed!.path, files: packed!.files }
}

/** As after `npm install --omit=dev`, but the dependencies are links to those of this repository, so nothing is downloaded. */
export async function unpackProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-packed-'))
  const { archive, files } = await packProgram(folder)
  const installed = join(folder, 'node_modules/minutebook')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', installed])
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', name), link)
  }
  return {
    files,
    program: join(installed, 'bin/minutebook.js'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
