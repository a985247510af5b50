/**
 * Columns of texts that people wrote, which an erasure reads completely: no index knows whom they name (decision 50).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../platform/postgres/tables.ts'

/** A table with `workspace_id`, or `workspaces`. Each room lists its own. */
export type TextPlace = {
  table: keyof Tables
  /** The columns that identify a row within the workspace; rows are read in their order. */
  key: string[]
  texts: string[]
  /** Columns that hold one of these folded, by the column of the text. */
  folded?: Record<string, string>
  /** Columns of type json or jsonb. */
  json?: Record<string, 'json' | 'jsonb'>
  /** The time that is set when a row changes, so that programs fetch their copies again. */
  moves?: string
  /** Columns that are emptied when a row changes. */
  forgets?: string[]
  /** Rows that one transaction reads, where they may be large. */
  batch?: number
  /** Which rows to read; all where it is absent. */
  where?: RawBuilder<boolean>
  /** Whether the person took part in what the row is about; false where it is absent. */
  tookPart?(userId: string, standIn: string): RawBuilder<boolean>
}

export const workspaceTexts: TextPlace[] = [
  { table: 'workspaces', key: ['id'], texts: ['name', 'consent_text'] },
  { table: 'users', key: ['id'], texts: ['legal_hold'] },
  { table: 'channels', key: ['id'], texts: ['title'] },
  { table: 'api_keys', key: ['id'], texts: ['name'] },
  // An agenda or a transcript may be large.
  {
    table: 'former_texts',
    key: ['id'],
    texts: [],
    json: { former: 'json' },
    batch: 3,
    tookPart: (userId) => sql`by_user_id = ${userId}`,
  },
  { table: 'audit_log', key: ['at', 'id'], texts: ['path'], json: { details: 'jsonb' } },
]
