/** Reads a meeting with the rules that may count for it, and plans what happens (decision 64). */
import { sql } from 'kysely'
import { findPeople } from '../../people/accounts/find-people.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { hasOutsiders, type Meeting, type Once, type Plan, planMeeting, type Rule } from './plan-meeting.ts'

export type Planning = { plan: Plan; meeting: Meeting; rules: Rule[]; once: Once[] }

/** @returns null if there is no such note */
export async function readPlan(db: Db, workspaceId: string, noteId: string): Promise<Planning | null> {
  return (await readPlannings(db, workspaceId, [noteId])).get(noteId) ?? null
}

/** Notes whose plans are made before other work of the event loop runs. */
const batchSize = 100

/** By note. */
export async function readPlans(db: Db, workspaceId: string, noteIds: string[]): Promise<Map<string, Plan>> {
  const plans = new Map<string, Plan>()
  for (const batch of inBatches(noteIds, () => 1, { size: batchSize }))
    for (const [noteId, { plan }] of await readPlannings(db, workspaceId, batch)) plans.set(noteId, plan)
  return plans
}

/** By note, in five queries. */
async function readPlannings(db: Db, workspaceId: string, noteIds: string[]): Promise<Map<string, Planning>> {
  const meetings = await readMeetings(db, workspaceId, noteIds)
  const people = [...new Set([...meetings.values()].flatMap((meeting) => meeting.people))]
  const byOwner = Map.groupBy(await readRulesFor(db, workspaceId, people), ({ userId }) => userId)
  const changes = await readOnce(db, workspaceId, noteIds)
  return new Map(
    [...meetings].map(([noteId, meeting]) => {
      const once = changes.get(noteId) ?? []
      const rules = [null, ...meeting.people].flatMap((owner) => byOwner.get(owner) ?? [])
      return [noteId, { plan: planMeeting(meeting, rules, once), meeting, rules, once }]
    }),
  )
}

type Row = {
  id: string
  title: string
  series_id: string | null
  organizer_email: string | null
  feeds: string[]
  invited: string[]
  has_call: boolean
  domains: string[]
  people: string[]
  bringer: string | null
}

/** A note without an event is a meeting of who made it. */
async function readMeetings(db: Db, workspaceId: string, noteIds: string[]): Promise<Map<string, Meeting>> {
  const active = sql`select from users where workspace_id = ${workspaceId} and active and id =`
  const { rows } = await sql<Row>`
    select note.id, coalesce(event.title, note.title) as title, coalesce(event.series_id, note.series_id) as series_id,
      event.organizer_email, event.call_url is not null and not event.all_day as has_call,
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
    where note.workspace_id = ${workspaceId} and note.id = any(${noteIds})`.execute(db)
  const addresses = rows.flatMap(({ organizer_email }) => organizer_email ?? [])
  const accounts = await findPeople(db, workspaceId, addresses)
  return new Map(
    rows.map((row) => {
      const account = row.organizer_email === null ? undefined : accounts.get(row.organizer_email)
      return [row.id, meetingOf(row, account?.active ? account.id : null)]
    }),
  )
}

/** @param organizer  their account, if it is active */
function meetingOf(row: Row, organizer: string | null): Meeting {
  const { series_id: seriesId, feeds: feedIds, invited, organizer_email: address } = row
  const first = row.people.filter((id) => id === organizer)
  return {
    title: foldCase(row.title),
    seriesId,
    feedIds,
    invited,
    hasCall: row.has_call,
    hasOutsiders: hasOutsiders(invited, row.domains),
    organizer: address === null ? null : foldCase(address),
    people: [...first, ...row.people.filter((id) => id !== organizer)],
    actor: organizer ?? row.bringer,
  }
}

async function readRulesFor(db: Db, workspaceId: string, people: string[]): Promise<Rule[]> {
  const rules = await db
    .selectFrom('rules')
    .select(['id', 'user_id as userId', 'match', 'does'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(user_id is null or user_id = any(${people}))`)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rules.map(({ match, ...rule }) => {
    const { title_contains } = match
    return {
      ...rule,
      match: { ...match, ...(title_contains !== undefined && { title_contains: foldCase(title_contains) }) },
    }
  })
}

async function readOnce(db: Db, workspaceId: string, noteIds: string[]): Promise<Map<string, Once[]>> {
  const rows = await db
    .selectFrom('note_plans')
    .select(['note_id', 'user_id as userId', 'record', 'template_id as templateId'])
    .select(['added_channels as added', 'dropped_channels as dropped'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`note_id = any(${noteIds})`)
    .orderBy('user_id')
    .execute()
  const byNote = Map.groupBy(rows, ({ note_id }) => note_id)
  return new Map([...byNote].map(([noteId, own]) => [noteId, own.map(({ note_id: _, ...once }) => once)]))
}
