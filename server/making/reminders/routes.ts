/** The caller's reminders (decision 65). */
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { utc } from '../../platform/time.ts'
import * as operations from './operations.ts'
import { listReminders, showReminder } from './stored-reminders.ts'

export function reminderRoutes(api: Api, { db, clock }: Pick<Context, 'db' | 'clock'>) {
  api.get(
    '/api/v1/me/reminders',
    { config: { scope: 'read' }, schema: operations.listReminders },
    async ({ caller }) => {
      const rows = await listReminders(db, clock(), caller)
      return { data: rows.map(({ starts_at, ...reminder }) => ({ ...reminder, starts_at: utc(starts_at) })) }
    },
  )

  api.post(
    '/api/v1/me/reminders/:note_id/shown',
    { config: { scope: 'write' }, schema: operations.showReminder },
    async ({ caller, params }, reply) => {
      await showReminder(db, clock(), caller, params.note_id)
      return reply.code(204).send()
    },
  )
}
