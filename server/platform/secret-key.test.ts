import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepSecretKey } from './secret-key.ts'

test('many who open an empty folder at once get one key, and none sees half of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-key-'))
  try {
    const keys = await Promise.all(Array.from({ length: 40 }, () => keepSecretKey(join(folder, 'data'))))
    assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 1)
    assert.deepEqual(await readdir(join(folder, 'data')), ['secret-key'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
