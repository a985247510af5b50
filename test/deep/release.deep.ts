/** `npm run release -- --dry` of what is committed, in a clone beside it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

test('a dry run is green, keeps nothing, and names what is not committed', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'minutebook-clone-'))
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: clone })
  const dryRun = async () => {
    const args = ['scripts/release/main.ts', '--dry']
    const done = await promisify(execFile)(process.execPath, args, { cwd: clone }).catch((error) => error)
    return { code: done.code ?? 0, out: done.stdout as string, err: done.stderr as string }
  }
  try {
    await promisify(execFile)('git', ['clone', '--quiet', root, clone])
    for (const folder of ['node_modules', 'console/node_modules', 'scripts/client-types/node_modules'])
      await symlink(join(root, folder), join(clone, folder))
    // The patterns of .gitignore are of folders, and a link is none.
    await writeFile(join(clone, '.git/info/exclude'), 'node_modules\n')
    const { code, out } = await dryRun()
    assert.equal(code, 0, out)
    assert.equal(out.match(/^right /gm)?.length, 6)
    assert.match(out, /^ {7}[0-9a-f]{64} {2}minutebook-\d\S*\.tgz$/m)
    assert.equal((await git('status', '--porcelain', '--ignored')).stdout.includes('release/'), false)
    await writeFile(join(clone, 'left-over'), '')
    const refused = await dryRun()
    assert.equal(refused.code, 1)
    assert.match(refused.err, /^left-over is not committed\.$/m)
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
})
