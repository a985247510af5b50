/** A folder may have so many files, and so many folders in each other. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { OperatorError } from '../../../platform/errors.ts'
import { listFolder, maxDepth } from './list-folder.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'minutebook-folder-'))
})
afterEach(() => rm(root, { recursive: true }))

test('more files than an import may have are refused, with the folder and what to do', async () => {
  for (const name of ['a', 'b', 'c']) await writeFile(join(root, `${name}.txt`), '')
  for (const most of [4, 3]) assert.equal((await listFolder(root, most)).files.length, 3, String(most))
  await assert.rejects(listFolder(root, 2), new OperatorError(`${root} has more than 2 files: import it in parts.`))
})

test('what lies deeper than 32 folders is skipped, and the reason says so', async () => {
  const folderAt = (depth: number) => Array<string>(depth).fill('f').join('/')
  await mkdir(join(root, folderAt(maxDepth + 1)), { recursive: true })
  for (const depth of [maxDepth - 1, maxDepth, maxDepth + 1]) await writeFile(join(root, folderAt(depth), 'a.txt'), '')
  const { files, skipped } = await listFolder(root)
  assert.deepEqual(
    files.map(({ path }) => path.split('/').length - 1),
    [maxDepth - 1, maxDepth].sort(),
  )
  assert.deepEqual(skipped, [
    { path: folderAt(maxDepth + 1), reason: 'It is more than 32 folders deep: move it further up' },
  ])
})
