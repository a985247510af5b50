/** A backup as `makeBackup` writes it, of a few files. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFile } from '../../server/keeping/backup/copy-file.ts'
import { type Backup, type Sums, writeFacts } from '../../server/keeping/backup/format.ts'

export const madeFolders = ['postgres', 'postgres/pg_wal', 'media', 'media/ab']
const contents = { 'postgres/PG_VERSION': '18\n', 'secret-key': 'key', 'media/ab/abcd': 'sound' }

export async function writeBackup(from: string, change: Partial<Backup> = {}): Promise<void> {
  await mkdir(join(from, 'media/ab'), { recursive: true })
  await mkdir(join(from, 'postgres'))
  const sums: Sums = new Map()
  for (const [path, text] of Object.entries(contents)) {
    const file = join(from, path)
    await writeFile(`${file}.draft`, text)
    sums.set(path, (await copyFile(`${file}.draft`, file, new AbortController().signal)).sha256)
    await rm(`${file}.draft`)
  }
  const facts = { release: '0.1.0', made_at: '2026-11-22T00:00:00.000Z', secret_key: 'here', media: 'here' } as const
  const read = { tables: null, media_gone: [], folders: madeFolders, files: sums.size, bytes: 13 }
  await writeFacts(from, { format: 1, ...facts, ...read, ...change }, sums)
}
