-- What was told to whom: one row for an event, a webhook and a recipient, written in the transaction that caused the
-- event, so that none is lost and a second try of the same job tells nothing twice (`event_key`). It is also the queue:
-- whoever claims a message moves `next_attempt_at` beyond the longest attempt and puts its mark in `claim`, so that a
-- worker that dies loses nothing and one that is late changes nothing.
-- `body` holds the bytes as they are sent, each time the same (decision 38); null once the meeting data that it quotes
-- was deleted for good, which note_id, recording_id and item_id let find (decision 19).
-- `failures` counts along the schedule of retries, `attempts` all that were made; a manual attempt is out of turn.
create table messages (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_type text not null,
  event_key text collate "C" not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'held', 'skipped', 'cancelled')),
  body bytea,
  note_id text collate "C",
  recording_id text collate "C",
  item_id text collate "C",
  created_at timestamptz(3) not null,
  next_attempt_at timestamptz(3),
  claim uuid,
  manual boolean not null default false,
  attempts integer not null default 0,
  failures integer not null default 0,
  last_status_code integer,
  primary key (workspace_id, id),
  unique (workspace_id, webhook_id, event_key),
  unique (workspace_id, webhook_id, created_at, id),
  foreign key (workspace_id, webhook_id) references webhooks on delete cascade
);
-- The queue: workers serve every workspace, oldest due first. Retries far in the future lie beyond the end of the range.
create index messages_due on messages (next_attempt_at) where status = 'pending';
create index messages_held on messages (workspace_id, webhook_id) where status = 'held';
create index messages_by_status on messages (workspace_id, webhook_id, status, created_at, id);
create index messages_old on messages (created_at);
create index messages_of_note on messages (workspace_id, note_id) where note_id is not null;
create index messages_of_recording on messages (workspace_id, recording_id) where recording_id is not null;
create index messages_of_item on messages (workspace_id, item_id) where item_id is not null;
alter table messages alter column body set statistics 0;

-- Every request that was made for a message, and what came of it (decision 39).
create table attempts (
  workspace_id text collate "C" not null,
  message_id text collate "C" not null,
  number integer not null,
  sent_at timestamptz(3) not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_body text,
  manual boolean not null,
  primary key (workspace_id, message_id, number),
  foreign key (workspace_id, message_id) references messages on delete cascade
);
alter table attempts alter column response_body set statistics 0;

-- When requests last left, for what shares one limit: a user webhook, or the workspace webhooks of one key (decision 34).
-- `sent_ms` are the latest, `queued_until_ms` the end of the line of those that wait; milliseconds since 1970.
create table delivery_lanes (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  lane text collate "C" not null,
  sent_ms bigint[] not null,
  queued_until_ms bigint not null,
  primary key (workspace_id, lane)
);

-- Since when every attempt failed (decision 36), and the secret that a rotation left valid for a while (decision 39).
alter table webhooks add failing_since timestamptz(3);
alter table webhooks add previous_secret bytea;
alter table webhooks add previous_secret_until timestamptz(3);

-- Who hears of an event is looked up by workspace.
create index webhooks_of_user on webhooks (workspace_id, user_id);
