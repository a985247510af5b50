/** Reads the texts of a workspace that are in no index, and rewrites those that name the person (decision 50 on erasure). */
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Erasure } from '../../../people/privacy/erasure.ts'
import { nameEraser } from '../../../people/privacy/name-eraser.ts'
import type { TextPlace } from '../../../people/privacy/text-places.ts'
import { asRows, type Tx } from '../../../platform/postgres/db.ts'
import { foldCase } from '../../../platform/text.ts'

/** Rows that one transaction reads, unless the `TextPlace` has its own number. */
const usualBatch = 500

type TextRow = Record<string, unknown> & { took_part: boolean }

/**
 * @param texts  of all rooms, except those that search finds: notes, recordings and items
 * @param position  the name of a place and the key of the last row that was read there
 * @returns the next position; null at the end
 */
export async function eraseTexts(
  tx: Tx,
  texts: readonly TextPlace[],
  erasure: Erasure,
  position: string[] | null,
): Promise<string[] | null> {
  const [name, ...after] = position ?? [nameOfPlace(texts[0]!)]
  const index = texts.findIndex((each) => nameOfPlace(each) === name)
  // Another release has no place of this name: all texts are read anew.
  if (index === -1) return [nameOfPlace(texts[0]!)]
  const place = texts[index]!
  const rows = await readRows(tx, erasure, place, after)
  const erasers = {
    near: nameEraser(erasure.userId, erasure.names, true),
    far: nameEraser(erasure.userId, erasure.names, false),
  }
  const changed = rows.flatMap((row) => {
    const eraser = row.took_part ? erasers.near : erasers.far
    const columns = [...place.texts, ...Object.keys(place.json ?? {})]
    const before = Object.fromEntries(columns.map((column) => [column, row[column]]))
    const erased = Object.fromEntries(
      columns.map((column) => [
        column,
        typeof row[column] === 'string' ? eraser.line(row[column]) : eraser.value(row[column]),
      ]),
    )
    if (isDeepStrictEqual(erased, before)) return []
    const folded = Object.entries(place.folded ?? {}).map(([text, column]) => [
      column,
      foldCase(erased[text] as string),
    ])
    const key = place.key.map((column) => [column, row[column]])
    return [{ ...Object.fromEntries([...key, ...folded]), ...erased }]
  })
  if (changed.length > 0) await writeRows(tx, erasure, place, changed)
  if (rows.length === batchOf(place)) return [name!, ...place.key.map((column) => textOf(rows.at(-1)![column]))]
  const next = texts[index + 1]
  return next ? [nameOfPlace(next)] : null
}

/** A table may be in several places, each with columns of its own. */
export const nameOfPlace = ({ table, texts, json = {} }: TextPlace) => [table, ...texts, ...Object.keys(json)].join(' ')

async function readRows(tx: Tx, erasure: Erasure, place: TextPlace, after: string[]): Promise<TextRow[]> {
  const { workspaceId, userId, names } = erasure
  const columns = [...place.key, ...place.texts, ...Object.keys(place.json ?? {})].map((column) => sql.ref(column))
  const tookPart = place.tookPart?.(userId, names.standIn) ?? sql`false`
  const beyond: RawBuilder<unknown> =
    after.length > 0 ? sql`(${keyOf(place)}) > (${sql.join(after.map((value) => sql`${value}`))})` : sql`true`
  const { rows } = await sql<TextRow>`
    select ${sql.join(columns)}, ${tookPart} as took_part from ${sql.table(place.table)}
    where ${workspaceOf(place)} = ${workspaceId} and ${beyond} and ${place.where ?? sql`true`}
    order by ${keyOf(place)} limit ${sql.lit(batchOf(place))} for no key update`.execute(tx)
  return rows
}

async function writeRows(tx: Tx, { workspaceId, now }: Erasure, place: TextPlace, rows: object[]): Promise<void> {
  const written = [...place.texts, ...Object.values(place.folded ?? {}), ...Object.keys(place.json ?? {})].map(
    (column) => sql`${sql.ref(column)} = erased.${sql.ref(column)}`,
  )
  const emptied = (place.forgets ?? []).map((column) => sql`${sql.ref(column)} = null`)
  const before = place.moves && sql.ref(`${place.table}.${place.moves}`)
  const moved = before ? [sql`${sql.ref(place.moves!)} = greatest(${before}, ${now}::timestamptz)`] : []
  const same = place.key.map((column) => sql`${sql.ref(`${place.table}.${column}`)} = erased.${sql.ref(column)}`)
  await sql`
    update ${sql.table(place.table)} set ${sql.join([...written, ...emptied, ...moved])}
    from ${asRows(place.table, rows)} erased
    where ${workspaceOf(place)} = ${workspaceId} and ${sql.join(same, sql` and `)}`.execute(tx)
}

const workspaceOf = ({ table }: TextPlace) => sql.ref(`${table}.${table === 'workspaces' ? 'id' : 'workspace_id'}`)

const batchOf = ({ batch = usualBatch }: TextPlace) => batch

const keyOf = ({ key }: TextPlace) => sql.join(key.map((column) => sql.ref(column)))

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))
