/** What will happen with a meeting, told to who may edit its note, and changed for this once (decision 64). */
import { sql } from 'kysely'
import type { GivenPlan, Planned } from '../../meetings/notes/planned.ts'
import { getChannel, requireMember } from '../../people/accounts/channels.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { noteEditable } from '../../people/sight/editable.ts'
import { notAttending } from '../../people/sight/sharing/attend.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { type Db, inSnapshot, type Tx } from '../../platform/postgres/db.ts'
import { requireTemplate } from './check-rule.ts'
import { storeOnce } from './note-plans.ts'
import { changeOnce, type Once, type Plan, planMeeting, takeBackOnce } from './plan-meeting.ts'
import { readPlan } from './read-plan.ts'

/** @returns null for who may not edit, for past meetings, and where nothing is planned */
export async function readPlanned(
  db: Db,
  now: Date,
  caller: Caller,
  { id, endsAt }: { id: string; endsAt: Date | null },
): Promise<Planned | null> {
  if (endsAt === null || endsAt <= now) return null
  return inSnapshot(db, async (tx) => {
    const meeting = await readComing(tx, caller, id)
    if (!meeting?.edits || !isComing(meeting, now)) return null
    const found = await readPlan(tx, caller.workspace.id, id)
    return found && tell(tx, caller, found)
  })
}

type Coming = { edits: boolean; ends_at: Date | null }

/** A meeting that was called off has no end. */
async function readComing(tx: Tx, caller: Caller, noteId: string): Promise<Coming | undefined> {
  const workspaceId = caller.workspace.id
  const { rows } = await sql<Coming>`
    select ${noteEditable(caller, sql`note.workspace_id`, sql`note.id`)} as edits, event.ends_at
    from notes note
    left join events event on event.workspace_id = ${workspaceId} and event.guid = note.event_guid
      and event.cancelled_at is null
    where note.workspace_id = ${workspaceId} and note.id = ${noteId}`.execute(tx)
  return rows[0]
}

const isComing = ({ ends_at }: Coming, now: Date) => ends_at !== null && ends_at > now

async function tell(tx: Tx, caller: Caller, { plan, once }: { plan: Plan; once: Once[] }): Promise<Planned | null> {
  const record = plan.record?.wish ?? null
  const template = plan.template && (await knownTemplate(tx, caller, plan.template.templateId))
  const notes_language = plan.notesLanguage?.tag ?? null
  const channels = await knownChannels(tx, caller, await channelsOf(tx, caller, plan))
  const changed = await isChanged(tx, caller, once)
  const isEmpty = record === null && template === null && notes_language === null && channels.length === 0
  return isEmpty && !changed ? null : { record, template, notes_language, channels, changed }
}

/** As far as the caller sees it. */
async function isChanged(tx: Tx, caller: Caller, once: Once[]): Promise<boolean> {
  if (once.some(({ record, templateId }) => record !== null || templateId !== null)) return true
  const channels = once.flatMap(({ added, dropped }) => [...added, ...dropped])
  return (await knownChannels(tx, caller, channels)).length > 0
}

async function knownTemplate(tx: Tx, { workspace }: Caller, id: string): Promise<string | null> {
  const { rows } = await sql`
    select from note_templates where workspace_id = ${workspace.id}
      and document -> 'templates' @> ${JSON.stringify([{ id }])}::jsonb`.execute(tx)
  return rows.length > 0 ? id : null
}

/** Without those that a person added who is no member any more. */
async function channelsOf(tx: Tx, { workspace }: Caller, { publish }: Plan): Promise<string[]> {
  const added = publish
    .filter(({ ruleId }) => ruleId === null)
    .flatMap(({ userId, channelIds }) => channelIds.map((channel_id) => ({ user_id: userId!, channel_id })))
  const byRules = publish.filter(({ ruleId }) => ruleId !== null).flatMap(({ channelIds }) => channelIds)
  if (added.length === 0) return byRules
  const { rows } = await sql<{ channel_id: string }>`
    select member.channel_id from channel_members member
    join unnest(${added.map(({ user_id }) => user_id)}::text[], ${added.map(({ channel_id }) => channel_id)}::text[])
      as added (user_id, channel_id) on added.user_id = member.user_id and added.channel_id = member.channel_id
    where member.workspace_id = ${workspace.id}`.execute(tx)
  return [...rows.map(({ channel_id }) => channel_id), ...byRules]
}

/** Without those that are gone, and private ones that the caller is not in. */
async function knownChannels(tx: Tx, { workspace, user }: Caller, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select channel.id from channels channel
    where channel.workspace_id = ${workspace.id} and channel.id = any(${ids})
      and (not channel.private or exists (select from channel_members member
        where member.workspace_id = ${workspace.id} and member.channel_id = channel.id
          and member.user_id = ${user.id}))
    order by channel.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * The calling code has locked the note, for who may edit it.
 * @param given  null: as the rules say again, as far as the caller may say so. Channels that the caller does not see stay as they are.
 * @throws {ApiError} 400, 403, 404, 409
 */
export async function changePlanned(
  tx: Tx,
  now: Date,
  caller: Caller,
  noteId: string,
  given: GivenPlan | null,
): Promise<void> {
  const of = { workspaceId: caller.workspace.id, noteId }
  const coming = (await readComing(tx, caller, noteId))!
  if (coming.ends_at === null) throw new ApiError(409, 'This note has no meeting to plan')
  if (!isComing(coming, now)) throw new ApiError(409, 'This meeting is over')
  const { meeting, rules, once, plan } = (await readPlan(tx, of.workspaceId, noteId))!
  if (given === null) {
    const changed = once.flatMap(({ added, dropped }) => [...added, ...dropped])
    const seen = await knownChannels(tx, caller, changed)
    return storeOnce(tx, now, of, once, takeBackOnce(once, caller.user.id, meeting, seen))
  }
  const attends = meeting.people.includes(caller.user.id)
  const { record, template, channels } = given
  if (record != null && record !== 'never') {
    if (!attends) throw new ApiError(403, 'Only its attendees may have this meeting recorded')
    if (record === 'bot' && !meeting.hasCall)
      throw invalid('body.planned.record', 'is for meetings with a link to a call')
  }
  if (template != null) await requireTemplate(tx, caller, template)
  const shown = await knownChannels(tx, caller, await channelsOf(tx, caller, plan))
  for (const id of channels ?? []) await getChannel(tx, caller, id)
  const add = (channels ?? []).filter((id) => !shown.includes(id))
  const drop = channels ? shown.filter((id) => !channels.includes(id)) : []
  if (add.length > 0 && !attends) throw notAttending({ kind: 'note', id: noteId })
  for (const id of add) await requireMember(tx, caller, id)
  // Who has left, or does not attend, refuses until somebody wants it; who attends until they want it themself.
  const lifted = once.map((each) =>
    each.record === 'never' && record && record !== 'never' && !stays(each) ? { ...each, record: null } : each,
  )
  const change = { ...(record && { record }), ...(template && { templateId: template }), add, drop }
  const after = changeOnce(lifted, caller.user.id, change)
  if (record && record !== 'never' && planMeeting(meeting, rules, after).record?.wish === 'never')
    throw new ApiError(409, 'Somebody who attends does not want this meeting recorded')
  await storeOnce(tx, now, of, once, after)

  function stays({ userId }: { userId: string }) {
    return userId !== caller.user.id && meeting.people.includes(userId)
  }
}
