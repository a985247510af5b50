/** What a person hears of by mail, and the link that ends the mails (decision 59). */
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { SecretKey } from '../../../platform/secrets.ts'
import type { Clock } from '../../../platform/time.ts'
import { changeNotifications, type Notifications, readNotifications } from './notifications.ts'
import * as operations from './operations.ts'
import { sendRecap } from './send-recap.ts'
import { unsubscribe, unsubscribePath } from './unsubscribe.ts'

type Deps = Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey'> & { publicUrl: string | null; hasMail: boolean }

export function notificationRoutes(api: Api, deps: Deps) {
  const { db, clock, hasMail: mail } = deps
  const path = '/api/v1/me/notifications'
  const present = (notifications: Notifications) => ({ notifications: { ...notifications, mail } })

  api.get(path, { config: { scope: 'read' }, schema: operations.getNotifications }, async ({ caller }) =>
    present(await readNotifications(db, caller)),
  )

  api.patch(path, { config: { scope: 'write' }, schema: operations.changeNotifications }, async (request) =>
    present(await changeNotifications({ ...deps, now: clock() }, request, request.body)),
  )

  api.post(
    '/api/v1/recording/:recording_id/mail',
    { config: { scope: 'write' }, schema: operations.mailRecap },
    (request) => sendRecap({ ...deps, now: clock() }, request, request.params.recording_id, request.body),
  )
}

/** Mail programs send `List-Unsubscribe=One-Click` in a form, the console's page nothing. Both are the same request. */
export function unsubscribeRoutes(api: Api, { clock, ...deps }: { db: Db; clock: Clock; secretKey: SecretKey }) {
  api.post(
    unsubscribePath,
    { config: { maxBodyBytes: 4_096 }, schema: { hide: true } as object },
    async (request, reply) => {
      await unsubscribe({ ...deps, now: clock() }, request, request.query as Record<string, unknown>)
      return reply.code(204).send()
    },
  )
}
