/** Orders the bot that a rule wants for a call (decision 64): exactly one, also if the call moves or a worker is killed. */

import type { Context } from '../../../platform/context/context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { By } from '../../rules/plan-meeting.ts'
import { nobody } from '../../rules/read-person.ts'
import { readPlan } from '../../rules/read-plan.ts'
import { tellActed, tellProblem } from '../../rules/tell-rule.ts'
import { askForBot } from './ask-service.ts'
import {
  accountOf,
  type BotRecorder,
  findRecorder,
  readConsentText,
  readRecorder,
  storeKeyRefusal,
} from './bot-recorders.ts'
import {
  botsOfCall,
  type CallRow,
  callKeyOf,
  nextOrder,
  type Occurrence,
  orderedMs,
  readCallOf,
  readOccurrence,
} from './calls.ts'
import { nameFor } from './send-bot.ts'
import { findBot, lockBots, requireFewBots, updateBot } from './sent-bots.ts'

export type BotOrder = { workspaceId: string; noteId: string }

type Reserved = {
  row: { workspace_id: string; id: string }
  by: By
  call: Occurrence
  recorder: BotRecorder
  /** Under whose key the service is asked: that of the first request, if it is asked again. */
  keyNoteId: string
  name: string
}

type Deps = Pick<Context, 'db' | 'clock' | 'outbound' | 'secretKey'>

/** Does nothing if the bot is not due, not wanted, or ordered already; so it may run at any time, and more than once. */
export async function orderBot(deps: Deps, order: BotOrder): Promise<void> {
  const { db, clock } = deps
  const reserved = await db.transaction().execute((tx) => reserve(tx, order, clock()))
  if (!reserved) return
  const { row, by, call, recorder, keyNoteId, name } = reserved
  try {
    const account = accountOf(deps.secretKey, recorder)
    const consent = await readConsentText(db, order.workspaceId)
    const bot = await askForBot(deps, account, { callUrl: call.callUrl, noteId: keyNoteId, name, consent })
    await storeKeyRefusal(db, recorder, null)
    await db.transaction().execute(async (tx) => {
      await updateBot(tx, row).set({ service_id: bot.id, room: bot.room }).execute()
      const did = { did: 'bot', note_id: keyNoteId, recorder_id: recorder.id, bot_id: bot.id }
      await tellActed(tx, clock(), order.workspaceId, by, did)
    })
  } catch (error) {
    await storeKeyRefusal(db, recorder, error)
    await updateBot(db, row).set({ ended_at: clock() }).execute()
    if (!(error instanceof ApiError)) throw error
    await tellProblem(db, order.workspaceId, by, error.message)
  }
}

/** One at a time in a workspace, as people's own bots; what it reads is of that moment. */
async function reserve(tx: Tx, { workspaceId, noteId }: BotOrder, now: Date): Promise<Reserved | null> {
  await lockBots(tx, workspaceId)
  const call = await readOccurrence(tx, workspaceId, noteId)
  if (!call || now >= call.endsAt || now.getTime() < call.startsAt.getTime() - orderedMs) return null
  const whole = await readCallOf(tx, workspaceId, call)
  const bots = await botsOfCall(tx, workspaceId, whole)
  const next = nextOrder(bots, call, now)
  if (next === 'none') return null
  // Its bot is where the meeting was before, and is withdrawn first: a service has one for each note.
  const other = await findBot(tx, workspaceId, noteId, now)
  if (other && bots.every(({ id }) => id !== other.row_id)) return null
  const record = await readWish(tx, workspaceId, noteId)
  if (record?.wish !== 'bot') return null
  // The bot would hear everybody in the call, of whichever of its meetings they are.
  for (const other of whole.noteIds) {
    const wish = await readWish(tx, workspaceId, other)
    if (wish?.wish === 'never' && wish.isOfPerson) return null
  }
  const { ruleId, userId } = record
  const by = { ruleId, userId }
  try {
    const sender = await readSender(tx, workspaceId, userId)
    const again = next === 'new' ? null : next.again
    // Another service would not know of the bot that may be in the call.
    const recorder = again
      ? await readRecorder(tx, workspaceId, again.recorder_id)
      : await findRecorder(tx, { workspace: { id: workspaceId } }, call.callUrl, record.recorderId)
    if (record.isOfPerson && !again) await requireFewBots(tx, { workspaceId, userId: sender.id }, now)
    const row = { workspace_id: workspaceId, id: again?.id ?? newId('bot', now) }
    const keyNoteId = keyNoteOf(bots, whole.noteIds, again) ?? noteId
    if (again) await updateBot(tx, row).set({ sent_at: now }).execute()
    else await insert(tx, row, { call: { ...call, noteId: keyNoteId }, recorder, userId: sender.id, ruleId }, now)
    return { row, by, call, recorder, keyNoteId, name: nameFor(sender.full_name) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await tellProblem(tx, workspaceId, by, error.message)
    return null
  }
}

/** A service may have sent a bot although its answer was an error or did not arrive: by the same key it is found. */
function keyNoteOf(bots: CallRow[], noteIds: string[], again: CallRow | null): string | null {
  if (again) return again.note_id
  const failed = bots.find(({ service_id, by_itself }) => service_id === null && by_itself)
  return noteIds.find((id) => id === failed?.note_id) ?? null
}

const readWish = async (tx: Tx, workspaceId: string, noteId: string) =>
  (await readPlan(tx, workspaceId, noteId))?.plan.record

async function readSender(tx: Tx, workspaceId: string, userId: string | null) {
  const people = tx.selectFrom('users').select(['id', 'full_name']).where('workspace_id', '=', workspaceId)
  const sender = userId === null ? undefined : await people.where('id', '=', userId).executeTakeFirst()
  if (!sender) throw new ApiError(409, nobody)
  return sender
}

type Insert = { call: Occurrence; recorder: BotRecorder; userId: string; ruleId: string | null }

async function insert(
  tx: Tx,
  row: { workspace_id: string; id: string },
  { call, recorder, userId, ruleId }: Insert,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('sent_bots')
    .values({
      ...row,
      note_id: call.noteId,
      recorder_id: recorder.id,
      user_id: userId,
      sent_at: now,
      call_key: callKeyOf(call.callUrl),
      starts_at: call.startsAt,
      ends_at: call.endsAt,
      by_itself: true,
      rule_id: ruleId,
    })
    .execute()
}
