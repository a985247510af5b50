/**
 * The role of the service: it owns the database and everything in it, and has no other rights in the cluster. The
 * superuser makes it, and then only holds the lock that keeps the server running.
 */
import pg from 'pg'
import { superuser } from './cluster.ts'

export const database = 'minutebook'
export const serviceRole = 'minutebook_service'

/**
 * Makes role and database, and takes over what an earlier release made as the superuser.
 * @param client      the superuser's, connected to any database
 * @param connection  its own
 */
export async function prepareDatabase(client: pg.Client, connection: pg.ClientConfig): Promise<void> {
  await prepareRole(client, String(connection.password))
  const { rows } = await client.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [database],
  )
  if (!rows[0]) await makeDatabase(client)
  else if (rows[0].owner !== serviceRole) await takeOver(connection)
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
    commit`)
}

async function makeDatabase(client: pg.Client): Promise<void> {
  await client.query(`create database ${database} owner ${serviceRole}`).catch((error: pg.DatabaseError) => {
    // Another process made it at the same moment.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}

/**
 * Runs in one transaction. The owner of the database changes last and marks the take-over as done. PostgreSQL's own
 * REASSIGN OWNED refuses the superuser that made the cluster. Objects of extensions stay as they are.
 */
async function takeOver(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database, query_timeout: undefined })
  client.on('error', () => {}) // a lost connection fails the query
  await client.connect()
  try {
    await client.query(`
      begin;
      select pg_advisory_xact_lock(hashtextextended('${serviceRole}', 0));
      ${handOver};
      alter database ${database} owner to ${serviceRole};
      commit`)
  } finally {
    await client.end()
  }
}

// Indexes, row types, arrays, and sequences of columns follow their tables.
const handOver = `do $$ declare each text; begin
  for each in
    with follows as (
      select classid, objid from pg_depend
      where deptype = 'e' or (deptype in ('a', 'i') and classid = 'pg_class'::regclass and refobjsubid > 0)
    )
    select format('schema %I', nspname) from pg_namespace
    where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
    union all
    select format('table %s', oid::regclass) from pg_class
    where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and relnamespace <> all (array['pg_catalog', 'information_schema', 'pg_toast']::regnamespace[])
      and ('pg_class'::regclass, oid) not in (table follows)
    union all
    select format('routine %s', oid::regprocedure) from pg_proc
    where proowner = current_user::regrole
      and pronamespace <> all (array['pg_catalog', 'information_schema']::regnamespace[])
      and ('pg_proc'::regclass, oid) not in (table follows)
    union all
    select format('type %s', oid::regtype) from pg_type
    where typowner = current_user::regrole and typtype in ('e', 'd', 'r')
      and typnamespace <> all (array['pg_catalog', 'information_schema']::regnamespace[])
      and ('pg_type'::regclass, oid) not in (table follows)
  loop
    execute format('alter %s owner to ${serviceRole}', each);
  end loop;
end $$`

/** The superuser's address, from the service's: for backups, tests and measurements. Another database's address stays as it is. */
export function asSuperuser(url: string): string {
  const address = new URL(url)
  if (address.username === serviceRole) address.username = superuser
  return address.href
}
