/** The key that seals secrets at rest: from the setting, or made once beside the embedded database. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from './errors.ts'

/**
 * @returns 32 bytes; the first process that asks makes them, the others read them
 * @throws {OperatorError} the file holds something else
 */
export async function keepSecretKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'secret-key')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new OperatorError(`${file} does not hold a key of 32 bytes; restore it from a backup.`)
  return key
}
