/** The lists of a person's data (decision 50 on erasure). Without secrets and hashes of secrets. */
import { type RawBuilder, sql } from 'kysely'

/** The exported person; `names` are their names as speaker in transcripts. */
export type Subject = { workspaceId: string; userId: string; names: string[] }

/** A list, ordered and paged by `key`. Each room has its own; the schema of the export says what is in it. */
export type Section = {
  name: string
  key: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** The tables and the condition, without the workspace's. */
  from(subject: Subject): RawBuilder<unknown>
  /** Rows per statement; 200 by default. */
  rows?: number
}

/** The rows of a table that name the person in `user_id`. */
export const ownTable = (name: string, table: string, columns: RawBuilder<unknown>, key = sql`own.id`): Section => ({
  name,
  columns,
  key,
  from: ({ userId }) => sql`${sql.table(table)} own where own.user_id = ${userId}`,
})
