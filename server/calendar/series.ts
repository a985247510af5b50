/**
 * Which series the meetings of a UID belong to. Who attends one meeting of a series may share all of them (decision 17),
 * so a series that somebody else began under this UID is joined only if they are invited to these meetings.
 */
import { createHash } from 'node:crypto'

const prefix = 'se_cal_'

/** The series that a person's calendar begins, the same each time. */
export function seriesOf(uid: string, userId: string): string {
  return prefix + createHash('sha256').update(`${uid}\n${userId}`).digest('hex').slice(0, 40)
}

/**
 * @param known    series that stored meetings of this UID are in which the importer attends
 * @param invited  accounts that the calendar invites to meetings of this UID
 * @returns one that was not begun by a calendar, or by that of somebody invited; else the importer's own
 */
export function chooseSeries(
  uid: string,
  importer: string,
  known: Iterable<string>,
  invited: Iterable<string>,
): string {
  const own = seriesOf(uid, importer)
  const trusted = new Set([own, ...[...invited].map((userId) => seriesOf(uid, userId))])
  const candidates = [...new Set(known)].sort()
  return candidates.find((id) => !id.startsWith(prefix) || trusted.has(id)) ?? own
}
