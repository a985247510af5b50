/** Which tables move with a workspace, in the order of their references: read from the database, so that none is forgotten. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'

export type CarriedColumn = {
  name: string
  type: string
  /** The column that numbers these rows, as `table.column`: rows get new numbers in the other database. */
  numberedBy: string | null
}

export type CarriedTable = {
  name: string
  /** The column with the workspace's id. */
  owner: string
  columns: CarriedColumn[]
}

/** Tables whose rows do not move, each with the reason. A test names all other tables. */
export const leftBehind: Record<string, string> = {
  frozen_workspaces: 'the state of the move itself',
  kysely_migration: 'of the schema',
  kysely_migration_lock: 'of the schema',
  secret_key_checks: 'of the service; secrets are sealed again',
  search_vectors: 'made again from the texts',
  media_leftovers: 'files that are to be removed here',
  sign_in_counts: 'tries without an account, within minutes',
  push_keys: 'of this installation',
  push_subscriptions: 'bound to the keys of this installation; an open console adds its device anew',
  oauth_clients: 'of no workspace; those that its grants name are copied (copy-workspace.ts)',
  postponed_sight: 'rows are there within one transaction only',
}

type Read = { table: string; column: string; type: string; identity: boolean; references: string | null }

/** The tables that move, in the order of `readOwnedTables`. */
export async function readTables(db: Db): Promise<CarriedTable[]> {
  return (await readOwnedTables(db)).filter(({ name }) => !Object.hasOwn(leftBehind, name))
}

/** Every table with rows of workspaces. The referenced table comes before the one that references it. */
export async function readOwnedTables(db: Db): Promise<CarriedTable[]> {
  const columns = await readColumns(db)
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const tables = [...byTable].flatMap(([name, own]): CarriedTable[] => {
    const owner = name === 'workspaces' ? 'id' : own.find(({ column }) => column === 'workspace_id')?.column
    if (owner === undefined) return []
    // Transaction ids are valid in one database only: at the target the column gets the id of the copying transaction.
    const kept = own.filter(({ type }) => type !== 'xid8')
    return [
      { name, owner, columns: kept.map((column) => ({ ...column, name: column.column, numberedBy: numbers(column) })) },
    ]
  })
  return inOrder(tables, await readReferences(db))

  function numbers({ table, column, identity, references }: Read): string | null {
    if (identity) return `${table}.${column}`
    return columns.find((each) => each.identity && `${each.table}.${each.column}` === references) ? references : null
  }
}

async function readColumns(db: Db): Promise<Read[]> {
  const { rows } = await sql<Read>`
    select relname as table, attname as column, format_type(atttypid, atttypmod) as type, attidentity <> '' as identity,
      (select format('%s.%s', referenced.relname, named.attname) from pg_constraint
        join pg_class referenced on referenced.oid = confrelid
        join pg_attribute named on named.attrelid = confrelid and named.attnum = confkey[1]
        where contype = 'f' and conrelid = pg_class.oid and conkey = array[pg_attribute.attnum] limit 1) as references
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by relname, attnum`.execute(db)
  return rows
}

/** All tables that are there, for the test that none is forgotten. */
export async function readTableNames(db: Db): Promise<string[]> {
  return [...new Set((await readColumns(db)).map(({ table }) => table))]
}

async function readReferences(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; references: string }>`
    select distinct conrelid::regclass::text as table, confrelid::regclass::text as references from pg_constraint
    where contype = 'f' and conrelid <> confrelid and connamespace = current_schema()::regnamespace`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => [table, all.map((row) => row.references)]),
  )
}

function inOrder(tables: CarriedTable[], references: Map<string, string[]>): CarriedTable[] {
  const ordered: CarriedTable[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name))
    const next = [...waiting].filter(({ name }) => !references.get(name)?.some((each) => names.has(each)))
    if (next.length === 0) throw new Error(`The tables ${[...names].join(', ')} reference each other`)
    for (const table of next) waiting.delete(table)
    ordered.push(...next)
  }
  return ordered
}
