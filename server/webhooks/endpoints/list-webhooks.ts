/** Webhooks, newest first (spec 4.9). */
import type { Caller } from '../../people/caller/caller.ts'
import { isSelective, readDates, withinDates } from '../../platform/http/filters.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { planAnew } from '../../platform/postgres/preparing-client.ts'
import { readable, viewColumns, type WebhookView } from './access.ts'
import type { WebhookFilters } from './schemas.ts'

export async function listWebhooks(
  db: Db,
  caller: Caller,
  filters: WebhookFilters,
  page: PageRequest,
): Promise<Page<WebhookView>> {
  let query = db
    .selectFrom('webhooks')
    .select(viewColumns)
    .where('workspace_id', '=', caller.workspace.id)
    .where(readable(caller))
    .where((eb) => eb.and(withinDates(readDates(filters), 'created_at', 'updated_at')))
  if (filters.status != null) query = query.where('status', '=', filters.status)
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limitOf(page))
    .$if(isSelective(filters), (query) => query.modifyEnd(planAnew))
    .execute()
  return toPage('webhooks', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}
