/**
 * Updates PostgreSQL's table statistics during an import. Autovacuum gathers them only after a transaction, so within one
 * the planner takes 100 000 new rows for ten, and the triggers of sight (migrations/0002_sight.sql) read all of them for
 * each of 1000 others. The first 200 recordings next to 30 000 notes took two minutes; now they take a fifth of a second.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Tables } from '../../tables.ts'
import type { ListKind } from './identity.ts'

const tables: { [K in ListKind]?: [keyof Tables, ...(keyof Tables)[]] } = {
  users: ['users'],
  channels: ['channels', 'channel_members'],
  series: ['series'],
  events: ['events', 'event_attendees'],
  notes: ['notes', 'note_shares', 'note_publications', 'note_sight', 'action_items', 'action_item_assignees'],
  recordings: ['recordings', 'recording_shares', 'recording_publications', 'recording_sight'],
  action_items: ['action_items', 'action_item_assignees'],
}

const leastRows = 50

export class Statistics {
  readonly #tx: Tx
  readonly #tables: (keyof Tables)[]
  #rows = 0
  #next = leastRows

  private constructor(tx: Tx, kind: ListKind) {
    this.#tx = tx
    this.#tables = tables[kind] ?? []
  }

  /** Until a table is measured, nested loops are disabled. */
  static async start(tx: Tx, kind: ListKind): Promise<Statistics> {
    const { rows } =
      await sql`select from pg_stats where schemaname = current_schema() and tablename = ${kind} limit 1`.execute(tx)
    await allowNestedLoops(tx, rows.length > 0)
    return new Statistics(tx, kind)
  }

  /** Analyzes each time the number of rows has doubled. */
  async grow(rows: number): Promise<void> {
    this.#rows += rows
    if (this.#rows < this.#next || this.#tables.length === 0) return
    this.#next = this.#rows * 2
    await sql`analyze ${list(this.#tables)}`.execute(this.#tx)
    await allowNestedLoops(this.#tx, true)
  }
}

function allowNestedLoops(tx: Tx, allowed: boolean) {
  return sql`select set_config('enable_nestloop', ${allowed ? 'on' : 'off'}, true)`.execute(tx)
}

function list(names: (keyof Tables)[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.table(name)))
}
