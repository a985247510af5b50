/**
 * Chooses the series of a UID's meetings. An attendee of one meeting may share the whole series (decision 17). So the
 * meetings join a series that another person imported with this UID only if that person is invited to them.
 */
import { createHash } from 'node:crypto'

const prefix = 'se_cal_'

/** The id of the series that this person's import creates, always the same. */
export function seriesOf(uid: string, userId: string): string {
  return prefix + createHash('sha256').update(`${uid}\n${userId}`).digest('hex').slice(0, 40)
}

/**
 * @param known    the series of stored meetings of this UID that the importer attends
 * @param invited  accounts that the calendar invites to meetings of this UID
 * @returns a known series that an invited person's calendar created, or that was created without a calendar; otherwise the
 *   importer's own
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
