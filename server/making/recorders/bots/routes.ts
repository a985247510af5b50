/** The bot in the call of a note's meeting: read, send, withdraw. */
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import { utc } from '../../../platform/time.ts'
import * as operations from './operations.ts'
import { readBot, sendBot, withdrawBot } from './send-bot.ts'
import type { SentBot } from './sent-bots.ts'

export function botRoutes(api: Api, deps: Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey'>) {
  const path = '/api/v1/note/:note_id/bot'

  api.get(path, { config: { scope: 'read' }, schema: operations.readBot }, async ({ caller, params }) => {
    const { bot, name, maySend, mayWithdraw } = await readBot(deps, caller, params.note_id)
    return { bot: bot ? present(bot) : null, name, may_send: maySend, may_withdraw: mayWithdraw }
  })

  api.post(path, { config: { scope: 'write' }, schema: operations.sendBot }, async (request, reply) => {
    const bot = await sendBot(deps, request, request.params.note_id)
    return reply.code(201).send({ bot: present(bot) })
  })

  api.delete(path, { config: { scope: 'write' }, schema: operations.withdrawBot }, async (request) => {
    await withdrawBot(deps, request, request.params.note_id)
    return { note_id: request.params.note_id, withdrawn: true as const }
  })
}

const present = ({ id, kind, user_id, sent_at }: SentBot) => ({ id, kind, user_id, sent_at: utc(sent_at) })
