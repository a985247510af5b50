/** The filters that every dated list shares (spec 2.7; decisions 9, 11). */
import { type RawBuilder, sql } from 'kysely'
import Type from 'typebox'
import { decisive } from './db.ts'
import { DateFilter, Maybe } from './schema.ts'
import { containsPattern, foldCase } from './text.ts'
import { parseDateFilter } from './time.ts'

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

type DateBounds = { [Bound in keyof typeof dateBounds]?: string | null }

/**
 * Conditions for the bounds that are given.
 * @param createdAt, updatedAt  columns; lists name the one their index is on
 */
export function withinDates(filters: DateBounds, createdAt: string, updatedAt: string): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  const from = (column: string, time: unknown) => conditions.push(sql`${sql.ref(column)} >= ${time}::timestamptz`)
  const until = (column: string, time: unknown) => conditions.push(sql`${sql.ref(column)} < ${time}::timestamptz`)
  if (filters.created_at_start != null) from(createdAt, parseDateFilter(filters.created_at_start)!.from)
  if (filters.created_at_end != null) until(createdAt, parseDateFilter(filters.created_at_end)!.until)
  if (filters.updated_at_start != null) from(updatedAt, decisive(parseDateFilter(filters.updated_at_start)!.from))
  if (filters.updated_at_end != null) {
    const end = parseDateFilter(filters.updated_at_end)!.until
    until(updatedAt, decisive(end))
    // Nothing is updated before it exists: the list's own index can start there.
    until(createdAt, decisive(end))
  }
  return conditions
}

/** True where the folded title contains the text. */
export function titleContains(foldedTitle: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(foldedTitle)} like ${decisive(containsPattern(foldCase(text)))}`
}

/**
 * Whether values decide how rows are found best: a rare word by the title's index, a common one along the list's. Such a
 * statement holds its decisive values and is planned each time it runs.
 */
export function isSelective(filters: { title?: string | null } & DateBounds): boolean {
  return filters.title != null || filters.updated_at_start != null || filters.updated_at_end != null
}
