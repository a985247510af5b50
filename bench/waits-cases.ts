/** Large deeds in a workspace: imports, deletions and changes of many rows at once. */
export type WaitsCase = {
  name: string
  /** SQL that makes what the deed is about. */
  prepare?: string
  call(): { method: string; path: string; body?: string | object; headers?: Record<string, string> }
}

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const calendar = (events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const imported = (name: string, events: () => string[][]): WaitsCase => ({
  name: `calendar: ${name}`,
  call: () => ({
    method: 'POST',
    path: '/api/v1/calendar/import',
    body: calendar(events()),
    headers: { 'content-type': 'text/calendar' },
  }),
})
const small = (count: number, title: string) => (): string[][] =>
  Array.from({ length: count }, (_, n) => [`UID:small${n}`, `DTSTART:${at(24 + (n % 1_000))}`, `SUMMARY:${title}`])
const series = (meetings: number): string[][] => [
  ['UID:hourly', `DTSTART:${at(24)}`, `RRULE:FREQ=HOURLY;COUNT=${meetings}`, 'SUMMARY:Hourly'],
]

export const waitsCases: WaitsCase[] = [
  imported('9,000 small meetings', small(9_000, 'Weekly')),
  imported('the same again', small(9_000, 'Weekly')),
  imported('the same, renamed', small(9_000, 'Renamed')),
  imported('a series of 1,000 meetings', () => series(1_000)),
  imported('50 meetings with 1,000 attendees', () =>
    Array.from({ length: 50 }, (_, n) => [
      `UID:crowd${n}`,
      `DTSTART:${at(24)}`,
      'SUMMARY:All hands',
      ...Array.from({ length: 999 }, (_, m) => `ATTENDEE:mailto:person${m}@waits.test`),
      'ATTENDEE:mailto:person0@waits.test',
    ]),
  ),
]

/** Notes of the first member with these ids, 10,000 of them. */
const notes = (prefix: string, columns = '', values = '') => `
  insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at${columns})
  select 'waits', '${prefix}_' || n, 'u_0', 'Note ' || n, 'note ' || n, '2025-02-01', '2025-02-01'${values}
  from generate_series(1, 10000) n;`

/** 10,000 meetings with their notes, to which one address is invited. */
const meetings = (prefix: string, email: string, series = 'null::text') => `
  insert into events (workspace_id, guid, series_id, title, starts_at, ends_at, imported_by)
  select 'waits', '${prefix}_' || n, ${series}, 'Meeting', '2025-02-01', '2025-02-01', 'u_0'
  from generate_series(1, 10000) n;
  insert into event_attendees (workspace_id, event_guid, position, email, email_folded, name)
  select 'waits', '${prefix}_' || n, 0, '${email}', '${email}', '' from generate_series(1, 10000) n;
  ${notes(prefix, ', event_guid, series_id', `, '${prefix}_' || n, ${series}`)}
  analyze;`

const changed = (name: string, call: ReturnType<WaitsCase['call']>, prepare?: string): WaitsCase => ({
  name,
  call: () => call,
  ...(prepare && { prepare }),
})
const published = `
  insert into channels (workspace_id, id, title, private, created_at) values ('waits', 'ch_big', 'Big', true, now());
  insert into channel_members (workspace_id, channel_id, user_id) values ('waits', 'ch_big', 'u_0');
  ${notes('n_pub')}
  insert into publications (workspace_id, note_id, channel_id, by_user_id)
  select 'waits', 'n_pub_' || n, 'ch_big', 'u_0' from generate_series(1, 10000) n;
  analyze;`
const transcribed = `
  insert into recordings (workspace_id, id, note_id, title, title_folded, created_at, updated_at, transcript)
  select 'waits', 'r_' || n, 'n_pub_' || n, 'Call', 'call', '2026-01-01', '2026-01-01',
    '{"language_code":"en","speech_segments":[{"speaker":"Ada","text":"And so on","start_time":0,"end_time":1}]}'
  from generate_series(1, 10000) n;
  analyze;`
const group = `
  insert into users (workspace_id, id, email, email_folded, full_name, admin, created_at)
  select 'waits', 'u_more_' || n, 'more' || n || '@waits.test', 'more' || n || '@waits.test', 'More', false, '2026-01-01'
  from generate_series(1, 5000) n;
  insert into channels (workspace_id, id, title, private, created_at) values ('waits', 'ch_group', 'Group', true, now());
  insert into scim_groups (workspace_id, channel_id) values ('waits', 'ch_group');
  analyze;`
const user = (name: string, body: object, prepare?: string) =>
  changed(name, { method: 'PATCH', path: '/api/v1/user/u_5', body }, prepare)
const members = Array.from({ length: 5_000 }, (_, n) => ({ value: `u_more_${n + 1}` }))

waitsCases.push(
  user(
    'an address with 10,000 meetings is given to an account',
    { other_addresses: ['old@waits.test'] },
    meetings('old', 'old@waits.test'),
  ),
  user('and withdrawn', { other_addresses: [] }),
  changed(
    'a series of 10,000 meetings is shared',
    { method: 'POST', path: '/api/v1/series/se_big/share', body: { user: 'u_199' } },
    `insert into series (workspace_id, id, title) values ('waits', 'se_big', 'Big');
    ${meetings('big', 'person0@waits.test', "'se_big'")}`,
  ),
  changed('and no longer', { method: 'DELETE', path: '/api/v1/series/se_big/share/u_199' }),
  changed('a channel with 10,000 notes is deleted', { method: 'DELETE', path: '/api/v1/channel/ch_big' }, published),
  changed(
    '10,000 transcripts are forgotten',
    { method: 'PATCH', path: '/api/v1/workspace', body: { retention: 'zero_day' } },
    transcribed,
  ),
  changed(
    'a group gets 5,000 members',
    {
      method: 'PUT',
      path: '/scim/v2/Groups/ch_group',
      body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Group', members },
      headers: { 'content-type': 'application/scim+json' },
    },
    group,
  ),
)
