import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { test } from 'node:test'
import { run } from './ffmpeg.ts'

test('many complaints about a file are no failure, and do not hide that the disk is full', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'complaining-'))
  const runScript = async (end: string) => {
    const complaints = 'head -c 2097152 /dev/zero | tr "\\0" x >&2'
    await writeFile(join(folder.path, 'ffmpeg'), `#!/bin/sh\n${complaints}\n${end}\n`, { mode: 0o755 })
    return run('ffmpeg', [], 60, new AbortController().signal)
  }
  const usual = env.PATH
  env.PATH = `${folder.path}:${usual}`
  try {
    assert.equal(await runScript('echo made'), 'made\n')
    assert.equal(await runScript('exit 1'), null)
    await assert.rejects(runScript('echo "No space left on device" >&2; exit 1'), { retryable: true })
  } finally {
    env.PATH = usual
  }
})
