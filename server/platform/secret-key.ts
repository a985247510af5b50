/** The key that seals secrets at rest: from the setting, or made once beside the embedded database. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from './errors.ts'

/**
 * @returns 32 bytes; the first process that asks makes them, the others read them
 * @throws {OperatorError} the file holds something else
 */
export async function keepSecretKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'secret-key')
  await mkdir(dataDir, { recursive: true })
  await makeOnce(file, randomBytes(32).toString('base64'))
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new OperatorError(`${file} does not hold a key of 32 bytes; restore it from a backup.`)
  return key
}

/** The file is there with all of its text or not at all: another process may read it at any moment. */
async function makeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}
