/**
 * Updates PostgreSQL's table statistics during an import. Autovacuum collects them only after a transaction. Within one,
 * the planner estimates 100 000 new rows as ten, and the triggers of sight (migrations/0010_sight.sql) read all of them
 * for each of 1000 others. Without this, the first 200 recordings next to 30 000 notes took two minutes instead of 0.2 s.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Tables } from '../../../platform/postgres/tables.ts'
import type { ListKind } from './identity.ts'

const tables: { [K in ListKind]?: [keyof Tables, ...(keyof Tables)[]] } = {
  users: ['users', 'addresses'],
  channels: ['channels', 'channel_members'],
  series: ['series'],
  events: ['events', 'event_attendees'],
  notes: ['notes', 'shares', 'publications', 'action_items', 'action_item_assignees'],
  recordings: ['recordings', 'shares', 'publications'],
  action_items: ['action_items', 'action_item_assignees'],
  decisions: ['decisions', 'decision_successions', 'decision_proposals', 'decision_changes'],
}

const readBySight: (keyof Tables)[] = [
  ...(['users', 'addresses', 'channel_members', 'event_attendees', 'notes', 'recordings'] as const),
  ...(['shares', 'publications', 'series_shares', 'sight'] as const),
]

const minRows = 50

export class Statistics {
  readonly #tx: Tx
  /** The kinds whose table is measured. */
  #measured = new Set<string>()
  #allowed: boolean | undefined
  #tables: (keyof Tables)[] = []
  #rows = 0
  #next = minRows

  private constructor(tx: Tx) {
    this.#tx = tx
  }

  static async open(tx: Tx): Promise<Statistics> {
    const statistics = new Statistics(tx)
    await statistics.#readMeasured()
    return statistics
  }

  /** Prepares the import of this kind. Nested loops are disabled until its table is measured. */
  async begin(kind: ListKind): Promise<void> {
    this.#tables = tables[kind] ?? []
    this.#rows = 0
    this.#next = minRows
    await this.#allowNestedLoops(this.#measured.has(kind))
  }

  /** Prepares the computation of sight, whose views read these tables. */
  async beginSight(): Promise<void> {
    await sql`analyze ${list(readBySight)}`.execute(this.#tx)
    await this.#readMeasured()
    await this.#allowNestedLoops(true)
  }

  /** Analyzes each time the number of rows has doubled. */
  async grow(rows: number): Promise<void> {
    this.#rows += rows
    if (this.#rows < this.#next || this.#tables.length === 0) return
    this.#next = this.#rows * 2
    await sql`analyze ${list(this.#tables)}`.execute(this.#tx)
    await this.#readMeasured()
    await this.#allowNestedLoops(true)
  }

  async #readMeasured(): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select distinct tablename as name from pg_stats where schemaname = current_schema()`.execute(this.#tx)
    this.#measured = new Set(rows.map(({ name }) => name))
  }

  async #allowNestedLoops(allowed: boolean): Promise<void> {
    if (allowed === this.#allowed) return
    this.#allowed = allowed
    await sql`select set_config('enable_nestloop', ${allowed ? 'on' : 'off'}, true)`.execute(this.#tx)
  }
}

function list(names: (keyof Tables)[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.table(name)))
}
