/** Groups items by due date. *Pure.* */

const groups = ['overdue', 'today', 'week', 'later', 'none'] as const
export type Group = (typeof groups)[number]

/**
 * @param today  the local day, `2026-01-31`
 * @param lastOfWeek  the last day of this week
 */
function groupOf(due: string | null, today: string, lastOfWeek: string): Group {
  if (due === null) return 'none'
  if (due < today) return 'overdue'
  if (due === today) return 'today'
  return due <= lastOfWeek ? 'week' : 'later'
}

/** @returns the groups that have items, in order; items keep theirs */
export function byDue<Item extends { due_date: string | null }>(items: Item[], today: string, lastOfWeek: string) {
  return groups
    .map((group) => ({ group, items: items.filter(({ due_date }) => groupOf(due_date, today, lastOfWeek) === group) }))
    .filter(({ items }) => items.length > 0)
}

/** The Sunday that ends the week of a day. */
export function endOfWeek(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + ((7 - day.getDay()) % 7))
}
