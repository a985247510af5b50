/** Imports what people get by mail (decision 59). */
import { isTimeZone } from '../../../meetings/recordings/recap-mail/next-digest.ts'
import { saveNotifications } from '../../../meetings/recordings/recap-mail/notifications.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import { fetchRows } from './rows.ts'
import type { Staged } from './stage.ts'

/**
 * A person without the field keeps what is stored, and null is no mails.
 * @param batch  people who are not erased
 * @param changes  counts the people
 */
export async function importNotifications(
  context: ImportContext,
  batch: Staged<'users'>[],
  changes: Changes,
): Promise<void> {
  const named = batch.filter(({ doc }) => doc.notifications !== undefined)
  const ids = named.map(({ id }) => id)
  const rows = await fetchRows(context, 'recap_mail_wishes', 'user_id', ids, ['user_id', 'recaps', 'time_zone'])
  const stored = new Map(rows.map((row) => [row.user_id, row]))
  const changed: string[] = []
  for (const { id, doc, path } of named) {
    const { recaps, time_zone } = { recaps: 'none' as const, time_zone: 'UTC', ...doc.notifications }
    const before = stored.get(id) ?? { recaps: 'none', time_zone: 'UTC' }
    const wish = { recaps, time_zone: time_zone ?? 'UTC' }
    if (!isTimeZone(wish.time_zone)) throw new WorldError(`${path}.notifications.time_zone`, 'is not a time zone')
    if (before.recaps === recaps && before.time_zone === wish.time_zone) continue
    await saveNotifications(context.tx, context.workspace.id, id, wish)
    changed.push(id)
  }
  changes.update(changed)
}
