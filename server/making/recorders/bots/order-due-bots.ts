/** Every minute: which calls need a bot soon, and which bots are where no meeting is any more (decision 64). */
import { sql } from 'kysely'
import { notFrozen } from '../../../people/caller/frozen.ts'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { meetingsNear, type Near } from '../../rules/meetings-near.ts'
import { readPlans } from '../../rules/read-plan.ts'
import { tellActed } from '../../rules/tell-rule.ts'
import { askToWithdraw } from './ask-service.ts'
import { accountOf, readRecorder } from './bot-recorders.ts'
import { earlyMs } from './call-of-note.ts'
import { botsOfCalls, callKeyOf, longestMs, nextOrder, type Occurrence, orderedMs } from './calls.ts'
import { type BotOrder, orderBot } from './order-bot.ts'
import { updateBot } from './sent-bots.ts'

export const orderBotJob = 'order-bot'
export const withdrawBotJob = 'withdraw-bot'

/** A job of each minute looks further ahead than to the next one, so that every bot is ordered at its second. */
const aheadMs = 90_000
/** A longer meeting gets its bot only on its first day. */
const lateMs = 86_400_000

type Deps = Pick<Context, 'db' | 'clock' | 'jobs' | 'outbound' | 'secretKey'>

export async function orderDueBots({ db, clock, jobs }: Deps): Promise<void> {
  const now = clock()
  for (const [workspaceId, near] of Map.groupBy(await callsNear(db, now), (meeting) => meeting.workspaceId)) {
    const orders = (await withoutBot(db, workspaceId, near, now)).map(({ noteId, startsAt }) => ({
      data: { workspaceId, noteId } satisfies BotOrder,
      at: new Date(Math.max(now.getTime(), startsAt.getTime() - orderedMs)),
      sharer: workspaceId,
    }))
    if (orders.length > 0) await db.transaction().execute((tx) => jobs.sendAll(tx, orderBotJob, orders))
  }
  const strays = await findStrays(db, now)
  if (strays.length === 0) return
  const waiting = new Set((await jobs.queued<Stray>(withdrawBotJob)).map(({ botId }) => botId))
  const withdrawals = strays
    .filter(({ botId }) => !waiting.has(botId))
    .map((data) => ({ data, sharer: data.workspaceId }))
  await db.transaction().execute((tx) => jobs.sendAll(tx, withdrawBotJob, withdrawals))
}

type NearCall = Near & Occurrence

/** Calls that begin soon or are on. */
const callsNear = async (db: Db, now: Date) =>
  (await meetingsNear(
    db,
    'bot',
    new Date(now.getTime() + orderedMs + aheadMs),
    sql`event.starts_at > ${new Date(now.getTime() - lateMs)} and event.ends_at > ${now} and event.call_url is not null`,
  )) as NearCall[]

/** Those that are to have one and have none: the others are left out before their rules are read. */
async function withoutBot(db: Db, workspaceId: string, near: NearCall[], now: Date): Promise<NearCall[]> {
  const bots = await botsOfCalls(db, workspaceId, near)
  const open = near.filter((meeting, index) => nextOrder(bots[index]!, meeting, dueAt(meeting, now)) !== 'none')
  const plans = await readPlans(
    db,
    workspaceId,
    open.map(({ noteId }) => noteId),
  )
  return open.filter(({ noteId }) => plans.get(noteId)?.record?.wish === 'bot')
}

/** What keeps a bot back now may be over when it is due. */
const dueAt = ({ startsAt }: NearCall, now: Date) => new Date(Math.max(now.getTime(), startsAt.getTime() - orderedMs))

type Stray = { workspaceId: string; botId: string }

/** Bots of rules whose meeting was called off, moved away, or has another link now; and of deleted notes, where nobody can withdraw them. */
async function findStrays(db: Db, now: Date): Promise<Stray[]> {
  const rows = await db
    .selectFrom('sent_bots as bot')
    .leftJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'bot.workspace_id').onRef('note.id', '=', 'bot.note_id'),
    )
    .leftJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'bot.workspace_id').onRef('event.guid', '=', 'note.event_guid'),
    )
    .select(['bot.workspace_id', 'bot.id', 'bot.call_key', 'event.call_url', 'event.starts_at', 'event.cancelled_at'])
    .where((where) => where.or([where('bot.by_itself', '=', true), where('bot.note_id', 'is', null)]))
    .where('bot.ended_at', 'is', null)
    .where('bot.service_id', 'is not', null)
    .where('bot.sent_at', '>', new Date(now.getTime() - longestMs))
    .where(notFrozen('bot.workspace_id'))
    .execute()
  return rows
    .filter(({ call_key, call_url, starts_at, cancelled_at }) => {
      const isSame = call_url !== null && callKeyOf(call_url) === call_key && cancelled_at === null
      return !isSame || starts_at!.getTime() > now.getTime() + earlyMs
    })
    .map(({ workspace_id: workspaceId, id: botId }) => ({ workspaceId, botId }))
}

/** Its service is asked again each minute until it says that the bot has left. */
export async function withdrawStray(deps: Deps, { workspaceId, botId }: Stray): Promise<void> {
  const { db, clock, jobs } = deps
  const bot = await db
    .selectFrom('sent_bots')
    .select(['note_id', 'recorder_id', 'service_id', 'room', 'rule_id', 'user_id', 'by_itself'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', botId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!bot || bot.service_id === null) return
  const recorder = await readRecorder(db, workspaceId, bot.recorder_id)
  try {
    await askToWithdraw(deps, accountOf(deps.secretKey, recorder), { id: bot.service_id, room: bot.room })
  } catch (error) {
    if (error instanceof ApiError) return
    throw error
  }
  await db.transaction().execute(async (tx) => {
    await updateBot(tx, { workspace_id: workspaceId, id: botId }).set({ ended_at: clock(), makes_room: true }).execute()
    const did = { did: 'withdraw', note_id: bot.note_id, recorder_id: bot.recorder_id, bot_id: bot.service_id }
    if (bot.by_itself) await tellActed(tx, clock(), workspaceId, { ruleId: bot.rule_id, userId: bot.user_id }, did)
    if (bot.note_id === null) return
    const order: BotOrder = { workspaceId, noteId: bot.note_id }
    await jobs.send(tx, orderBotJob, order, { sharer: workspaceId })
  })
}

/** A service that hangs holds up only the bots of its workspace. */
const shared = { concurrency: 4, concurrencyOfSharer: 1 }

export const orderJobs = (deps: Deps) => [
  { name: 'order-due-bots', cron: '* * * * *', run: () => orderDueBots(deps) },
  { ...shared, name: orderBotJob, run: (order: BotOrder) => orderBot(deps, order) },
  { ...shared, name: withdrawBotJob, run: (stray: Stray) => withdrawStray(deps, stray) },
]
