-- UPLOADS: the import of recordings, what they take of the store, and the services that record calls.

-- The status of an import (spec 2.4, 3.1). It exists before its recording.
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
  -- The template that the uploader chose, kept for when the notes are written again; the workspace may have removed it.
  template_id text collate "C",
  -- Why the embedded writer wrote the notes instead of the language model, as a sentence of ours; null if it did not.
  notes_fallback text,
  -- When rules published and shared its recording: what people take back then stays so.
  rules_acted_at timestamptz(3),
  -- Of an import: by what its person knows the meeting, so that the same again is nothing. Imports are announced to nobody.
  import_key text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  primary key (workspace_id, recording_id),
  unique (workspace_id, created_at, recording_id),
  foreign key (workspace_id, submitted_by) references users on delete cascade,
  foreign key (workspace_id, event_guid) references events,
  foreign key (workspace_id, channel_id) references channels on delete set null (channel_id)
);
create index uploads_of_submitter on uploads (workspace_id, submitted_by, created_at, recording_id);
create unique index uploads_imported on uploads (workspace_id, submitted_by, import_key)
  where import_key is not null and status <> 'FAILED';

-- What an upload consists of until it is processed: the address of its media (sealed with SECRET_KEY, because it may
-- contain a password), the stored media, the transcript, the notes written from it. Each stage adds its part, so that a
-- crash repeats one stage only; the last one deletes the row (decisions 28, 29). A PENDING upload without a row came
-- from a world and stays as it is.
create table upload_sources (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  address bytea,
  media_file text collate "C",
  media_type text,
  media_name text,
  -- The size that the media will have, known before their first byte is stored (decision 29c).
  media_bytes bigint,
  transcript json,
  words json,
  duration_seconds double precision,
  written_notes json,
  -- What the uploader said of the recording: the facts that the recap keeps, its language, and when it began.
  facts json not null default '{}',
  -- The note that the recording goes to, if it has no event; if it is deleted meanwhile, the recording gets its own.
  note_id text collate "C",
  -- Temporary failures of the present stage so far; each waits longer than the one before.
  failures integer not null default 0,
  -- How much of the present stage is done, from 0 to 1; null if nobody knows.
  stage_done double precision check (stage_done between 0 and 1),
  -- Whether it waits until there is a transcription service; null if it may not wait, and fails without one.
  waits boolean,
  primary key (workspace_id, recording_id),
  foreign key (workspace_id, recording_id) references uploads on delete cascade,
  foreign key (workspace_id, note_id) references notes on delete set null (note_id)
);
create index upload_sources_of_note on upload_sources (workspace_id, note_id) where note_id is not null;
create index upload_sources_of_file on upload_sources (media_file) where media_file is not null;

-- A request that may be sent again: the same body gets the first answer, for 24 h (decision 29a). The row is written
-- before its upload, so that two requests at once make one upload; therefore the foreign key is checked at the commit.
create table idempotency_keys (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  key text collate "C" not null,
  body_sha256 bytea not null,
  recording_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id, key),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, recording_id) references uploads on delete cascade deferrable initially deferred
);
create index idempotency_keys_created on idempotency_keys (created_at);
create index idempotency_keys_of_upload on idempotency_keys (workspace_id, recording_id);

-- A resumable upload under way: what its owner said of it. The bytes so far are a file of MEDIA_DIR/tus. The metadata
-- are deleted when the upload is complete; the length stays until the row expires, for clients that ask for it.
create table upload_sessions (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C" not null,
  length bigint,
  metadata text,
  complete boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (workspace_id, recording_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index upload_sessions_created on upload_sessions (created_at);
-- Of a person and of a workspace: how many are under way, and how long they will become.
create index upload_sessions_open on upload_sessions (workspace_id, user_id) include (length, created_at)
  where not complete;

-- Moments that people marked in a recording, while it ran or later (decision 67); `at` in seconds from its start. Before
-- the recording there is an upload, or a session of one, with the same id: a mark goes with the last of them, by triggers,
-- because a foreign key could name only one. Beside a bot there is none of them: such a mark is of the note and of an
-- instant, until a recording of the note is made in which it lies.
create table marks (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  recording_id text collate "C",
  at double precision check (at >= 0),
  note_id text collate "C",
  made_at timestamptz(3),
  text text,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, recording_id, at, user_id),
  unique (workspace_id, note_id, made_at, user_id),
  check (num_nonnulls(recording_id, at) = 2 - num_nonnulls(note_id, made_at) and (at is null) <> (note_id is null)),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, user_id) references users
);
create index marks_of_person on marks (workspace_id, user_id);

-- A recording takes the marks that lie in it, and a mark that comes after it asks for this again; returns whether it took
-- any. Up to 5 s after its end count: clocks differ. Those that lie in no recording, or would be too many, stay with the note.
create function take_marks_of_note(recording recordings) returns boolean language sql as $$
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
$$;
create function marks_of_note_taken() returns trigger language plpgsql as $$
begin
  perform take_marks_of_note(new);
  return null;
end $$;
create trigger marks_of_note_taken after insert on recordings for each row
  when (new.started_at is not null and new.ended_at is not null) execute function marks_of_note_taken();

create function forget_marks() returns trigger language plpgsql as $$
declare
  thing text := to_jsonb(old) ->> tg_argv[0];
begin
  delete from marks where workspace_id = old.workspace_id and recording_id = thing
    and not exists (select from recordings where workspace_id = old.workspace_id and id = thing)
    and not exists (select from uploads where workspace_id = old.workspace_id and recording_id = thing)
    and not exists (
      select from upload_sessions where workspace_id = old.workspace_id and recording_id = thing and not complete);
  return null;
end $$;
create trigger marks_forgotten after delete on recordings for each row execute function forget_marks('id');
create trigger marks_forgotten after delete on uploads for each row execute function forget_marks('recording_id');
create trigger marks_forgotten after delete on upload_sessions for each row execute function forget_marks('recording_id');

-- Files whose row was deleted, no matter by whom. They are removed after the transaction, or later if the process died
-- in between (decision 19). A file that another row names by then stays.
create table media_leftovers (file text collate "C" primary key);

create function leave_media() returns trigger language plpgsql as $$
begin
  insert into media_leftovers (file) values (to_jsonb(old) ->> tg_argv[0]) on conflict do nothing;
  return null;
end $$;
create trigger leftover after delete on recording_media for each row execute function leave_media('file');
create trigger leftover after delete on upload_sources for each row when (old.media_file is not null)
  execute function leave_media('media_file');

-- How many bytes the media of a workspace take (decision 29c), kept by triggers, so that no writer can forget it and
-- reading it is one row. Without a row it is 0.
create table media_use (
  workspace_id text collate "C" primary key references workspaces on delete cascade,
  bytes bigint not null
);

create function count_media() returns trigger language plpgsql as $$
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
end $$;

create trigger count_new after insert on recording_media
  referencing new table as come for each statement execute function count_media();
create trigger count_gone after delete on recording_media
  referencing old table as gone for each statement execute function count_media();
create trigger count_changed after update on recording_media
  for each row when (old.media_bytes is distinct from new.media_bytes) execute function count_media();
create trigger count_new after insert on upload_sources
  referencing new table as come for each statement execute function count_media();
create trigger count_gone after delete on upload_sources
  referencing old table as gone for each statement execute function count_media();
create trigger count_changed after update on upload_sources
  for each row when (old.media_bytes is distinct from new.media_bytes) execute function count_media();

-- Services that record calls and report it by requests of their own (docs/recorders.md). `secret` signs these requests
-- and is sealed. `takes` says which of their events count, that of the transcript or that of the media: with both, a
-- meeting would be imported twice.
create table recorders (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  kind text collate "C" not null check (kind in ('zoom', 'teams', 'meet', 'vexa', 'attendee', 'bigbluebutton')),
  takes text collate "C" not null check (takes in ('transcript', 'media')),
  secret bytea not null,
  -- Of Teams: the application at Microsoft, and the subscription to its events, which ends unless it is renewed. Of
  -- Meet `subscribed_until` is the first end of its subscriptions.
  tenant_id text collate "C",
  client_id text collate "C",
  subscription_id text collate "C",
  subscribed_until timestamptz(3),
  -- Of Meet: the service account that signs the requests of Pub/Sub, since anybody with a project at Google could sign as
  -- another one; and the topic of Pub/Sub that Google writes events to.
  push_account text collate "C",
  topic text collate "C",
  -- Of a service at an address that the operator names, and of one that sends bots the key for its API, sealed.
  base_url text collate "C",
  api_key bytea,
  -- Whether attendees may send its bots.
  sends_bots boolean not null default false,
  -- Whose the recordings of hosts without an account are; null refuses them.
  fallback_user_id text collate "C",
  active boolean not null default true,
  created_at timestamptz(3) not null,
  last_event_at timestamptz(3),
  last_error text collate "C",
  primary key (workspace_id, id),
  check (kind <> 'teams' or (tenant_id is not null and client_id is not null)),
  constraint recorders_meet_check check (kind <> 'meet' or (push_account is not null and topic is not null)),
  check (kind not in ('vexa', 'attendee') or (base_url is not null and api_key is not null)),
  check (kind <> 'bigbluebutton' or base_url is not null),
  foreign key (workspace_id, fallback_user_id) references users on delete set null (fallback_user_id)
);
-- A request to a recorder names it, and no workspace.
create unique index recorders_by_id on recorders (id);

-- The people whose calls a Meet recorder hears of. Google has one subscription for each: `name` is its name there, null
-- for a person whom Google does not know. It is renewed, or tried again, at `due_at`.
create table recorder_subscriptions (
  workspace_id text collate "C" not null,
  recorder_id text collate "C" not null,
  user_id text collate "C" not null,
  name text collate "C",
  ends_at timestamptz(3),
  due_at timestamptz(3) not null,
  has_failed boolean not null default false,
  primary key (workspace_id, recorder_id, user_id),
  foreign key (workspace_id, recorder_id) references recorders on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);

-- What recorders reported, kept for a week, so that a repeated report is not imported again. `event` is sealed, because
-- it contains the token for the download; null when it was imported or has failed.
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

-- Bots that people or rules sent into calls, kept for a week: the recap of the call belongs to who sent the bot, and to
-- the note. `service_id` is null while the service is asked, and `room` is where Vexa is told to withdraw its bot from.
-- Meetings that overlap and have one `call_key`, by their links, are one call: it gets one bot. A bot outlives its note,
-- so that it can be withdrawn from a meeting that was called off.
create table sent_bots (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  note_id text collate "C",
  recorder_id text collate "C" not null,
  user_id text collate "C" not null,
  service_id text collate "C",
  room text collate "C",
  sent_at timestamptz(3) not null,
  -- It was withdrawn, has failed, or its call is over: another one may be sent.
  ended_at timestamptz(3),
  -- Of the meeting when the bot was sent.
  call_key text collate "C" not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- Whether nobody pressed a button; `rule_id` is the rule, if it was one.
  by_itself boolean not null default false,
  rule_id text collate "C",
  -- It ended before its call: it failed, was withdrawn, or its meeting was called off or moved. Another may follow.
  makes_room boolean not null default false,
  primary key (workspace_id, id),
  foreign key (workspace_id, note_id) references notes on delete set null (note_id),
  foreign key (workspace_id, recorder_id) references recorders on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index sent_bots_of_call on sent_bots (workspace_id, call_key, starts_at);
create index sent_bots_of_note on sent_bots (workspace_id, note_id);
create index sent_bots_of_recorder on sent_bots (workspace_id, recorder_id, service_id);
create index sent_bots_of_person on sent_bots (workspace_id, user_id, sent_at);
create index sent_bots_by_time on sent_bots (sent_at);
