/**
 * The role of the service: it owns the database and everything in it. Its only other right in the cluster lets it move
 * rows without triggers (server/keeping/cells/). The superuser makes it, and then only holds the lock that keeps the server
 * running.
 */
import pg from 'pg'
import { superuser } from './cluster.ts'

export const database = 'minutebook'
export const serviceRole = 'minutebook_service'

/**
 * Makes role and database.
 * @param client      the superuser's, connected to any database
 * @param connection  its own; the role gets the same password
 */
export async function prepareDatabase(client: pg.Client, connection: pg.ClientConfig): Promise<void> {
  await prepareRole(client, String(connection.password))
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount === 0) await makeDatabase(client)
}

/** Runs at each start, so that a changed password applies to both roles. A lock lets one process do so at a time. */
async function prepareRole(client: pg.Client, password: string): Promise<void> {
  const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
  await client.query(`
    begin;
    select pg_advisory_xact_lock(hashtextextended('${serviceRole}', 0));
    do $$ begin
      if to_regrole('${serviceRole}') is null then create role ${serviceRole}; end if;
    end $$;
    alter role ${serviceRole} ${rights} password ${pg.escapeLiteral(password)};
    grant set on parameter session_replication_role to ${serviceRole};
    commit`)
}

async function makeDatabase(client: pg.Client): Promise<void> {
  await client.query(`create database ${database} owner ${serviceRole}`).catch((error: pg.DatabaseError) => {
    // Another process made it at the same moment.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}

/** The superuser's address, from the service's: for backups, tests and measurements. Another database's address stays as it is. */
export function asSuperuser(url: string): string {
  const address = new URL(url)
  if (address.username === serviceRole) address.username = superuser
  return address.href
}
