/** A bundle of this repository with real models, installed and used where there is no network, up to a recap of speech. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ofRepository } from '../support/program.ts'
import { addSampleModels, missing, read, wav, wordErrors, wordsOf } from '../support/speech-samples.ts'

const run = promisify(execFile)

/** In a network of its own, without any other; what the command started ends with it. */
const alone = (...command: string[]) => [
  ...['--net', '--pid', '--fork', '--mount-proc', '--kill-child'],
  ...['sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...command],
]

const skip = missing || (process.getuid?.() !== 0 && 'only root makes a network without others')

test('a bundle is installed by two commands without a network, and transcribes', { skip }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-offline-'))
  await chmod(folder, 0o711)
  try {
    const [models, bundle, target, data] = ['models', 'bundle', 'target', 'data'].map((name) => join(folder, name))
    await addSampleModels(models!, new AbortController().signal)
    const env = { ...process.env, MODELS_DIR: models, DATA_DIR: data }
    const names = 'whisper-tiny.en,silero-vad,segmentation,campplus'
    const args = [ofRepository.path, 'bundle', bundle!, '--models', names]
    const made = await run(process.execPath, args, { env, maxBuffer: 16 * 1_048_576 })
    const [, digest] = /SHA-256 of SHA256SUMS: (\w{64})/.exec(made.stdout)!
    const node = join(bundle!, 'bin/node')
    const installed = await run('unshare', alone(node, join(bundle!, 'install.mjs'), target!))
    assert.match(installed.stdout, new RegExp(digest!))
    await mkdir(data!)
    const driver = join(import.meta.dirname, '../support/offline-driver.ts')
    // Without node, npm and node_modules in the path: only what the bundle brought.
    const bare = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DATA_DIR: data, PORT: '0', LOG_LEVEL: 'info' }
    const used = await run('unshare', alone(process.execPath, driver, join(target!, 'minutebook'), wav), {
      env: bare,
      maxBuffer: 64 * 1_048_576,
    })
    const { upload, recording, isReached, code } = JSON.parse(used.stdout)
    assert.equal(isReached, false)
    assert.equal(upload.status, 'SUCCESS', upload.failure_reason)
    const heard = recording.transcript.speech_segments.map(({ text }: { text: string }) => text).join(' ')
    assert(wordErrors(wordsOf(read), wordsOf(heard)) <= 4, heard)
    assert(recording.ai_notes)
    assert.equal(code, 0)
    assert.equal(existsSync(join(data!, 'postgres/postmaster.pid')), false, 'its database has stopped with it')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
