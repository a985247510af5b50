-- The schema as it is. `npm run schema` writes this file from the numbered ones beside it, which give the reasons.
-- The definitions are in PostgreSQL's own form, without comments: tables with their indexes and triggers, views,
-- functions, each in the order of their names.

create sequence stream_events_number;

create table action_item_assignees (
  workspace_id text collate "C" not null,
  item_id text collate "C" not null,
  user_id text collate "C" not null,
  position integer not null,
  primary key (workspace_id, item_id, user_id),
  foreign key (workspace_id, item_id) references action_items(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index action_items_of_assignee on action_item_assignees (workspace_id, user_id, item_id);
create trigger changes_of_assignees_delete after delete on action_item_assignees referencing old table as changed
  for each statement
  execute function changes_of_assignees();
create trigger changes_of_assignees_insert after insert on action_item_assignees referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_assignees();
create trigger changes_of_assignees_update after update on action_item_assignees referencing new table as changed
  for each statement
  execute function changes_of_assignees();
create trigger todo_changes_of_assignees_delete after delete on action_item_assignees referencing old table as changed
  for each statement
  execute function todo_changes_of_assignees();
create trigger todo_changes_of_assignees_insert after insert on action_item_assignees referencing new table as changed
  for each statement
  execute function todo_changes_of_assignees();

create table action_item_holds (
  workspace_id text collate "C" not null,
  item_id text collate "C" not null,
  due_at timestamptz(3) not null,
  status text not null,
  assignees text[] not null,
  trace text collate "C",
  primary key (workspace_id, item_id),
  check (status = any (array['Incomplete', 'Done', 'Archived'])),
  foreign key (workspace_id, item_id) references action_items(workspace_id, id) on delete cascade
);
create index action_item_holds_due on action_item_holds (due_at);

create table action_items (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  note_id text collate "C",
  text text not null /* statistics 0 */,
  completion_type text not null default 'any',
  status text not null default 'Incomplete',
  wont_do boolean not null default false,
  completed_by text[] not null default '{}'::text[],
  due_date date,
  ai_generated boolean not null default false,
  changed_by_people boolean not null default false,
  recording_offset integer,
  links jsonb not null default '[]'::jsonb,
  created_by text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  check (updated_at >= created_at),
  check (completion_type = any (array['any', 'all'])),
  check (status = any (array['Incomplete', 'Done', 'Archived'])),
  foreign key (workspace_id, created_by) references users(workspace_id, id),
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade
);
create index action_items_archived on action_items (workspace_id, updated_at, id) where status = 'Archived';
create index action_items_due on action_items (workspace_id, coalesce((due_date::timestamp without time zone at time zone 'UTC'), '9999-12-31 23:59:59.999+00'::timestamptz), id);
create index action_items_linked on action_items using gin (link_keys(workspace_id, links)) where links <> '[]'::jsonb;
create index action_items_of_creator on action_items (workspace_id, created_by) where note_id is null;
create index action_items_of_note on action_items (workspace_id, note_id) include (id);
create index action_items_open on action_items (workspace_id, coalesce((due_date::timestamp without time zone at time zone 'UTC'), '9999-12-31 23:59:59.999+00'::timestamptz), id) where status = 'Incomplete';
create index action_items_updated on action_items (workspace_id, updated_at, id);
create trigger changes_of_items_delete after delete on action_items referencing old table as changed
  for each statement
  execute function changes_of_items();
create trigger changes_of_items_insert after insert on action_items referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_items();
create trigger changes_of_items_of_readers_delete after delete on action_items referencing old table as changed
  for each statement
  execute function changes_of_items_of_readers();
create trigger changes_of_items_of_readers_insert after insert on action_items referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_items_of_readers();
create trigger changes_of_items_update after update on action_items referencing new table as changed
  for each statement
  execute function changes_of_items();
create trigger changes_of_moved_items after update on action_items
  for each row when (old.note_id is distinct from new.note_id or old.note_id is null and old.created_by is distinct from new.created_by)
  execute function changes_of_moved_items();
create trigger former_item_forgotten after delete on action_items
  for each row when (old.note_id is null)
  execute function forget_former_item();
create trigger item_rewritten after update of text on action_items
  for each row when (old.text <> new.text)
  execute function mark_stale('item');
create trigger item_written after insert on action_items referencing new table as changed
  for each statement
  execute function mark_all_stale('item');
create trigger todo_changes_of_items after update on action_items referencing new table as changed
  for each statement
  execute function todo_changes_of_items();

create table addresses (
  workspace_id text collate "C" not null,
  email_folded text collate "C" not null,
  email text not null /* statistics 0 */,
  user_id text collate "C" not null,
  primary key (workspace_id, email_folded),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index addresses_of_user on addresses (workspace_id, user_id);
create trigger changes_of_addresses_delete after delete on addresses referencing old table as changed
  for each statement
  execute function changes_of_addresses();
create trigger changes_of_addresses_insert after insert on addresses referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_addresses();
create trigger sight_delete after delete on addresses referencing old table as changed
  for each statement
  execute function sight_after_addresses();
create trigger sight_insert after insert on addresses referencing new table as changed
  for each statement
  execute function sight_after_addresses();

create table api_key_use (
  workspace_id text collate "C" not null,
  key_id text collate "C" not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, key_id),
  foreign key (workspace_id, key_id) references api_keys(workspace_id, id) on delete cascade
);

create table api_keys (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text not null,
  secret_hash bytea not null,
  super_admin boolean not null default false,
  active boolean not null default true,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  scopes text[],
  expires_at timestamptz(3),
  switched_off_by text collate "C",
  primary key (workspace_id, id),
  unique (secret_hash),
  check (not active or switched_off_by is null),
  check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'webhooks', 'admin', 'scim']),
  foreign key (workspace_id, switched_off_by) references users(workspace_id, id) on delete set null (switched_off_by),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index api_keys_created on api_keys (workspace_id, created_at, id);
create index api_keys_of_user on api_keys (workspace_id, user_id, created_at, id);
create trigger key_switched_off after update of active on api_keys
  for each row when (old.active and not new.active)
  execute function sign_key_out();

create table attempts (
  workspace_id text collate "C" not null,
  message_id text collate "C" not null,
  number integer not null,
  sent_at timestamptz(3) not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_body text /* statistics 0 */,
  manual boolean not null,
  primary key (workspace_id, message_id, number),
  foreign key (workspace_id, message_id) references messages(workspace_id, id) on delete cascade
);

create table audit_log (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null,
  action text not null,
  key_id text collate "C",
  user_id text collate "C" not null,
  on_behalf_of text collate "C",
  method text not null,
  path text not null,
  status integer,
  address text not null,
  request_id text not null,
  body_sha256 text,
  details jsonb not null default '{}'::jsonb,
  primary key (workspace_id, id),
  unique (workspace_id, at, id),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);
create index audit_log_at on audit_log (at);
create index audit_log_of_action on audit_log (workspace_id, action, at);
create index audit_log_of_user on audit_log (workspace_id, user_id, at, id);
create index audit_log_sign_ins on audit_log (workspace_id, user_id, at) where action = 'session.begin';

create table bound_identities (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  issuer text collate "C" not null,
  subject text collate "C" not null /* statistics 0 */,
  bound_at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  unique (workspace_id, subject, issuer),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);

create table calendar_feed_events (
  workspace_id text collate "C" not null,
  feed_id text collate "C" not null,
  event_guid text collate "C" not null,
  provider_id text collate "C",
  provider_series_id text collate "C",
  primary key (workspace_id, feed_id, event_guid),
  foreign key (workspace_id, event_guid) references events(workspace_id, guid) on delete cascade,
  foreign key (workspace_id, feed_id) references calendar_feeds(workspace_id, id) on delete cascade
);
create index calendar_feed_events_by_id on calendar_feed_events (workspace_id, feed_id, provider_id) where provider_id is not null;
create index calendar_feed_events_by_series on calendar_feed_events (workspace_id, feed_id, provider_series_id) where provider_series_id is not null;
create index calendar_feed_events_of_event on calendar_feed_events (workspace_id, event_guid);

create table calendar_feeds (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  url bytea,
  url_key bytea,
  host text not null,
  provider text,
  account text,
  subject text,
  tokens bytea,
  sync_cursor text,
  window_days integer,
  full_due_at timestamptz(3),
  watch_id text collate "C",
  watch_resource text,
  watch_secret bytea,
  watch_address text,
  watch_until timestamptz(3),
  etag text,
  last_modified text,
  full_read_at timestamptz(3),
  last_read_at timestamptz(3),
  last_error text,
  problems jsonb not null default '[]'::jsonb,
  failures integer not null default 0,
  next_read_at timestamptz(3),
  reading_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (watch_id),
  unique (workspace_id, created_at, id),
  unique (workspace_id, user_id, url_key),
  check ((url is null) = (url_key is null) and (url is null and tokens is null) = (next_read_at is null)),
  check ((provider is null) = (account is null) and (provider is null or url is null)),
  check ((watch_id is null) = (watch_secret is null) and (tokens is null or provider is not null)),
  check (provider = any (array['google', 'microsoft', 'caldav'])),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index calendar_feeds_due on calendar_feeds (next_read_at);

create table change_counters (
  workspace_id text collate "C" not null,
  last_number bigint not null default 0,
  forgotten_number bigint not null default 0,
  primary key (workspace_id)
);

create table change_holds (
  workspace_id text collate "C" not null,
  kind text not null,
  id text collate "C" not null,
  until timestamptz(3) not null,
  primary key (workspace_id, kind, id),
  check (kind = any (array['note', 'recording', 'decision'])),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);

create table changes (
  workspace_id text collate "C" not null,
  number bigint not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  people text[],
  channel_id text collate "C",
  sight text,
  transaction bigint not null,
  at timestamptz(3) not null,
  primary key (workspace_id, number)
);
create index changes_by_age on changes (at);
create unique index changes_for_everyone on changes (workspace_id, kind, id) where people is null and channel_id is null;
create index changes_of_channel on changes (workspace_id, channel_id, number) where channel_id is not null;
create index changes_of_thing on changes (workspace_id, kind, id, number);

create table channel_members (
  workspace_id text collate "C" not null,
  channel_id text collate "C" not null,
  user_id text collate "C" not null,
  came_while_open boolean not null default false,
  primary key (workspace_id, channel_id, user_id),
  foreign key (workspace_id, channel_id) references channels(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index channel_members_of_user on channel_members (workspace_id, user_id);
create index channel_members_while_open on channel_members (workspace_id, channel_id) where came_while_open;
create trigger changes_of_members_delete after delete on channel_members referencing old table as changed
  for each statement
  execute function changes_of_members();
create trigger changes_of_members_insert after insert on channel_members referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_members();

create table channels (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  title text not null,
  private boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);
create index channels_by_title on channels (workspace_id, md5(title));

create table decision_changes (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  decision_id text collate "C" not null,
  at timestamptz(3) not null,
  user_id text collate "C",
  through text not null,
  change jsonb not null /* statistics 0 */,
  other text collate "C",
  primary key (workspace_id, id),
  check (through = any (array['api', 'agenda', 'ai_notes'])),
  foreign key (workspace_id, decision_id) references decisions(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id)
);
create index decision_changes_of_decision on decision_changes (workspace_id, decision_id, at, id);
create index decision_changes_of_person on decision_changes (workspace_id, user_id) where user_id is not null;

create table decision_comparisons (
  workspace_id text collate "C" not null,
  decision_id text collate "C" not null,
  due_at timestamptz(3) not null,
  primary key (workspace_id, decision_id),
  foreign key (workspace_id, decision_id) references decisions(workspace_id, id) on delete cascade
);

create table decision_proposals (
  workspace_id text collate "C" not null,
  newer text collate "C" not null,
  older text collate "C" not null,
  kind text not null,
  dismissed boolean not null default false,
  primary key (workspace_id, newer, older),
  check (older <> newer),
  check (kind = any (array['replaces', 'contradicts', 'repeats'])),
  foreign key (workspace_id, newer) references decisions(workspace_id, id) on delete cascade,
  foreign key (workspace_id, older) references decisions(workspace_id, id) on delete cascade
);
create index decision_proposals_of_older on decision_proposals (workspace_id, older);
create trigger changes_of_proposals_delete after delete on decision_proposals referencing old table as changed
  for each statement
  execute function changes_of_proposals();
create trigger changes_of_proposals_insert after insert on decision_proposals referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_proposals();
create trigger changes_of_proposals_update after update on decision_proposals referencing new table as changed
  for each statement
  execute function changes_of_proposals();

create table decision_successions (
  workspace_id text collate "C" not null,
  older text collate "C" not null,
  newer text collate "C" not null,
  primary key (workspace_id, older),
  unique (workspace_id, newer, older),
  check (newer <> older),
  foreign key (workspace_id, newer) references decisions(workspace_id, id) on delete cascade,
  foreign key (workspace_id, older) references decisions(workspace_id, id) on delete cascade
);
create trigger changes_of_pairs_delete after delete on decision_successions referencing old table as changed
  for each statement
  execute function changes_of_pairs();
create trigger changes_of_pairs_insert after insert on decision_successions referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_pairs();

create table decisions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  note_id text collate "C" not null,
  recording_id text collate "C",
  text text not null /* statistics 0 */,
  text_folded text collate "C" not null /* statistics 0 */,
  quote text /* statistics 0 */,
  speaker text,
  start_time double precision,
  status text not null default 'stands',
  detected boolean not null default false,
  changed_by_people boolean not null default false,
  made_by text collate "C",
  made_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  source_kind text collate "C" generated always as (case when recording_id is null then 'note' else 'recording' end) stored,
  source_id text collate "C" generated always as (coalesce(recording_id, note_id)) stored,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  unique (workspace_id, made_at, id),
  check (updated_at >= created_at),
  check (recording_id is not null or quote is null and speaker is null),
  check (status = any (array['stands', 'withdrawn'])),
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  foreign key (workspace_id, made_by) references users(workspace_id, id),
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade
);
create index decisions_of_maker on decisions (workspace_id, made_by) where made_by is not null;
create index decisions_of_note on decisions (workspace_id, note_id);
create index decisions_of_recording on decisions (workspace_id, recording_id) where recording_id is not null;
create index decisions_of_source on decisions (workspace_id, source_kind, source_id);
create index decisions_text_runs on decisions using gin (title_runs(workspace_id, text_folded)) with (gin_pending_list_limit='1024');
create index decisions_withdrawn on decisions (workspace_id, made_at, id) where status = 'withdrawn';
create trigger changes_beside_decision after update on decisions
  for each row when (old.status <> new.status or old.quote is distinct from new.quote)
  execute function changes_beside_decision();
create trigger changes_of_decisions_delete after delete on decisions referencing old table as changed
  for each statement
  execute function changes_of_decisions();
create trigger changes_of_decisions_insert after insert on decisions referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_decisions();
create trigger changes_of_decisions_of_readers_delete after delete on decisions referencing old table as changed
  for each statement
  execute function changes_of_decisions_of_readers();
create trigger changes_of_decisions_of_readers_insert after insert on decisions referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_decisions_of_readers();
create trigger changes_of_decisions_update after update on decisions referencing new table as changed
  for each statement
  execute function changes_of_decisions();
create trigger decision_rewritten after update of text on decisions
  for each row when (old.text <> new.text)
  execute function mark_stale('decision');
create trigger decision_timed before insert or update of note_id, made_at, created_at on decisions
  for each row
  execute function time_decision();
create trigger decision_written after insert on decisions referencing new table as changed
  for each statement
  execute function mark_all_stale('decision');
create trigger holds_of_decisions_forgotten after delete on decisions referencing old table as gone
  for each statement
  execute function forget_holds_of_decisions();

create table delivery_lanes (
  workspace_id text collate "C" not null,
  lane text collate "C" not null,
  sent_ms bigint[] not null,
  queued_until_ms bigint not null,
  primary key (workspace_id, lane),
  foreign key (workspace_id) references workspaces(id) on delete cascade
) with (fillfactor=50);

create table erasure_things (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  took_part boolean not null,
  primary key (workspace_id, user_id, kind, id),
  check (kind = any (array['note', 'recording', 'item'])),
  foreign key (workspace_id, user_id) references erasures(workspace_id, user_id) on delete cascade
);

create table erasures (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  requested_by text collate "C" not null,
  requested_at timestamptz(3) not null,
  stage text collate "C" not null default 'begin',
  position jsonb,
  names jsonb /* statistics 0 */,
  things integer not null default 0,
  things_done integer not null default 0,
  finished_at timestamptz(3),
  primary key (workspace_id, user_id),
  check (stage = any (array['begin', 'things', 'own', 'texts', 'messages', 'done'])),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index erasures_unfinished on erasures (requested_at) where finished_at is null;

create table event_attendees (
  workspace_id text collate "C" not null,
  event_guid text collate "C" not null,
  position integer not null,
  email text not null /* statistics 0 */,
  email_folded text collate "C" not null,
  name text not null default '' /* statistics 0 */,
  in_own_calendar boolean,
  primary key (workspace_id, event_guid, email_folded),
  foreign key (workspace_id, event_guid) references events(workspace_id, guid) on delete cascade
);
create index event_attendees_by_email on event_attendees (workspace_id, email_folded);
create trigger changes_of_attendees_delete after delete on event_attendees referencing old table as changed
  for each statement
  execute function changes_of_attendees();
create trigger changes_of_attendees_insert after insert on event_attendees referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_attendees();
create trigger changes_of_attendees_update after update on event_attendees referencing old table as before new table as changed
  for each statement
  execute function changes_of_updated_attendees();
create trigger sight_delete after delete on event_attendees referencing old table as changed
  for each statement
  execute function sight_after_attendees();
create trigger sight_insert after insert on event_attendees referencing new table as changed
  for each statement
  execute function sight_after_attendees();

create table events (
  workspace_id text collate "C" not null,
  guid text collate "C" not null,
  series_id text collate "C",
  title text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  all_day boolean not null default false,
  call_url text,
  organizer_email text,
  imported_by text collate "C",
  made_here boolean not null default false,
  cancelled_at timestamptz(3),
  sequence integer,
  stamped_at timestamptz(3),
  revised_alone boolean not null default false,
  primary key (workspace_id, guid),
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  foreign key (workspace_id, imported_by) references users(workspace_id, id) on delete set null (imported_by),
  foreign key (workspace_id, series_id) references series(workspace_id, id) on delete set null (series_id)
);
create index events_by_start on events (workspace_id, starts_at, guid);
create index events_of_series on events (workspace_id, series_id);
create trigger changes_of_events_update after update on events referencing new table as changed
  for each statement
  execute function changes_of_events();
create trigger decisions_moved after update on events
  for each row when (old.starts_at <> new.starts_at)
  execute function move_decisions_of_event();
create trigger sight_delete after delete on events referencing old table as changed
  for each statement
  execute function sight_after_events();
create trigger sight_update after update on events
  for each row when (old.series_id is distinct from new.series_id)
  execute function sight_after_event_update();

create table former_texts (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null,
  by_user_id text collate "C",
  kind text collate "C" not null,
  thing_id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  what text collate "C" not null,
  former json not null /* statistics 0 */,
  bytes integer not null,
  primary key (workspace_id, id),
  check (kind = any (array['note', 'recording', 'action_item', 'decision'])),
  check (what = any (array['title', 'agenda', 'segments', 'ai_notes', 'item', 'decision', 'mark'])),
  foreign key (workspace_id, by_user_id) references users(workspace_id, id),
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade
);
create index former_texts_by_time on former_texts (workspace_id, at, id);
create index former_texts_of_loose_item on former_texts (workspace_id, thing_id) where note_id is null;
create index former_texts_of_note on former_texts (workspace_id, note_id, at, id);
create index former_texts_of_person on former_texts (workspace_id, by_user_id, at, id);
create index former_texts_of_recording on former_texts (workspace_id, recording_id);

create table frozen_workspaces (
  workspace_id text collate "C" not null,
  state text collate "C" not null,
  freeze_id uuid not null,
  since timestamptz(3) not null,
  target text,
  served_at timestamptz(3),
  primary key (workspace_id),
  check (state = any (array['draining', 'frozen', 'moved', 'arriving', 'deleting'])),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);

create table glossaries (
  workspace_id text collate "C" not null,
  document jsonb not null /* statistics 0 */,
  changed_at timestamptz(3) not null,
  primary key (workspace_id),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);

create table idempotency_keys (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  key text collate "C" not null,
  body_sha256 bytea not null,
  recording_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id, key),
  foreign key (workspace_id, recording_id) references uploads(workspace_id, recording_id) on delete cascade deferrable initially deferred,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index idempotency_keys_created on idempotency_keys (created_at);
create index idempotency_keys_of_upload on idempotency_keys (workspace_id, recording_id);

create table listeners (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  listens_until timestamptz(3) not null,
  enabled_events text[] not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index listeners_of_named on listeners (workspace_id) where not enabled_events <@ '{action_item.assigned,action_item.completed,ai_note.generated,ai_note.shared_to_channel}'::text[];

create table marks (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  recording_id text collate "C",
  at double precision,
  note_id text collate "C",
  made_at timestamptz(3),
  text text,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, note_id, made_at, user_id),
  unique (workspace_id, recording_id, at, user_id),
  check (at >= 0::double precision),
  check (num_nonnulls(recording_id, at) = (2 - num_nonnulls(note_id, made_at)) and (at is null) <> (note_id is null)),
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id)
);
create index marks_of_person on marks (workspace_id, user_id);
create trigger changes_of_marks_delete after delete on marks referencing old table as changed
  for each statement
  execute function changes_of_marks();
create trigger changes_of_marks_insert after insert on marks referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_marks();
create trigger changes_of_marks_update after update on marks referencing new table as changed
  for each statement
  execute function changes_of_marks();

create table media_leftovers (
  file text collate "C" not null,
  primary key (file)
);

create table media_use (
  workspace_id text collate "C" not null,
  bytes bigint not null,
  primary key (workspace_id),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);

create table messages (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_type text not null,
  event_key text collate "C" not null,
  status text not null,
  body bytea /* statistics 0 */,
  note_id text collate "C",
  recording_id text collate "C",
  item_id text collate "C",
  created_at timestamptz(3) not null,
  next_attempt_at timestamptz(3),
  claim uuid,
  claimed_until timestamptz(3),
  claimed_by integer,
  manual boolean not null default false,
  attempts integer not null default 0,
  failures integer not null default 0,
  last_status_code integer,
  was_held boolean not null default false,
  trace text collate "C",
  primary key (workspace_id, id),
  unique (workspace_id, webhook_id, created_at, id),
  unique (workspace_id, webhook_id, event_key),
  check (status = any (array['pending', 'delivered', 'failed', 'held', 'skipped', 'cancelled'])),
  foreign key (workspace_id, webhook_id) references webhooks(workspace_id, id) on delete cascade
) with (fillfactor=50);
create index messages_by_status on messages (workspace_id, webhook_id, status, created_at, id);
create index messages_due on messages (next_attempt_at) where status = 'pending';
create index messages_held on messages (workspace_id, webhook_id) where status = 'held';
create index messages_of_item on messages (workspace_id, item_id) where item_id is not null;
create index messages_of_note on messages (workspace_id, note_id) where note_id is not null;
create index messages_of_recording on messages (workspace_id, recording_id) where recording_id is not null;

create table model_use (
  workspace_id text collate "C" not null,
  month date not null,
  tokens bigint not null,
  primary key (workspace_id),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);

create table note_plans (
  workspace_id text collate "C" not null,
  note_id text collate "C" not null,
  user_id text collate "C" not null,
  record text,
  template_id text,
  added_channels text[] not null default '{}'::text[],
  dropped_channels text[] not null default '{}'::text[],
  changed_at timestamptz(3) not null,
  primary key (workspace_id, note_id, user_id),
  check (record = any (array['bot', 'remind', 'never'])),
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index note_plans_of_person on note_plans (workspace_id, user_id);
create index note_plans_that_record on note_plans (workspace_id) where record = any (array['bot', 'remind']);

create table note_templates (
  workspace_id text collate "C" not null,
  document jsonb not null /* statistics 0 */,
  changed_at timestamptz(3) not null,
  primary key (workspace_id),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);

create table notes (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  event_guid text collate "C",
  series_id text collate "C",
  created_by text collate "C",
  title text not null,
  title_folded text collate "C" not null,
  titled_by_person boolean not null default false,
  agenda jsonb not null default '[]'::jsonb /* statistics 0 */,
  rule_id text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  unique (workspace_id, event_guid),
  check (updated_at >= created_at),
  foreign key (workspace_id, created_by) references users(workspace_id, id),
  foreign key (workspace_id, event_guid) references events(workspace_id, guid),
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  foreign key (workspace_id, series_id) references series(workspace_id, id) on delete set null (series_id)
);
create index notes_of_series on notes (workspace_id, series_id, created_at, id);
create index notes_title_runs on notes using gin (title_runs(workspace_id, title_folded)) with (gin_pending_list_limit='1024');
create index notes_updated on notes (workspace_id, updated_at, created_at, id);
create index notes_without_event on notes (workspace_id, series_id, created_by) where event_guid is null and series_id is not null;
create trigger changes_of_moved_notes after update on notes
  for each row when (old.event_guid is distinct from new.event_guid)
  execute function changes_of_moved_notes();
create trigger changes_of_notes_delete after delete on notes referencing old table as changed
  for each statement
  execute function changes_of_notes();
create trigger changes_of_notes_insert after insert on notes referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_notes();
create trigger changes_of_notes_update after update on notes referencing new table as changed
  for each statement
  execute function changes_of_notes();
create trigger changes_of_titles after update on notes
  for each row when (old.title <> new.title)
  execute function changes_of_titles('note');
create trigger decisions_moved after update on notes
  for each row when (old.event_guid is distinct from new.event_guid)
  execute function move_decisions_of_note();
create trigger note_rewritten after update of title, agenda on notes
  for each row when (old.title <> new.title or old.agenda <> new.agenda)
  execute function mark_stale('note');
create trigger note_written after insert on notes referencing new table as changed
  for each statement
  execute function mark_all_stale('note');
create trigger sight_gone before delete on notes
  for each row
  execute function sight_of_thing_gone('note');
create trigger sight_insert after insert on notes referencing new table as changed
  for each statement
  execute function sight_after_things('id');
create trigger sight_moved after update on notes
  for each row when (old.created_at <> new.created_at)
  execute function sight_of_thing_moved('note');
create trigger sight_update after update on notes
  for each row when (old.event_guid is distinct from new.event_guid or old.series_id is distinct from new.series_id or old.created_by is distinct from new.created_by)
  execute function sight_after_note_update();

create table notes_requests (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C",
  requested_at timestamptz(3) not null,
  failures integer not null default 0,
  is_first boolean not null default false,
  stage_done double precision,
  primary key (workspace_id, recording_id),
  check (stage_done >= 0::double precision and stage_done <= 1::double precision),
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id)
);

create table notes_translations (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  language text collate "C" not null,
  status text not null default 'writing',
  requested_at timestamptz(3) not null,
  failures integer not null default 0,
  failure_reason text,
  texts json,
  generated_by text,
  written_at timestamptz(3),
  primary key (workspace_id, recording_id, language),
  check (status = any (array['writing', 'written', 'failed'])),
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade
);

create table oauth_clients (
  id text collate "C" not null,
  name text,
  redirect_uris text[] not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (id)
);
create index oauth_clients_by_use on oauth_clients (last_used_at);

create table oauth_grant_use (
  workspace_id text collate "C" not null,
  grant_id text collate "C" not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, grant_id),
  foreign key (workspace_id, grant_id) references oauth_grants(workspace_id, id) on delete cascade
);

create table oauth_grants (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  key_id text collate "C",
  client_id text collate "C" not null,
  client_name text,
  redirect_uri text not null,
  scopes text[] not null,
  resource text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3) not null,
  code_hash bytea not null,
  code_challenge text not null,
  code_expires_at timestamptz(3) not null,
  code_used_at timestamptz(3),
  access_hash bytea,
  access_expires_at timestamptz(3),
  family_hash bytea,
  refresh_hash bytea,
  refresh_expires_at timestamptz(3),
  primary key (workspace_id, id),
  unique (access_hash),
  unique (code_hash),
  unique (family_hash),
  foreign key (workspace_id, key_id) references api_keys(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index oauth_grants_by_end on oauth_grants (expires_at);
create index oauth_grants_of_client on oauth_grants (client_id);
create index oauth_grants_of_key on oauth_grants (workspace_id, key_id) where key_id is not null;
create index oauth_grants_of_user on oauth_grants (workspace_id, user_id, created_at, id);

create table outside_links (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  user_id text collate "C" not null,
  token_hash bytea not null,
  password_hash bytea,
  parts text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  openings integer not null default 0,
  last_opened_at timestamptz(3),
  primary key (workspace_id, id),
  unique (token_hash),
  check (num_nonnulls(note_id, recording_id) = 1),
  check (parts <@ '{notes,items,transcript,media}'::text[] and parts <> '{}'::text[]),
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index outside_links_by_end on outside_links (expires_at);
create index outside_links_of_note on outside_links (workspace_id, note_id) where note_id is not null;
create index outside_links_of_person on outside_links (workspace_id, user_id);
create index outside_links_of_recording on outside_links (workspace_id, recording_id) where recording_id is not null;

create table passkeys (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  host text collate "C" not null,
  credential_id bytea not null /* statistics 0 */,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null /* statistics 0 */,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (workspace_id, id),
  unique (credential_id, host),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index passkeys_of_user on passkeys (workspace_id, user_id, created_at, id);

create unlogged table postponed_sight (
  workspace_id text collate "C" not null,
  note_id text collate "C" not null,
  primary key (workspace_id, note_id)
);
create constraint trigger write_sight_at_commit after insert on postponed_sight deferrable initially deferred
  for each row when (new.note_id = '')
  execute function write_sight_at_commit();

create table publications (
  workspace_id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  channel_id text collate "C" not null,
  by_user_id text collate "C" not null,
  rule_id text collate "C",
  awaits_notes boolean not null default false,
  kind text collate "C" not null generated always as (case when note_id is null then 'recording' else 'note' end) stored,
  id text collate "C" not null generated always as (coalesce(note_id, recording_id)) stored,
  primary key (workspace_id, kind, id, channel_id),
  unique (workspace_id, note_id, channel_id),
  unique (workspace_id, recording_id, channel_id),
  check (num_nonnulls(note_id, recording_id) = 1),
  foreign key (workspace_id, by_user_id) references users(workspace_id, id) on delete cascade,
  foreign key (workspace_id, channel_id) references channels(workspace_id, id) on delete cascade,
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade
);
create index publications_of_channel on publications (workspace_id, channel_id);
create trigger sight_delete after delete on publications referencing old table as changed
  for each statement
  execute function sight_after_opened();
create trigger sight_insert after insert on publications referencing new table as changed
  for each statement
  execute function sight_after_opened();
create trigger sight_update after update on publications referencing new table as changed
  for each statement
  execute function sight_after_opened();

create table push_keys (
  id text collate "C" not null,
  public_key text collate "C" not null,
  private_key bytea not null,
  primary key (id),
  check (id = 'vapid')
);

create table push_subscriptions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  session_id text collate "C",
  key_id text collate "C",
  endpoint_hash bytea not null,
  sealed bytea not null /* statistics 0 */,
  titles boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  user_agent text not null,
  primary key (workspace_id, id),
  unique (workspace_id, user_id, endpoint_hash),
  foreign key (workspace_id, key_id) references api_keys(workspace_id, id) on delete cascade,
  foreign key (workspace_id, session_id) references sessions(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index push_subscriptions_of_key on push_subscriptions (workspace_id, key_id) where key_id is not null;
create index push_subscriptions_of_session on push_subscriptions (workspace_id, session_id) where session_id is not null;

create table question_counts (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  day date not null,
  questions integer not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);

create table recap_mail_wishes (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  recaps text,
  time_zone text collate "C" not null,
  primary key (workspace_id, user_id),
  check (recaps = any (array['none', 'at_once', 'daily'])),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);

create table recap_mails (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  recording_id text collate "C",
  shared_by text collate "C",
  due_at timestamptz(3),
  is_sent boolean not null default false,
  note_id text collate "C",
  unique nulls not distinct (workspace_id, user_id, recording_id, note_id),
  check (num_nonnulls(recording_id, note_id) = 1),
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index recap_mails_due on recap_mails (due_at) where due_at is not null;
create index recap_mails_of_note on recap_mails (workspace_id, note_id) where note_id is not null;
create index recap_mails_of_recording on recap_mails (workspace_id, recording_id);

create table recorder_events (
  workspace_id text collate "C" not null,
  recorder_id text collate "C" not null,
  key bytea not null,
  event bytea,
  failures integer not null default 0,
  received_at timestamptz(3) not null,
  primary key (workspace_id, recorder_id, key),
  foreign key (workspace_id, recorder_id) references recorders(workspace_id, id) on delete cascade
);

create table recorder_subscriptions (
  workspace_id text collate "C" not null,
  recorder_id text collate "C" not null,
  user_id text collate "C" not null,
  name text collate "C",
  ends_at timestamptz(3),
  due_at timestamptz(3) not null,
  has_failed boolean not null default false,
  primary key (workspace_id, recorder_id, user_id),
  foreign key (workspace_id, recorder_id) references recorders(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);

create table recorders (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  kind text collate "C" not null,
  takes text collate "C" not null,
  secret bytea not null,
  tenant_id text collate "C",
  client_id text collate "C",
  subscription_id text collate "C",
  subscribed_until timestamptz(3),
  push_account text collate "C",
  topic text collate "C",
  base_url text collate "C",
  api_key bytea,
  sends_bots boolean not null default false,
  fallback_user_id text collate "C",
  active boolean not null default true,
  created_at timestamptz(3) not null,
  last_event_at timestamptz(3),
  last_error text collate "C",
  primary key (workspace_id, id),
  check (kind <> 'teams' or tenant_id is not null and client_id is not null),
  check ((kind <> all (array['vexa', 'attendee'])) or base_url is not null and api_key is not null),
  check (kind <> 'bigbluebutton' or base_url is not null),
  check (kind = any (array['zoom', 'teams', 'meet', 'vexa', 'attendee', 'bigbluebutton'])),
  check (kind <> 'meet' or push_account is not null and topic is not null),
  check (takes = any (array['transcript', 'media'])),
  foreign key (workspace_id, fallback_user_id) references users(workspace_id, id) on delete set null (fallback_user_id),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);
create unique index recorders_by_id on recorders (id);

create table recording_changes (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  recording_id text collate "C" not null,
  at timestamptz(3) not null,
  user_id text collate "C",
  change jsonb not null /* statistics 0 */,
  primary key (workspace_id, id),
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id)
);
create index recording_changes_of_recording on recording_changes (workspace_id, recording_id, at, id);
create index recording_changes_of_words on recording_changes (workspace_id, at, id) where change ? 'segments';

create table recording_media (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  file text collate "C" not null,
  content_type text,
  file_name text not null,
  media_bytes bigint not null,
  primary key (workspace_id, recording_id),
  unique (file),
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade
);
create trigger changes_of_media_delete after delete on recording_media referencing old table as changed
  for each statement
  execute function changes_of_media();
create trigger changes_of_media_insert after insert on recording_media referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_media();
create trigger count_changed after update on recording_media
  for each row when (old.media_bytes is distinct from new.media_bytes)
  execute function count_media();
create trigger count_gone after delete on recording_media referencing old table as gone
  for each statement
  execute function count_media();
create trigger count_new after insert on recording_media referencing new table as come
  for each statement
  execute function count_media();
create trigger leftover after delete on recording_media
  for each row
  execute function leave_media('file');

create table recordings (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  note_id text collate "C" not null,
  title text not null,
  title_folded text collate "C" not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  started_by text collate "C",
  transcript json,
  words json,
  ai_notes json,
  facts json not null default '{}'::json,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  check (updated_at >= created_at),
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, started_by) references users(workspace_id, id)
);
create index recordings_by_named on recordings using gin (named_in_notes(ai_notes) jsonb_path_ops) where ai_notes is not null;
create index recordings_by_who_told on recordings (workspace_id, started_by) where (facts ->> 'consent') is not null;
create index recordings_of_note on recordings (workspace_id, note_id, created_at, id);
create index recordings_title_runs on recordings using gin (title_runs(workspace_id, title_folded)) with (gin_pending_list_limit='1024');
create index recordings_updated on recordings (workspace_id, updated_at, created_at, id);
create index recordings_with_transcript on recordings (workspace_id, created_at) where transcript is not null;
create trigger changes_of_moved_recordings after update on recordings
  for each row when (old.note_id is distinct from new.note_id or old.created_at is distinct from new.created_at)
  execute function changes_of_moved_recordings();
create trigger changes_of_recordings_delete after delete on recordings referencing old table as changed
  for each statement
  execute function changes_of_recordings();
create trigger changes_of_recordings_insert after insert on recordings referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_recordings();
create trigger changes_of_recordings_update after update on recordings referencing new table as changed
  for each statement
  execute function changes_of_recordings();
create trigger changes_of_titles after update on recordings
  for each row when (old.title <> new.title)
  execute function changes_of_titles('recording');
create trigger decisions_moved after update on recordings
  for each row when (old.note_id is distinct from new.note_id or old.started_at is distinct from new.started_at)
  execute function move_decisions_of_recording();
create trigger former_segments_forgotten after update of transcript on recordings
  for each row when (old.transcript is not null and new.transcript is null)
  execute function forget_former_segments();
create trigger marks_forgotten after delete on recordings
  for each row
  execute function forget_marks('id');
create trigger marks_of_note_taken after insert on recordings
  for each row when (new.started_at is not null and new.ended_at is not null)
  execute function marks_of_note_taken();
create trigger quotes_forgotten after update of transcript on recordings
  for each row when (old.transcript is not null and new.transcript is null)
  execute function forget_quotes();
create trigger quotes_of_decisions_forgotten after update of transcript on recordings
  for each row when (old.transcript is not null and new.transcript is null)
  execute function forget_quotes_of_decisions();
create trigger quotes_of_notes_forgotten before insert or update of transcript, ai_notes on recordings
  for each row when (new.transcript is null and new.ai_notes::text ~~ '%"quote"%')
  execute function forget_quotes_of_notes();
create trigger recording_rewritten after update of title, transcript, ai_notes on recordings
  for each row when (old.title <> new.title or old.transcript::text is distinct from new.transcript::text or old.ai_notes::text is distinct from new.ai_notes::text)
  execute function mark_stale('recording');
create trigger recording_written after insert on recordings referencing new table as changed
  for each statement
  execute function mark_all_stale('recording');
create trigger sight_gone before delete on recordings
  for each row
  execute function sight_of_thing_gone('recording');
create trigger sight_insert after insert on recordings referencing new table as changed
  for each statement
  execute function sight_after_things('note_id');
create trigger sight_moved after update on recordings
  for each row when (old.created_at <> new.created_at)
  execute function sight_of_thing_moved('recording');
create trigger sight_update after update on recordings
  for each row when (old.note_id is distinct from new.note_id)
  execute function sight_after_recording_update();
create trigger transcript_forgotten after update of transcript on recordings
  for each row when (old.transcript is not null and new.transcript is null)
  execute function forget_words();
create trigger translations_forgotten after update of ai_notes on recordings
  for each row when (without_quotes(old.ai_notes::jsonb) is distinct from without_quotes(new.ai_notes::jsonb))
  execute function forget_translations();
create trigger word_times_forgotten before update of transcript on recordings
  for each row when (new.transcript is null and new.words is not null)
  execute function forget_word_times();

create table reminders (
  workspace_id text collate "C" not null,
  note_id text collate "C" not null,
  user_id text collate "C" not null,
  starts_at timestamptz(3) not null,
  made_at timestamptz(3) not null,
  shown_at timestamptz(3),
  primary key (workspace_id, note_id, user_id),
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index reminders_by_age on reminders (made_at);
create index reminders_of_person on reminders (workspace_id, user_id, made_at);
create trigger changes_of_reminders after insert or update of made_at on reminders
  for each row when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_reminders();

create table rules (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C",
  position integer not null,
  name text not null,
  match jsonb not null,
  does jsonb not null,
  last_problem text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index rules_of_person on rules (workspace_id, user_id, "position");
create index rules_that_record on rules (workspace_id, user_id) where (does ->> 'record') = any (array['bot', 'remind']);

create table scim_groups (
  workspace_id text collate "C" not null,
  channel_id text collate "C" not null,
  external_id text collate "C",
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references channels(workspace_id, id) on delete cascade
);
create index scim_groups_by_external_id on scim_groups (workspace_id, external_id) where external_id is not null;

create table scim_people (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  external_id text collate "C",
  given_name text /* statistics 0 */,
  family_name text /* statistics 0 */,
  removed boolean not null default false,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index scim_people_by_external_id on scim_people (workspace_id, external_id) where external_id is not null;

create table search_bundles (
  id bigint not null generated always as identity,
  workspace_id text collate "C" not null,
  is_single boolean not null,
  primary key (id)
);
create index search_bundles_single on search_bundles (workspace_id, id) where is_single;

create table search_documents (
  id bigint not null generated always as identity,
  workspace_id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  item_id text collate "C",
  decision_id text collate "C",
  bundle bigint not null,
  slot integer not null,
  language text collate "C" not null,
  layout bytea not null,
  primary key (id),
  check (num_nonnulls(note_id, recording_id, item_id, decision_id) = 1),
  foreign key (bundle) references search_bundles(id),
  foreign key (workspace_id, decision_id) references decisions(workspace_id, id) on delete cascade,
  foreign key (workspace_id, item_id) references action_items(workspace_id, id) on delete cascade,
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade
);
create index search_documents_by_bundle on search_documents (bundle);
create index search_documents_by_language on search_documents (workspace_id, language, id);
create index search_documents_of_bundle on search_documents (workspace_id, bundle, slot) include (id);
create unique index search_documents_of_decision on search_documents (workspace_id, decision_id) include (id, bundle, slot) where decision_id is not null;
create unique index search_documents_of_item on search_documents (workspace_id, item_id) include (id, bundle, slot) where item_id is not null;
create unique index search_documents_of_note on search_documents (workspace_id, note_id) include (id, bundle, slot) where note_id is not null;
create unique index search_documents_of_recording on search_documents (workspace_id, recording_id) include (id, bundle, slot) where recording_id is not null;
create index search_recordings_by_age on search_documents (workspace_id, id) include (language) where recording_id is not null;
create trigger document_forgotten after delete on search_documents referencing old table as gone
  for each statement
  execute function forget_documents();

create table search_passages (
  document bigint not null,
  workspace_id text collate "C" not null,
  number integer not null,
  kind text collate "C" not null,
  speakers text[] not null /* statistics 0 */,
  start_time double precision,
  end_time double precision,
  text text not null /* statistics 0 */,
  segments json not null /* statistics 0 */,
  primary key (document, number),
  check (kind = any (array['title', 'agenda', 'action_item', 'decision', 'ai_notes', 'transcript'])),
  foreign key (document) references search_documents(id) on delete cascade
) with (toast_tuple_target=128);

create table search_stale (
  workspace_id text collate "C" not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  transaction xid8 not null default pg_current_xact_id(),
  primary key (workspace_id, kind, id),
  check (kind = any (array['note', 'recording', 'item', 'decision']))
);
create index search_stale_by_transaction on search_stale (transaction);

create table search_vectors (
  document bigint not null,
  workspace_id text collate "C" not null,
  number bigint not null generated always as identity,
  model text collate "C" not null,
  version integer not null,
  dimensions integer not null,
  vectors bytea not null /* statistics 0 */,
  primary key (document),
  unique (workspace_id, number),
  foreign key (document) references search_documents(id) on delete cascade
);

create table search_words (
  bundle bigint not null,
  workspace_id text collate "C" not null,
  stem text collate "C" not null /* statistics 0 */,
  word text collate "C" not null /* statistics 0 */,
  postings integer[] not null /* statistics 0 */,
  positions bytea[] not null /* statistics 0 */,
  unaccented boolean not null default false,
  foreign key (bundle) references search_bundles(id) on delete cascade
);
create index search_words_by_stem on search_words (workspace_id, stem, bundle);
create index search_words_by_word on search_words (workspace_id, word, stem);
create index search_words_of_bundle on search_words (bundle);

create table secret_key_checks (
  key_id bytea not null,
  sealed bytea not null,
  primary key (key_id)
);

create table sent_bots (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  note_id text collate "C",
  recorder_id text collate "C" not null,
  user_id text collate "C" not null,
  service_id text collate "C",
  room text collate "C",
  sent_at timestamptz(3) not null,
  ended_at timestamptz(3),
  call_key text collate "C" not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  by_itself boolean not null default false,
  rule_id text collate "C",
  makes_room boolean not null default false,
  primary key (workspace_id, id),
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete set null (note_id),
  foreign key (workspace_id, recorder_id) references recorders(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index sent_bots_by_time on sent_bots (sent_at);
create index sent_bots_of_call on sent_bots (workspace_id, call_key, starts_at);
create index sent_bots_of_note on sent_bots (workspace_id, note_id);
create index sent_bots_of_person on sent_bots (workspace_id, user_id, sent_at);
create index sent_bots_of_recorder on sent_bots (workspace_id, recorder_id, service_id);

create table series (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  title text not null,
  primary key (workspace_id, id),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);

create table series_shares (
  workspace_id text collate "C" not null,
  series_id text collate "C" not null,
  user_id text collate "C" not null,
  by_user_id text collate "C" not null,
  can_edit boolean not null default false,
  primary key (workspace_id, series_id, user_id),
  foreign key (workspace_id, by_user_id) references users(workspace_id, id) on delete cascade,
  foreign key (workspace_id, series_id) references series(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index series_shares_by on series_shares (workspace_id, by_user_id);
create index series_shares_to_edit on series_shares (workspace_id, user_id) where can_edit;
create trigger sight_delete after delete on series_shares referencing old table as changed
  for each statement
  execute function sight_after_series_shares();
create trigger sight_insert after insert on series_shares referencing new table as changed
  for each statement
  execute function sight_after_series_shares();
create trigger sight_update after update on series_shares referencing new table as changed
  for each statement
  execute function sight_after_series_shares();
create trigger sight_update_old after update on series_shares referencing old table as changed
  for each statement
  execute function sight_after_series_shares();

create table session_use (
  workspace_id text collate "C" not null,
  session_id text collate "C" not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, session_id),
  foreign key (workspace_id, session_id) references sessions(workspace_id, id) on delete cascade
);

create table sessions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  key_id text collate "C",
  way text collate "C" not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  proved_at timestamptz(3),
  elevated_until timestamptz(3),
  address text not null,
  user_agent text not null,
  primary key (workspace_id, id),
  unique (token_hash),
  check (way = any (array['key', 'link', 'mail', 'oidc', 'passkey'])),
  foreign key (workspace_id, key_id) references api_keys(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index sessions_by_end on sessions (expires_at);
create index sessions_by_use on sessions (last_used_at);
create index sessions_of_key on sessions (workspace_id, key_id) where key_id is not null;
create index sessions_of_user on sessions (workspace_id, user_id, created_at, id);

create table shares (
  workspace_id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  user_id text collate "C" not null,
  by_user_id text collate "C" not null,
  can_edit boolean not null default false,
  rule_id text collate "C",
  kind text collate "C" not null generated always as (case when note_id is null then 'recording' else 'note' end) stored,
  id text collate "C" not null generated always as (coalesce(note_id, recording_id)) stored,
  primary key (workspace_id, kind, id, user_id),
  unique (workspace_id, note_id, user_id),
  unique (workspace_id, recording_id, user_id),
  check (num_nonnulls(note_id, recording_id) = 1),
  foreign key (workspace_id, by_user_id) references users(workspace_id, id) on delete cascade,
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete cascade,
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index shares_to_edit on shares (workspace_id, user_id) where can_edit and note_id is not null;
create trigger sight_delete after delete on shares referencing old table as changed
  for each statement
  execute function sight_after_opened();
create trigger sight_insert after insert on shares referencing new table as changed
  for each statement
  execute function sight_after_opened();
create trigger sight_update after update on shares referencing new table as changed
  for each statement
  execute function sight_after_opened();

create table sight (
  workspace_id text collate "C" not null,
  reader_kind text collate "C" not null,
  reader_id text collate "C" not null,
  kind text collate "C" not null,
  created_at timestamptz(3) not null,
  id text collate "C" not null,
  primary key (workspace_id, reader_kind, reader_id, kind, created_at, id),
  check (kind = any (array['note', 'recording'])),
  check (reader_kind = any (array['person', 'channel']))
);
create unique index sight_of_thing on sight (workspace_id, kind, id, reader_kind, reader_id);
create trigger changes_of_sight_delete after delete on sight referencing old table as changed
  for each statement
  execute function changes_of_sight();
create trigger changes_of_sight_insert after insert on sight referencing new table as changed
  for each statement when (current_setting('minutebook.changes', true) is distinct from 'unread')
  execute function changes_of_sight();

create table sign_in_counts (
  what text collate "C" not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (what)
);

create table sign_in_groups (
  workspace_id text collate "C" not null,
  name text collate "C" not null,
  channel_id text collate "C" not null,
  primary key (workspace_id, name),
  unique (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references channels(workspace_id, id) on delete cascade
);

create table sign_in_members (
  workspace_id text collate "C" not null,
  channel_id text collate "C" not null,
  user_id text collate "C" not null,
  primary key (workspace_id, user_id, channel_id),
  foreign key (workspace_id, channel_id, user_id) references channel_members(workspace_id, channel_id, user_id) on delete cascade
);
create index sign_in_members_of_channel on sign_in_members (workspace_id, channel_id, user_id);

create table sign_in_tokens (
  token_hash bytea not null,
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  made_by text collate "C" not null,
  maker_id text collate "C",
  expires_at timestamptz(3) not null,
  primary key (token_hash),
  check (made_by = any (array['command', 'administrator', 'mail'])),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index sign_in_tokens_by_end on sign_in_tokens (expires_at);
create index sign_in_tokens_of_user on sign_in_tokens (workspace_id, user_id);

create table stream_events (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  event_key text collate "C" not null,
  event_type text not null,
  number bigint,
  written bigint not null generated always as identity,
  body text not null /* statistics 0 */,
  note_id text collate "C",
  recording_id text collate "C",
  item_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id, event_key),
  unique (workspace_id, user_id, number),
  foreign key (workspace_id, user_id) references listeners(workspace_id, user_id) on delete cascade
);
create index stream_events_in_order on stream_events (number, workspace_id, user_id);
create index stream_events_of_item on stream_events (workspace_id, item_id) where item_id is not null;
create index stream_events_of_note on stream_events (workspace_id, note_id) where note_id is not null;
create index stream_events_of_recording on stream_events (workspace_id, recording_id) where recording_id is not null;
create index stream_events_old on stream_events (created_at);
create index stream_events_unnumbered on stream_events (written) where number is null;

create table todo_accounts (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  host text not null,
  username text not null,
  list text not null,
  account bytea not null,
  sync_token text,
  tag text,
  created_at timestamptz(3) not null,
  last_synced_at timestamptz(3),
  next_sync_at timestamptz(3) not null,
  syncing_until timestamptz(3),
  last_problem text,
  failures integer not null default 0,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index todo_accounts_due on todo_accounts (next_sync_at);

create table todo_changes (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  item_id text collate "C" not null,
  primary key (workspace_id, user_id, item_id)
);

create table todo_conflicts (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  item_id text collate "C" not null,
  at timestamptz(3) not null,
  kept text not null,
  here jsonb not null,
  there jsonb,
  primary key (workspace_id, id),
  check (kept = any (array['here', 'there'])),
  foreign key (workspace_id, item_id) references action_items(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references todo_accounts(workspace_id, user_id) on delete cascade
);
create index todo_conflicts_of_item on todo_conflicts (workspace_id, item_id);
create index todo_conflicts_of_person on todo_conflicts (workspace_id, user_id, at, id);

create table todo_items (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  item_id text collate "C" not null,
  etag text,
  known jsonb,
  sent jsonb,
  problem text,
  primary key (workspace_id, user_id, item_id),
  foreign key (workspace_id, user_id) references todo_accounts(workspace_id, user_id) on delete cascade
);
create index todo_items_refused on todo_items (workspace_id, user_id, item_id) where problem is not null;
create index todo_items_unfinished on todo_items (workspace_id, user_id, item_id) where sent is not null;

create table transcription_requests (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C" not null,
  language_code text,
  speakers integer,
  model text,
  requested_at timestamptz(3) not null,
  failures integer not null default 0,
  stage_done double precision,
  primary key (workspace_id, recording_id),
  check (stage_done >= 0::double precision and stage_done <= 1::double precision),
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id)
);

create table unnumbered_changes (
  written bigint not null generated always as identity,
  workspace_id text collate "C" not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  also text[],
  people text[],
  channel_id text collate "C",
  sight text,
  transaction bigint not null default pg_current_xact_id()::text::bigint,
  primary key (written),
  check (kind = any (array['note', 'recording', 'action_item', 'decision', 'membership'])),
  check (sight = any (array['gained', 'lost']))
);
create index unnumbered_changes_gained on unnumbered_changes (workspace_id, transaction, kind) where sight = 'gained';
create index unnumbered_changes_of_channel on unnumbered_changes (workspace_id, channel_id) where channel_id is not null;
create index unnumbered_changes_of_workspace on unnumbered_changes (workspace_id, written);
create trigger wake after insert on unnumbered_changes referencing new table as written
  for each statement
  execute function wake_followers();

create table upload_sessions (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C" not null,
  length bigint,
  metadata text,
  complete boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (workspace_id, recording_id),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index upload_sessions_created on upload_sessions (created_at);
create index upload_sessions_open on upload_sessions (workspace_id, user_id) include (length, created_at) where not complete;
create trigger marks_forgotten after delete on upload_sessions
  for each row
  execute function forget_marks('recording_id');

create table upload_sources (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  address bytea,
  media_file text collate "C",
  media_type text,
  media_name text,
  media_bytes bigint,
  transcript json,
  words json,
  duration_seconds double precision,
  written_notes json,
  facts json not null default '{}'::json,
  note_id text collate "C",
  failures integer not null default 0,
  stage_done double precision,
  waits boolean,
  primary key (workspace_id, recording_id),
  check (stage_done >= 0::double precision and stage_done <= 1::double precision),
  foreign key (workspace_id, note_id) references notes(workspace_id, id) on delete set null (note_id),
  foreign key (workspace_id, recording_id) references uploads(workspace_id, recording_id) on delete cascade
);
create index upload_sources_of_file on upload_sources (media_file) where media_file is not null;
create index upload_sources_of_note on upload_sources (workspace_id, note_id) where note_id is not null;
create trigger count_changed after update on upload_sources
  for each row when (old.media_bytes is distinct from new.media_bytes)
  execute function count_media();
create trigger count_gone after delete on upload_sources referencing old table as gone
  for each statement
  execute function count_media();
create trigger count_new after insert on upload_sources referencing new table as come
  for each statement
  execute function count_media();
create trigger leftover after delete on upload_sources
  for each row when (old.media_file is not null)
  execute function leave_media('media_file');

create table uploads (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  submitted_by text collate "C" not null,
  title text not null,
  title_folded text collate "C" not null,
  status text not null,
  failure_reason text,
  event_guid text collate "C",
  channel_id text collate "C",
  template_id text collate "C",
  notes_fallback text,
  rules_acted_at timestamptz(3),
  import_key text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, recording_id),
  unique (workspace_id, created_at, recording_id),
  check (updated_at >= created_at),
  check (status = any (array['PENDING', 'SUCCESS', 'FAILED'])),
  foreign key (workspace_id, channel_id) references channels(workspace_id, id) on delete set null (channel_id),
  foreign key (workspace_id, event_guid) references events(workspace_id, guid),
  foreign key (workspace_id, submitted_by) references users(workspace_id, id) on delete cascade
);
create unique index uploads_imported on uploads (workspace_id, submitted_by, import_key) where import_key is not null and status <> 'FAILED';
create index uploads_of_submitter on uploads (workspace_id, submitted_by, created_at, recording_id);
create trigger marks_forgotten after delete on uploads
  for each row
  execute function forget_marks('recording_id');

create table users (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  email text not null /* statistics 0 */,
  email_folded text collate "C" not null,
  full_name text not null /* statistics 0 */,
  admin boolean not null default false,
  active boolean not null default true,
  created_at timestamptz(3) not null,
  erased_at timestamptz(3),
  legal_hold text /* statistics 0 */,
  notes_language text,
  language text,
  primary key (workspace_id, id),
  check (language = any (array['en', 'de', 'fr'])),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);
create index users_by_email on users (email_folded, workspace_id);
create index users_created on users (workspace_id, created_at, id);
create index users_deactivated on users (workspace_id, id) where not active;
create index users_held on users (workspace_id) where legal_hold is not null;
create trigger account_is_back after update of active on users
  for each row when (new.active and not old.active)
  execute function account_is_back();
create trigger address_changed after update of email_folded on users
  for each row when (old.email_folded <> new.email_folded)
  execute function forget_mailed_links();
create trigger changes_of_people after update on users
  for each row when (old.full_name is distinct from new.full_name or old.email is distinct from new.email)
  execute function changes_of_people();
create trigger keep_address_insert after insert on users referencing new table as changed
  for each statement
  execute function keep_current_addresses();
create trigger keep_address_update after update on users referencing new table as changed
  for each statement
  execute function keep_current_addresses();
create trigger person_deactivated after update of active on users
  for each row when (old.active and not new.active)
  execute function sign_person_out();
create trigger sight_gone before delete on users
  for each row
  execute function sight_of_person_gone();

create table voice_claims (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C" not null,
  spans jsonb not null,
  needs_word boolean not null,
  given_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, recording_id, user_id),
  foreign key (workspace_id, recording_id) references recordings(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index voice_claims_of_person on voice_claims (workspace_id, user_id, created_at, id);

create table voice_contests (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);

create table voice_words (
  workspace_id text collate "C" not null,
  claim_id text collate "C" not null,
  user_id text collate "C" not null,
  needed boolean not null,
  says boolean,
  primary key (workspace_id, claim_id, user_id),
  foreign key (workspace_id, claim_id) references voice_claims(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create index voice_words_of_person on voice_words (workspace_id, user_id);

create table voices (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  model text collate "C" not null,
  vector bytea /* statistics 0 */,
  recordings integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  confirmed boolean not null default false,
  primary key (workspace_id, user_id),
  check (recordings > 0),
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);

create table webhooks (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  api_key_id text collate "C",
  scope text not null default 'user',
  url text not null,
  description text not null default '',
  status text not null default 'active',
  enabled_events text[] not null default '{}'::text[],
  secret bytea not null,
  previous_secrets jsonb not null default '[]'::jsonb,
  sealed_headers bytea,
  header_names text[] not null default '{}'::text[],
  failing_since timestamptz(3),
  announced_failing_since timestamptz(3),
  mail_due_at timestamptz(3),
  channel_id text collate "C",
  chat text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  check (chat = any (array['slack', 'teams', 'mattermost', 'generic'])),
  check ((scope = 'channel') = (channel_id is not null and chat is not null)),
  check (scope = any (array['user', 'workspace', 'channel'])),
  check (status = any (array['active', 'inactive', 'failed'])),
  foreign key (workspace_id, channel_id) references channels(workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
);
create unique index webhooks_of_channel on webhooks (workspace_id, channel_id) where channel_id is not null;
create index webhooks_of_named on webhooks (workspace_id) where not enabled_events <@ '{action_item.assigned,action_item.completed,ai_note.generated,ai_note.shared_to_channel}'::text[];
create index webhooks_of_user on webhooks (workspace_id, user_id);
create index webhooks_of_workspace on webhooks (workspace_id) where scope = 'workspace';

create table workspaces (
  id text collate "C" not null,
  subdomain text collate "C" not null,
  name text not null,
  plan text not null default 'team',
  email_domains text[] not null default '{}'::text[],
  retention text not null default 'standard',
  webhooks text not null default 'enabled',
  workspace_webhooks boolean not null default true,
  webhook_mail boolean not null default false,
  compatibility text not null default 'none',
  retention_days jsonb not null default '{"media": null, "everything": null, "transcripts": null}'::jsonb,
  retention_set_by text collate "C",
  delivery_retention_days integer,
  voices boolean not null default false,
  outside_links boolean not null default false,
  second_factor boolean not null default false,
  consent_text text,
  notes_language text,
  legal_hold text /* statistics 0 */,
  primary key (id),
  unique (subdomain),
  check (compatibility = any (array['none', 'hosted'])),
  check (plan = any (array['team', 'business', 'enterprise'])),
  check (retention = any (array['standard', 'zero_day'])),
  check (webhooks = any (array['enabled', 'not_enabled', 'switched_off']))
);

create view event_people as
 select attendee.workspace_id,
    attendee.event_guid,
    known.user_id
   from event_attendees attendee
     join addresses known on known.workspace_id = attendee.workspace_id and known.email_folded = attendee.email_folded;

create view note_attendees as
 select note.workspace_id,
    note.id as note_id,
    person.user_id
   from notes note
     join event_people person on person.workspace_id = note.workspace_id and person.event_guid = note.event_guid
union all
 select note.workspace_id,
    note.id as note_id,
    note.created_by as user_id
   from notes note
  where note.event_guid is null and note.created_by is not null;

create view opened as
 select shares.workspace_id,
    shares.kind,
    shares.id,
    'person' as reader_kind,
    shares.user_id as reader_id,
    shares.by_user_id
   from shares
union all
 select publications.workspace_id,
    publications.kind,
    publications.id,
    'channel' as reader_kind,
    publications.channel_id as reader_id,
    publications.by_user_id
   from publications;

create view opened_by_series as
 select note.workspace_id,
    note.id as note_id,
    share.user_id,
    share.can_edit
   from notes note
     join series_shares share on share.workspace_id = note.workspace_id and share.series_id = note.series_id
  where
        case
            when note.event_guid is null then note.created_by = share.by_user_id and (exists ( select
               from series_attendees maker
              where maker.workspace_id = share.workspace_id and maker.series_id = share.series_id and maker.user_id = share.by_user_id
             offset 0))
            else (exists ( select
               from event_people maker
              where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid and maker.user_id = share.by_user_id
             offset 0))
        end;

create view person_sight as
 select sight.workspace_id,
    sight.reader_id as user_id,
    sight.kind,
    sight.created_at,
    sight.id
   from sight
  where sight.reader_kind = 'person'
union all
 select member.workspace_id,
    member.user_id,
    seen.kind,
    seen.created_at,
    seen.id
   from channel_members member
     join sight seen on seen.workspace_id = member.workspace_id and seen.reader_kind = 'channel' and seen.reader_id = member.channel_id;

create view readers as
 select note_attendees.workspace_id,
    'note' as kind,
    note_attendees.note_id as id,
    'person' as reader_kind,
    note_attendees.user_id as reader_id
   from note_attendees
union
 select recording_attendees.workspace_id,
    'recording' as kind,
    recording_attendees.recording_id as id,
    'person' as reader_kind,
    recording_attendees.user_id as reader_id
   from recording_attendees
union
 select opened.workspace_id,
    opened.kind,
    opened.id,
    opened.reader_kind,
    opened.reader_id
   from opened
     join things thing on thing.workspace_id = opened.workspace_id and thing.kind = opened.kind and thing.id = opened.id
     join notes note on note.workspace_id = thing.workspace_id and note.id = thing.note_id
  where
        case
            when note.event_guid is null then note.created_by = opened.by_user_id
            else (exists ( select
               from event_people maker
              where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid and maker.user_id = opened.by_user_id
             offset 0))
        end
union
 select thing.workspace_id,
    thing.kind,
    thing.id,
    'person' as reader_kind,
    opened.user_id as reader_id
   from things thing
     join opened_by_series opened on opened.workspace_id = thing.workspace_id and opened.note_id = thing.note_id;

create view recording_attendees as
 select recording.workspace_id,
    recording.id as recording_id,
    person.user_id
   from recordings recording
     join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
     join event_people person on person.workspace_id = note.workspace_id and person.event_guid = note.event_guid
union all
 select recording.workspace_id,
    recording.id as recording_id,
    note.created_by as user_id
   from recordings recording
     join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
  where note.event_guid is null and note.created_by is not null;

create view series_attendees as
 select event.workspace_id,
    event.series_id,
    person.user_id
   from events event
     join event_people person on person.workspace_id = event.workspace_id and person.event_guid = event.guid
  where event.series_id is not null;

create view series_readers as
 select series_attendees.workspace_id,
    series_attendees.series_id,
    series_attendees.user_id
   from series_attendees
union all
 select valid_series_shares.workspace_id,
    valid_series_shares.series_id,
    valid_series_shares.user_id
   from valid_series_shares;

create view things as
 select notes.workspace_id,
    'note' as kind,
    notes.id,
    notes.id as note_id,
    notes.created_at
   from notes
union all
 select recordings.workspace_id,
    'recording' as kind,
    recordings.id,
    recordings.note_id,
    recordings.created_at
   from recordings;

create view valid_series_shares as
 select workspace_id,
    series_id,
    user_id,
    can_edit
   from series_shares share
  where (exists ( select
           from events event
             join event_people person on person.workspace_id = event.workspace_id and person.event_guid = event.guid
          where event.workspace_id = share.workspace_id and event.series_id = share.series_id and person.user_id = share.by_user_id));

create function account_is_back()
 returns trigger
 language plpgsql
AS $function$
begin
  update scim_people set removed = false where workspace_id = new.workspace_id and user_id = new.id and removed;
  return null;
end $function$;

create function beside_decisions(workspace text, ids text[])
 returns setof text
 language sql
 stable
AS $function$
  select older from decision_successions where workspace_id = workspace and newer = any(ids)
  union
  select newer from decision_successions where workspace_id = workspace and older = any(ids)
  union
  select newer from decision_proposals where workspace_id = workspace and older = any(ids)
$function$;

create function changes_beside_decision()
 returns trigger
 language plpgsql
AS $function$
begin
  perform mark_changed(new.workspace_id, 'decision', array(
    with replaced as (
      select older from decision_successions
      where workspace_id = new.workspace_id and newer = new.id and old.status <> new.status)
    select older from replaced
    union
    select newer from decision_proposals
    where workspace_id = new.workspace_id and (older = new.id or older in (select older from replaced))));
  return null;
end $function$;

create function changes_of_addresses()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in
    select changed.workspace_id, array_agg(changed.email_folded) as addresses from changed
    where exists (select from addresses other where other.workspace_id = changed.workspace_id
      and other.user_id = changed.user_id and other.email_folded <> changed.email_folded)
    group by changed.workspace_id
  loop
    perform mark_changed_by_events(scope.workspace_id, array(
      select distinct event_guid from event_attendees
      where workspace_id = scope.workspace_id and email_folded = any(scope.addresses)));
  end loop;
  return null;
end $function$;

create function changes_of_assignees()
 returns trigger
 language plpgsql
AS $function$
declare
  scope record;
  became text := case tg_op when 'DELETE' then 'lost' when 'INSERT' then 'gained' end;
begin
  for scope in select workspace_id, array_agg(item_id) as ids from changed group by workspace_id loop
    insert into unnumbered_changes (workspace_id, kind, id, people, sight)
    select scope.workspace_id, 'action_item', item_id, array_agg(user_id), became
    from changed where workspace_id = scope.workspace_id and (became is distinct from 'lost' or (item_id, user_id) not in (
      select gained.id, gained.user_id from gained_now(scope.workspace_id, 'action_item') gained))
    group by item_id;
    perform mark_changed_items(scope.workspace_id, scope.ids);
  end loop;
  return null;
end $function$;

create function changes_of_attendees()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in select workspace_id, array_agg(distinct event_guid) as guids from changed group by workspace_id loop
    perform mark_changed_by_events(scope.workspace_id, scope.guids);
  end loop;
  return null;
end $function$;

create function changes_of_decisions()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'decision', id from changed
  union all
  select distinct workspace_id, 'note', note_id from changed where recording_id is null;
  return null;
end $function$;

create function changes_of_decisions_of_readers()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id, people, channel_id, sight)
  select changed.workspace_id, 'decision', changed.id, array(
    select reader_id from sight where workspace_id = changed.workspace_id and kind = changed.source_kind
      and id = changed.source_id and reader_kind = 'person'), null, 'lost'
  from changed where tg_op = 'DELETE'
  union all
  select changed.workspace_id, 'decision', changed.id, null, seen.reader_id,
    case tg_op when 'DELETE' then 'lost' else 'gained' end
  from changed join sight seen on seen.workspace_id = changed.workspace_id and seen.kind = changed.source_kind
    and seen.id = changed.source_id and seen.reader_kind = 'channel';
  return null;
end $function$;

create function changes_of_events()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in select workspace_id, array_agg(guid) as guids from changed group by workspace_id loop
    perform mark_changed_by_events(scope.workspace_id, scope.guids);
  end loop;
  return null;
end $function$;

create function changes_of_items()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'action_item', id from changed
  union all
  select distinct workspace_id, 'note', note_id from changed where note_id is not null;
  return null;
end $function$;

create function changes_of_items_of_readers()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(id) as ids, array_agg(note_id) as notes, array_agg(created_by) as makers
    from changed group by workspace_id
  loop
    perform write_items_of_readers(scope.workspace_id, scope.ids, scope.notes, scope.makers,
      case tg_op when 'DELETE' then 'lost' else 'gained' end);
  end loop;
  return null;
end $function$;

create function changes_of_marks()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select distinct changed.workspace_id, 'recording', changed.recording_id from changed
  join recordings on recordings.workspace_id = changed.workspace_id and recordings.id = changed.recording_id;
  return null;
end $function$;

create function changes_of_media()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'recording', recording_id from changed;
  return null;
end $function$;

create function changes_of_members()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id, channel_id, sight)
  select workspace_id, 'membership', user_id, channel_id, case tg_op when 'DELETE' then 'lost' else 'gained' end
  from changed;
  return null;
end $function$;

create function changes_of_moved_items()
 returns trigger
 language plpgsql
AS $function$
begin
  perform write_items_of_readers(
    old.workspace_id, array[old.id], array[old.note_id], array[old.created_by], 'lost');
  perform write_items_of_readers(
    new.workspace_id, array[new.id], array[new.note_id], array[new.created_by], 'gained');
  perform mark_changed(old.workspace_id, 'note', array[old.note_id]);
  return null;
end $function$;

create function changes_of_moved_notes()
 returns trigger
 language plpgsql
AS $function$
begin
  perform mark_changed(new.workspace_id, 'recording',
    array(select id from recordings where workspace_id = new.workspace_id and note_id = new.id));
  return null;
end $function$;

create function changes_of_moved_recordings()
 returns trigger
 language plpgsql
AS $function$
begin
  perform mark_changed(new.workspace_id, 'note', array[old.note_id, new.note_id]);
  return null;
end $function$;

create function changes_of_notes()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'note', id from changed;
  return null;
end $function$;

create function changes_of_pairs()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(older) || array_agg(newer) as ids from changed group by workspace_id
  loop
    perform mark_changed(scope.workspace_id, 'decision',
      scope.ids || array(select beside_decisions(scope.workspace_id, scope.ids)));
  end loop;
  return null;
end $function$;

create function changes_of_people()
 returns trigger
 language plpgsql
AS $function$
begin
  perform mark_changed_items(new.workspace_id, array(
    select item_id from action_item_assignees where workspace_id = new.workspace_id and user_id = new.id));
  perform mark_changed(new.workspace_id, 'recording', array(
    select id from recordings where workspace_id = new.workspace_id and ai_notes is not null
      and named_in_notes(ai_notes) @> to_jsonb(array[new.id])
    union
    select id from recordings where workspace_id = new.workspace_id and started_by = new.id
      and facts ->> 'consent' is not null
    union
    select recording_id from marks where workspace_id = new.workspace_id and user_id = new.id
      and exists (select from recordings where workspace_id = new.workspace_id and id = recording_id)));
  return null;
end $function$;

create function changes_of_proposals()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id) select distinct workspace_id, 'decision', newer from changed;
  return null;
end $function$;

create function changes_of_recordings()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'recording', id from changed
  union all
  -- A note lists its recordings.
  select distinct workspace_id, 'note', note_id from changed where tg_op <> 'UPDATE';
  return null;
end $function$;

create function changes_of_reminders()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id, people)
  values (new.workspace_id, 'note', new.note_id, array[new.user_id]);
  return null;
end $function$;

create function changes_of_sight()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in
    select workspace_id, kind, array_agg(id) as ids,
      array_agg(case reader_kind when 'person' then reader_id end) as persons,
      array_agg(case reader_kind when 'channel' then reader_id end) as channels
    from changed group by workspace_id, kind
  loop
    perform write_moved_sight(scope.workspace_id, scope.kind, scope.ids, scope.persons, scope.channels,
      case tg_op when 'DELETE' then 'lost' else 'gained' end);
  end loop;
  return null;
end $function$;

create function changes_of_titles()
 returns trigger
 language plpgsql
AS $function$
begin
  perform mark_changed(new.workspace_id, 'decision', array(
    select id from decisions where workspace_id = new.workspace_id and source_kind = tg_argv[0] and source_id = new.id));
  return null;
end $function$;

create function changes_of_updated_attendees()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(distinct event_guid) as guids from (
      select workspace_id, event_guid, position, email, email_folded, name from changed
      except
      select workspace_id, event_guid, position, email, email_folded, name from before) shown
    group by workspace_id
  loop
    perform mark_changed_by_events(scope.workspace_id, scope.guids);
  end loop;
  return null;
end $function$;

create function count_media()
 returns trigger
 language plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into media_use as used (workspace_id, bytes)
      select workspace_id, sum(media_bytes) from come where media_bytes is not null group by workspace_id
      on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  elsif tg_op = 'DELETE' then
    update media_use used set bytes = used.bytes - gone.bytes
      from (
        select workspace_id, sum(media_bytes) as bytes from gone where media_bytes is not null group by workspace_id) gone
      where used.workspace_id = gone.workspace_id;
  else
    insert into media_use as used (workspace_id, bytes)
      values (new.workspace_id, coalesce(new.media_bytes, 0) - coalesce(old.media_bytes, 0))
      on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  end if;
  return null;
end $function$;

create function cut_in_threes(prefix text, title text)
 returns text[]
 language sql
 immutable parallel safe
RETURN string_to_array((prefix || regexp_replace(translate(title, chr(1), ' '::text), '...'::text, (('\&'::text || chr(1)) || prefix), 'g'::text)), chr(1));

create function forget_documents()
 returns trigger
 language plpgsql
AS $function$
begin
  perform from search_bundles where id in (select bundle from gone) order by id for update;
  delete from search_bundles bundle where id in (select bundle from gone)
    and not exists (select from search_documents document where document.bundle = bundle.id);
  update search_words word set (postings, positions) = (
    select coalesce(array_agg(posting order by number), '{}'), coalesce(array_agg(each.positions order by number), '{}')
    from unnest(word.postings, word.positions) with ordinality each (posting, positions, number)
    where slot_of(posting) <> all (deleted.slots))
  from (select bundle, array_agg(slot) as slots from gone group by bundle) deleted
  where word.bundle = deleted.bundle
    and exists (select from unnest(word.postings) posting where slot_of(posting) = any (deleted.slots));
  delete from search_words where bundle in (select bundle from gone) and postings = '{}';
  return null;
end $function$;

create function forget_former_item()
 returns trigger
 language plpgsql
AS $function$
begin
  delete from former_texts
  where workspace_id = old.workspace_id and kind = 'action_item' and thing_id = old.id and note_id is null;
  return null;
end $function$;

create function forget_former_segments()
 returns trigger
 language plpgsql
AS $function$
begin
  delete from former_texts
  where workspace_id = new.workspace_id and recording_id = new.id and what = 'segments';
  return null;
end $function$;

create function forget_holds_of_decisions()
 returns trigger
 language plpgsql
AS $function$
begin
  delete from change_holds hold using gone
  where hold.workspace_id = gone.workspace_id and hold.kind = 'decision' and hold.id = gone.id;
  return null;
end $function$;

create function forget_mailed_links()
 returns trigger
 language plpgsql
AS $function$
begin
  delete from sign_in_tokens where workspace_id = new.workspace_id and user_id = new.id and made_by = 'mail';
  return null;
end $function$;

create function forget_marks()
 returns trigger
 language plpgsql
AS $function$
declare
  thing text := to_jsonb(old) ->> tg_argv[0];
begin
  delete from marks where workspace_id = old.workspace_id and recording_id = thing
    and not exists (select from recordings where workspace_id = old.workspace_id and id = thing)
    and not exists (select from uploads where workspace_id = old.workspace_id and recording_id = thing)
    and not exists (
      select from upload_sessions where workspace_id = old.workspace_id and recording_id = thing and not complete);
  return null;
end $function$;

create function forget_quotes()
 returns trigger
 language plpgsql
AS $function$
begin
  delete from recording_changes where workspace_id = new.workspace_id and recording_id = new.id
    and change - '{speakers,segments,segments_left_out,former_transcript}'::text[] = '{}';
  update recording_changes set change = change - '{speakers,segments,segments_left_out,former_transcript}'::text[]
    where workspace_id = new.workspace_id and recording_id = new.id and change ?| '{speakers,segments,former_transcript}';
  return null;
end $function$;

create function forget_quotes_of_decisions()
 returns trigger
 language plpgsql
AS $function$
begin
  update decisions set quote = null, speaker = null
    where workspace_id = new.workspace_id and recording_id = new.id and (quote is not null or speaker is not null);
  return null;
end $function$;

create function forget_quotes_of_notes()
 returns trigger
 language plpgsql
AS $function$
begin
  new.ai_notes = without_quotes(new.ai_notes::jsonb)::json;
  return new;
end $function$;

create function forget_translations()
 returns trigger
 language plpgsql
AS $function$
begin
  delete from notes_translations
    where workspace_id = new.workspace_id and recording_id = new.id and status <> 'writing';
  return null;
end $function$;

create function forget_word_times()
 returns trigger
 language plpgsql
AS $function$
begin
  new.words = null;
  return new;
end $function$;

create function forget_words()
 returns trigger
 language plpgsql
AS $function$
begin
  delete from search_documents where workspace_id = new.workspace_id and recording_id = new.id;
  return null;
end $function$;

create function gained_now(workspace text, seen_kind text)
 returns table(id text, user_id text)
 language sql
AS $function$
  select thing.id, person.user_id
  from unnumbered_changes gained, unnest(gained.id || gained.also) thing (id), unnest(gained.people) person (user_id)
  where gained.workspace_id = workspace and gained.transaction = pg_current_xact_id()::text::bigint and gained.kind = seen_kind
    and gained.sight = 'gained'
$function$;

create function keep_current_addresses()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into addresses as known (workspace_id, email_folded, email, user_id)
  select workspace_id, email_folded, email, id from changed
  on conflict (workspace_id, email_folded) do update set email = excluded.email
    where known.user_id = excluded.user_id and known.email <> excluded.email;
  if exists (
    select from changed
    join addresses known on known.workspace_id = changed.workspace_id and known.email_folded = changed.email_folded
    where known.user_id <> changed.id)
  then raise unique_violation using message = 'The address belongs to another account';
  end if;
  return null;
end $function$;

create function leave_media()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into media_leftovers (file) values (to_jsonb(old) ->> tg_argv[0]) on conflict do nothing;
  return null;
end $function$;

create function link_keys(workspace_id text, links jsonb)
 returns text[]
 language sql
 immutable parallel safe
AS $function$
  select array(select md5(workspace_id || ' ' || (link ->> 'url')) from jsonb_array_elements(links) link)
$function$;

create function lock_sight(workspace text)
 returns void
 language sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended('sight ' || workspace, 0))
$function$;

create function mark_all_stale()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into search_stale (workspace_id, kind, id) select workspace_id, tg_argv[0], id from changed
  on conflict (workspace_id, kind, id) do update set transaction = pg_current_xact_id();
  return null;
end $function$;

create function mark_changed(workspace text, changed_kind text, ids text[])
 returns void
 language sql
AS $function$
  insert into unnumbered_changes (workspace_id, kind, id)
  select distinct workspace, changed_kind, id from unnest(ids) id where id is not null
$function$;

create function mark_changed_by_events(workspace text, guids text[])
 returns void
 language sql
AS $function$
  with shown as (select id from notes where workspace_id = workspace and event_guid = any(guids))
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace, 'note', id from shown
  union all
  select workspace, 'recording', recording.id from shown
  join recordings recording on recording.workspace_id = workspace and recording.note_id = shown.id
$function$;

create function mark_changed_items(workspace text, ids text[])
 returns void
 language sql
AS $function$
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace, 'action_item', id from action_items where workspace_id = workspace and action_items.id = any(ids)
  union all
  select distinct workspace, 'note', note_id from action_items
  where workspace_id = workspace and action_items.id = any(ids) and note_id is not null
$function$;

create function mark_stale()
 returns trigger
 language plpgsql
AS $function$
begin
  insert into search_stale (workspace_id, kind, id) values (new.workspace_id, tg_argv[0], new.id)
  on conflict (workspace_id, kind, id) do update set transaction = pg_current_xact_id();
  return null;
end $function$;

create function marks_of_note_taken()
 returns trigger
 language plpgsql
AS $function$
begin
  perform take_marks_of_note(new);
  return null;
end $function$;

create function move_decisions_of_event()
 returns trigger
 language plpgsql
AS $function$
begin
  update decisions set made_at = made_at where workspace_id = new.workspace_id and note_id in (
    select id from notes where workspace_id = new.workspace_id and event_guid = new.guid);
  return null;
end $function$;

create function move_decisions_of_note()
 returns trigger
 language plpgsql
AS $function$
begin
  update decisions set made_at = made_at where workspace_id = new.workspace_id and note_id = new.id;
  return null;
end $function$;

create function move_decisions_of_recording()
 returns trigger
 language plpgsql
AS $function$
begin
  update decisions set note_id = new.note_id where workspace_id = new.workspace_id and recording_id = new.id;
  return null;
end $function$;

create function named_in_notes(ai_notes json)
 returns jsonb
 language sql
 immutable
AS $function$
  select jsonb_path_query_array(ai_notes::jsonb, '$.sections[*].items[*].assignees[*]')
$function$;

create function refresh_events_sight(workspace text, guids text[], invited text[])
 returns void
 language plpgsql
 set plan_cache_mode to 'force_custom_plan'
AS $function$
begin
  perform refresh_sight(workspace,
    array(select id from notes where workspace_id = workspace and event_guid = any(guids)));
  perform refresh_shared_without_event(workspace,
    array(select distinct series_id from events where workspace_id = workspace and guid = any(guids)), invited);
end $function$;

create function refresh_shared_without_event(workspace text, series_ids text[], makers text[])
 returns void
 language plpgsql
 set plan_cache_mode to 'force_custom_plan'
AS $function$
begin
  perform refresh_sight(workspace, array(
    select distinct note.id
    from series_shares share
    join notes note on note.workspace_id = share.workspace_id and note.series_id = share.series_id
      and note.created_by = share.by_user_id and note.event_guid is null
    where share.workspace_id = workspace and share.series_id = any(series_ids)
      and (makers is null or share.by_user_id = any(makers))));
end $function$;

create function refresh_sight(workspace text, notes text[])
 returns void
 language plpgsql
AS $function$
begin
  if cardinality(notes) is null or cardinality(notes) = 0 then return; end if;
  perform lock_sight(workspace);
  if current_setting('minutebook.sight', true) = 'postponed' then
    insert into postponed_sight (workspace_id, note_id) select workspace, unnest(array_append(notes, '')) on conflict do nothing;
  else
    -- Who writes items or decisions of these notes holds them. Once they have ended, their rows count among what readers
    -- gain and lose; a follower would keep a deleted item for ever.
    perform from notes note where note.workspace_id = workspace and note.id = any(notes) order by note.id for share;
    perform write_sight(workspace, notes);
  end if;
end $function$;

create function refuse_frozen()
 returns trigger
 language plpgsql
AS $function$
declare
  workspace text;
begin
  if tg_op = 'DELETE' then
    workspace := old.workspace_id;
  else
    workspace := new.workspace_id;
  end if;
  if exists (select from frozen_workspaces where workspace_id = workspace and state <> 'draining') then
    raise exception 'The workspace % is frozen', workspace using errcode = 'MBFRZ';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

create function refuse_frozen_workspace()
 returns trigger
 language plpgsql
AS $function$
begin
  if exists (select from frozen_workspaces where workspace_id = old.id and state <> 'draining') then
    raise exception 'The workspace % is frozen', old.id using errcode = 'MBFRZ';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

create function sight_after_addresses()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in
    select changed.workspace_id, array_agg(distinct changed.user_id) as people, array_agg(changed.email_folded) as addresses
    from changed
    join users person on person.workspace_id = changed.workspace_id and person.id = changed.user_id
    group by changed.workspace_id
  loop
    perform refresh_events_sight(scope.workspace_id, array(
      select distinct event_guid from event_attendees
      where workspace_id = scope.workspace_id and email_folded = any(scope.addresses)), scope.people);
  end loop;
  return null;
end $function$;

create function sight_after_attendees()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in
    select changed.workspace_id, array_agg(distinct changed.event_guid) as guids, array_agg(distinct known.user_id) as people
    from changed
    left join addresses known
      on known.workspace_id = changed.workspace_id and known.email_folded = changed.email_folded
    group by changed.workspace_id
  loop
    perform refresh_events_sight(scope.workspace_id, scope.guids, scope.people);
  end loop;
  return null;
end $function$;

create function sight_after_event_update()
 returns trigger
 language plpgsql
AS $function$
begin
  perform refresh_shared_without_event(new.workspace_id, array[old.series_id, new.series_id], array(
    select user_id from event_people where workspace_id = new.workspace_id and event_guid = new.guid));
  return null;
end $function$;

create function sight_after_events()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in select workspace_id, array_agg(distinct series_id) as ids from changed group by workspace_id loop
    perform refresh_shared_without_event(scope.workspace_id, scope.ids, null);
  end loop;
  return null;
end $function$;

create function sight_after_note_update()
 returns trigger
 language plpgsql
AS $function$
begin
  perform refresh_sight(new.workspace_id, array[new.id]);
  return null;
end $function$;

create function sight_after_opened()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in
    select changed.workspace_id, array_agg(distinct coalesce(changed.note_id, recording.note_id)) as ids from changed
    left join recordings recording on recording.workspace_id = changed.workspace_id and recording.id = changed.recording_id
    group by 1
  loop
    perform refresh_sight(scope.workspace_id, array_remove(scope.ids, null));
  end loop;
  return null;
end $function$;

create function sight_after_recording_update()
 returns trigger
 language plpgsql
AS $function$
begin
  perform refresh_sight(new.workspace_id, array[new.note_id]);
  return null;
end $function$;

create function sight_after_series_shares()
 returns trigger
 language plpgsql
 set plan_cache_mode to 'force_custom_plan'
AS $function$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(distinct series_id) as ids, array_agg(distinct by_user_id) as makers
    from changed group by workspace_id
  loop
    perform refresh_sight(scope.workspace_id, array(
      select note.id from event_people maker
      join notes note on note.workspace_id = maker.workspace_id and note.event_guid = maker.event_guid
      where maker.workspace_id = scope.workspace_id and maker.user_id = any(scope.makers)
        and note.series_id = any(scope.ids)
      union
      select id from notes
      where workspace_id = scope.workspace_id and series_id = any(scope.ids) and event_guid is null
        and created_by = any(scope.makers)));
  end loop;
  return null;
end $function$;

create function sight_after_things()
 returns trigger
 language plpgsql
AS $function$
declare scope record;
begin
  for scope in execute format('select workspace_id, array_agg(distinct %I) as ids from changed group by 1', tg_argv[0]) loop
    perform refresh_sight(scope.workspace_id, scope.ids);
  end loop;
  return null;
end $function$;

create function sight_of_person_gone()
 returns trigger
 language plpgsql
AS $function$
begin
  perform lock_sight(old.workspace_id);
  delete from sight where workspace_id = old.workspace_id and reader_kind = 'person' and reader_id = old.id;
  return old;
end $function$;

create function sight_of_thing_gone()
 returns trigger
 language plpgsql
AS $function$
begin
  perform lock_sight(old.workspace_id);
  delete from sight where workspace_id = old.workspace_id and kind = tg_argv[0] and id = old.id;
  return old;
end $function$;

create function sight_of_thing_moved()
 returns trigger
 language plpgsql
AS $function$
begin
  perform lock_sight(new.workspace_id);
  update sight set created_at = new.created_at
  where workspace_id = new.workspace_id and kind = tg_argv[0] and id = new.id;
  return null;
end $function$;

create function sign_key_out()
 returns trigger
 language plpgsql
AS $function$
begin
  delete from sessions where workspace_id = new.workspace_id and key_id = new.id;
  delete from oauth_grants where workspace_id = new.workspace_id and key_id = new.id;
  return null;
end $function$;

create function sign_person_out()
 returns trigger
 language plpgsql
AS $function$
begin
  delete from sessions where workspace_id = new.workspace_id and user_id = new.id;
  delete from sign_in_tokens where workspace_id = new.workspace_id and user_id = new.id;
  delete from oauth_grants where workspace_id = new.workspace_id and user_id = new.id;
  return null;
end $function$;

create function slot_of(posting integer)
 returns integer
 language sql
 immutable parallel safe strict
AS $function$
  select posting >> 12
$function$;

create function stem_of(dictionary regdictionary, spelling text)
 returns text
 language sql
 immutable strict
AS $function$
  select without_accents(coalesce((ts_lexize(dictionary, spelling))[1], spelling))
$function$;

create function take_marks_of_note(recording recordings)
 returns boolean
 language sql
AS $function$
with taken as (
  update marks mark set recording_id = recording.id, at = extract(epoch from mark.made_at - recording.started_at),
    note_id = null, made_at = null
  where mark.workspace_id = recording.workspace_id and mark.id in (
    select own.id from marks own
    where own.workspace_id = recording.workspace_id and own.note_id = recording.note_id
      and own.made_at between recording.started_at and recording.ended_at + interval '5 seconds'
      and not exists (select from marks same
        where same.workspace_id = recording.workspace_id and same.recording_id = recording.id
        and same.user_id = own.user_id and same.at = extract(epoch from own.made_at - recording.started_at)::float8)
    order by own.made_at, own.id
    limit greatest(0, 500 - (
      select count(*) from marks where workspace_id = recording.workspace_id and recording_id = recording.id)))
  returning 1)
select exists (select from taken);
$function$;

create function time_decision()
 returns trigger
 language plpgsql
AS $function$
begin
  new.made_at = coalesce(
    (select event.starts_at from notes note
      join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid
      where note.workspace_id = new.workspace_id and note.id = new.note_id),
    (select started_at from recordings where workspace_id = new.workspace_id and id = new.recording_id),
    new.created_at);
  return new;
end $function$;

create function title_runs(workspace_id text, title text)
 returns tsvector
 language sql
 immutable parallel safe
RETURN array_to_tsvector(array_remove(((cut_in_threes((workspace_id || ' '::text), title) || cut_in_threes((workspace_id || ' '::text), substr(title, 2))) || cut_in_threes((workspace_id || ' '::text), substr(title, 3))), (workspace_id || ' '::text)));

create function todo_changes_of_assignees()
 returns trigger
 language plpgsql
AS $function$
begin
  if exists (select from todo_accounts) then
    insert into todo_changes (workspace_id, user_id, item_id)
    select changed.workspace_id, changed.user_id, changed.item_id from changed
    join todo_accounts account on account.workspace_id = changed.workspace_id and account.user_id = changed.user_id
    on conflict (workspace_id, user_id, item_id) do update set item_id = excluded.item_id;
  end if;
  return null;
end $function$;

create function todo_changes_of_items()
 returns trigger
 language plpgsql
AS $function$
begin
  if exists (select from todo_accounts) then
    insert into todo_changes (workspace_id, user_id, item_id)
    select changed.workspace_id, assignee.user_id, changed.id from changed
    join action_item_assignees assignee on assignee.workspace_id = changed.workspace_id and assignee.item_id = changed.id
    join todo_accounts account on account.workspace_id = assignee.workspace_id and account.user_id = assignee.user_id
    on conflict (workspace_id, user_id, item_id) do update set item_id = excluded.item_id;
  end if;
  return null;
end $function$;

create function wake_followers()
 returns trigger
 language plpgsql
AS $function$
begin
  if exists (select from written) then perform pg_notify('minutebook_changes', ''); end if;
  return null;
end $function$;

create function without_accents(spelling text)
 returns text
 language sql
 immutable strict
AS $function$
  select case when octet_length(spelling) = length(spelling) then spelling
    else normalize(regexp_replace(normalize(spelling, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a\u08ca-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'), NFC) end
$function$;

create function without_quotes(value jsonb)
 returns jsonb
 language plpgsql
 immutable
AS $function$
begin
  return case jsonb_typeof(value)
    when 'object' then (select coalesce(jsonb_object_agg(name, without_quotes(part)), '{}')
      from jsonb_each(value - 'quote') as field (name, part))
    when 'array' then (select coalesce(jsonb_agg(without_quotes(part) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as element (part, place))
    else value end;
end $function$;

create function write_items_of_readers(workspace text, items text[], notes text[], makers text[], became text)
 returns void
 language sql
AS $function$
  insert into unnumbered_changes (workspace_id, kind, id, people, channel_id, sight)
  select workspace, 'action_item', item.id, array(
    select reader_id from sight where workspace_id = workspace and kind = 'note' and id = item.note_id and reader_kind = 'person'
    union
    select item.created_by where item.note_id is null and item.created_by is not null), null, became
  from unnest(items, notes, makers) item (id, note_id, created_by) where became = 'lost'
  union all
  select workspace, 'action_item', item.id, null, seen.reader_id, became
  from unnest(items, notes) item (id, note_id)
  join sight seen on seen.workspace_id = workspace and seen.kind = 'note' and seen.id = item.note_id
    and seen.reader_kind = 'channel'
$function$;

create function write_moved_sight(workspace text, moved_kind text, ids text[], persons text[], channels text[], became text)
 returns void
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
 set enable_nestloop to 'on'
 set enable_seqscan to 'off'
 set enable_hashjoin to 'off'
AS $function$
begin
  insert into unnumbered_changes (workspace_id, kind, id, also, people, channel_id, sight)
  with pairs as (
    select pair.id, pair.person, pair.channel from unnest(ids, persons, channels) pair (id, person, channel)
    where became = 'gained' or pair.person is null or (pair.id, pair.person) not in (
      select gained.id, gained.user_id from gained_now(workspace, moved_kind) gained)
  ), moved as (
    select id, array_agg(person order by person) as seers, null as channel from pairs where person is not null group by id
    union all
    select id, null, channel from pairs where channel is not null
  ), affected as (
    select moved_kind as kind, id, seers, channel, became as sight from moved
    union all
    select 'action_item', item.id, moved.seers, moved.channel,
      case when moved.channel is null then nullif(became, 'gained') else became end
    from moved join action_items item on item.workspace_id = workspace and item.note_id = moved.id
    where moved_kind = 'note'
    union all
    select 'decision', decision.id, moved.seers, moved.channel,
      case when moved.channel is null then nullif(became, 'gained') else became end
    from moved join decisions decision
      on decision.workspace_id = workspace and decision.source_kind = moved_kind and decision.source_id = moved.id
    union all
    -- Others name those that their reader sees.
    select distinct 'decision', beside.id, moved.seers, moved.channel, null
    from moved join decisions decision
      on decision.workspace_id = workspace and decision.source_kind = moved_kind and decision.source_id = moved.id
    cross join lateral beside_decisions(workspace, array[decision.id]) beside (id)
    union all
    -- A note lists those recordings that its reader sees.
    select distinct 'note', recording.note_id, moved.seers, moved.channel, null
    from moved join recordings recording on recording.workspace_id = workspace and recording.id = moved.id
    where moved_kind = 'recording'
  ), grouped as (
    select kind, seers, channel, sight, array_agg(id) as all_ids from affected group by kind, seers, channel, sight
  )
  select workspace, kind, all_ids[first], nullif(all_ids[first + 1:first + 999], '{}'), seers, channel, sight
  from grouped, generate_series(1, cardinality(all_ids), 1000) first;
end $function$;

create function write_postponed_sight(workspace text)
 returns void
 language plpgsql
 set enable_seqscan to 'off'
AS $function$
declare
  ids text[];
  last text := '';
begin
  loop
    ids := array(
      select note_id from postponed_sight where workspace_id = workspace and note_id > last order by note_id limit 5000);
    exit when cardinality(ids) = 0;
    last := ids[cardinality(ids)];
    perform write_sight(workspace, ids);
  end loop;
  delete from postponed_sight where workspace_id = workspace;
end $function$;

create function write_sight(workspace text, notes text[])
 returns void
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
 set enable_nestloop to 'on'
 set enable_seqscan to 'off'
 set enable_hashjoin to 'off'
AS $function$
#variable_conflict use_column
begin
  delete from sight where workspace_id = workspace and ctid = any(array(
    select gone.ctid from things thing, lateral (
      select reader_kind, reader_id from sight where workspace_id = workspace and kind = thing.kind and id = thing.id
      except
      select reader_kind, reader_id from readers where workspace_id = workspace and kind = thing.kind and id = thing.id) closed,
      lateral (select ctid from sight where workspace_id = workspace and kind = thing.kind and id = thing.id
        and reader_kind = closed.reader_kind and reader_id = closed.reader_id offset 0) gone
    where thing.workspace_id = workspace and thing.note_id = any(notes)));
  insert into sight (workspace_id, reader_kind, reader_id, kind, created_at, id)
  select workspace, opened.reader_kind, opened.reader_id, thing.kind, thing.created_at, thing.id from things thing, lateral (
    select reader_kind, reader_id from readers where workspace_id = workspace and kind = thing.kind and id = thing.id
    except
    select reader_kind, reader_id from sight where workspace_id = workspace and kind = thing.kind and id = thing.id) opened
  where thing.workspace_id = workspace and thing.note_id = any(notes)
  order by opened.reader_kind, opened.reader_id, thing.kind, thing.created_at;
end $function$;

create function write_sight_at_commit()
 returns trigger
 language plpgsql
AS $function$
begin
  perform write_postponed_sight(new.workspace_id);
  return null;
end $function$;
