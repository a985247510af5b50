import { sql } from 'kysely'
import { sealedColumn } from '../../platform/postgres/key-check.ts'
import { ownTable } from '../privacy/person-export.ts'
import { sealedPushKeys } from './reseal.ts'
import { pushRoutes } from './routes.ts'

const devices = ownTable(
  'push_devices',
  'push_subscriptions',
  sql`own.id, own.titles, own.created_at, own.last_used_at, own.user_agent`,
)

export const pushRoom = {
  routes: pushRoutes,
  sealed: [sealedPushKeys, sealedColumn('devices to be reminded on', 'push_subscriptions', 'sealed')],
  sections: [devices],
}
