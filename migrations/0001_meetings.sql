-- Everything belongs to a workspace, and every key starts with it: a row of another workspace is never one index step
-- away (spec 1, decision 8). Ids compare byte by byte (collate "C"), so a page's order is the same on every server.
-- Times hold milliseconds, as a cursor does; finer ones would lose rows between pages (decision 10).
-- Folded columns are written by the service (platform/text.ts), because lower() depends on the server's locale
-- (decision 11).
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A tenant: its address, plan and switches (decisions 4, 6, 31).
create table workspaces (
  id text collate "C" primary key,
  subdomain text collate "C" not null unique,
  name text not null,
  plan text not null default 'team' check (plan in ('team', 'business', 'enterprise')),
  email_domains text[] not null default '{}',
  retention text not null default 'standard' check (retention in ('standard', 'zero_day')),
  webhooks text not null default 'enabled' check (webhooks in ('enabled', 'not_enabled', 'switched_off')),
  workspace_webhooks boolean not null default true
);

-- A person with an account. They are deactivated, never deleted: what they shared and said stays explained.
create table users (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  email text not null,
  email_folded text collate "C" not null,
  full_name text not null,
  admin boolean not null default false,
  active boolean not null default true,
  primary key (workspace_id, id),
  unique (workspace_id, email_folded)
);

-- Only the SHA-256 of a key is kept. It is unique everywhere: on localhost the key alone names its workspace.
create table api_keys (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text not null,
  secret_hash bytea not null unique,
  super_admin boolean not null default false,
  active boolean not null default true,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);

create table channels (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  title text not null,
  private boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id)
);

create table channel_members (
  workspace_id text collate "C" not null,
  channel_id text collate "C" not null,
  user_id text collate "C" not null,
  primary key (workspace_id, channel_id, user_id),
  foreign key (workspace_id, channel_id) references channels on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index channel_members_of_user on channel_members (workspace_id, user_id);

create table series (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  title text not null,
  primary key (workspace_id, id)
);

create table series_shares (
  workspace_id text collate "C" not null,
  series_id text collate "C" not null,
  user_id text collate "C" not null,
  by_user_id text collate "C" not null,
  can_edit boolean not null default false,
  primary key (workspace_id, series_id, user_id),
  foreign key (workspace_id, series_id) references series on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, by_user_id) references users on delete cascade
);
create index series_shares_by on series_shares (workspace_id, by_user_id);

-- A calendar event, one row an occurrence, named by the guid that third-party calendars know it by (spec 2.2).
create table events (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  guid text collate "C" not null,
  series_id text collate "C",
  title text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  all_day boolean not null default false,
  call_url text,
  organizer_email text,
  primary key (workspace_id, guid),
  foreign key (workspace_id, series_id) references series on delete set null (series_id)
);
create index events_of_series on events (workspace_id, series_id);

-- Invited addresses in the order of the invitation; groups, guests and people without an account among them.
create table event_attendees (
  workspace_id text collate "C" not null,
  event_guid text collate "C" not null,
  position integer not null,
  email text not null,
  email_folded text collate "C" not null,
  name text not null default '',
  primary key (workspace_id, event_guid, email_folded),
  foreign key (workspace_id, event_guid) references events on delete cascade
);
create index event_attendees_by_email on event_attendees (workspace_id, email_folded);

-- An agenda and its metadata (spec 2.2); nothing is updated before it exists, which lets a bound on updates narrow the
-- index range by creation. At most one for an event (decision 29f). `agenda` holds the blocks;
-- an action item's block is its id only, the item itself stands in action_items.
create table notes (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  event_guid text collate "C",
  series_id text collate "C",
  created_by text collate "C",
  title text not null,
  title_folded text collate "C" not null,
  agenda jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  primary key (workspace_id, id),
  unique (workspace_id, event_guid),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, event_guid) references events,
  foreign key (workspace_id, series_id) references series on delete set null (series_id),
  foreign key (workspace_id, created_by) references users
);
-- What was deleted must not live on in the statistics that plans are made by (decision 19).
alter table notes alter column agenda set statistics 0;
create index notes_updated on notes (workspace_id, updated_at);
create index notes_of_series on notes (workspace_id, series_id);
create index notes_title on notes using gin (workspace_id, title_folded gin_trgm_ops);

create table note_shares (
  workspace_id text collate "C" not null,
  note_id text collate "C" not null,
  user_id text collate "C" not null,
  by_user_id text collate "C" not null,
  can_edit boolean not null default false,
  primary key (workspace_id, note_id, user_id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, by_user_id) references users on delete cascade
);

-- A note shown in a channel. It carries the note's creation time so that a channel's page is one index range.
create table note_publications (
  workspace_id text collate "C" not null,
  note_id text collate "C" not null,
  created_at timestamptz(3) not null,
  channel_id text collate "C" not null,
  by_user_id text collate "C" not null,
  primary key (workspace_id, note_id, channel_id),
  foreign key (workspace_id, created_at, note_id) references notes (workspace_id, created_at, id)
    on update cascade on delete cascade,
  foreign key (workspace_id, channel_id) references channels on delete cascade,
  foreign key (workspace_id, by_user_id) references users on delete cascade
);
create index note_publications_of_channel on note_publications (workspace_id, channel_id, created_at, note_id);

-- A recap (spec 2.3). It exists from the moment its upload succeeded (decision 28).
create table recordings (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  note_id text collate "C" not null,
  title text not null,
  title_folded text collate "C" not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  started_by text collate "C",
  transcript json,
  ai_notes json,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, started_by) references users
);
create index recordings_updated on recordings (workspace_id, updated_at);
create index recordings_of_note on recordings (workspace_id, note_id, created_at, id);
create index recordings_title on recordings using gin (workspace_id, title_folded gin_trgm_ops);

create table recording_shares (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C" not null,
  by_user_id text collate "C" not null,
  can_edit boolean not null default false,
  primary key (workspace_id, recording_id, user_id),
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, by_user_id) references users on delete cascade
);

create table recording_publications (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  created_at timestamptz(3) not null,
  channel_id text collate "C" not null,
  by_user_id text collate "C" not null,
  primary key (workspace_id, recording_id, channel_id),
  foreign key (workspace_id, created_at, recording_id) references recordings (workspace_id, created_at, id)
    on update cascade on delete cascade,
  foreign key (workspace_id, channel_id) references channels on delete cascade,
  foreign key (workspace_id, by_user_id) references users on delete cascade
);
create index recording_publications_of_channel
  on recording_publications (workspace_id, channel_id, created_at, recording_id);

-- The import status of a recording that came by the upload flow (spec 2.4, 3.1). It is there before its recording.
create table uploads (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  submitted_by text collate "C" not null,
  title text not null,
  title_folded text collate "C" not null,
  status text not null check (status in ('PENDING', 'SUCCESS', 'FAILED')),
  failure_reason text,
  event_guid text collate "C",
  channel_id text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  primary key (workspace_id, recording_id),
  unique (workspace_id, created_at, recording_id),
  foreign key (workspace_id, submitted_by) references users on delete cascade,
  foreign key (workspace_id, event_guid) references events,
  foreign key (workspace_id, channel_id) references channels on delete set null (channel_id)
);
create index uploads_of_submitter on uploads (workspace_id, submitted_by, created_at, recording_id);

-- Spec 2.9. `wont_do` is the stored archive flag (spec 6.3); `completed_by` names who marked it (decision 25).
create table action_items (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  note_id text collate "C",
  text text not null,
  completion_type text not null default 'any' check (completion_type in ('any', 'all')),
  status text not null default 'Incomplete' check (status in ('Incomplete', 'Done', 'Archived')),
  wont_do boolean not null default false,
  completed_by text[] not null default '{}',
  due_date date,
  ai_generated boolean not null default false,
  recording_offset integer,
  created_by text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, created_by) references users
);
alter table action_items alter column text set statistics 0;
create index action_items_of_note on action_items (workspace_id, note_id);
create index action_items_updated on action_items (workspace_id, updated_at, id);
create index action_items_of_creator on action_items (workspace_id, created_by) where note_id is null;

create table action_item_assignees (
  workspace_id text collate "C" not null,
  item_id text collate "C" not null,
  user_id text collate "C" not null,
  position integer not null,
  primary key (workspace_id, item_id, user_id),
  foreign key (workspace_id, item_id) references action_items on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index action_items_of_assignee on action_item_assignees (workspace_id, user_id, item_id);

-- A registered receiver of events (spec 2.8). A workspace webhook remembers the key that made it; the key may go, the
-- webhook then stays stopped (spec 3.3), so there is no foreign key. `secret` is sealed with SECRET_KEY.
create table webhooks (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  api_key_id text collate "C",
  scope text not null default 'user' check (scope in ('user', 'workspace')),
  url text not null,
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'inactive', 'failed')),
  enabled_events text[] not null default '{}',
  secret bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);

-- Who did what in whose name (spec 5.2, decisions 5 and 20). `status` is null while, or because, no answer went out.
create table audit_log (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  at timestamptz(3) not null,
  action text not null,
  key_id text collate "C" not null,
  user_id text collate "C" not null,
  on_behalf_of text collate "C",
  method text not null,
  path text not null,
  status integer,
  address text not null,
  request_id text not null,
  body_sha256 text,
  details jsonb not null default '{}',
  primary key (workspace_id, id),
  unique (workspace_id, at, id)
);
create index audit_log_of_user on audit_log (workspace_id, user_id, at, id);
create index audit_log_at on audit_log (at);
