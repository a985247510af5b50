/** Imports lists of values of an object: members, attendees, shares, publications, assignees. */
import { sql } from 'kysely'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import { type Column, columnsOf, type Row, recordset, type Table } from './rows.ts'

/**
 * Replaces the lists of some objects by those of the file. Unchanged values are not written.
 * @param owner    the column of the object's id
 * @param own      the column that identifies the value within the list
 * @param owners   the objects whose list is in the file
 * @param changes  collects the objects whose list has changed
 */
export async function replaceLists<T extends Table>(
  context: ImportContext,
  table: T,
  { owner, own }: { owner: Column<T>; own: Column<T> },
  owners: string[],
  rows: Partial<Row<T>>[],
  changes: Changes,
): Promise<void> {
  const [relation, ownerColumn, ownColumn] = [sql.table(table), sql.ref(owner), sql.ref(own)]
  const known = owners.filter((id) => !changes.isNew(id))
  if (known.length > 0) {
    const gone = await sql<{ id: string }>`
      delete from ${relation} t
      where t.workspace_id = ${context.workspace.id} and t.${ownerColumn} = any(${known})
        and not exists (select from ${recordset(context, table, rows)} n
          where n.${ownerColumn} = t.${ownerColumn} and n.${ownColumn} = t.${ownColumn})
      returning t.${ownerColumn} as id`.execute(context.tx)
    changes.update(gone.rows.map((row) => row.id))
  }
  if (rows.length === 0) return
  const rest = Object.keys(rows[0]!).filter((name) => name !== owner && name !== own)
  const columns = (of: string) => sql.join(rest.map((name) => sql.ref(`${of}.${name}`)))
  const update = sql`do update set ${sql.join(rest.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
    where (${columns('t')}) is distinct from (${columns('excluded')})`
  const there = await sql<{ id: string }>`
    insert into ${relation} as t (${columnsOf(rows)}) select ${columnsOf(rows)} from ${recordset(context, table, rows)} n
    on conflict (workspace_id, ${ownerColumn}, ${ownColumn}) ${rest.length > 0 ? update : sql`do nothing`}
    returning ${ownerColumn} as id`.execute(context.tx)
  changes.update(there.rows.map((row) => row.id))
}

/** Rejects a repeated key in a list of objects, because the two objects could contradict each other. */
export function rejectRepeated<Item>(list: Item[], path: string, field: string, keyOf: (item: Item) => string): void {
  const seen = new Set<string>()
  for (const [index, item] of list.entries()) {
    const key = keyOf(item)
    if (seen.has(key)) throw new WorldError(`${path}[${index}].${field}`, `${key} is there twice`)
    seen.add(key)
  }
}
