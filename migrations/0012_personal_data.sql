-- PERSONAL DATA: erasures of people, former texts under legal hold, and voices.

-- What is left to do of an erasure (decision 50). It runs in many short transactions; each writes here how far it is,
-- so that nothing is lost when a worker dies. `names` is what has to be removed; the last transaction removes it too.
create table erasures (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  -- The super admin who asked for it.
  requested_by text collate "C" not null,
  requested_at timestamptz(3) not null,
  stage text collate "C" not null default 'begin'
    check (stage in ('begin', 'things', 'own', 'texts', 'messages', 'done')),
  -- The last row that the stage has read.
  position jsonb,
  names jsonb,
  things integer not null default 0,
  things_done integer not null default 0,
  finished_at timestamptz(3),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
alter table erasures alter column names set statistics 0;
create index erasures_unfinished on erasures (requested_at) where finished_at is null;

-- Notes, recordings and items that may name the person. `took_part`: the person was in that meeting, so that a short
-- name means them too.
create table erasure_things (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('note', 'recording', 'item')),
  id text collate "C" not null,
  took_part boolean not null,
  primary key (workspace_id, user_id, kind, id),
  foreign key (workspace_id, user_id) references erasures on delete cascade
);

-- What was overwritten or removed under a legal hold (decision 51), whole, so that nobody gets rid of it. `thing_id` is
-- the note, the recording, the item or the decision. `former` is a title, the native markup of an agenda, the changed
-- segments, the AI notes, the item, or the decision. Rows are deleted with their note or recording, and segments with the transcript.
create table former_texts (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  at timestamptz(3) not null,
  -- Who overwrote it; null is the operator's command.
  by_user_id text collate "C",
  kind text collate "C" not null check (kind in ('note', 'recording', 'action_item', 'decision')),
  thing_id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  what text collate "C" not null check (what in ('title', 'agenda', 'segments', 'ai_notes', 'item', 'decision', 'mark')),
  former json not null,
  bytes integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, by_user_id) references users
);
alter table former_texts alter column former set statistics 0;
create index former_texts_by_time on former_texts (workspace_id, at, id);
create index former_texts_of_note on former_texts (workspace_id, note_id, at, id);
create index former_texts_of_recording on former_texts (workspace_id, recording_id);
create index former_texts_of_person on former_texts (workspace_id, by_user_id, at, id);
create index former_texts_of_loose_item on former_texts (workspace_id, thing_id) where note_id is null;

create function forget_former_segments() returns trigger language plpgsql as $$
begin
  delete from former_texts
  where workspace_id = new.workspace_id and recording_id = new.id and what = 'segments';
  return null;
end $$;
create trigger former_segments_forgotten after update of transcript on recordings for each row
  when (old.transcript is not null and new.transcript is null) execute function forget_former_segments();

-- An item without a note is deleted for good only by retention and erasures.
create function forget_former_item() returns trigger language plpgsql as $$
begin
  delete from former_texts
  where workspace_id = old.workspace_id and kind = 'action_item' and thing_id = old.id and note_id is null;
  return null;
end $$;
create trigger former_item_forgotten after delete on action_items for each row
  when (old.note_id is null) execute function forget_former_item();

-- The voice of a person who said "this is me" of a speaker (decision 62). Vectors of different models cannot be compared.
create table voices (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  -- Name and digest of the model.
  model text collate "C" not null,
  -- Sealed; null came with a world without voices, and recognises nobody.
  vector bytea,
  -- The vector is the mean of so many recordings.
  recordings integer not null default 1 check (recordings > 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Somebody else who was there said that it is this person's.
  confirmed boolean not null default false,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
alter table voices alter column vector set statistics 0;

-- Whose voice somebody said was not theirs: it recognises nobody until another recording confirms the person. It outlives
-- the voice, so that deleting it and giving it again changes nothing.
create table voice_contests (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);

-- "This is me" of a speaker of a recording. While it waits for the words of others, nothing is kept of the voice, which may
-- be somebody else's.
create table voice_claims (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  recording_id text collate "C" not null,
  user_id text collate "C" not null,
  -- Where the speaker was heard, in seconds: a claim is of this sound, however its speaker is named later. Other sound is
  -- another claim.
  spans jsonb not null,
  -- Somebody who cannot be asked may be meant, so that it needs one word at least.
  needs_word boolean not null,
  -- When the voice was taken from it; null while it waits.
  given_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, recording_id, user_id),
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index voice_claims_of_person on voice_claims (workspace_id, user_id, created_at, id);

-- Who was told of a claim, and what they said of it.
create table voice_words (
  workspace_id text collate "C" not null,
  claim_id text collate "C" not null,
  user_id text collate "C" not null,
  -- The speaker may be this person: the claim waits for their word.
  needed boolean not null,
  -- Whether it is the claimant; null: no word yet.
  says boolean,
  primary key (workspace_id, claim_id, user_id),
  foreign key (workspace_id, claim_id) references voice_claims on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index voice_words_of_person on voice_words (workspace_id, user_id);
