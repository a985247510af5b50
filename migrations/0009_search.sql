-- SEARCH (decision 44): what people wrote and said, as passages and words. server/meetings/text-index/ writes it.

-- Documents whose words are stored together, so that a row of a word serves many of them. `is_single`: of one
-- recording, to be put together with others by the job (server/meetings/text-index/join-bundles.ts).
create table search_bundles (
  id bigint generated always as identity primary key,
  workspace_id text collate "C" not null,
  is_single boolean not null
);
create index search_bundles_single on search_bundles (workspace_id, id) where is_single;

-- What is found as one: a note (title, agenda), a recording (title, AI notes, transcript), an action item or a decision. It is
-- deleted with its thing, in the same transaction.
create table search_documents (
  id bigint generated always as identity primary key,
  workspace_id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  item_id text collate "C",
  decision_id text collate "C",
  bundle bigint not null references search_bundles,
  -- Its number in the bundle.
  slot integer not null,
  -- The text search dictionary that made the stems of its words.
  language text collate "C" not null,
  -- Where its passages are among its words, and who says which (server/meetings/text-index/layout.ts).
  layout bytea not null,
  check (num_nonnulls(note_id, recording_id, item_id, decision_id) = 1),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, item_id) references action_items on delete cascade,
  foreign key (workspace_id, decision_id) references decisions on delete cascade
);
create unique index search_documents_of_note on search_documents (workspace_id, note_id) include (id, bundle, slot)
  where note_id is not null;
create unique index search_documents_of_recording on search_documents (workspace_id, recording_id) include (id, bundle, slot)
  where recording_id is not null;
create unique index search_documents_of_item on search_documents (workspace_id, item_id) include (id, bundle, slot)
  where item_id is not null;
create unique index search_documents_of_decision on search_documents (workspace_id, decision_id) include (id, bundle, slot)
  where decision_id is not null;
create index search_documents_of_bundle on search_documents (workspace_id, bundle, slot) include (id);
-- For the foreign key.
create index search_documents_by_bundle on search_documents (bundle);
create index search_documents_by_language on search_documents (workspace_id, language, id);
create index search_recordings_by_age on search_documents (workspace_id, id) include (language)
  where recording_id is not null;

-- What a hit shows.
create table search_passages (
  document bigint not null references search_documents on delete cascade,
  workspace_id text collate "C" not null,
  number integer not null,
  kind text collate "C" not null check (kind in ('title', 'agenda', 'action_item', 'decision', 'ai_notes', 'transcript')),
  -- Who speaks in a transcript, who speaks most first.
  speakers text[] not null,
  start_time double precision,
  end_time double precision,
  text text not null,
  -- What of the text is said when, and by whom (server/meetings/text-index/spoken.ts); empty but in a transcript.
  segments json not null,
  primary key (document, number)
);
-- Compressed, in the row.
alter table search_passages alter column text set storage main;
alter table search_passages alter column segments set storage main;
alter table search_passages set (toast_tuple_target = 128);
alter table search_passages alter column text set statistics 0;
alter table search_passages alter column speakers set statistics 0;
alter table search_passages alter column segments set statistics 0;

-- What the passages of a document mean, as vectors, a byte for each number, where the settings name a model for them. A job
-- makes them (server/reading/search/meaning/), and again if another model is named. They go with their text, as the passages do.
create table search_vectors (
  document bigint primary key references search_documents on delete cascade,
  workspace_id text collate "C" not null,
  -- Increases: later pages of a search use no vectors that its first page did not know.
  number bigint generated always as identity,
  model text collate "C" not null,
  version integer not null,
  -- Of each vector. They stand one after the other, and those of the texts that the model refused are zeros.
  dimensions integer not null,
  vectors bytea not null,
  unique (workspace_id, number)
);
-- As it is, so that some of it is read without the rest.
alter table search_vectors alter column vectors set storage external;
alter table search_vectors alter column vectors set statistics 0;

-- Each word of a bundle, once, with the documents that have it. A posting has the document's slot and a weight
-- (server/meetings/text-index/posting.ts). `positions` has those of each posting: differences, seven bits a byte, the
-- low ones first. A word with accents has a second row if its stem is another one without them, for a query typed
-- without accents (`unaccented`).
create table search_words (
  bundle bigint not null references search_bundles on delete cascade,
  workspace_id text collate "C" not null,
  stem text collate "C" not null,
  word text collate "C" not null,
  postings integer[] not null,
  positions bytea[] not null,
  unaccented boolean not null default false
);
alter table search_words alter column stem set statistics 0;
alter table search_words alter column word set statistics 0;
alter table search_words alter column postings set statistics 0;
alter table search_words alter column positions set statistics 0;
create index search_words_of_bundle on search_words (bundle);
create index search_words_by_stem on search_words (workspace_id, stem, bundle);
-- A word may have several stems, by the languages and the spellings of the texts that have it.
create index search_words_by_word on search_words (workspace_id, word, stem);

-- The slot of a posting. PostgreSQL puts the shift itself into the plan, so that it costs nothing.
create function slot_of(posting integer) returns integer language sql immutable strict parallel safe as $$
  select posting >> 12
$$;

-- A document takes its words with it, in the transaction that deletes it. The bundles are locked in order, so that two
-- deletions wait for each other.
create function forget_documents() returns trigger language plpgsql as $$
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
end $$;
create trigger document_forgotten after delete on search_documents referencing old table as gone
  for each statement execute function forget_documents();

-- As `plain` in server/meetings/text-index/words.ts.
create function without_accents(spelling text) returns text language sql immutable strict as $$
  select case when octet_length(spelling) = length(spelling) then spelling
    else normalize(regexp_replace(normalize(spelling, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a\u08ca-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'), NFC) end
$$;

-- A stem is made of the word with its accents, and loses them afterwards: the French `annulée` has the stem of
-- `annuler`, `annulee` has not.
create function stem_of(dictionary regdictionary, spelling text) returns text language sql immutable strict as $$
  select without_accents(coalesce((ts_lexize(dictionary, spelling))[1], spelling))
$$;

-- What was written and is not indexed yet. Triggers write it, so that no writer can forget it. The writer's transaction
-- indexes its own rows at its end, and a job indexes what is left.
create table search_stale (
  workspace_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('note', 'recording', 'item', 'decision')),
  id text collate "C" not null,
  transaction xid8 not null default pg_current_xact_id(),
  primary key (workspace_id, kind, id)
);
create index search_stale_by_transaction on search_stale (transaction);

create function mark_stale() returns trigger language plpgsql as $$
begin
  insert into search_stale (workspace_id, kind, id) values (new.workspace_id, tg_argv[0], new.id)
  on conflict (workspace_id, kind, id) do update set transaction = pg_current_xact_id();
  return null;
end $$;

create function mark_all_stale() returns trigger language plpgsql as $$
begin
  insert into search_stale (workspace_id, kind, id) select workspace_id, tg_argv[0], id from changed
  on conflict (workspace_id, kind, id) do update set transaction = pg_current_xact_id();
  return null;
end $$;

create trigger note_written after insert on notes referencing new table as changed
  for each statement execute function mark_all_stale('note');
create trigger note_rewritten after update of title, agenda on notes for each row
  when (old.title <> new.title or old.agenda <> new.agenda) execute function mark_stale('note');
create trigger recording_written after insert on recordings referencing new table as changed
  for each statement execute function mark_all_stale('recording');
create trigger recording_rewritten after update of title, transcript, ai_notes on recordings for each row
  when (old.title <> new.title or old.transcript::text is distinct from new.transcript::text
    or old.ai_notes::text is distinct from new.ai_notes::text)
  execute function mark_stale('recording');
create trigger item_written after insert on action_items referencing new table as changed
  for each statement execute function mark_all_stale('item');
create trigger item_rewritten after update of text on action_items for each row
  when (old.text <> new.text) execute function mark_stale('item');

create trigger decision_written after insert on decisions referencing new table as changed
  for each statement execute function mark_all_stale('decision');
create trigger decision_rewritten after update of text on decisions for each row
  when (old.text <> new.text) execute function mark_stale('decision');

-- A deleted transcript is deleted from here in the same transaction, no matter who deletes it.
create function forget_words() returns trigger language plpgsql as $$
begin
  delete from search_documents where workspace_id = new.workspace_id and recording_id = new.id;
  return null;
end $$;
create trigger transcript_forgotten after update of transcript on recordings for each row
  when (old.transcript is not null and new.transcript is null) execute function forget_words();

-- Questions that a person asked the language model on a day (decision 56).
create table question_counts (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  day date not null,
  questions integer not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
