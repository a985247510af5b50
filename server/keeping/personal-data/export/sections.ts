/** The lists of a person's data: columns and rows of each (decision 50 on erasure). Without secrets and hashes of secrets. */
import { type RawBuilder, sql } from 'kysely'
import { addressesOf } from '../../../people/accounts/addresses.ts'
import { namesOf, type SharedKind } from '../../../people/sight/visible.ts'

/** The exported person; `names` are their names as speaker in transcripts. */
export type Subject = { workspaceId: string; userId: string; names: string[] }

/** A list, ordered and paged by `key`. */
export type Section = {
  name: string
  key: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** The tables and the condition, without the workspace's. */
  from(subject: Subject): RawBuilder<unknown>
  /** Rows per statement; 200 by default. */
  rows?: number
}

const ownTable = (name: string, table: string, columns: RawBuilder<unknown>): Section => ({
  name,
  columns,
  key: sql`own.id`,
  from: ({ userId }) => sql`${sql.table(table)} own where own.user_id = ${userId}`,
})

/** Shares with the person or by them: of what, with whom, by whom. */
const shares = (kind: SharedKind): Section => {
  const { shares: table, thingId } = namesOf(kind)
  return {
    name: `${kind}_shares`,
    key: sql`own.${thingId} || ' ' || own.user_id`,
    columns: sql`own.${thingId}, own.user_id, own.by_user_id, own.can_edit`,
    from: ({ userId }) =>
      sql`${table} own where own.${thingId} is not null and (own.user_id = ${userId} or own.by_user_id = ${userId})`,
  }
}

export const sections: Section[] = [
  {
    name: 'directory',
    key: sql`own.user_id`,
    columns: sql`own.external_id, own.given_name, own.family_name`,
    from: ({ userId }) => sql`scim_people own where own.user_id = ${userId}`,
  },
  {
    name: 'identity',
    key: sql`own.user_id`,
    columns: sql`own.issuer, own.subject, own.bound_at`,
    from: ({ userId }) => sql`bound_identities own where own.user_id = ${userId}`,
  },
  // The vector is only for the person themself.
  {
    name: 'voice',
    key: sql`own.user_id`,
    columns: sql`own.model, own.recordings, own.created_at, own.updated_at`,
    from: ({ userId }) => sql`voices own where own.user_id = ${userId}`,
  },
  {
    name: 'notifications',
    key: sql`own.user_id`,
    columns: sql`own.recaps, own.time_zone`,
    from: ({ userId }) => sql`recap_mail_wishes own where own.user_id = ${userId}`,
  },
  ownTable(
    'api_keys',
    'api_keys',
    sql`own.id, own.name, own.super_admin, own.active, own.created_at, own.last_used_at, own.scopes, own.expires_at`,
  ),
  ownTable(
    'sessions',
    'sessions',
    sql`own.id, own.created_at, own.last_used_at, own.expires_at, own.address, own.user_agent`,
  ),
  ownTable(
    'grants',
    'oauth_grants',
    sql`own.id, own.client_id, own.client_name, own.scopes, own.created_at, own.last_used_at, own.expires_at`,
  ),
  ownTable(
    'webhooks',
    'webhooks',
    sql`own.id, own.scope, own.url, own.description, own.status, own.enabled_events, own.created_at`,
  ),
  ownTable(
    'calendar_feeds',
    'calendar_feeds',
    sql`own.id, own.host, own.provider, own.account, own.created_at, own.last_read_at`,
  ),
  {
    name: 'channels',
    key: sql`own.id`,
    columns: sql`own.id, own.title, own.private`,
    from: ({ userId }) => sql`channels own join channel_members member on member.workspace_id = own.workspace_id
      and member.channel_id = own.id where member.user_id = ${userId}`,
  },
  {
    name: 'events',
    // Once for each of their addresses that is invited.
    key: sql`own.guid || ' ' || attendee.email_folded`,
    columns: sql`own.guid, own.title, own.starts_at, own.ends_at, attendee.email, attendee.name`,
    from: ({ workspaceId, userId }) => sql`events own join event_attendees attendee
      on attendee.workspace_id = own.workspace_id and attendee.event_guid = own.guid
      where attendee.email_folded in ${addressesOf(workspaceId, userId)}`,
  },
  {
    name: 'notes',
    key: sql`own.id`,
    rows: 20,
    columns: sql`own.id, own.event_guid, own.title, own.agenda, own.created_at, own.updated_at`,
    from: ({ workspaceId, userId }) => sql`notes own where own.created_by = ${userId} and own.id in (
      select seen.id from person_sight seen where seen.workspace_id = ${workspaceId} and seen.user_id = ${userId} and seen.kind = 'note')`,
  },
  {
    name: 'recordings',
    key: sql`own.id`,
    columns: sql`own.id, own.note_id, own.title, own.created_at, own.started_at, own.ended_at, media.file_name, media.media_bytes`,
    from: ({ userId }) => sql`recordings own left join recording_media media on media.workspace_id = own.workspace_id
      and media.recording_id = own.id where own.started_by = ${userId}`,
  },
  {
    name: 'uploads',
    key: sql`own.recording_id`,
    columns: sql`own.recording_id, own.title, own.status, own.created_at`,
    from: ({ userId }) => sql`uploads own where own.submitted_by = ${userId}`,
  },
  {
    name: 'said',
    key: sql`own.id`,
    rows: 20,
    columns: sql`own.id as recording_id, own.title, spoken.segments`,
    from: ({ workspaceId, userId, names }) => sql`recordings own
      join lateral (select json_agg(json_build_object('text', segment -> 'text', 'start_time', segment -> 'start_time',
          'end_time', segment -> 'end_time') order by number) as segments
        from json_array_elements(own.transcript -> 'speech_segments') with ordinality as list (segment, number)
        where segment ->> 'speaker' = any(${names})) spoken on spoken.segments is not null
      where own.transcript is not null and own.id in (select seen.id from person_sight seen
        where seen.workspace_id = ${workspaceId} and seen.user_id = ${userId} and seen.kind = 'recording')`,
  },
  {
    name: 'action_items',
    key: sql`own.id`,
    columns: sql`own.id, own.note_id, own.text, own.status, own.due_date, own.created_at, own.updated_at,
      own.created_by is not distinct from assigned.person as created, assigned.is_assignee as assigned`,
    from: ({ userId }) => sql`action_items own
      cross join lateral (select ${userId}::text as person, exists (select from action_item_assignees assignee
        where assignee.workspace_id = own.workspace_id and assignee.item_id = own.id
          and assignee.user_id = ${userId}) as is_assignee) assigned
      where (own.created_by = ${userId} or assigned.is_assignee)`,
  },
  {
    name: 'corrections',
    key: sql`own.id`,
    columns: sql`own.id, own.recording_id, own.at, own.change`,
    from: ({ userId }) => sql`recording_changes own where own.user_id = ${userId}`,
  },
  {
    name: 'former_texts',
    key: sql`own.id`,
    rows: 20,
    columns: sql`own.id, own.at, own.by_user_id, own.kind, own.thing_id, own.note_id, own.what, own.former`,
    from: ({ userId }) => sql`former_texts own
      left join notes note on note.workspace_id = own.workspace_id and note.id = own.note_id
      left join recordings recording on recording.workspace_id = own.workspace_id and recording.id = own.recording_id
      where (own.by_user_id = ${userId} or own.kind = 'note' and note.created_by = ${userId}
        or recording.started_by = ${userId})`,
  },
  shares('note'),
  shares('recording'),
  shares('series'),
  ownTable(
    'outside_links',
    'outside_links',
    sql`own.id, own.note_id, own.recording_id, own.parts, own.created_at, own.expires_at, own.openings, own.last_opened_at`,
  ),
  {
    name: 'audit_log',
    key: sql`own.id`,
    columns: sql`own.id, own.at, own.action, own.user_id, own.on_behalf_of, own.method, own.path, own.status, shown.address`,
    // Hides the addresses of an administrator who acted on their behalf, and of guests who opened their links.
    from: ({ userId }) => sql`audit_log own
      cross join lateral (select case
        when own.user_id = ${userId} and own.action not in ('outside_link.open', 'outside_link.refuse')
        then own.address else '' end as address) shown
      where (own.user_id = ${userId} or own.on_behalf_of = ${userId})`,
  },
]
