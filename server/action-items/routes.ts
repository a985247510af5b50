/** Action items: list, get, create, edit, complete, archive (decision 23; extensions of the specification). */
import Type from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { PageOf, readPageRequest } from '../platform/http/page.ts'
import { operation } from '../platform/http/schema.ts'
import { getItem, itemList, listItems } from './list-items.ts'
import { presentItem } from './present-item.ts'
import { ActionItem, CompleteItem, CreateItem, EditItem, ItemId, itemExample, ListItems } from './schemas.ts'
import { actOnItem, createItem, editItem, type ItemWriting } from './write-items.ts'

const answer = Type.Object({ action_item: ActionItem })
const about = { tag: 'Action items', extension: true, answer, example: { action_item: itemExample } }

/** 10,000 characters, each an escape of 12 bytes at worst, and a hundred long addresses. */
const mostBodyBytes = 262_144

export function actionItemRoutes(api: Api, writing: ItemWriting) {
  const { db } = writing

  api.post(
    '/api/v1/action_items',
    {
      config: { scope: 'read' },
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
      config: { scope: 'read' },
      schema: operation({
        ...about,
        id: 'get_action_item',
        summary: 'Get an action item',
        params: ItemId,
      }),
    },
    async ({ caller, params }) => ({ action_item: presentItem(await getItem(db, caller, params.item_id)) }),
  )

  api.post(
    '/api/v1/action_item',
    {
      config: { scope: 'write', bodyRequired: true, mostBodyBytes },
      schema: operation({
        ...about,
        id: 'create_action_item',
        summary: 'Create an action item',
        description: 'In a note that the caller may edit, where it is shown at the end of the agenda, or in none.',
        body: CreateItem,
        status: 201,
      }),
    },
    async ({ caller, body }, reply) => {
      reply.code(201)
      return { action_item: presentItem(await createItem(writing, caller, body)) }
    },
  )

  api.patch(
    '/api/v1/action_item/:item_id',
    {
      config: { scope: 'write', mostBodyBytes },
      schema: operation({
        ...about,
        id: 'update_action_item',
        summary: 'Edit an action item',
        description:
          'For whoever may edit its note; without a note, for its creator. Only given fields change, and never the status.',
        params: ItemId,
        body: EditItem,
      }),
    },
    async ({ caller, params, body }) => ({
      action_item: presentItem(await editItem(writing, caller, params.item_id, body)),
    }),
  )

  api.post(
    '/api/v1/action_item/:item_id/complete',
    {
      config: { scope: 'write', bodyRequired: true },
      schema: operation({
        ...about,
        id: 'complete_action_item',
        summary: 'Complete or reopen an action item',
        description:
          'For its assignees and whoever may edit it. An item of type `all` is done once every assignee has completed it, or as soon as an editor who is not assigned does. Reopening clears all marks.',
        params: ItemId,
        body: CompleteItem,
      }),
    },
    async ({ caller, params, body }) => ({
      action_item: presentItem(
        await actOnItem(writing, caller, params.item_id, body.completed ? 'complete' : 'reopen'),
      ),
    }),
  )

  api.post(
    '/api/v1/action_item/:item_id/archive',
    {
      config: { scope: 'write' },
      schema: operation({
        ...about,
        id: 'archive_action_item',
        summary: 'Archive an action item',
        description: 'It will not be done: `Archived` and `wont_do`. For its assignees and whoever may edit it.',
        params: ItemId,
      }),
    },
    async ({ caller, params }) => ({
      action_item: presentItem(await actOnItem(writing, caller, params.item_id, 'archive')),
    }),
  )
}
