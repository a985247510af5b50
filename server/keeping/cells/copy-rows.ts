/** Copies the rows of a workspace, table by table, as they are. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Print } from './cell.ts'
import { underLock } from './freeze.ts'
import type { CarriedColumn, CarriedTable } from './tables.ts'

/** What is added to the numbers of each numbering column, by `table.column`. */
export type Shifts = Map<string, bigint>

/** About this many bytes are in memory at once, or one row. */
const batchBytes = 4 * 1_048_576
const maxRows = 5_000

/** In a query over the table: the column's value for the other database, as text. */
export function textOf({ name, numberedBy }: CarriedColumn, shifts: Shifts) {
  const shift = numberedBy === null ? undefined : shifts.get(numberedBy)
  return shift === undefined
    ? sql<string | null>`${sql.ref(name)}::text`
    : sql<string | null>`(${sql.ref(name)} + ${sql.lit(String(shift))}::bigint)::text`
}

/** Reserves numbers at the target for those that rows have at the source, in the same order. */
export async function reserveNumbers(
  source: Db | Tx,
  target: Db,
  tables: CarriedTable[],
  workspaceId: string,
): Promise<Shifts> {
  const shifts: Shifts = new Map()
  for (const { name, owner, columns } of tables) {
    for (const column of columns.filter((each) => each.numberedBy === `${name}.${each.name}`)) {
      const own = sql.ref(column.name)
      const { rows } = await sql<{ first: string | null; last: string }>`
        select min(${own})::text as first, max(${own})::text as last from ${sql.table(name)}
        where ${sql.ref(owner)} = ${workspaceId}`.execute(source)
      const { first, last } = rows[0]!
      if (first === null) continue
      const begin = await reserve(target, name, column.name, BigInt(last) - BigInt(first) + 1n)
      shifts.set(`${name}.${column.name}`, begin - BigInt(first))
    }
  }
  return shifts
}

/** Numbers are taken by writing to the table, so the lock keeps others from taking one in between. */
function reserve(target: Db, table: string, column: string, count: bigint): Promise<bigint> {
  return underLock(target, async (tx) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
    const sequence = sql`pg_get_serial_sequence(${table}, ${column})::regclass`
    const { rows } = await sql<{ first: string }>`select nextval(${sequence})::text as first`.execute(tx)
    const first = BigInt(rows[0]!.first)
    await sql`select setval(${sequence}, ${String(first + count)}::bigint)`.execute(tx)
    return first
  })
}

/** @returns how many rows */
export async function copyTable(
  source: Tx,
  target: Tx,
  table: CarriedTable,
  { workspaceId, shifts, print }: { workspaceId: string; shifts: Shifts; print: Print },
): Promise<number> {
  const cursor = sql.ref(`copy_${table.name}`)
  const columns = table.columns.map((column, index) => sql`${textOf(column, shifts)} as ${sql.ref(`c${index}`)}`)
  await sql`declare ${cursor} no scroll cursor for select ${sql.join(columns)} from ${sql.table(table.name)}
    where ${sql.ref(table.owner)} = ${sql.lit(workspaceId)}`.execute(source)
  let [copied, wanted] = [0, 50]
  for (let reported = 0; ; ) {
    const { rows } = await sql<CopiedRow>`fetch ${sql.lit(wanted)} from ${cursor}`.execute(source)
    if (rows.length === 0) break
    await insert(target, table, rows)
    copied += rows.length
    wanted = Math.max(1, Math.min(maxRows, Math.floor((batchBytes * rows.length) / bytesOf(rows))))
    if (copied - reported >= 100_000) print(`${table.name}: ${copied} rows so far`)
    if (copied - reported >= 100_000) reported = copied
  }
  await sql`close ${cursor}`.execute(source)
  return copied
}

type CopiedRow = Record<string, string | null>

const bytesOf = (rows: CopiedRow[]) =>
  rows.reduce((sum, row) => Object.values(row).reduce((own, text) => own + (text?.length ?? 0), sum), 1)

async function insert(target: Tx, { name, columns }: CarriedTable, rows: CopiedRow[]): Promise<void> {
  const names = columns.map((column) => sql.ref(column.name))
  const values = columns.map((_, index) => sql`${rows.map((row) => row[`c${index}`])}::text[]`)
  const places = columns.map((_, index) => sql.ref(`c${index}`))
  const typed = columns.map(({ type }, index) => sql`${places[index]}::${sql.raw(type)}`)
  await sql`
    insert into ${sql.table(name)} (${sql.join(names)}) overriding system value
    select ${sql.join(typed)} from unnest(${sql.join(values)}) as carried (${sql.join(places)})`.execute(target)
}
