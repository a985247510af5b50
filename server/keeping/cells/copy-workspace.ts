/** Copies a frozen workspace into another database, in one transaction: all of it, compared, or nothing. */
import { sql } from 'kysely'
import { OperatorError } from '../../platform/errors.ts'
import { type Db, inSnapshot, type Tx } from '../../platform/postgres/db.ts'
import { type Fingerprint, fingerprintOf } from '../../platform/postgres/fingerprint.ts'
import { listOthers, type SealedKind } from '../../platform/postgres/key-check.ts'
import { allKeys } from '../../platform/secrets.ts'
import { lockNumbering } from '../../webhooks/stream/stream-events.ts'
import type { Cell, Print } from './cell.ts'
import { copyTable, reserveNumbers, type Shifts, textOf } from './copy-rows.ts'
import { type CarriedTable, readTables } from './tables.ts'

export type CopyOptions = { workspaceId: string; freeze: string; sealedKinds: SealedKind[]; print: Print }

/** @throws {OperatorError} the copy differs from the source; then the target has nothing of it */
export async function copyWorkspace(source: Cell, target: Cell, options: CopyOptions): Promise<void> {
  const { workspaceId, freeze, print } = options
  const tables = await readTables(source.db)
  await raiseSequences(source.db, target.db)
  await inSnapshot(source.db, async (from) => {
    const shifts = await reserveNumbers(from, target.db, tables, workspaceId)
    await target.db.transaction().execute(async (to) => {
      await copyClients(from, to, workspaceId)
      for (const table of tables) {
        const rows = await copyTable(from, to, table, { workspaceId, shifts, print })
        if (rows > 0) print(`${table.name}: ${rows} rows`)
      }
      await compare(from, to, tables, workspaceId, shifts)
      print(`Counted and hashed ${tables.length} tables on both sides: they are the same.`)
      await resealFor(target, source, to, options)
      const [since, address] = [target.clock(), null]
      await to
        .insertInto('frozen_workspaces')
        .values({ workspace_id: workspaceId, state: 'arriving', freeze_id: freeze, since, target: address })
        .execute()
      // Listeners would miss a lower number that another transaction commits after these rows.
      await lockNumbering(to)
    })
  })
}

/** @throws {OperatorError} names the first table that differs */
async function compare(from: Tx, to: Tx, tables: CarriedTable[], workspaceId: string, shifts: Shifts): Promise<void> {
  for (const table of tables) {
    const left = await fingerprint(from, table, workspaceId, shifts)
    const right = await fingerprint(to, table, workspaceId)
    if (left.rows === right.rows && left.hash === right.hash) continue
    throw new OperatorError(
      `The rows of ${table.name} are not the same on both sides (${left.rows} there, ${right.rows} here): nothing was moved.`,
    )
  }
}

/**
 * Counts and hashes the rows of a workspace, so that two databases can be compared.
 * @param shifts  turn the numbers of the source into those of the target
 */
async function fingerprint(
  db: Db | Tx,
  { name, owner, columns }: CarriedTable,
  workspaceId: string,
  shifts: Shifts = new Map(),
): Promise<Fingerprint> {
  const row = sql<string>`row(${sql.join(columns.map((column) => textOf(column, shifts)))})::text`
  const { rows } = await sql<Fingerprint>`
    select ${fingerprintOf(row)} from ${sql.table(name)}
    where ${sql.ref(owner)} = ${workspaceId}`.execute(db)
  return rows[0]!
}

/** Clients hold numbers of the sequences that belong to no column, so these continue from the higher number. */
async function raiseSequences(source: Db, target: Db): Promise<void> {
  const { rows } = await sql<{ name: string; last: string }>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and deptype = 'i'
        and objid = format('%I.%I', schemaname, sequencename)::regclass)`.execute(source)
  await target.transaction().execute(async (tx) => {
    await lockNumbering(tx)
    for (const { name, last } of rows)
      await sql`select setval(${name}::regclass, ${last}::bigint) from ${sql.table(name)} where last_value < ${last}::bigint`.execute(
        tx,
      )
  })
}

/** Copies the programs that registered themselves and hold grants of the workspace. */
async function copyClients(from: Tx, to: Tx, workspaceId: string): Promise<void> {
  const clients = await from
    .selectFrom('oauth_clients')
    .selectAll()
    .where('id', 'in', (row) =>
      row.selectFrom('oauth_grants').select('client_id').where('workspace_id', '=', workspaceId),
    )
    .execute()
  if (clients.length === 0) return
  await to
    .insertInto('oauth_clients')
    .values(clients)
    .onConflict((row) => row.doNothing())
    .execute()
}

const resealedAtOnce = 100

/** Seals all secrets again, with the key of the target's service. */
async function resealFor(target: Cell, source: Cell, to: Tx, { workspaceId, sealedKinds }: CopyOptions): Promise<void> {
  const { current, old } = target.secretKey
  const key = { current, old: [...old, ...allKeys(source.secretKey)] }
  for (const kind of sealedKinds) {
    for (;;) {
      const rows = await listOthers(to, key, kind, { limit: resealedAtOnce, workspaceId })
      if (rows.length === 0) break
      await kind.reseal(to, key, rows)
    }
  }
}
