/** Action items: list, get, create, edit, complete, archive (decision 23; extensions of the specification). */
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { getItem, itemList, listItems } from './list-items.ts'
import * as operations from './operations.ts'
import { presentItem } from './present-item.ts'
import { sendItems } from './send-items.ts'
import { actOnItem, createItem, editItem, type ItemWriting } from './write-items.ts'

/** Enough for 10,000 characters, each an escape of at most 12 bytes, and a hundred long addresses. */
const maxBodyBytes = 262_144

export function actionItemRoutes(api: Api, writing: ItemWriting) {
  const { db } = writing

  api.post(
    '/api/v1/action_items',
    { config: { scope: 'read' }, schema: operations.listActionItems },
    async ({ caller, body }, reply) => {
      const order = body.order_by ?? 'created_at_desc'
      const page = await listItems(db, caller, {
        filters: body.filters ?? {},
        order,
        page: readPageRequest(itemList(order), body.pagination),
      })
      return sendItems(reply, page)
    },
  )

  api.get(
    '/api/v1/action_item/:item_id',
    { config: { scope: 'read' }, schema: operations.getActionItem },
    async ({ caller, params }) => ({ action_item: presentItem(await getItem(db, caller, params.item_id)) }),
  )

  api.post(
    '/api/v1/action_item',
    { config: { scope: 'write', bodyRequired: true, maxBodyBytes }, schema: operations.createActionItem },
    async ({ caller, body }, reply) => {
      reply.code(201)
      return { action_item: presentItem(await createItem(writing, caller, body)) }
    },
  )

  api.patch(
    '/api/v1/action_item/:item_id',
    { config: { scope: 'write', maxBodyBytes }, schema: operations.updateActionItem },
    async ({ caller, params, body }) => ({
      action_item: presentItem(await editItem(writing, caller, params.item_id, body)),
    }),
  )

  api.post(
    '/api/v1/action_item/:item_id/complete',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.completeActionItem },
    async ({ caller, params, body }) => ({
      action_item: presentItem(
        await actOnItem(writing, caller, params.item_id, body.completed ? 'complete' : 'reopen'),
      ),
    }),
  )

  api.post(
    '/api/v1/action_item/:item_id/archive',
    { config: { scope: 'write' }, schema: operations.archiveActionItem },
    async ({ caller, params }) => ({
      action_item: presentItem(await actOnItem(writing, caller, params.item_id, 'archive')),
    }),
  )
}
