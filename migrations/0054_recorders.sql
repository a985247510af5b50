-- RECORDERS: services that record calls and tell of it by a request of their own (docs/recorders.md). `secret` signs these requests
-- and is sealed. `takes` says which of their events count: that of the transcript, or that of the media, or a meeting would come twice.
create table recorders (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  kind text collate "C" not null check (kind in ('zoom', 'teams')),
  takes text collate "C" not null check (takes in ('transcript', 'media')),
  secret bytea not null,
  -- The application at Microsoft, and the subscription to its events, which ends unless it is renewed. Null for Zoom, which needs neither.
  tenant_id text collate "C",
  client_id text collate "C",
  subscription_id text collate "C",
  subscribed_until timestamptz(3),
  -- Whose the recordings of hosts without an account are; null refuses them.
  fallback_user_id text collate "C",
  active boolean not null default true,
  created_at timestamptz(3) not null,
  last_event_at timestamptz(3),
  last_error text collate "C",
  primary key (workspace_id, id),
  check (kind <> 'teams' or (tenant_id is not null and client_id is not null)),
  foreign key (workspace_id, fallback_user_id) references users on delete set null (fallback_user_id)
);
-- A request to a recorder names it, and no workspace.
create unique index recorders_by_id on recorders (id);

-- What recorders told, kept for a week so that nothing that is told again is taken again. `event` is sealed, as it holds the token for the
-- download; null once it was taken or has failed.
create table recorder_events (
  workspace_id text collate "C" not null,
  recorder_id text collate "C" not null,
  key bytea not null,
  event bytea,
  failures integer not null default 0,
  received_at timestamptz(3) not null,
  primary key (workspace_id, recorder_id, key),
  foreign key (workspace_id, recorder_id) references recorders on delete cascade
);

select guard_frozen('recorders'), guard_frozen('recorder_events');
