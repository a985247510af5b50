/** Builds the browser extension: the folder that Chrome loads. */
import { execFile } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BuiltIn, manifestOf } from '../extension/manifest.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** @returns its version */
export async function buildExtension(folder: string, built: BuiltIn): Promise<string> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = ['--logLevel', 'warn', '--outDir', folder, '--emptyOutDir']
  const env = { ...process.env, EXTENSION_BUILT: JSON.stringify({ service: built.service, hosts: built.hosts }) }
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], { cwd: join(root, 'extension'), env })
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifestOf(version, built), null, 2)}\n`)
  return version
}

/** By which Chrome knows an extension: its public key, and the id that comes of it. @param pem  a private RSA key */
export function identityOf(pem: string): { key: string; id: string } {
  const bytes = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  return { key: bytes.toString('base64'), id: toId(createHash('sha256').update(bytes).digest('hex')) }
}

/** Chrome's ids have the letters a to p for the digits of the first half of a hash. */
export const toId = (hex: string) =>
  hex.slice(0, 32).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
