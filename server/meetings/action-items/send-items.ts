/**
 * Sends a page of action items, with long texts as a stream: fifty items that came with agendas may have 50 MB of text.
 */
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { Page } from '../../platform/http/page.ts'
import { sendPieces } from '../../platform/http/send-pieces.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import type { ItemView } from './list-items.ts'
import { presentItem } from './present-item.ts'
import { ActionItem, maxAgendaBytes } from './schemas.ts'

type Items = Static<typeof ActionItem>[]

/** Items are printed one by one if together they are longer than an agenda may be, and other requests are answered in between. */
export function sendItems(reply: FastifyReply, { info, rows }: Page<ItemView>) {
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
