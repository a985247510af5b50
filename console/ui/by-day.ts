/** Rows under the day that each is of. *Pure.* */

export type Day<Row> = { at: string; rows: Row[] }

const dayOf = (iso: string) => new Date(iso).toDateString()

/** @returns the rows in their order; neighbours of one day, in the person's zone, are one group */
export function byDay<Row>(rows: Row[], timeOf: (row: Row) => string): Day<Row>[] {
  const days: Day<Row>[] = []
  for (const row of rows) {
    const at = timeOf(row)
    const last = days.at(-1)
    if (last && dayOf(last.at) === dayOf(at)) last.rows.push(row)
    else days.push({ at, rows: [row] })
  }
  return days
}

/** @returns whole days from one moment to another in the person's zone: 1 for tomorrow, -1 for yesterday */
export function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return (midnight(to) - midnight(from)) / 86_400_000
}
