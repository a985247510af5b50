-- What an upload is made of until it is processed: where its media is to be fetched (sealed with SECRET_KEY, as it may
-- hold a password), the media once it is on disk, the transcript, the notes written from it. Each stage adds its part,
-- so that a crash repeats one stage and not all; the row goes with the last (decisions 28, 29). A PENDING upload without
-- one came from a world and stays as it is.
create table upload_sources (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  address bytea,
  media_file text collate "C",
  media_type text,
  media_name text,
  transcript json,
  duration_seconds double precision,
  written_notes json,
  language_code text,
  started_at timestamptz(3),
  participants json not null default '[]',
  -- Passing faults of the present stage so far; each waits longer than the one before.
  failures integer not null default 0,
  primary key (workspace_id, recording_id),
  foreign key (workspace_id, recording_id) references uploads on delete cascade
);
create index upload_sources_of_file on upload_sources (media_file) where media_file is not null;

-- The media of a recording: a file of MEDIA_DIR, which goes after the row does.
create table recording_media (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  file text collate "C" not null unique,
  content_type text,
  file_name text not null,
  primary key (workspace_id, recording_id),
  foreign key (workspace_id, recording_id) references recordings on delete cascade
);

-- Who took part where no event says so: `{name, email}` as the uploader named them; they gain no access (decision 29).
alter table recordings add column participants json not null default '[]';

-- A request that may be sent again: the same body is answered as the first time, for 24 h (decision 29a). The foreign
-- key is looked at last, because the row is taken before its upload is made: two at the same moment make one.
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

-- A resumable upload under way: what its owner said of it; the bytes so far are a file of MEDIA_DIR/tus. What was said is
-- gone once the upload is complete; the length stays until the row expires, for those who ask whether all arrived.
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

-- Files whose row is gone, whoever deleted it and whatever it went with: they are removed after the transaction, and a
-- crash in between leaves them here to be removed later (decision 19). One that another row names by then stays.
create table media_leftovers (file text collate "C" primary key);

create function leave_media() returns trigger language plpgsql as $$
begin
  insert into media_leftovers (file) values (to_jsonb(old) ->> tg_argv[0]) on conflict do nothing;
  return null;
end $$;
create trigger leftover after delete on recording_media for each row execute function leave_media('file');
create trigger leftover after delete on upload_sources for each row when (old.media_file is not null)
  execute function leave_media('media_file');
