-- CORRECTIONS (decision 46). When each word was said, where the transcriber told: a list a segment of the transcript, of
-- `[text, start, end]`, or null. Beside the transcript, so that this leaves the database as it is stored (spec 2.3).
alter table recordings add words json;
alter table upload_sources add words json;

-- What people have put right in a recording. It goes with the recording. `user_id` is null where the operator's command wrote.
create table recording_changes (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  recording_id text collate "C" not null,
  at timestamptz(3) not null,
  user_id text collate "C",
  change jsonb not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, user_id) references users
);
create index recording_changes_of_recording on recording_changes (workspace_id, recording_id, at, id);
-- What was deleted must not live on in the statistics that plans are made by (decision 19).
alter table recording_changes alter column change set statistics 0;

-- Recordings whose AI notes are to be written anew. `user_id` asked for it, and a job does it; without one the command
-- `write-notes` does. The row goes with the transaction that writes the notes, so nothing is lost when a process dies.
create table notes_requests (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C",
  requested_at timestamptz(3) not null,
  -- Passing faults so far; each waits longer than the one before.
  failures integer not null default 0,
  primary key (workspace_id, recording_id),
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, user_id) references users
);

-- What quotes a transcript goes with it, whoever takes it back (decision 29b): the words with their times, and what the
-- history says of speakers and segments. Titles stay, and that AI notes were changed.
create function forget_word_times() returns trigger language plpgsql as $$
begin
  new.words = null;
  return new;
end $$;
create trigger word_times_forgotten before update of transcript on recordings for each row
  when (new.transcript is null and new.words is not null) execute function forget_word_times();

create function forget_quotes() returns trigger language plpgsql as $$
begin
  delete from recording_changes where workspace_id = new.workspace_id and recording_id = new.id
    and change - '{speakers,segments,segments_left_out}'::text[] = '{}';
  update recording_changes set change = change - '{speakers,segments,segments_left_out}'::text[]
    where workspace_id = new.workspace_id and recording_id = new.id and change ?| '{speakers,segments}';
  return null;
end $$;
create trigger quotes_forgotten after update of transcript on recordings for each row
  when (old.transcript is not null and new.transcript is null) execute function forget_quotes();
