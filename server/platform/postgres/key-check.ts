/** Compares SECRET_KEY with the keys that sealed the secrets of the database. A wrong key is refused at start. */
import { type RawBuilder, sql } from 'kysely'
import { OperatorError } from '../errors.ts'
import { allKeys, keyIdOf, open, reseal, SecretError, type SecretKey, seal } from '../secrets.ts'
import type { Db, Tx } from './db.ts'
import { isMigrated } from './migrate.ts'

type SealedValue = { workspace_id: string; id: string; sealed: Buffer }

/** A kind of sealed values. Each value is bound to `workspace_id/id`. */
export type SealedKind = {
  /** In the plural, for messages to the operator. */
  name: string
  /** All values as rows of SealedValue; an id with several values has several rows. */
  values: RawBuilder<unknown>
  /**
   * Seals all values of these rows with the current key, except in rows that another transaction has locked.
   * @returns how many rows were sealed again
   */
  reseal(tx: Tx, key: SecretKey, rows: SealedRow[]): Promise<number>
}

export type SealedRow = Pick<SealedValue, 'workspace_id' | 'id'>

/** A column of sealed values, or null. @param id  what tells the rows of a workspace apart */
export function sealedColumn(name: string, table: string, column: string, id = 'id'): SealedKind {
  const [from, value, key] = [sql.table(table), sql.ref(column), sql.ref(id)]
  return {
    name,
    values: sql`select workspace_id, ${key} as id, ${value} as sealed from ${from} where ${value} is not null`,

    async reseal(tx, secretKey, rows) {
      let count = 0
      for (const { workspace_id, id } of rows) {
        const own = sql`workspace_id = ${workspace_id} and ${key} = ${id} and ${value} is not null`
        const { rows: found } = await sql<Pick<SealedValue, 'sealed'>>`
          select ${value} as sealed from ${from} where ${own} for update skip locked`.execute(tx)
        if (found.length === 0) continue
        const sealed = reseal(secretKey, found[0]!.sealed, `${workspace_id}/${id}`)
        await sql`update ${from} set ${value} = ${sealed} where ${own}`.execute(tx)
        count++
      }
      return count
    },
  }
}

const [checked, owner] = ['Minutebook', 'secret_key_checks']

/**
 * Accepts a key that opens what is stored, or the first key of a database where nothing is sealed. From then on each
 * start needs this key. A new key needs the earlier ones beside it until everything is sealed with the new one.
 * @param keyName  where the current key comes from, for the message
 * @throws {OperatorError} a key is missing; nothing has changed
 */
export async function proveKey(db: Db, key: SecretKey, kinds: SealedKind[], keyName: string): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('secret_key_checks') is not null as known`.execute(
    db,
  )
  // The schema has not been made or brought up to date yet.
  if (!rows[0]!.known) return
  if (await isProven(db, key, keyName)) return
  // Part of the schema is missing, for example while another process makes it, so sealed values cannot be read yet. A
  // command that needs the key proves it again once the schema is complete.
  if (!(await isMigrated(db))) return
  await db.transaction().execute(async (tx) => {
    // If two processes start with different keys on an empty database, one is refused.
    await sql`lock table secret_key_checks in share row exclusive mode`.execute(tx)
    if (await isProven(tx, key, keyName)) return
    const { rows: checks } = await sql`select from secret_key_checks`.execute(tx)
    const earlier = checks.length === 0 ? await keysInUse(tx, key, kinds, keyName) : []
    for (const each of new Set([...earlier, key.current])) {
      const check = { key_id: keyIdOf(each), sealed: seal({ current: each, old: [] }, checked, owner) }
      await tx
        .insertInto('secret_key_checks')
        .values(check)
        .onConflict((row) => row.doNothing())
        .execute()
    }
  })
}

/** @returns whether the current key is known. @throws {OperatorError} a known key is missing */
async function isProven(db: Db, key: SecretKey, keyName: string): Promise<boolean> {
  const checks = await db.selectFrom('secret_key_checks').select(['key_id', 'sealed']).execute()
  const missing = checks.filter(({ sealed }) => !opens(key, sealed, owner))
  if (missing.length === 0) return checks.some(({ key_id }) => key_id.equals(keyIdOf(key.current)))
  throw missing.length === checks.length ? wrongKey(keyName) : halfChanged()
}

/** For a database that has no check yet: the keys that opened something. */
async function keysInUse(tx: Tx, key: SecretKey, kinds: SealedKind[], keyName: string): Promise<Buffer[]> {
  const inUse: Buffer[] = []
  for (const each of allKeys(key)) {
    const { rows } = await sql<SealedValue>`
      select * from (${everyValue(kinds)}) as stored where ${hasKeyId(each)} limit 1`.execute(tx)
    const [value] = rows
    if (value && opens({ current: each, old: [] }, value.sealed, `${value.workspace_id}/${value.id}`)) inUse.push(each)
  }
  const { rows } = await sql`select from (${everyValue(kinds)}) as stored limit 1`.execute(tx)
  if (rows.length > 0 && inUse.length === 0) throw wrongKey(keyName)
  return inUse
}

/** Called when everything is sealed with the current key: the others are not needed any more. */
export async function forgetOldKeys(tx: Tx, { current }: SecretKey): Promise<void> {
  await tx.deleteFrom('secret_key_checks').where('key_id', '<>', keyIdOf(current)).execute()
}

/** Values that none of the keys opens: their key was replaced in a way that is not supported. */
export async function findStrays(db: Db, key: SecretKey, kinds: SealedKind[]): Promise<string[]> {
  const known = sql.join(allKeys(key).map(hasKeyId), sql` or `)
  const found = kinds.map(async ({ name, values }) => {
    const { rows } = await sql<{ strays: number; workspace_id: string; id: string }>`
      select count(*)::integer as strays, min(workspace_id) as workspace_id, min(id) as id
      from (${values}) as stored where not (${known})`.execute(db)
    const { strays, workspace_id, id } = rows[0]!
    return strays > 0 ? [`${strays} ${name}, such as ${workspace_id}/${id}`] : []
  })
  return (await Promise.all(found)).flat()
}

/** Rows with a value that is not sealed with the current key. */
export async function listOthers(
  db: Db,
  key: SecretKey,
  { values }: SealedKind,
  { limit, workspaceId = null }: { limit: number; workspaceId?: string | null },
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select distinct workspace_id, id from (${values}) as stored
    where not ${hasKeyId(key.current)} and (${workspaceId}::text is null or workspace_id = ${workspaceId})
    order by workspace_id, id limit ${limit}`.execute(db)
  return rows
}

const hasKeyId = (key: Buffer) => sql<boolean>`substring(sealed from 2 for 4) = ${keyIdOf(key)}`

const everyValue = (kinds: SealedKind[]) =>
  sql.join(
    kinds.map(({ values }) => values),
    sql` union all `,
  )

function opens(key: SecretKey, sealed: Buffer, owner: string): boolean {
  try {
    open(key, sealed, owner)
    return true
  } catch (error) {
    if (error instanceof SecretError) return false
    throw error
  }
}

const wrongKey = (keyName: string) =>
  new OperatorError(
    `${keyName} is not the key that the secrets of this database are sealed with: start with that one, from a backup; if it is lost, export each workspace without --with-secrets and import it into a new database.`,
  )

const halfChanged = () =>
  new OperatorError(
    'The secrets of this database are being sealed with a new key: start with the new one in SECRET_KEY and the one before it in SECRET_KEY_OLD until `minutebook secret rotate` has ended.',
  )
