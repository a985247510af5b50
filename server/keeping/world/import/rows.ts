/**
 * Reads and writes rows in batches. An unchanged row is not written, because the write would fire the triggers that
 * update sight.
 */
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { asRows } from '../../../platform/postgres/db.ts'
import type { Tables } from '../../../platform/postgres/tables.ts'
import { Changes, type ImportContext } from './import-context.ts'

export type Table = keyof Tables
export type Row<T extends Table> = Selectable<Tables[T]>
export type Column<T extends Table> = keyof Row<T> & string

/**
 * Until the import ends: `written`: nobody else changes them, or locks them to; `kept`: nobody changes them, and others may
 * take the same lock, as a sign-in does; `unlocked`: others may change them.
 */
type Lock = 'written' | 'kept' | 'unlocked'
const clauses: Record<Lock, RawBuilder<unknown>> = {
  written: sql`for no key update`,
  kept: sql`for share`,
  unlocked: sql``,
}

/** Reads the rows of a workspace with one of these values in a column, under a lock. */
export async function fetchRows<T extends Table, C extends Column<T>>(
  { tx, workspace }: ImportContext,
  table: T,
  column: Column<T>,
  values: Iterable<string | null | undefined>,
  columns: readonly C[],
  lock: Lock = 'written',
): Promise<Pick<Row<T>, C>[]> {
  const wanted = distinct(values)
  if (wanted.length === 0) return []
  const { rows } = await sql<Pick<Row<T>, C>>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
    where workspace_id = ${workspace.id} and ${sql.ref(column)} = any(${wanted})
    ${clauses[lock]}`.execute(tx)
  return rows
}

/** Reads rows by the id column of the table, under a lock. */
export async function fetchById<T extends Table, C extends Column<T>>(
  context: ImportContext,
  table: T,
  id: C,
  ids: Iterable<string | null | undefined>,
  columns: readonly C[],
  lock?: Lock,
): Promise<Map<string, Pick<Row<T>, C>>> {
  const rows = await fetchRows(context, table, id, ids, columns, lock)
  return new Map(rows.map((row) => [row[id] as string, row]))
}

/** The values that exist in a column of the workspace. */
export async function findExisting<T extends Table>(
  context: ImportContext,
  table: T,
  column: Column<T>,
  values: Iterable<string | null | undefined>,
): Promise<Set<string>> {
  const wanted = distinct(values)
  if (wanted.length === 0) return new Set()
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)} as value from ${sql.table(table)}
    where workspace_id = ${context.workspace.id} and ${sql.ref(column)} = any(${wanted})`.execute(context.tx)
  return new Set(rows.map((row) => row.value))
}

export function idsOf(objects: { id: string }[]): string[] {
  return objects.map(({ id }) => id)
}

export function distinct(values: Iterable<string | null | undefined>): string[] {
  return [...new Set(values)].filter((value) => value != null)
}

/**
 * Writes new and changed rows.
 * @param id      the id column of the table
 * @param stored  the result of `fetchRows`, with at least the columns of `rows`
 * @param rows    all with the same columns
 * @param insertOnly    further columns of a row that is created
 * @returns the created and updated rows
 */
export async function saveRows<T extends Table, C extends Column<T>>(
  context: ImportContext,
  table: T,
  id: C,
  stored: Map<string, Pick<Row<T>, C>>,
  rows: Pick<Row<T>, C>[],
  insertOnly: (row: Pick<Row<T>, C>) => object = () => ({}),
): Promise<Changes> {
  const fresh: typeof rows = []
  const changed: typeof rows = []
  for (const row of rows) {
    const before = stored.get(row[id] as string)
    if (!before) fresh.push(row)
    else if (differs(row, before)) changed.push(row)
  }
  await updateRows<T>(context, table, id, changed as unknown as Partial<Row<T>>[])
  await insertRows<T>(
    context,
    table,
    fresh.map((row) => ({ ...row, ...insertOnly(row) }) as unknown as Partial<Row<T>>),
  )
  const idOf = (row: Pick<Row<T>, C>) => row[id] as string
  return new Changes(fresh.map(idOf), changed.map(idOf))
}

/** Whether a column of the row is another in the stored one. */
export const differs = <R extends object>(row: R, stored: R): boolean =>
  Object.entries(row).some(([name, value]) => !isDeepStrictEqual(value, stored[name as keyof R]))

export async function insertRows<T extends Table>(
  context: ImportContext,
  table: T,
  rows: Partial<Row<T>>[],
): Promise<void> {
  if (rows.length === 0) return
  const names = columnsOf(rows)
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${recordset(context, table, rows)}`.execute(
    context.tx,
  )
}

export async function updateRows<T extends Table>(
  context: ImportContext,
  table: T,
  id: Column<T>,
  rows: Partial<Row<T>>[],
): Promise<void> {
  if (rows.length === 0) return
  const sets = Object.keys(rows[0]!).map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`)
  await sql`update ${sql.table(table)} t set ${sql.join(sets)} from ${recordset(context, table, rows)} n
    where t.workspace_id = ${context.workspace.id} and t.${sql.ref(id)} = n.${sql.ref(id)}`.execute(context.tx)
}

/** Rows of this workspace as a table of the same shape. */
export function recordset<T extends Table>(
  context: ImportContext,
  table: T,
  rows: Partial<Row<T>>[],
): RawBuilder<unknown> {
  const records = rows.map((row) => ({ ...mapValues(row, encode), workspace_id: context.workspace.id }))
  return asRows(table, records)
}

export function columnsOf(rows: object[]): RawBuilder<unknown> {
  return sql.join(['workspace_id', ...Object.keys(rows[0]!)].map((name) => sql.ref(name)))
}

function mapValues(row: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, map(value)]))
}

function encode(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
}
