-- SEARCH (decision 44). What people wrote and said, cut into passages and words by server/text-index/. A document is what is
-- seen as one: a note (title, agenda), a recording (title, AI notes, transcript) or an action item. It goes with its thing, in
-- the transaction that deletes that.
create table search_documents (
  id bigint generated always as identity primary key,
  workspace_id text collate "C" not null,
  note_id text collate "C",
  recording_id text collate "C",
  item_id text collate "C",
  -- The text search dictionary that made the stems of its words.
  language text collate "C" not null,
  -- Where its passages lie among its words (server/text-index/layout.ts).
  layout bytea not null,
  check (num_nonnulls(note_id, recording_id, item_id) = 1),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, item_id) references action_items on delete cascade
);
create unique index search_documents_of_note on search_documents (workspace_id, note_id) include (id) where note_id is not null;
create unique index search_documents_of_recording on search_documents (workspace_id, recording_id) include (id)
  where recording_id is not null;
create unique index search_documents_of_item on search_documents (workspace_id, item_id) include (id) where item_id is not null;
create index search_documents_by_language on search_documents (workspace_id, language);
create index search_recordings_by_age on search_documents (workspace_id, id) include (language) where recording_id is not null;

-- What a hit shows.
create table search_passages (
  document bigint not null references search_documents on delete cascade,
  workspace_id text collate "C" not null,
  number integer not null,
  kind text collate "C" not null check (kind in ('title', 'agenda', 'action_item', 'ai_notes', 'transcript')),
  -- Who speaks, who speaks most first; empty but in a transcript.
  speakers text[] not null,
  start_time double precision,
  end_time double precision,
  text text not null,
  primary key (document, number)
);

-- Each word of each document, once. `weight` says how much the document is about it (1,000 for a word that it has once, at a
-- usual length); `positions` are where it stands: differences, seven bits a byte, the low ones first.
create table search_words (
  document bigint not null references search_documents on delete cascade,
  workspace_id text collate "C" not null,
  stem text collate "C" not null,
  word text collate "C" not null,
  weight integer not null,
  positions bytea not null
);
create index search_words_of_document on search_words (document);
create index search_words_by_stem on search_words (workspace_id, stem, document) include (weight);
create index search_words_by_word on search_words (workspace_id, word);

-- PostgreSQL keeps samples of columns to plan by: none of what was said and may be deleted.
alter table search_passages alter column text set statistics 0;
alter table search_passages alter column speakers set statistics 0;
alter table search_words alter column stem set statistics 0;
alter table search_words alter column word set statistics 0;
alter table search_words alter column positions set statistics 0;

-- What was written and is not in the index yet. Triggers write it, so that no writer can forget it; the writer's transaction
-- takes its own rows at its end, and a job takes what is left: everything that was here before this migration.
create table search_stale (
  workspace_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('note', 'recording', 'item')),
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

create trigger note_written after insert on notes for each row execute function mark_stale('note');
create trigger note_rewritten after update of title, agenda on notes for each row
  when (old.title <> new.title or old.agenda <> new.agenda) execute function mark_stale('note');
create trigger recording_written after insert on recordings for each row execute function mark_stale('recording');
create trigger recording_rewritten after update of title, transcript, ai_notes on recordings for each row
  when (old.title <> new.title or old.transcript::text is distinct from new.transcript::text
    or old.ai_notes::text is distinct from new.ai_notes::text)
  execute function mark_stale('recording');
create trigger item_written after insert on action_items for each row execute function mark_stale('item');
create trigger item_rewritten after update of text on action_items for each row
  when (old.text <> new.text) execute function mark_stale('item');

-- A transcript that is taken back is gone from here in the same transaction, whoever takes it back.
create function forget_words() returns trigger language plpgsql as $$
begin
  delete from search_documents where workspace_id = new.workspace_id and recording_id = new.id;
  return null;
end $$;
create trigger transcript_forgotten after update of transcript on recordings for each row
  when (old.transcript is not null and new.transcript is null) execute function forget_words();

insert into search_stale (workspace_id, kind, id)
select workspace_id, 'note', id from notes
union all select workspace_id, 'recording', id from recordings
union all select workspace_id, 'item', id from action_items;
