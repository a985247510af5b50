/** Signatures of a release, by ssh-keygen: who verifies one needs nothing that is not on their machine. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Whoever verifies names both, so that a signature made for something else is refused. */
export const [signer, namespace] = ['minutebook', 'minutebook-release']

/** A line for `allowed_signers`. @param key  path of a private key whose public one is beside it, or of a public one */
export async function signerLine(key: string): Promise<string> {
  const [type, text] = (await readFile(key.endsWith('.pub') ? key : `${key}.pub`, 'utf8')).split(' ')
  return `${signer} namespaces="${namespace}" ${type} ${text?.trim()}\n`
}

/** Makes a key that is thrown away. @returns its path */
export async function makeThrowawayKey(folder: string): Promise<string> {
  const path = join(folder, 'key')
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'dry run', '-f', path])
  return path
}

/** Writes `FILE.sig`. @throws {Error} ssh-keygen refuses the key */
export async function sign(file: string, key: string): Promise<void> {
  await promisify(execFile)('ssh-keygen', ['-Y', 'sign', '-q', '-f', key, '-n', namespace, file])
}

/** @param allowed  the file with the keys that may sign */
export async function isSignedBy(file: string, allowed: string): Promise<boolean> {
  const args = ['-Y', 'verify', '-f', allowed, '-I', signer, '-n', namespace, '-s', `${file}.sig`]
  const verifying = spawn('ssh-keygen', args, { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(verifying, 'exit')
  createReadStream(file).pipe(verifying.stdin.on('error', () => {}))
  return (await ended)[0] === 0
}
