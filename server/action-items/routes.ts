/** Action items: list, get (decision 23; extensions of the specification). */
import Type from 'typebox'
import type { Api } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { PageOf, readPageRequest } from '../platform/page.ts'
import { operation } from '../platform/schema.ts'
import { getItem, itemList, listItems } from './list-items.ts'
import { presentItem } from './present-item.ts'
import { ActionItem, ItemId, itemExample, ListItems } from './schemas.ts'

export function actionItemRoutes(api: Api, { db }: { db: Db }) {
  api.post(
    '/api/v1/action_items',
    {
      schema: operation({
        id: 'list_action_items',
        tag: 'Action items',
        summary: 'List action items',
        description: 'The items of notes that the caller may see, their own, and those assigned to them.',
        extension: true,
        body: ListItems,
        answer: PageOf(ActionItem),
        example: { page_info: { cursor: null, page_size: 20 }, data: [itemExample] },
      }),
    },
    async ({ caller, body }) => {
      const order = body.order_by ?? 'created_at_desc'
      const page = await listItems(db, caller, {
        filters: body.filters ?? {},
        order,
        page: readPageRequest(itemList(order), body.pagination),
      })
      return { page_info: page.info, data: page.rows.map(presentItem) }
    },
  )

  api.get(
    '/api/v1/action_item/:item_id',
    {
      schema: operation({
        id: 'get_action_item',
        tag: 'Action items',
        summary: 'Get an action item',
        extension: true,
        params: ItemId,
        answer: Type.Object({ action_item: ActionItem }),
        example: { action_item: itemExample },
      }),
    },
    async ({ caller, params }) => ({ action_item: presentItem(await getItem(db, caller, params.item_id)) }),
  )
}
