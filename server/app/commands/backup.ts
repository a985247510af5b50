/** `minutebook backup DIR [--verify|--verify-only]` and `minutebook restore DIR`, for the embedded database with its media and its key. */
import { stdout } from 'node:process'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import type { Backup, Size } from '../../keeping/backup/format.ts'
import { makeBackup } from '../../keeping/backup/make-backup.ts'
import { restoreBackup } from '../../keeping/backup/restore-backup.ts'
import { verifyBackup } from '../../keeping/backup/verify-backup.ts'
import { keepLastBackup } from '../../people/accounts/installation.ts'
import { type Config, readConfig } from '../../platform/context/config.ts'
import { diskFreeBytes } from '../../platform/disk-reserve.ts'
import { OperatorError } from '../../platform/errors.ts'
import { requireKnownSchema } from '../../platform/postgres/migrate.ts'
import { type Base, mediaFolderOf, openMovingDb } from '../base.ts'
import { type Flags, withBase } from './command.ts'
import { showProgress } from './show-progress.ts'
import { StopSignal } from './stop-signal.ts'

/** A folder that has a backup is refused unless only that is checked: otherwise a nightly run would never make another. */
export async function backup(folder: string | undefined, flags: Flags): Promise<void> {
  const only = flags['verify-only'] ?? false
  if (!folder) throw new OperatorError('Name the folder to make: minutebook backup DIR')
  const config = readConfig(process.env)
  requireEmbedded(config)
  const log = openLog(config)
  if (!only) await withBase(config, log, false, (base) => backUp(base, folder))
  if (only || flags.verify) await checkBackup(config, log, folder, only ? ' No backup was made.' : '')
}

const openLog = ({ logLevel }: Config) => pino({ level: logLevel }, pino.destination({ dest: 2, sync: true }))

async function backUp(base: Base, folder: string): Promise<void> {
  const { config, databaseUrl, clock } = base
  let progress = 'Copying …'
  using _ = showProgress(() => progress)
  using stop = stoppedBy('The backup was stopped, and its files were removed.')
  const { db, close } = openMovingDb(base)
  const facts = await makeBackup(
    {
      dataDir: config.dataDir,
      databaseUrl,
      db,
      clock,
      signal: stop.signal,
      onCopied: (copied) => {
        progress = `Copied ${sizeOf(copied)} so far …`
      },
      hasKeyInSettings: Boolean(config.secretKey),
      mediaFolder: mediaFolderOf(config),
      hasBucket: Boolean(config.s3Bucket),
    },
    folder,
  ).finally(close)
  await keepLastBackup(config, facts.made_at)
  stdout.write(`Backed up ${sizeOf(facts)} to ${folder}.\n${reminders(facts)}`)
}

/**
 * It starts what it restored with the service's own settings, so that the key is checked too.
 * @param more  stands at the end of its line
 */
async function checkBackup(config: Config, log: Logger, folder: string, more: string): Promise<void> {
  let progress = 'Checking …'
  using _ = showProgress(() => progress)
  using stop = stoppedBy('The check was stopped, and its files were removed.')
  const { backup, tables, rows, media } = await verifyBackup(folder, {
    dataDir: config.dataDir,
    freeBytes: diskFreeBytes,
    minFreeBytes: config.minFreeBytes,
    signal: stop.signal,
    onCopied: (copied, all) => {
      progress = `Checked ${sizeOf(copied)} of ${sizeOf(all)} …`
    },
    open: ({ dataDir, mediaFolder }, compare) =>
      withBase({ ...config, dataDir, mediaDir: mediaFolder }, log, true, async (base) => {
        await requireKnownSchema(base.db)
        const { db, close } = openMovingDb(base)
        await compare({ db, media: base.media }).finally(close)
      }),
  })
  const compared = backup.tables
    ? 'are those that were backed up'
    : 'can be read; they were not counted when it was made, because the service wrote all the time'
  stdout.write(
    `Verified ${sizeOf(backup)} of ${backup.made_at} (release ${backup.release}): ${rows} rows in ${tables} tables ${compared}, and ${media} files of media are there.${more}\n${reminders(backup)}`,
  )
}

/** It reads the settings itself, because the data folder must not be opened before it is filled. */
export async function restore(folder: string | undefined): Promise<void> {
  const config = readConfig(process.env)
  if (!folder) throw new OperatorError('Name the folder of the backup: minutebook restore DIR')
  requireEmbedded(config)
  const log = openLog(config)
  const target = { dataDir: config.dataDir, mediaFolder: mediaFolderOf(config) }
  let progress = 'Copying …'
  using _ = showProgress(() => progress)
  using stop = stoppedBy('The restore was stopped, and its files were removed.')
  await restoreBackup(folder, target, {
    signal: stop.signal,
    onCopied: (copied, all) => {
      progress = `Copied ${sizeOf(copied)} of ${sizeOf(all)} …`
    },
    check: (facts) => withBase(config, log, true, async (base) => void stdout.write(await describe(base, facts))),
  })
}

const stoppedBy = (sentence: string) => new StopSignal({ reason: new OperatorError(sentence) })

/** Opens what was restored, as a start would. @returns a description of what it contains */
async function describe({ db, media, config }: Base, facts: Backup): Promise<string> {
  await requireKnownSchema(db)
  const { rows } = await sql<{ workspaces: number; notes: number; recordings: number }>`
    select (select count(*)::integer from workspaces) as workspaces, (select count(*)::integer from notes) as notes,
      (select count(*)::integer from recordings) as recordings`.execute(db)
  const files = await db.selectFrom('recording_media').select('file').execute()
  let missing = 0
  for (const { file } of config.s3Bucket ? [] : files) if ((await media.size(file)) === null) missing++
  const { workspaces, notes, recordings } = rows[0]!
  const found = `${workspaces} workspaces, ${notes} notes, ${recordings} recordings, ${files.length} of them with media`
  const gone = missing > 0 ? `${missing} files of media are not in it: they were deleted while it was made.\n` : ''
  return `Restored ${sizeOf(facts)} of ${facts.made_at} (release ${facts.release}) to ${config.dataDir}: ${found}.\n${gone}${reminders(facts)}`
}

function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl) {
    throw new OperatorError(
      'This is for the embedded database; docs/operate/backup.md has the steps for a PostgreSQL of your own (DATABASE_URL).',
    )
  }
}

const sizeOf = ({ files, bytes }: Size) => `${files} files, ${Math.ceil(bytes / 1_048_576)} MiB`

function reminders({ secret_key, media }: Pick<Backup, 'secret_key' | 'media'>): string {
  const lines = []
  if (secret_key === 'in settings') lines.push('The SECRET_KEY of the settings is not in it: keep it elsewhere.\n')
  if (media === 'in bucket') lines.push('The media in the bucket are not in it: copy the bucket after the backup.\n')
  return lines.join('')
}
