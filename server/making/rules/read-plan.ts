/** Reads a meeting with the rules that may count for it, and plans what happens (decision 64). */
import { sql } from 'kysely'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { type Meeting, type Once, type Plan, planMeeting, type Rule } from './plan-meeting.ts'

/** @returns null if there is no such note */
export async function readPlan(
  db: Db,
  workspaceId: string,
  noteId: string,
): Promise<{ plan: Plan; meeting: Meeting; rules: Rule[]; once: Once[] } | null> {
  const meeting = await readMeeting(db, workspaceId, noteId)
  if (!meeting) return null
  const rules = await readRulesFor(db, workspaceId, meeting.people)
  const once = await readOnce(db, workspaceId, noteId)
  return { plan: planMeeting(meeting, rules, once), meeting, rules, once }
}

type Row = {
  title: string
  series_id: string | null
  organizer_email: string | null
  feeds: string[]
  invited: string[]
  domains: string[]
  people: string[]
  bringer: string | null
}

/** A note without an event is a meeting of who made it. */
async function readMeeting(db: Db, workspaceId: string, noteId: string): Promise<Meeting | null> {
  const active = sql`select from users where workspace_id = ${workspaceId} and active and id =`
  const { rows } = await sql<Row>`
    select coalesce(event.title, note.title) as title, coalesce(event.series_id, note.series_id) as series_id,
      event.organizer_email,
      array(select feed_id from calendar_feed_events
        where workspace_id = ${workspaceId} and event_guid = note.event_guid) as feeds,
      array(select email_folded from event_attendees
        where workspace_id = ${workspaceId} and event_guid = note.event_guid order by position) as invited,
      (select email_domains from workspaces where id = ${workspaceId}) as domains,
      array(select attending.user_id from note_attendees attending
        left join event_attendees invited on invited.workspace_id = ${workspaceId}
          and invited.event_guid = note.event_guid and invited.email_folded in (
            select email_folded from addresses
            where workspace_id = ${workspaceId} and user_id = attending.user_id)
        where attending.workspace_id = ${workspaceId} and attending.note_id = note.id
          and exists (${active} attending.user_id)
        group by attending.user_id order by min(invited.position), attending.user_id) as people,
      (select brought.id from users brought where brought.workspace_id = ${workspaceId} and brought.active
        and brought.id = case when note.event_guid is null then note.created_by else event.imported_by end) as bringer
    from notes note
    left join events event on event.workspace_id = ${workspaceId} and event.guid = note.event_guid
    where note.workspace_id = ${workspaceId} and note.id = ${noteId}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { title, series_id: seriesId, feeds: feedIds, invited, domains: ownDomains, organizer_email: address } = row
  const account = address === null ? undefined : (await findPeople(db, workspaceId, [address])).get(address)
  const organizer = account?.active ? account.id : null
  const first = row.people.filter((id) => id === organizer)
  return {
    title,
    seriesId,
    feedIds,
    invited,
    ownDomains,
    organizer: address === null ? null : foldCase(address),
    people: [...first, ...row.people.filter((id) => id !== organizer)],
    actor: organizer ?? row.bringer,
  }
}

async function readRulesFor(db: Db, workspaceId: string, people: string[]): Promise<Rule[]> {
  return db
    .selectFrom('rules')
    .select(['id', 'user_id as userId', 'match', 'does'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(user_id is null or user_id = any(${people}))`)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

function readOnce(db: Db, workspaceId: string, noteId: string): Promise<Once[]> {
  return db
    .selectFrom('note_plans')
    .select(['user_id as userId', 'record', 'template_id as templateId'])
    .select(['added_channels as added', 'dropped_channels as dropped'])
    .where('workspace_id', '=', workspaceId)
    .where('note_id', '=', noteId)
    .orderBy('user_id')
    .execute()
}
