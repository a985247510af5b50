/** The filters that every dated list shares (spec 2.7; decisions 9, 11). */
import { type RawBuilder, sql } from 'kysely'
import Type from 'typebox'
import { decisive } from '../postgres/db.ts'
import { containsPattern, foldCase } from '../text.ts'
import { parseDateFilter } from '../time.ts'
import { DateFilter, Maybe } from './schema.ts'

/** Bounds on creation and update, both inclusive at the precision given. */
export const dateBounds = {
  created_at_start: Maybe(DateFilter('Created at or after.')),
  created_at_end: Maybe(DateFilter('Created at or before.')),
  updated_at_start: Maybe(DateFilter('Updated at or after.')),
  updated_at_end: Maybe(DateFilter('Updated at or before.')),
}

export const titleFilter = Maybe(
  Type.String({
    maxLength: 255,
    description: 'The title has this text somewhere, whatever the case.',
    examples: ['weekly'],
  }),
)

export type DateFilters = { [Bound in keyof typeof dateBounds]?: string | null }

/** The moments that date filters name; `From` is inclusive, `Until` is exclusive. */
export type DateBounds = Record<'createdFrom' | 'createdUntil' | 'updatedFrom' | 'updatedUntil', Date | null>

export function readDates(filters: DateFilters): DateBounds {
  const read = (text: string | null | undefined) => (text == null ? null : parseDateFilter(text)!)
  return {
    createdFrom: read(filters.created_at_start)?.from ?? null,
    createdUntil: read(filters.created_at_end)?.until ?? null,
    updatedFrom: read(filters.updated_at_start)?.from ?? null,
    updatedUntil: read(filters.updated_at_end)?.until ?? null,
  }
}

/**
 * Conditions for the bounds that are given.
 * @param createdAt, updatedAt  columns; lists name the one their index is on
 */
export function withinDates(bounds: DateBounds, createdAt: string, updatedAt: string): RawBuilder<boolean>[] {
  const { createdFrom, createdUntil, updatedFrom, updatedUntil } = bounds
  const conditions: RawBuilder<boolean>[] = []
  const from = (column: string, time: unknown) => conditions.push(sql`${sql.ref(column)} >= ${time}::timestamptz`)
  const until = (column: string, time: unknown) => conditions.push(sql`${sql.ref(column)} < ${time}::timestamptz`)
  if (createdFrom) from(createdAt, createdFrom)
  if (createdUntil) until(createdAt, createdUntil)
  if (updatedFrom) from(updatedAt, decisive(updatedFrom))
  if (updatedUntil) {
    until(updatedAt, decisive(updatedUntil))
    // Nothing is updated before it exists: the list's own index can start there.
    until(createdAt, decisive(updatedUntil))
  }
  return conditions
}

/** True where the folded title contains the text. */
export function titleContains(foldedTitle: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(foldedTitle)} like ${decisive(containsPattern(foldCase(text)))}`
}

/**
 * Whether the best plan depends on the values: a rare word is found by the title's index, a common one along the list's.
 * Such a statement holds its decisive values and is planned each time it runs.
 */
export function isSelective(filters: { title?: string | null } & DateFilters): boolean {
  return filters.title != null || filters.updated_at_start != null || filters.updated_at_end != null
}
