/** The row types of a database as TypeScript: each table and view with its columns, in the words of the migrations. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { columnTypes } from '../server/platform/postgres/column-types.ts'
import type { Db } from '../server/platform/postgres/db.ts'
import { migrationFiles, migrationsFolder } from '../server/platform/postgres/migrate.ts'

const heading = `/**
 * The rows of each table and view. \`npm run schema\` writes this file from the database that the migrations make; the
 * comments are theirs. What a database does not know of its columns stands in column-types.ts.
 */
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'`

/** As the file that is written imports it. */
const stored = './column-types.ts'

const helpers = `/** Read as a value, written as its text. */
type Json<Value, Missing = never> = ColumnType<Value, string | Missing, string>
/** Read as text, since a number may not hold it. */
type Int8<Missing = never> = ColumnType<string, string | number | Missing, string | number>`

type Column = {
  owner: string
  name: string
  /** As PostgreSQL calls it, without precision and \`[]\`. */
  type: string
  is_list: boolean
  nullable: boolean
  has_default: boolean
  is_computed: boolean
  is_view: boolean
}

export async function rowTypes(db: Db): Promise<string> {
  const { rows: columns } = await readColumns.execute(db)
  const comments = await readComments(columns)
  const unions = await readUnions(db)
  const tables = [...Map.groupBy(columns, ({ owner }) => owner)].map(([owner, own]) => {
    const lines = own.map((column) => {
      const key = keyOf(column)
      return `${commentText(comments.get(key), '    ')}    ${column.name}: ${columnText(column, unions.get(key))}`
    })
    return `${commentText(comments.get(owner), '  ')}  ${owner}: {\n${lines.join('\n')}\n  }`
  })
  const names = new Set(columns.filter(({ is_view }) => !is_view).map(({ owner }) => owner))
  return `${[
    [heading, 'import type {', ...importedTypes(unions).map((name) => `  ${name},`), `} from '${stored}'`].join('\n'),
    `export type Tables = {\n${tables.join('\n')}\n}`,
    namedUnions(unions).join('\n'),
    [...names].map((name) => `export type ${rowName(name)} = Selectable<Tables['${name}']>`).join('\n'),
    helpers,
  ].join('\n\n')}\n`
}

const keyOf = ({ owner, name }: Column): string => `${owner}.${name}`

/** A union that column-types.ts gives a name has it here. */
function namedUnions(unions: Map<string, string>): string[] {
  const named = [...unions].filter(([key]) => key in columnTypes)
  return named.map(([key, union]) => `export type ${columnTypes[key]} = ${union}`)
}

function importedTypes(unions: Map<string, string>): string[] {
  const texts = Object.entries(columnTypes).filter(([key]) => !unions.has(key))
  const names = texts.flatMap(([, text]) => text.match(/\b[A-Z]\w+/g) ?? [])
  return [...new Set(names)].filter((name) => !['ColumnType', 'Record', 'Buffer'].includes(name)).sort()
}

function columnText(column: Column, union?: string): string {
  const { type, is_list, nullable, has_default, is_computed } = column
  const known = columnTypes[keyOf(column)]
  const orNull = nullable ? ' | null' : ''
  if (known?.startsWith('ColumnType<')) return known + orNull
  if (type === 'json' || type === 'jsonb') {
    if (!known) throw new Error(`column-types.ts lacks the type of ${keyOf(column)}`)
    return `Json<${known}${has_default ? ', undefined' : ''}>${orNull}`
  }
  if (type === 'bigint' && !is_list && !is_computed) return `Int8${has_default ? '<undefined>' : ''}${orNull}`
  const one = known ?? union ?? scalars[type]
  if (!one) throw new Error(`row-types.ts lacks the type ${type} of ${keyOf(column)}`)
  const list = one.includes('|') ? `(${one})[]` : `${one}[]`
  const whole = (is_list ? list : one) + orNull
  if (is_computed) return `GeneratedAlways<${whole}>`
  return has_default ? `Generated<${whole}>` : whole
}

const scalars: Record<string, string> = {
  text: 'string',
  'character varying': 'string',
  uuid: 'string',
  xid8: 'string',
  bytea: 'Buffer',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'string',
  real: 'number',
  'double precision': 'number',
  'timestamp with time zone': 'Date',
  // A day, `YYYY-MM-DD`.
  date: 'string',
}

/** `recap_mail_wishes`: RecapMailWishRow. */
function rowName(table: string): string {
  const one = table
    .replace(/people$/, 'person')
    .replace(/(?<!ser)ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x)es$/, '')
  const words = one.replace(/(?<!s|serie)s$/, '').split('_')
  return `${words.map((word) => (word === 'oauth' ? 'OAuth' : word[0]!.toUpperCase() + word.slice(1))).join('')}Row`
}

function commentText(lines: string[] | undefined, indent: string): string {
  if (!lines) return ''
  if (lines.length === 1 && lines[0]!.length < 105) return `${indent}/** ${lines[0]} */\n`
  return `${[`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n')}\n`
}

/** What the migrations say directly above a table, a view or a column, by \`table\` or \`table.column\`. */
async function readComments(columns: Column[]): Promise<Map<string, string[]>> {
  const isColumn = new Set(columns.map(({ owner, name }) => `${owner}.${name}`))
  const comments = new Map<string, string[]>()
  for (const file of await migrationFiles()) {
    let table = ''
    let above: string[] = []
    for (const line of (await readFile(new URL(file, migrationsFolder), 'utf8')).split('\n')) {
      const comment = /^\s*-- ?(.*)/.exec(line)?.[1]
      if (comment !== undefined) {
        above.push(comment)
        continue
      }
      const opened = /^create (?:unlogged )?(?:table|view) (\w+)/.exec(line)?.[1]
      const added = /^alter table (\w+) add column (\w+)/.exec(line)
      if (opened) table = opened
      if (/^\)/.test(line)) table = ''
      const key = opened ?? (added ? `${added[1]}.${added[2]}` : `${table}.${/^ {2}(\w+) /.exec(line)?.[1]}`)
      if (above.length > 0 && (opened || isColumn.has(key))) comments.set(key, above)
      above = []
    }
  }
  return comments
}

/** The values that a check allows a column, as a union, by \`table.column\`. */
async function readUnions(db: Db): Promise<Map<string, string>> {
  const { rows } = await readChecks.execute(db)
  return new Map(
    rows.flatMap(({ owner, name, text }) => {
      const values = /(?:= ANY|<@) \(?(?:ARRAY\[(.+?)\]|'\{(.+?)\}')/.exec(text)
      if (!values || / OR /.test(text)) return []
      const words = values[1] ? values[1].matchAll(/'([^']*)'/g).map(([, word]) => word!) : values[2]!.split(',')
      return [[`${owner}.${name}`, [...words].map((word) => `'${word}'`).join(' | ')] as const]
    }),
  )
}

const ours = sql`relnamespace = 'public'::regnamespace and relname not like 'kysely%'`

// A view does not know what is never null: nothing of ours is null in one.
const readColumns = sql<Column>`
  select relname as owner, attname as name, format_type(coalesce(nullif(typelem, 0), atttypid), null) as type,
    typcategory = 'A' as is_list, relkind = 'r' and not attnotnull as nullable,
    adbin is not null and attgenerated = '' as has_default, attidentity = 'a' or attgenerated = 's' as is_computed,
    relkind = 'v' as is_view
  from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
  left join pg_attrdef on adrelid = pg_class.oid and adnum = attnum
  where relkind in ('r', 'v') and ${ours} and attnum > 0 and not attisdropped
  order by relkind, relname, attnum`

const readChecks = sql<{ owner: string; name: string; text: string }>`
  select relname as owner, attname as name, pg_get_constraintdef(pg_constraint.oid) as text
  from pg_constraint join pg_class on pg_class.oid = conrelid
  join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'c' and cardinality(conkey) = 1 and ${ours} order by conname`
