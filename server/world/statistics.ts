/**
 * Lets PostgreSQL know how large the tables have become. It plans by statistics that it gathers after a transaction,
 * and would search a table of 100 000 new rows as if there were ten: 2000 notes took 14 s, and take 2.
 */
import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Tables } from '../tables.ts'
import type { ListKind } from './identity.ts'

const tables: { [K in ListKind]?: (keyof Tables)[] } = {
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

  constructor(tx: Tx, kind: ListKind) {
    this.#tx = tx
    this.#tables = tables[kind] ?? []
  }

  /** Each time that the rows have doubled. */
  async grow(rows: number): Promise<void> {
    this.#rows += rows
    if (this.#rows < this.#next || this.#tables.length === 0) return
    this.#next = this.#rows * 2
    await sql`analyze ${sql.join(this.#tables.map((table) => sql.table(table)))}`.execute(this.#tx)
  }
}
