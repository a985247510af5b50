import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { OperatorError } from './errors.ts'
import { makeFolder, makePrivateFolder, requireFolder } from './folder.ts'

test('a folder is made with its parents, by many callers at once; an existing or linked one is accepted', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'minutebook-folder-'))
  try {
    const deep = join(parent, 'a/b/c')
    await Promise.all(Array.from({ length: 20 }, () => requireFolder(deep, 'DATA_DIR')))
    assert((await stat(deep)).isDirectory())
    await symlink(deep, join(parent, 'link'))
    await requireFolder(join(parent, 'link'), 'DATA_DIR')
    await makeFolder('/')
  } finally {
    await rm(parent, { recursive: true })
  }
})

test('only this user may enter a private folder; its new parents have ordinary rights', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'minutebook-folder-'))
  const umask = process.umask(0o022)
  try {
    const folder = join(parent, 'data/media/tus')
    await makePrivateFolder(folder)
    await makePrivateFolder(folder)
    const modeOf = async (path: string) => (await stat(join(parent, path))).mode & 0o777
    assert.deepEqual(
      [await modeOf('data'), await modeOf('data/media'), await modeOf('data/media/tus')],
      [0o755, 0o755, 0o700],
    )
  } finally {
    process.umask(umask)
    await rm(parent, { recursive: true })
  }
})

test('a folder that cannot be made causes an error at once, with its name and the reason', {
  timeout: 20_000,
}, async () => {
  const parent = await mkdtemp(join(tmpdir(), 'minutebook-folder-'))
  try {
    const file = join(parent, 'file')
    await writeFile(file, '')
    const refused = (folder: string, reason: string) =>
      assert.rejects(requireFolder(folder, 'MEDIA_DIR'), (error: Error) => {
        assert(error instanceof OperatorError, error)
        assert(error.message.startsWith(`The folder ${folder} cannot be used (${reason}: `), error.message)
        assert(error.message.endsWith('or choose another MEDIA_DIR.'))
        return true
      })
    await refused(file, 'EEXIST')
    await refused(join(file, 'below/it'), 'ENOTDIR')
    if (process.platform === 'linux') await refused('/proc/no/such', 'ENOENT')
  } finally {
    await rm(parent, { recursive: true })
  }
})
