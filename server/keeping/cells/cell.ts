/** One of two services that a workspace moves between: its database, its media, its key. */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { OperatorError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { ProcessConnection } from '../../platform/postgres/process-connection.ts'
import type { SecretKey } from '../../platform/secrets.ts'
import type { MediaStore } from '../../platform/store/media-store.ts'
import type { Clock } from '../../platform/time.ts'

export type Cell = {
  /** Its connections are for moving rows: triggers do not fire, and no write is rejected. */
  db: Db
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  jobs: Pick<Jobs, 'sendAll'>
  media: MediaStore
  secretKey: SecretKey
  processConnection: ProcessConnection
  databaseUrl: string
}

/** Prints a line of progress. */
export type Print = (line: string) => void

/**
 * Runs while no other command moves this workspace, in this database.
 * @throws {OperatorError} another command does
 */
export async function withMoveLock<Result>(
  { processConnection, log }: Cell,
  workspaceId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const release = await processConnection.tryHold(`move ${workspaceId}`, () => {
    log.warn({ workspaceId }, 'Another command could move this workspace now: its lock was lost')
  })
  if (!release)
    throw new OperatorError('Another command moves this workspace, or both addresses are of the same database.')
  try {
    return await run()
  } finally {
    await release()
  }
}

/**
 * Copied rows must not fire triggers. Only a superuser may grant this to the service's role.
 * @throws {OperatorError} names the statement to run
 */
export async function requireMovingRight(db: Db, databaseUrl: string): Promise<void> {
  const { rows } = await sql<{ may: boolean; role: string }>`
    select has_parameter_privilege('session_replication_role', 'set') as may, quote_ident(current_user) as role`.execute(
    db,
  )
  const { may, role } = rows[0]!
  if (may) return
  throw new OperatorError(
    `The role ${role} may not move rows in ${printAddress(databaseUrl)}: as a superuser run there: grant set on parameter session_replication_role to ${role};`,
  )
}

/** Names the database for people, without its password. */
export function printAddress(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}

/** A workspace of a cell, and whether it is frozen. */
export type Found = {
  id: string
  subdomain: string
  state: string | null
  freeze: string | null
  target: string | null
  /** When the target began to serve it. */
  servedAt: Date | null
}

/** @param name  an id or a subdomain */
export async function findIn(
  db: Db | Tx,
  { id, subdomain }: { id?: string; subdomain: string },
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select workspace.id, workspace.subdomain, frozen.state, frozen.freeze_id as freeze, frozen.target,
      frozen.served_at as "servedAt" from workspaces workspace
    left join frozen_workspaces frozen on frozen.workspace_id = workspace.id
    where workspace.subdomain = ${subdomain} or workspace.id = ${id ?? null}`.execute(db)
  if (rows.length > 1) throw new OperatorError(`Of ${subdomain} and ${id} each is another workspace there.`)
  return rows[0]
}
