/** Sends a bot into the call of a note's meeting, says which one is there, and withdraws it. */
import type { FastifyRequest } from 'fastify'
import { recordAction } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { cutShort } from '../../../platform/text.ts'
import { allowRecording, refuseRecording } from '../../rules/note-plans.ts'
import { askForBot, askToWithdraw, type Bot } from './ask-service.ts'
import { accountOf, findRecorder, readConsentText, readRecorder, storeKeyRefusal } from './bot-recorders.ts'
import { type Call, readCall, requireOpenCall } from './call-of-note.ts'
import { findBot, reserveBot, type SentBot, updateBot } from './sent-bots.ts'

export type BotState = { bot: SentBot | undefined; name: string; mayWithdraw: boolean; maySend: boolean }

/** Everybody in the call sees the name: what the bot is, and who sent it. */
export const nameFor = (fullName: string) => cutShort(`Minutebook of ${fullName}`, 64)

/** @throws {ApiError} 404 */
export async function readBot(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  caller: Caller,
  noteId: string,
): Promise<BotState> {
  const now = clock()
  const call = await readCall(db, caller, noteId)
  const bot = await findBot(db, caller.workspace.id, noteId, now)
  return {
    bot,
    name: nameFor(bot?.sender_name ?? caller.user.full_name),
    maySend: !bot && (await isOpen(db, caller, call, now)),
    mayWithdraw: call.attends && bot?.id != null,
  }
}

async function isOpen(db: Db, caller: Caller, call: Call, now: Date): Promise<boolean> {
  try {
    await findRecorder(db, caller, requireOpenCall(call, now).callUrl)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** @throws {ApiError} 404, 403, 400, 409, 429, 502 */
export async function sendBot(
  deps: Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey'>,
  request: FastifyRequest,
  noteId: string,
): Promise<SentBot> {
  const { db, clock } = deps
  const { caller } = request
  const call = { ...requireOpenCall(await readCall(db, caller, noteId), clock()), noteId }
  const { callUrl } = call
  const recorder = await findRecorder(db, caller, callUrl)
  const row = await reserveBot(db, caller, { recorderId: recorder.id, call }, clock())
  let bot: Bot | undefined
  try {
    const account = accountOf(deps.secretKey, recorder)
    const consent = await readConsentText(db, caller.workspace.id)
    bot = await askForBot(deps, account, { callUrl, noteId, name: nameFor(caller.user.full_name), consent })
    // By itself: whatever fails now, the bot is in the call and can be withdrawn.
    await updateBot(db, row).set({ service_id: bot.id, room: bot.room }).execute()
    await storeKeyRefusal(db, recorder, null)
    const details = { recorder_id: recorder.id, note_id: noteId, bot_id: bot.id }
    await db.transaction().execute(async (tx) => {
      await allowRecording(tx, { workspaceId: caller.workspace.id, noteId, userId: caller.user.id })
      await recordAction(tx, clock(), request, { action: 'recorder.send_bot', status: 201, details })
    })
  } catch (error) {
    await storeKeyRefusal(db, recorder, error)
    if (!bot) await updateBot(db, row).set({ ended_at: clock() }).execute()
    throw error
  }
  const sent = await findBot(db, caller.workspace.id, noteId, clock())
  // It has left already, or the note was deleted, and then it is withdrawn as one without a note.
  if (!sent) throw notFound('Bot')
  return sent
}

/** Everybody who attends the meeting may withdraw it, because it records them; then no rule sends another. @throws {ApiError} 404, 403, 502 */
export async function withdrawBot(
  deps: Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey'>,
  request: FastifyRequest,
  noteId: string,
): Promise<void> {
  const { db, clock } = deps
  const { workspace } = request.caller
  const { attends } = await readCall(db, request.caller, noteId)
  if (!attends) throw new ApiError(403, 'Only its attendees may withdraw a bot from this meeting')
  const bot = await findBot(db, workspace.id, noteId, clock())
  if (bot?.id == null) throw notFound('Bot')
  const account = accountOf(deps.secretKey, await readRecorder(db, workspace.id, bot.recorder_id))
  await askToWithdraw(deps, account, { id: bot.id, room: bot.room })
  await db.transaction().execute(async (tx) => {
    // What keeps rules from sending another is the refusal, which can be lifted.
    await refuseRecording(tx, clock(), { workspaceId: workspace.id, noteId, userId: request.caller.user.id })
    await updateBot(tx, { workspace_id: workspace.id, id: bot.row_id })
      .set({ ended_at: clock(), makes_room: true })
      .execute()
    const details = { recorder_id: bot.recorder_id, note_id: noteId, bot_id: bot.id }
    await recordAction(tx, clock(), request, { action: 'recorder.withdraw_bot', details })
  })
}
