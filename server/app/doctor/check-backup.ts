/** The age of the last backup. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readFacts } from '../../keeping/backup/format.ts'
import type { Config } from '../../platform/context/config.ts'
import { type Finding, reasonIn, right, unknown, wrong } from './finding.ts'

const maxDays = 2

/** @param folder  a backup, or a folder of backups */
export async function checkBackup({ databaseUrl }: Config, folder: string | undefined, now: Date): Promise<Finding> {
  const part = 'backup'
  if (folder === undefined) {
    const how = databaseUrl ? 'the database is backed up by its own tools' : 'name the folder: minutebook doctor FOLDER'
    return unknown(part, `Its age is not known here: ${how}`)
  }
  try {
    const made = await lastBackup(folder)
    if (!made)
      return wrong(part, `${folder} has no finished backup`, 'Run minutebook backup each night: docs/operate/backup.md')
    const days = (now.getTime() - made.getTime()) / 86_400_000
    const says = `The last one is of ${made.toISOString()}`
    return days <= maxDays
      ? right(part, says)
      : wrong(part, says, 'Run minutebook backup each night: docs/operate/backup.md')
  } catch (error) {
    return wrong(part, `${folder} cannot be read: ${reasonIn(error)}`, 'Name the folder of the backups')
  }
}

async function lastBackup(folder: string): Promise<Date | null> {
  const within = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const folders = [folder, ...within.map(({ name }) => join(folder, name))]
  const made = await Promise.all(
    folders.map((each) =>
      readFacts(each).then(
        ({ backup }) => new Date(backup.made_at),
        () => null,
      ),
    ),
  )
  return made.filter((date) => date !== null).sort((one, other) => other.getTime() - one.getTime())[0] ?? null
}
