/** The bots that people sent into calls: which one is in the call of a note, and whose its recap is. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../../people/caller/caller.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { type Db, lockKey, type Tx } from '../../../platform/postgres/db.ts'
import type { Tables } from '../../../platform/postgres/tables.ts'
import type { BotKind } from '../kinds/kinds.ts'
import {
  askingMs,
  botsOfCall,
  callKeyOf,
  isPresent,
  longestMs,
  type Occurrence,
  readCallOf,
  readOccurrence,
} from './calls.ts'

export type SentBot = {
  /** Ours. */
  row_id: string
  /** The service's; null while it is asked for the bot. */
  id: string | null
  kind: BotKind
  recorder_id: string
  room: string | null
  user_id: string
  sender_name: string
  sent_at: Date
}

/** The bot in the call of a note: its own, or that of a meeting that is the same call. */
export async function findBot(db: Db, workspaceId: string, noteId: string, now: Date): Promise<SentBot | undefined> {
  const meeting = await readOccurrence(db, workspaceId, noteId)
  const bots = meeting ? await botsOfCall(db, workspaceId, await readCallOf(db, workspaceId, meeting)) : []
  const inCall = bots.map(({ id }) => id)
  const row = await db
    .selectFrom('sent_bots as bot')
    .innerJoin('recorders as recorder', (join) =>
      join.onRef('recorder.workspace_id', '=', 'bot.workspace_id').onRef('recorder.id', '=', 'bot.recorder_id'),
    )
    .innerJoin('users as person', (join) =>
      join.onRef('person.workspace_id', '=', 'bot.workspace_id').onRef('person.id', '=', 'bot.user_id'),
    )
    .select(['bot.id as row_id', 'bot.service_id as id', 'bot.room', 'bot.recorder_id', 'bot.user_id', 'bot.sent_at'])
    .select(['recorder.kind', 'person.full_name as sender_name'])
    .where('bot.workspace_id', '=', workspaceId)
    .where((where) => where.or([where('bot.note_id', '=', noteId), where('bot.id', 'in', [...inCall, ''])]))
    .where(isInCall(now))
    .orderBy('bot.sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, kind: row.kind as BotKind }
}

const isInCall =
  (now: Date) =>
  (where: ExpressionBuilder<Tables & { bot: Tables['sent_bots'] }, 'bot'>): Expression<SqlBool> =>
    where.and([
      where('bot.ended_at', 'is', null),
      where('bot.sent_at', '>', new Date(now.getTime() - longestMs)),
      where.or([
        where('bot.service_id', 'is not', null),
        where('bot.sent_at', '>', new Date(now.getTime() - askingMs)),
      ]),
    ])

/** Of one person in an hour: a service may cost its operator money. */
const maxPerHour = 20
const hourMs = 3_600_000

type BotIds = { workspace_id: string; id: string }

/** Before the service is asked, so that two presses at once send one bot. @throws {ApiError} 409, 429 */
export async function reserveBot(
  db: Db,
  { workspace, user }: Caller,
  { recorderId, call }: { recorderId: string; call: Occurrence },
  now: Date,
): Promise<BotIds> {
  const row = { workspace_id: workspace.id, id: newId('bot', now) }
  const { noteId, callUrl, startsAt: starts_at, endsAt: ends_at } = call
  const sent = { note_id: noteId, recorder_id: recorderId, user_id: user.id, sent_at: now }
  const values = { ...row, ...sent, call_key: callKeyOf(callUrl), starts_at, ends_at }
  await db.transaction().execute(async (tx) => {
    await lockBots(tx, workspace.id)
    const bots = await botsOfCall(tx, workspace.id, await readCallOf(tx, workspace.id, call))
    const isCalled = bots.some((bot) => isPresent(bot, now))
    if (isCalled || (await findBot(tx, workspace.id, noteId, now)))
      throw new ApiError(409, 'A bot was sent to this meeting already')
    await requireFewBots(tx, { workspaceId: workspace.id, userId: user.id }, now)
    await tx.insertInto('sent_bots').values(values).execute()
  })
  return row
}

/** One bot is sent at a time in a workspace, by a person or by a rule. */
export const lockBots = (tx: Tx, workspaceId: string) => lockKey(tx, `bots of ${workspaceId}`)

/** Bots of the workspace's rules are not the person's. @throws {ApiError} 429 */
export async function requireFewBots(
  tx: Tx,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  now: Date,
): Promise<void> {
  const ofWorkspace = sql<boolean>`exists (select from rules where rules.workspace_id = ${workspaceId}
    and rules.id = sent_bots.rule_id and rules.user_id is null)`
  const all = tx.selectFrom('sent_bots').select('sent_at').where('workspace_id', '=', workspaceId)
  const own = all.where((where) => where.not(ofWorkspace))
  const hour = own.where('user_id', '=', userId).where('sent_at', '>', new Date(now.getTime() - hourMs))
  const sent = await hour.orderBy('sent_at').execute()
  if (sent.length >= maxPerHour) throw tooMany(sent[0]!.sent_at, now)
}

const tooMany = (oldest: Date, now: Date) =>
  new ApiError(429, `You have sent ${maxPerHour} bots in the last hour, as many as a person may`, {
    code: 'rate_limited',
    headers: { 'retry-after': String(Math.ceil((oldest.getTime() + hourMs - now.getTime()) / 1_000)) },
  })

export const updateBot = (db: Db, { workspace_id, id }: BotIds) =>
  db.updateTable('sent_bots').where('workspace_id', '=', workspace_id).where('id', '=', id)

/** Who sent a bot, and into which meeting; `noteId` is null if the note was deleted. */
export type Sender = { userId: string; noteId: string | null; eventGuid: string | null }

/** Null for a bot that was not sent from here. */
export async function findSender(
  db: Db,
  { workspaceId, recorderId }: { workspaceId: string; recorderId: string },
  serviceId: string,
): Promise<Sender | null> {
  const row = await db
    .selectFrom('sent_bots as bot')
    .leftJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'bot.workspace_id').onRef('note.id', '=', 'bot.note_id'),
    )
    .select(['bot.user_id', 'bot.note_id', 'note.event_guid'])
    .where('bot.workspace_id', '=', workspaceId)
    .where('bot.recorder_id', '=', recorderId)
    .where('bot.service_id', '=', serviceId)
    .executeTakeFirst()
  return row ? { userId: row.user_id, noteId: row.note_id, eventGuid: row.event_guid } : null
}

export async function isAttending(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  noteId: string | null,
): Promise<boolean> {
  const { rows } = await sql`select from note_attendees
    where workspace_id = ${workspaceId} and note_id = ${noteId} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}
