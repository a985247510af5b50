/** The key that seals secrets at rest, if it is made and kept beside the embedded database. */
import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperatorError } from './errors.ts'
import { flushFolder, makeFolder } from './folder.ts'
import type { SecretKey } from './secrets.ts'

export const keyFileOf = (dataDir: string) => join(dataDir, 'secret-key')
const oldKeyFileOf = (dataDir: string) => join(dataDir, 'secret-key.old')

/**
 * Reads the key, and the one before it while it is being replaced.
 * @param mayMake  the database beside it is empty: the first process makes a key, the others read it
 * @throws {OperatorError} the file is missing or holds something else
 */
export async function loadSecretKey(dataDir: string, mayMake: boolean): Promise<SecretKey> {
  const file = keyFileOf(dataDir)
  await makeFolder(dataDir)
  if (mayMake) await makeOnce(file, newKeyText())
  const current = await readKey(file)
  if (!current) {
    throw new OperatorError(
      `${file}, the key that opens the secrets of the database beside it, is missing: put it back from a backup of DATA_DIR or, if it was given as SECRET_KEY, set that again; if it is lost, export each workspace without --with-secrets and import it into a new DATA_DIR.`,
    )
  }
  const old = await readKey(oldKeyFileOf(dataDir))
  return { current, old: old && !old.equals(current) ? [old] : [] }
}

/**
 * Makes a new key, and keeps the one before it until `removeOldKey`. If it was interrupted, the next call continues.
 * @returns both keys
 */
export async function replaceSecretKey(dataDir: string): Promise<SecretKey> {
  const file = keyFileOf(dataDir)
  await link(file, oldKeyFileOf(dataDir)).catch(unlessExists)
  const before = await loadSecretKey(dataDir, false)
  if (before.old.length > 0) return before
  const draft = await writeDraft(file, newKeyText())
  await rename(draft, file)
  await flushFolder(dataDir)
  return loadSecretKey(dataDir, false)
}

/** Called when everything is sealed with the new key. */
export async function removeOldKey(dataDir: string): Promise<void> {
  await rm(oldKeyFileOf(dataDir), { force: true })
  await flushFolder(dataDir)
}

const newKeyText = () => randomBytes(32).toString('base64')

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (text === undefined) return undefined
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new OperatorError(`${file} does not hold a key of 32 bytes; restore it from a backup.`)
  return key
}

/** Makes the file with all of its text in one step: another process may read it at any moment. */
async function makeOnce(file: string, text: string): Promise<void> {
  const draft = await writeDraft(file, text)
  await link(draft, file).catch(unlessExists)
  await unlink(draft)
  await flushFolder(dirname(file))
}

async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  return draft
}

function unlessExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
