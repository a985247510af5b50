import assert from 'node:assert/strict'
import { link, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { OperatorError } from './errors.ts'
import { loadSecretKey, removeOldKey, replaceSecretKey } from './secret-key.ts'

test('many callers that open an empty folder at once get one key, and none reads a part of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-key-'))
  try {
    const keys = await Promise.all(Array.from({ length: 40 }, () => loadSecretKey(join(folder, 'data'), true)))
    assert.equal(new Set(keys.map(({ current }) => current.toString('hex'))).size, 1)
    assert.deepEqual(await readdir(join(folder, 'data')), ['secret-key'])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a lost or damaged key is not replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-key-'))
  try {
    const lost = loadSecretKey(folder, false)
    await assert.rejects(
      lost,
      (error) =>
        error instanceof OperatorError &&
        /secret-key, .* is missing: put it back .* SECRET_KEY, set that again/.test(error.message),
    )
    assert.deepEqual(await readdir(folder), [])
    await writeFile(join(folder, 'secret-key'), 'short')
    await assert.rejects(loadSecretKey(folder, true), /does not hold a key of 32 bytes/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a key is replaced once, after any number of interruptions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-key-'))
  const [file, oldFile] = [join(folder, 'secret-key'), join(folder, 'secret-key.old')]
  try {
    const first = await loadSecretKey(folder, true)
    // Interrupted when the old one had its second name.
    await link(file, oldFile)
    assert.deepEqual(await loadSecretKey(folder, false), first)
    const replaced = await replaceSecretKey(folder)
    assert.deepEqual(replaced.old, [first.current])
    assert(!replaced.current.equals(first.current))
    assert.deepEqual(await replaceSecretKey(folder), replaced, 'the second time it goes on')
    assert.deepEqual(await loadSecretKey(folder, false), replaced)
    await removeOldKey(folder)
    assert.deepEqual(await loadSecretKey(folder, false), { current: replaced.current, old: [] })
    assert.deepEqual(await readdir(folder), ['secret-key'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
