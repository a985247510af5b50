/**
 * Pages of notes or recordings: the ids of what is on one are found first, from indexes as far as that goes, and then only the
 * page's own rows are read. Three ways:
 *
 * - In order: nothing but creation is asked for. One index range of the caller's sight, or of the channel.
 * - By event: the few things of one event, each asked whether it is seen.
 * - Sought, by title or change (sought-ids.ts).
 *
 * There are few wordings, whatever a request asks for: what it leaves out is filled in by a value that changes nothing.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { limitOf, type Page, type PageRequest, toPage } from '../platform/http/page.ts'
import type { Db } from '../platform/postgres/db.ts'
import { Statement } from '../platform/postgres/statement.ts'
import type { Caller } from '../workspace/caller.ts'
import { requireChannel } from '../workspace/channels.ts'
import {
  type Asked,
  askFor,
  type Filters,
  isAllowed,
  isInRange,
  isOfWorkspace,
  isSeen,
  listOf,
  matches,
} from './list-query.ts'
import { soughtIds } from './sought-ids.ts'
import { type Kind, namesOf } from './visible.ts'

const ways = { inOrder, byEvent, sought: soughtIds }

function wayTo({ eventGuid, title, changed }: Asked): keyof typeof ways {
  if (eventGuid !== null) return 'byEvent'
  return title || changed ? 'sought' : 'inOrder'
}

type Listed = { id: string; created_at: Date }

/**
 * Reads pages of a kind of things, newest first.
 * @param select  the columns for a caller; which rows they are of is left to this
 */
export function pageReader<Columns extends object, Joined, From extends keyof Joined, Row extends Listed>(
  kind: Kind,
  select: (db: Db, caller: Caller, columns: Columns) => SelectQueryBuilder<Joined, From, Row>,
) {
  const { things } = namesOf(kind)
  const statementOf = (way: keyof typeof ways) =>
    new Statement((db: Db, asked: Asked & { columns: Columns }) => {
      const ids = sql`select id from (${ways[way](kind, asked)}) as found limit ${asked.shown}::int + 1`
      return select(db, asked.caller, asked.columns)
        .where(sql<boolean>`${things}.id = any(array(${ids}))`)
        .orderBy(sql`${things}.created_at`, 'desc')
        .orderBy(sql`${things}.id`, 'desc')
    })
  const statements = { inOrder: statementOf('inOrder'), byEvent: statementOf('byEvent'), sought: statementOf('sought') }
  /** @throws {ApiError} 400 for a channel that is unknown or not the caller's to name */
  return async (
    db: Db,
    caller: Caller,
    { filters, columns, page }: { filters: Filters; columns: Columns; page: PageRequest },
  ): Promise<Page<Row>> => {
    const asked = { ...askFor(caller, filters, page), columns }
    const rows = await statements[wayTo(asked)].run(db, asked)
    if (rows.length === 0 && filters.channel_id != null) await requireChannel(db, caller, filters.channel_id)
    return toPage(`${kind}s`, page, rows, (row) => ({ time: row.created_at, id: row.id }))
  }
}

function inOrder(kind: Kind, asked: Asked): RawBuilder<string> {
  return sql`select id from ${listOf(kind, asked)} as listed limit ${limitOf(asked.page)}`
}

function byEvent(kind: Kind, asked: Asked): RawBuilder<string> {
  return sql`select thing.id from ${namesOf(kind).things} thing
    where ${isAllowed(asked)} and ${isOfWorkspace(asked)} and ${isInRange('thing', asked)} and ${matches(kind, asked)}
      and ${isSeen(kind, asked, sql`thing.id`)}
    order by thing.created_at desc, thing.id desc limit ${limitOf(asked.page)}`
}
