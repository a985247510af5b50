-- RECORDINGS: recaps with transcript and AI notes, their media, what people corrected in them, and who was given access
-- to them and to notes.

-- A recap (spec 2.3). It exists since its upload succeeded (decision 28).
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
  -- When each word was said, if the transcriber told (decision 46): for each segment null or a list of
  -- `[text, start, end]`. It is not part of the transcript, which leaves the database as it is stored (spec 2.3).
  words json,
  ai_notes json,
  -- What the uploader said of it beside title and time; what was not said is absent. `participants`: who took part if no
  -- event says so, `{name, email}` as the uploader named them. They get no access (decision 29). `consent`: what people
  -- were told before the recording, who was told and when; `started_by` told them (decision 58).
  -- `notes_language`: in which language somebody wanted its notes (decision 71).
  facts json not null default '{}',
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, started_by) references users
);
create index recordings_updated on recordings (workspace_id, updated_at, created_at, id);
create index recordings_of_note on recordings (workspace_id, note_id, created_at, id);
-- Titles are searched as those of notes.
create index recordings_title_runs on recordings using gin (title_runs(workspace_id, title_folded))
  with (gin_pending_list_limit = 1024);
alter index recordings_title_runs alter column 1 set statistics 0;
-- The retention looks for old transcripts every day, in a workspace where most are gone already.
create index recordings_with_transcript on recordings (workspace_id, created_at) where transcript is not null;

-- What happens with meetings like these (decision 64): of a person or, without `user_id`, of the workspace. `match` says
-- which meetings, `does` what. `position` counts from 0 among the rules of one person, or of the workspace. What a rule
-- could not do is its `last_problem`, until it acts again. They name series, channels and people without foreign keys:
-- where one is gone, the rule does nothing and says so.
create table rules (
  workspace_id text collate "C" not null references workspaces on delete cascade,
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
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index rules_of_person on rules (workspace_id, user_id, position);
-- Each minute jobs look for calls that need a bot, and for whom to remind.
create index rules_that_record on rules (workspace_id, user_id) where does ->> 'record' in ('bot', 'remind');

-- What a person changed of it for one meeting, of which a field without a value is as the rules say: the recording, the
-- template, and channels that were added, with this person's rights, or taken out.
create table note_plans (
  workspace_id text collate "C" not null,
  note_id text collate "C" not null,
  user_id text collate "C" not null,
  record text check (record in ('bot', 'remind', 'never')),
  template_id text,
  added_channels text[] not null default '{}',
  dropped_channels text[] not null default '{}',
  changed_at timestamptz(3) not null,
  primary key (workspace_id, note_id, user_id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index note_plans_of_person on note_plans (workspace_id, user_id);
create index note_plans_that_record on note_plans (workspace_id) where record in ('bot', 'remind');

-- Who was reminded of which meeting (decision 65), kept for a week: once, and once more if it moved to a later time.
-- `starts_at` is the start that they were reminded of.
create table reminders (
  workspace_id text collate "C" not null,
  note_id text collate "C" not null,
  user_id text collate "C" not null,
  starts_at timestamptz(3) not null,
  made_at timestamptz(3) not null,
  -- When a push service took it or a page showed it; no mail is sent then.
  shown_at timestamptz(3),
  primary key (workspace_id, note_id, user_id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index reminders_of_person on reminders (workspace_id, user_id, made_at);
create index reminders_by_age on reminders (made_at);

-- Access for a person to a note or a recording, each of which has its foreign key. It counts while `by_user_id` attends.
create table shares (
  workspace_id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  user_id text collate "C" not null,
  by_user_id text collate "C" not null,
  can_edit boolean not null default false,
  -- The rule that made it, which may be gone since.
  rule_id text collate "C",
  -- The thing, as sight names it.
  kind text collate "C" generated always as (case when note_id is null then 'recording' else 'note' end) stored,
  id text collate "C" generated always as (coalesce(note_id, recording_id)) stored,
  check (num_nonnulls(note_id, recording_id) = 1),
  primary key (workspace_id, kind, id, user_id),
  unique (workspace_id, note_id, user_id),
  unique (workspace_id, recording_id, user_id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, by_user_id) references users on delete cascade
);
-- The notes that a person may edit without being invited.
create index shares_to_edit on shares (workspace_id, user_id) where can_edit and note_id is not null;

-- Access for the members of a channel, as shares.
create table publications (
  workspace_id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  channel_id text collate "C" not null,
  by_user_id text collate "C" not null,
  rule_id text collate "C",
  awaits_notes boolean not null default false,
  kind text collate "C" generated always as (case when note_id is null then 'recording' else 'note' end) stored,
  id text collate "C" generated always as (coalesce(note_id, recording_id)) stored,
  check (num_nonnulls(note_id, recording_id) = 1),
  primary key (workspace_id, kind, id, channel_id),
  unique (workspace_id, note_id, channel_id),
  unique (workspace_id, recording_id, channel_id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, channel_id) references channels on delete cascade,
  foreign key (workspace_id, by_user_id) references users on delete cascade
);
create index publications_of_channel on publications (workspace_id, channel_id);

-- A link that opens parts of a note or a recording to people without an account (decision 57). It opens nothing while
-- `user_id`, who made it, does not attend, and while the workspace has them switched off. Only the SHA-256 of its token
-- is kept, unique everywhere, and of a password only what a slow function makes of it.
create table outside_links (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  user_id text collate "C" not null,
  token_hash bytea not null unique,
  password_hash bytea,
  parts text[] not null check (parts <@ '{notes,items,transcript,media}' and parts <> '{}'),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  openings integer not null default 0,
  last_opened_at timestamptz(3),
  check (num_nonnulls(note_id, recording_id) = 1),
  primary key (workspace_id, id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index outside_links_of_note on outside_links (workspace_id, note_id) where note_id is not null;
create index outside_links_of_recording on outside_links (workspace_id, recording_id) where recording_id is not null;
create index outside_links_of_person on outside_links (workspace_id, user_id);
create index outside_links_by_end on outside_links (expires_at);

-- The media of a recording: a file of the store, which is deleted after the row.
create table recording_media (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  file text collate "C" not null unique,
  content_type text,
  file_name text not null,
  media_bytes bigint not null,
  primary key (workspace_id, recording_id),
  foreign key (workspace_id, recording_id) references recordings on delete cascade
);

-- What people corrected in a recording (decision 46). `user_id` is null if the operator's command wrote.
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
alter table recording_changes alter column change set statistics 0;
create index recording_changes_of_recording on recording_changes (workspace_id, recording_id, at, id);
-- Corrected words, the newest first: what they say again and again is proposed for the glossary.
create index recording_changes_of_words on recording_changes (workspace_id, at, id) where change ? 'segments';

-- Recordings whose AI notes are to be written. The first ones follow the words (decision 55); later ones are written
-- again: `user_id` asked for it, and a job does it; without one the command `write-notes` does. The row is deleted by the transaction that writes the notes, so that nothing is lost when a
-- process dies.
create table notes_requests (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C",
  requested_at timestamptz(3) not null,
  -- Temporary failures so far; each waits longer than the one before.
  failures integer not null default 0,
  is_first boolean not null default false,
  -- How much of the work is done; null if nobody knows.
  stage_done double precision check (stage_done between 0 and 1),
  primary key (workspace_id, recording_id),
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, user_id) references users
);

-- Recordings whose media are to be transcribed again: `user_id` asked for it. As with notes_requests, the transaction
-- that stores the words deletes the row, and so does a correction by hand meanwhile.
create table transcription_requests (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C" not null,
  language_code text,
  speakers integer,
  -- A model of this machine; null: the one of the settings.
  model text,
  requested_at timestamptz(3) not null,
  failures integer not null default 0,
  stage_done double precision check (stage_done between 0 and 1),
  primary key (workspace_id, recording_id),
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, user_id) references users
);

-- How a workspace wants its AI notes: instructions, a glossary and templates. They are one document, because super
-- admins read it and replace it as a whole. Without a row there are none.
create table note_templates (
  workspace_id text collate "C" primary key references workspaces on delete cascade,
  document jsonb not null,
  changed_at timestamptz(3) not null
);
alter table note_templates alter column document set statistics 0;

-- Names and words as a workspace spells them (decision 66): one document, because it is replaced as a whole. Everyone reads it.
create table glossaries (
  workspace_id text collate "C" primary key references workspaces on delete cascade,
  document jsonb not null,
  changed_at timestamptz(3) not null
);
alter table glossaries alter column document set statistics 0;

-- What quotes a transcript is deleted with it, no matter who deletes it (decision 29b): the times of its words,
-- and what the history says of speakers and segments. Titles stay, and that AI notes were changed.
create function forget_word_times() returns trigger language plpgsql as $$
begin
  new.words = null;
  return new;
end $$;
create trigger word_times_forgotten before update of transcript on recordings for each row
  when (new.transcript is null and new.words is not null) execute function forget_word_times();

-- The quotations that prove AI notes go too; the sentences stay, with the second at which they were said.
create function without_quotes(value jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (select coalesce(jsonb_object_agg(name, without_quotes(part)), '{}')
      from jsonb_each(value - 'quote') as field (name, part))
    when 'array' then (select coalesce(jsonb_agg(without_quotes(part) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as element (part, place))
    else value end;
end $$;
create function forget_quotes_of_notes() returns trigger language plpgsql as $$
begin
  new.ai_notes = without_quotes(new.ai_notes::jsonb)::json;
  return new;
end $$;
create trigger quotes_of_notes_forgotten before insert or update of transcript, ai_notes on recordings for each row
  when (new.transcript is null and new.ai_notes::text like '%"quote"%') execute function forget_quotes_of_notes();

create function forget_quotes() returns trigger language plpgsql as $$
begin
  delete from recording_changes where workspace_id = new.workspace_id and recording_id = new.id
    and change - '{speakers,segments,segments_left_out,former_transcript}'::text[] = '{}';
  update recording_changes set change = change - '{speakers,segments,segments_left_out,former_transcript}'::text[]
    where workspace_id = new.workspace_id and recording_id = new.id and change ?| '{speakers,segments,former_transcript}';
  return null;
end $$;
create trigger quotes_forgotten after update of transcript on recordings for each row
  when (old.transcript is not null and new.transcript is null) execute function forget_quotes();

-- AI notes of a recording in another language (decision 71): the texts of the notes, in their order. Everything else of them
-- is read from the notes themselves, so a quotation is there as long as they have it.
create table notes_translations (
  workspace_id text collate "C" not null,
  recording_id text collate "C" not null,
  language text collate "C" not null,
  status text not null default 'writing' check (status in ('writing', 'written', 'failed')),
  requested_at timestamptz(3) not null,
  -- Temporary failures so far; each waits longer than the one before.
  failures integer not null default 0,
  failure_reason text,
  texts json,
  generated_by text,
  written_at timestamptz(3),
  primary key (workspace_id, recording_id, language),
  foreign key (workspace_id, recording_id) references recordings on delete cascade
);

-- Other words make translations wrong, whoever wrote them. One that is being written is written of the new ones.
create function forget_translations() returns trigger language plpgsql as $$
begin
  delete from notes_translations
    where workspace_id = new.workspace_id and recording_id = new.id and status <> 'writing';
  return null;
end $$;
create trigger translations_forgotten after update of ai_notes on recordings for each row
  when (without_quotes(old.ai_notes::jsonb) is distinct from without_quotes(new.ai_notes::jsonb))
  execute function forget_translations();

-- Tokens that the language model read and wrote for a workspace in its current month (decision 56).
create table model_use (
  workspace_id text collate "C" primary key references workspaces on delete cascade,
  month date not null,
  tokens bigint not null
);

-- Who gets recaps by mail (decision 59): none, each at once, or those of a day together in the morning of `time_zone`.
create table recap_mail_wishes (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  -- Null: the person never chose, and gets what is sent to them.
  recaps text check (recaps in ('none', 'at_once', 'daily')),
  time_zone text collate "C" not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);

-- The recaps that a person gets by mail, and the notes that somebody shared with them, each once. `due_at` is null when its mail has become a job. `shared_by` shared
-- it with the person. `is_sent`: it was sent to who attended, also to a person who never chose to get mails.
create table recap_mails (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  recording_id text collate "C",
  shared_by text collate "C",
  due_at timestamptz(3),
  is_sent boolean not null default false,
  note_id text collate "C",
  check (num_nonnulls(recording_id, note_id) = 1),
  unique nulls not distinct (workspace_id, user_id, recording_id, note_id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, note_id) references notes on delete cascade
);
create index recap_mails_of_recording on recap_mails (workspace_id, recording_id);
create index recap_mails_of_note on recap_mails (workspace_id, note_id) where note_id is not null;
create index recap_mails_due on recap_mails (due_at) where due_at is not null;
