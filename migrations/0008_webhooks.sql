-- WEBHOOKS AND LISTENERS: who receives events, and the messages on their way.

-- A registered receiver of events (spec 2.8). A workspace webhook remembers the key that made it. The key may be
-- deleted, and the webhook is then stopped (spec 3.3), so there is no foreign key. `secret` is sealed with SECRET_KEY.
create table webhooks (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  api_key_id text collate "C",
  scope text not null default 'user' check (scope in ('user', 'workspace', 'channel')),
  url text not null,
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'inactive', 'failed')),
  enabled_events text[] not null default '{}',
  secret bytea not null,
  -- Secrets that a rotation left valid for a while (decision 39), the newest first, each as
  -- {"secret": sealed, in base64, "until": a time in UTC}.
  previous_secrets jsonb not null default '[]',
  -- Headers that the owner adds to each request, mostly a bearer token of a gateway: one sealed JSON object. Answers
  -- show their names and never a value.
  sealed_headers bytea,
  header_names text[] not null default '{}',
  -- Since when every attempt failed (decision 36). Administrators are told once of each such time and once of its end:
  -- `announced_failing_since` is the `failing_since` that they were told of. `mail_due_at` is when the last mail about the
  -- webhook was due, or the next one is: at most one an hour.
  failing_since timestamptz(3),
  announced_failing_since timestamptz(3),
  mail_due_at timestamptz(3),
  -- The incoming webhook of a chat (decision 59), in the form of this service. Its address is a secret: `secret` has it,
  -- and `url` only the origin.
  channel_id text collate "C",
  chat text check (chat in ('slack', 'teams', 'mattermost', 'generic')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check ((scope = 'channel') = (channel_id is not null and chat is not null)),
  foreign key (workspace_id, channel_id) references channels on delete cascade,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create unique index webhooks_of_channel on webhooks (workspace_id, channel_id) where channel_id is not null;
create index webhooks_of_user on webhooks (workspace_id, user_id);
-- Whether anybody names an event that an empty list leaves out: changes of notes and recordings ask it, and mostly nobody
-- does (server/webhooks/events/is-awaited.ts).
create index webhooks_of_named on webhooks (workspace_id) where not enabled_events
  <@ '{action_item.assigned,action_item.completed,ai_note.generated,ai_note.shared_to_channel}'::text[];
-- Workspace webhooks are counted, and are few among many.
create index webhooks_of_workspace on webhooks (workspace_id) where scope = 'workspace';

-- One row for an event, a webhook and a recipient, written in the transaction that caused the event, so that none is
-- lost. A second run of the same job writes nothing twice (`event_key`). The table is also the queue: a worker claims a
-- message while it sends it (server/webhooks/delivery/). `claimed_by` is the worker's number, and a claim ends with its
-- connection, or at `claimed_until`. A claim changes no column of an index and pages are filled by half, so it rewrites
-- the row within its page and no index.
-- `body` has the bytes as they are sent, each time the same (decision 38). It is null when the meeting data that it
-- quotes were deleted for good; note_id, recording_id and item_id find it then (decision 19).
-- `failures` counts along the schedule of retries, `attempts` also the manual ones.
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
  -- Kept while the message is claimed or held.
  next_attempt_at timestamptz(3),
  claim uuid,
  claimed_until timestamptz(3),
  claimed_by integer,
  manual boolean not null default false,
  attempts integer not null default 0,
  failures integer not null default 0,
  last_status_code integer,
  -- Whether it was held or skipped before it was first sent: its delay then says nothing of the queue.
  was_held boolean not null default false,
  -- The trace of the request that caused it (`traceparent`), as in action_item_holds.
  trace text collate "C",
  primary key (workspace_id, id),
  unique (workspace_id, webhook_id, event_key),
  unique (workspace_id, webhook_id, created_at, id),
  foreign key (workspace_id, webhook_id) references webhooks on delete cascade
) with (fillfactor = 50);
alter table messages alter column body set statistics 0;
-- The queue: workers serve every workspace, oldest due first.
create index messages_due on messages (next_attempt_at) where status = 'pending';
create index messages_held on messages (workspace_id, webhook_id) where status = 'held';
create index messages_by_status on messages (workspace_id, webhook_id, status, created_at, id);
create index messages_of_note on messages (workspace_id, note_id) where note_id is not null;
create index messages_of_recording on messages (workspace_id, recording_id) where recording_id is not null;
create index messages_of_item on messages (workspace_id, item_id) where item_id is not null;

-- Every request for a message, and its result (decision 39).
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

-- The times of requests that share one limit: of a user webhook, or of the workspace webhooks of one key (decision 34).
-- `sent_ms` are the latest, `queued_until_ms` is the end of the waiting line, in milliseconds since 1970.
create table delivery_lanes (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  lane text collate "C" not null,
  sent_ms bigint[] not null,
  queued_until_ms bigint not null,
  primary key (workspace_id, lane)
) with (fillfactor = 50);

-- Who receives events by GET /api/v1/events: a person once, however many connections they have, and for a while after
-- the last one ended, so that it can be resumed. They receive what a user webhook of theirs would. `enabled_events` has
-- the types of all their connections; each connection leaves out those that it did not ask for.
create table listeners (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  listens_until timestamptz(3) not null,
  enabled_events text[] not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index listeners_of_named on listeners (workspace_id) where not enabled_events
  <@ '{action_item.assigned,action_item.completed,ai_note.generated,ai_note.shared_to_channel}'::text[];

-- Changes of a note or recording within a window become one event, announced at its end by a job. There is a row only
-- where somebody awaits the event, and the transaction that announces it deletes the row. A decision that is typed into an
-- agenda is told when nobody changed it until then; each change moves that. The row of one that is withdrawn stays until it
-- stands again or is deleted.
create table change_holds (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  kind text not null check (kind in ('note', 'recording', 'decision')),
  id text collate "C" not null,
  until timestamptz(3) not null,
  primary key (workspace_id, kind, id)
);
create function forget_holds_of_decisions() returns trigger language plpgsql as $$
begin
  delete from change_holds hold using gone
  where hold.workspace_id = gone.workspace_id and hold.kind = 'decision' and hold.id = gone.id;
  return null;
end $$;
create trigger holds_of_decisions_forgotten after delete on decisions referencing old table as gone
  for each statement execute function forget_holds_of_decisions();

create sequence stream_events_number;
-- The events for listeners, kept as long as a connection can be resumed. A row is written without a number, in the
-- transaction that causes the event. Short transactions number the rows later, one at a time and in the order of
-- `written`. So a reader who has read up to a number has missed none below it, however long some transactions take.
-- note_id, recording_id and item_id find what is deleted with the meeting data that it quotes (decision 19).
create table stream_events (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  event_key text collate "C" not null,
  event_type text not null,
  number bigint,
  written bigint not null generated always as identity,
  body text not null,
  note_id text collate "C",
  recording_id text collate "C",
  item_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id, event_key),
  unique (workspace_id, user_id, number),
  foreign key (workspace_id, user_id) references listeners on delete cascade
);
alter table stream_events alter column body set statistics 0;
create index stream_events_unnumbered on stream_events (written) where number is null;
create index stream_events_in_order on stream_events (number, workspace_id, user_id);
create index stream_events_old on stream_events (created_at);
create index stream_events_of_note on stream_events (workspace_id, note_id) where note_id is not null;
create index stream_events_of_recording on stream_events (workspace_id, recording_id) where recording_id is not null;
create index stream_events_of_item on stream_events (workspace_id, item_id) where item_id is not null;
