/** The schema of a database as SQL for readers: each table with its indexes and triggers, then views, then functions. */
import { sql } from 'kysely'
import type { Db } from '../server/platform/postgres/db.ts'

const heading = `-- The schema as it is. \`npm run schema\` writes this file from the numbered ones beside it, which give the reasons.
-- The definitions are in PostgreSQL's own form, without comments: tables with their indexes and triggers, views,
-- functions, each in the order of their names.`

type Lines = { name: string; lines: string[] }

export async function schemaText(db: Db): Promise<string> {
  const [columns, keys, indexes, triggers] = await Promise.all([
    readLines(db, columnLines),
    readLines(db, keyLines),
    readLines(db, indexLines),
    readLines(db, triggerLines),
  ])
  const { rows: tables } = await tableHeads.execute(db)
  const texts = tables.map(({ name, head, options }) => {
    const parts = [...(columns.get(name) ?? []), ...(keys.get(name) ?? [])].map(plain)
    const after = [...(indexes.get(name) ?? []), ...(triggers.get(name) ?? [])].map((line) => `${plain(line)};`)
    return [`${head} (`, parts.map((part) => `  ${part}`).join(',\n'), `)${options};`, ...after].join('\n')
  })
  const { rows: sequences } = await sequenceNames.execute(db)
  const { rows: views } = await viewTexts.execute(db)
  const { rows: functions } = await functionTexts.execute(db)
  const parts = [
    heading,
    ...sequences.map(({ name }) => `create sequence ${name};`),
    ...texts,
    ...views.map(({ name, text }) => `create view ${name} as\n${plain(text)}`),
    ...functions.map(({ text }) => `${plainHead(text)};`),
  ]
  return `${parts.join('\n\n')}\n`
}

/** PostgreSQL's text with small keywords, in lines, and without what goes without saying. */
function plain(text: string): string {
  return text
    .replace(/\bpublic\./g, '')
    .replace(/ USING btree\b/g, '')
    .replace(/('[^']*')::text\b(?!\[)/g, '$1')
    .replace(/timestamp(\(3\))? with time zone/g, 'timestamptz$1')
    .replace(/ (?=FOR EACH |EXECUTE FUNCTION )/g, '\n  ')
    .replace(/'[^']*'|\b[A-Z]{2,}\b/g, (word) => (word.startsWith("'") ? word : word.toLowerCase()))
}

/** The same of a function, whose body is kept as it was written. */
function plainHead(text: string): string {
  const start = text.search(/\bAS \$|\bRETURN\b|\bBEGIN ATOMIC\b/)
  return plain(text.slice(0, start)).replace('create or replace', 'create') + text.slice(start).trimEnd()
}

async function readLines(db: Db, query: typeof columnLines): Promise<Map<string, string[]>> {
  const { rows } = await query.execute(db)
  return new Map(rows.map(({ name, lines }) => [name, lines]))
}

const ours = sql`relnamespace = 'public'::regnamespace and relname not like 'kysely%'`

const tableHeads = sql<{ name: string; head: string; options: string }>`
  select relname as name,
    case relpersistence when 'u' then 'create unlogged table ' else 'create table ' end || relname as head,
    coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as options
  from pg_class where relkind = 'r' and ${ours} order by relname`

// Those of identity columns belong to their tables.
const sequenceNames = sql<{ name: string }>`
  select relname as name from pg_class
  where relkind = 'S' and ${ours} and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'i')
  order by relname`

const columnLines = sql<Lines>`
  select relname as name, array_agg(
    attname || ' ' || format_type(atttypid, atttypmod)
    || case when collname <> 'default' then format(' collate %I', collname) else '' end
    || case when attnotnull then ' not null' else '' end
    || case when attidentity = 'a' then ' generated always as identity'
      when attgenerated = 's' then format(' generated always as (%s) stored',
        btrim(regexp_replace(pg_get_expr(adbin, adrelid, true), '\\s+', ' ', 'g')))
      when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid, true) else '' end
    || case when attstattarget = 0 then ' /* statistics 0 */' else '' end order by attnum) as lines
  from pg_class join pg_attribute on attrelid = pg_class.oid
  left join pg_collation on pg_collation.oid = attcollation
  left join pg_attrdef on adrelid = pg_class.oid and adnum = attnum
  where relkind = 'r' and ${ours} and attnum > 0 and not attisdropped group by relname`

// A column's own "not null" is a constraint too since PostgreSQL 18.
const keyLines = sql<Lines>`
  select relname as name,
    array_agg(pg_get_constraintdef(pg_constraint.oid, true) order by position(contype in 'pucf'), conname) as lines
  from pg_constraint join pg_class on pg_class.oid = conrelid
  where contype in ('p', 'u', 'c', 'f') and ${ours} group by relname`

const indexLines = sql<Lines>`
  select relname as name, array_agg(pg_get_indexdef(indexrelid, 0, true) order by indexrelid::regclass::text) as lines
  from pg_index join pg_class on pg_class.oid = indrelid
  where ${ours} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  group by relname`

const triggerLines = sql<Lines>`
  select relname as name, array_agg(
    pg_get_triggerdef(pg_trigger.oid, true) || case tgenabled when 'D' then ' /* disabled */' else '' end order by tgname) as lines
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where not tgisinternal and ${ours} group by relname`

const viewTexts = sql<{ name: string; text: string }>`
  select relname as name, pg_get_viewdef(oid, true) as text from pg_class where relkind = 'v' and ${ours} order by relname`

const functionTexts = sql<{ text: string }>`
  select pg_get_functiondef(oid) as text from pg_proc
  where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  order by proname`
