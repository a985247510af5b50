import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { linkLibraries } from './programs.ts'

test('links to libraries are made if no install script made them, also by several callers at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-package-'))
  try {
    await linkLibraries(folder)
    await mkdir(join(folder, 'native/lib'), { recursive: true })
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
    await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
    await Promise.all([linkLibraries(folder), linkLibraries(folder)])
    assert.equal(await readlink(join(folder, 'native/lib/libpq.so.5')), 'libpq.so.5.18')
  } finally {
    await rm(folder, { recursive: true })
  }
})
