/**
 * Copies the database folder while the server runs, by PostgreSQL's own protocol for that: it says where in its log of
 * changes (WAL) the copy begins and ends. When PostgreSQL replays that part of the log, the files that changed during
 * the copy are consistent again. `pg_basebackup` does the same, but the npm package does not contain it.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { unless } from './cluster.ts'
import { EmbeddedPostgresError } from './programs.ts'
import { asSuperuser } from './role.ts'

/** Receives the copy; paths are relative to the database folder. */
export interface ClusterCopy {
  folder(path: string): Promise<void>
  /** Copies a file as it is now; one that was deleted meanwhile is left out. */
  file(path: string): Promise<void>
  text(path: string, text: string): Promise<void>
  /** Calls `finish`; what is committed before is in the copy, and what is committed later is not. */
  end<Result>(finish: () => Promise<Result>): Promise<Result>
}

/** Folders whose contents belong to the running server; they are copied empty, and the restored server fills them. */
const copiedEmpty =
  /^(pg_wal|pg_wal\/archive_status|pg_wal\/summaries|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
/** Files of the running server, and temporary ones; they are not copied. */
const leftOut = /^(postmaster\.(pid|opts)|backup_label|tablespace_map)$|(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/

/**
 * @param url     the running server's address, as `openEmbeddedPostgres` gives it
 * @param folder  the database folder
 * @throws {EmbeddedPostgresError} PostgreSQL aborted the backup or does not make one
 */
export async function copyRunningCluster(url: string, folder: string, copy: ClusterCopy): Promise<void> {
  const address = new URL(asSuperuser(url))
  address.pathname = 'postgres'
  const client = new pg.Client({ connectionString: address.href, application_name: 'minutebook backup' })
  client.on('error', () => {}) // a lost connection fails the query
  try {
    await client.connect()
    const first = await beginBackup(client)
    await copyFolder(folder, '', copy)
    const { last, label, tablespaces } = await copy.end(() => endBackup(client))
    await copy.text('backup_label', label)
    if (tablespaces)
      throw new EmbeddedPostgresError('The database has tablespaces of its own: back it up with pg_dump.')
    for (const name of (await readdir(join(folder, 'pg_wal'))).sort()) {
      if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) await copy.file(`pg_wal/${name}`)
    }
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    throw new EmbeddedPostgresError(`PostgreSQL makes no backup (${cause.message}).`, { cause })
  } finally {
    await client.end()
  }
}

/** @returns the first file of the log that the copy needs */
async function beginBackup(client: pg.Client): Promise<string> {
  // Keeps the log from being recycled; the slot is dropped with this connection.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`minutebook_backup_${process.pid}`])
  const { rows } = await client.query<{ file: string }>(
    "select pg_walfile_name(pg_backup_start('minutebook backup', true)) as file",
  )
  return rows[0]!.file
}

async function endBackup(client: pg.Client): Promise<{ last: string; label: string; tablespaces: string }> {
  const { rows } = await client.query(
    `select pg_walfile_name(lsn) as last, labelfile as label, coalesce(spcmapfile, '') as tablespaces
     from pg_backup_stop(false)`,
  )
  return rows[0]
}

async function copyFolder(root: string, path: string, copy: ClusterCopy): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(unless('ENOENT'))
  for (const entry of entries ?? []) {
    const inner = path ? `${path}/${entry.name}` : entry.name
    if (leftOut.test(inner)) continue
    if (entry.isDirectory()) {
      await copy.folder(inner)
      await copyFolder(root, inner, copy)
    } else if (!copiedEmpty.test(path)) await copy.file(inner)
  }
}
