/** Action items: list, get, create, edit, complete, archive (decision 23; extensions of the specification). */

import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { type Page, readPageRequest } from '../../platform/http/page.ts'
import { sendPieces } from '../../platform/http/send-pieces.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import { getItem, type ItemView, itemList, listItems } from './list-items.ts'
import * as operations from './operations.ts'
import { presentItem } from './present-item.ts'
import { ActionItem, maxAgendaBytes } from './schemas.ts'
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

type Items = Static<typeof ActionItem>[]

/**
 * Fifty items that came with agendas may have 50 MB of text: if together they are longer than an agenda may be, they are
 * printed one by one into a stream, and other requests are answered in between.
 */
function sendItems(reply: FastifyReply, { info, rows }: Page<ItemView>) {
  const data = rows.map(presentItem)
  const characters = data.reduce((sum, { text }) => sum + text.length, 0)
  if (characters <= maxAgendaBytes) return { page_info: info, data }
  const before = `{"page_info":${JSON.stringify(info)},"data":[`
  return sendPieces(reply, { before, entries: print(reply, data), after: ']}' }, true) as never
}

const itemSchema: Record<string, unknown> = { ...ActionItem }

async function* print(reply: FastifyReply, items: Items): AsyncGenerator<string> {
  const printItem = reply.compileSerializationSchema(itemSchema)
  for (const item of items) {
    await yieldToLoop()
    yield printItem(item)
  }
}
