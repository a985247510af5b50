-- ACTION ITEMS (spec 2.9) and, at the end, DECISIONS (decision 63).

-- `wont_do` is the stored archive flag (spec 6.3); `completed_by` has the people who marked it (decision 25).
create table action_items (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  note_id text collate "C",
  text text not null,
  completion_type text not null default 'any' check (completion_type in ('any', 'all')),
  status text not null default 'Incomplete' check (status in ('Incomplete', 'Done', 'Archived')),
  wont_do boolean not null default false,
  completed_by text[] not null default '{}',
  due_date date,
  ai_generated boolean not null default false,
  -- Not by a renamed speaker alone: AI notes that are written again replace such an item.
  changed_by_people boolean not null default false,
  recording_offset integer,
  -- Where the same thing is in other systems (decision 68).
  links jsonb not null default '[]',
  created_by text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, created_by) references users
);
alter table action_items alter column text set statistics 0;
create index action_items_of_note on action_items (workspace_id, note_id) include (id);
create index action_items_updated on action_items (workspace_id, updated_at, id);
create index action_items_of_creator on action_items (workspace_id, created_by) where note_id is null;
-- By due date, those without one last; the list uses the same expression (action-items/list-items.ts).
create index action_items_due on action_items
  (workspace_id, coalesce(due_date::timestamp at time zone 'UTC', timestamptz '9999-12-31T23:59:59.999Z'), id);
-- What is open by its due date, and what is archived: few items of many in an old workspace.
create index action_items_open on action_items
  (workspace_id, coalesce(due_date::timestamp at time zone 'UTC', timestamptz '9999-12-31T23:59:59.999Z'), id)
  where status = 'Incomplete';
create index action_items_archived on action_items (workspace_id, updated_at, id) where status = 'Archived';

-- The addresses of an item's links, each with its workspace, and short enough for an index. Few items have links.
create function link_keys(workspace_id text, links jsonb) returns text[] language sql immutable parallel safe as $$
  select array(select md5(workspace_id || ' ' || (link ->> 'url')) from jsonb_array_elements(links) link)
$$;
create index action_items_linked on action_items using gin (link_keys(workspace_id, links)) where links <> '[]';
alter index action_items_linked alter column 1 set statistics 0;

create table action_item_assignees (
  workspace_id text collate "C" not null,
  item_id text collate "C" not null,
  user_id text collate "C" not null,
  position integer not null,
  primary key (workspace_id, item_id, user_id),
  foreign key (workspace_id, item_id) references action_items on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index action_items_of_assignee on action_item_assignees (workspace_id, user_id, item_id);

-- Changes of an item within a window become one event (spec 6.4, decision 26). The first change writes the state before
-- it; later ones leave the row. The transaction that announces the event deletes it, so that a crash announces again or
-- not at all. A deleted item has nothing to announce.
create table action_item_holds (
  workspace_id text collate "C" not null,
  item_id text collate "C" not null,
  due_at timestamptz(3) not null,
  status text not null check (status in ('Incomplete', 'Done', 'Archived')),
  assignees text[] not null,
  -- The trace of the request that opened the window (`traceparent`), so that the worker's work joins it. Null unless
  -- traces are exported.
  trace text collate "C",
  primary key (workspace_id, item_id),
  foreign key (workspace_id, item_id) references action_items on delete cascade
);
create index action_item_holds_due on action_item_holds (due_at);

-- DECISIONS (decision 63): what a meeting decided.

-- A decision came of a recap, or of the note alone; who sees that (`source_kind`, `source_id`) sees it. Those of the note
-- alone have a block in its agenda; those of a recap have none, because the agenda has other readers.
create table decisions (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  note_id text collate "C" not null,
  recording_id text collate "C",
  text text not null,
  text_folded text collate "C" not null,
  -- What was said, word for word as in the transcript, and who said it.
  quote text,
  speaker text,
  -- In seconds from the start of the recording.
  start_time double precision,
  -- Whether it is superseded is not stored: a successor that stands says so.
  status text not null default 'stands' check (status in ('stands', 'withdrawn')),
  -- A language model found it in a transcript.
  detected boolean not null default false,
  -- Somebody wrote, changed or confirmed it, so that writing the notes again keeps it.
  changed_by_people boolean not null default false,
  made_by text collate "C",
  -- When the meeting was, else when the row was made. Triggers keep it.
  made_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  source_kind text collate "C" generated always as (case when recording_id is null then 'note' else 'recording' end) stored,
  source_id text collate "C" generated always as (coalesce(recording_id, note_id)) stored,
  check (recording_id is not null or (quote is null and speaker is null)),
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  unique (workspace_id, made_at, id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, recording_id) references recordings on delete cascade,
  foreign key (workspace_id, made_by) references users
);
alter table decisions alter column text set statistics 0;
alter table decisions alter column text_folded set statistics 0;
alter table decisions alter column quote set statistics 0;
create index decisions_of_note on decisions (workspace_id, note_id);
create index decisions_of_source on decisions (workspace_id, source_kind, source_id);
create index decisions_of_recording on decisions (workspace_id, recording_id) where recording_id is not null;
create index decisions_withdrawn on decisions (workspace_id, made_at, id) where status = 'withdrawn';
-- Their words are searched as titles are.
create index decisions_text_runs on decisions using gin (title_runs(workspace_id, text_folded))
  with (gin_pending_list_limit = 1024);
alter index decisions_text_runs alter column 1 set statistics 0;
create index decisions_of_maker on decisions (workspace_id, made_by) where made_by is not null;

-- `newer` replaced `older`, for as long as `newer` is not withdrawn. A decision has one successor at most.
create table decision_successions (
  workspace_id text collate "C" not null,
  older text collate "C" not null,
  newer text collate "C" not null check (newer <> older),
  primary key (workspace_id, older),
  unique (workspace_id, newer, older),
  foreign key (workspace_id, older) references decisions on delete cascade,
  foreign key (workspace_id, newer) references decisions on delete cascade
);

-- What a language model said of a new decision and an earlier one, until a person with the edit right of the new one says
-- it too or dismisses it.
create table decision_proposals (
  workspace_id text collate "C" not null,
  newer text collate "C" not null,
  older text collate "C" not null check (older <> newer),
  kind text not null check (kind in ('replaces', 'contradicts', 'repeats')),
  dismissed boolean not null default false,
  primary key (workspace_id, newer, older),
  foreign key (workspace_id, newer) references decisions on delete cascade,
  foreign key (workspace_id, older) references decisions on delete cascade
);
create index decision_proposals_of_older on decision_proposals (workspace_id, older);

-- What was changed of a decision, by whom and how. `other` is the decision that the change names: an earlier one, or the
-- successor that replaced this one or gave way. It need not be there any more. `user_id` is null if AI notes changed it.
create table decision_changes (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  decision_id text collate "C" not null,
  at timestamptz(3) not null,
  user_id text collate "C",
  through text not null check (through in ('api', 'agenda', 'ai_notes')),
  change jsonb not null,
  other text collate "C",
  primary key (workspace_id, id),
  foreign key (workspace_id, decision_id) references decisions on delete cascade,
  foreign key (workspace_id, user_id) references users
);
alter table decision_changes alter column change set statistics 0;
create index decision_changes_of_decision on decision_changes (workspace_id, decision_id, at, id);
create index decision_changes_of_person on decision_changes (workspace_id, user_id) where user_id is not null;

-- Decisions whose words are new, to be compared with the earlier ones by a language model. Each change of the words moves
-- `due_at`; who has compared deletes the row.
create table decision_comparisons (
  workspace_id text collate "C" not null,
  decision_id text collate "C" not null,
  due_at timestamptz(3) not null,
  primary key (workspace_id, decision_id),
  foreign key (workspace_id, decision_id) references decisions on delete cascade
);

create function time_decision() returns trigger language plpgsql as $$
begin
  new.made_at = coalesce(
    (select event.starts_at from notes note
      join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid
      where note.workspace_id = new.workspace_id and note.id = new.note_id),
    (select started_at from recordings where workspace_id = new.workspace_id and id = new.recording_id),
    new.created_at);
  return new;
end $$;
create trigger decision_timed before insert or update of note_id, made_at, created_at on decisions
  for each row execute function time_decision();

-- A meeting that moves takes its decisions with it. The value is set by the trigger above.
create function move_decisions_of_event() returns trigger language plpgsql as $$
begin
  update decisions set made_at = made_at where workspace_id = new.workspace_id and note_id in (
    select id from notes where workspace_id = new.workspace_id and event_guid = new.guid);
  return null;
end $$;
create trigger decisions_moved after update on events for each row
  when (old.starts_at <> new.starts_at) execute function move_decisions_of_event();

create function move_decisions_of_note() returns trigger language plpgsql as $$
begin
  update decisions set made_at = made_at where workspace_id = new.workspace_id and note_id = new.id;
  return null;
end $$;
create trigger decisions_moved after update on notes for each row
  when (old.event_guid is distinct from new.event_guid) execute function move_decisions_of_note();

create function move_decisions_of_recording() returns trigger language plpgsql as $$
begin
  update decisions set note_id = new.note_id where workspace_id = new.workspace_id and recording_id = new.id;
  return null;
end $$;
create trigger decisions_moved after update on recordings for each row
  when ((old.note_id, old.started_at) is distinct from (new.note_id, new.started_at))
  execute function move_decisions_of_recording();

-- A transcript that goes takes what quotes it with it, no matter who deletes it (decision 29b). What was decided stays.
create function forget_quotes_of_decisions() returns trigger language plpgsql as $$
begin
  update decisions set quote = null, speaker = null
    where workspace_id = new.workspace_id and recording_id = new.id and (quote is not null or speaker is not null);
  return null;
end $$;
create trigger quotes_of_decisions_forgotten after update of transcript on recordings for each row
  when (old.transcript is not null and new.transcript is null) execute function forget_quotes_of_decisions();

-- TO-DO LISTS (decision 68): what is assigned to a person, in a list that they have on a CalDAV server.
create table todo_accounts (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  -- What people see of where the list is.
  host text not null,
  username text not null,
  list text not null,
  -- Sealed: the address, the user name, the password, and the address of the list.
  account bytea not null,
  -- Up to where the list was read (RFC 6578), if the server tells changes so; otherwise a tag that each change replaces,
  -- if it has one.
  sync_token text,
  tag text,
  created_at timestamptz(3) not null,
  last_synced_at timestamptz(3),
  next_sync_at timestamptz(3) not null,
  syncing_until timestamptz(3),
  last_problem text,
  -- In a row.
  failures integer not null default 0,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index todo_accounts_due on todo_accounts (next_sync_at);

-- An item that is in the list, or on its way to it or out of it. The address there follows from the three ids. A row stays
-- when its item is deleted, until the list has it no more.
create table todo_items (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  item_id text collate "C" not null,
  -- The version there that was compared last; null while it is not there.
  etag text,
  -- What both sides said then: the date, whether it is done, and a hash of the text. A difference from it is a change.
  known jsonb,
  -- Written before the request that sends it, and removed by its answer: after a kill or a lost answer it may have arrived.
  sent jsonb,
  -- Why it could not be written there. It is tried again when one side changes.
  problem text,
  primary key (workspace_id, user_id, item_id),
  foreign key (workspace_id, user_id) references todo_accounts on delete cascade
);
create index todo_items_unfinished on todo_items (workspace_id, user_id, item_id) where sent is not null;
create index todo_items_refused on todo_items (workspace_id, user_id, item_id) where problem is not null;

-- Items of people with a list that changed here, until the list is compared. Without a reference to the account, because a
-- change of an item must not fail when somebody disconnects at that moment. A row that is there is locked by a further
-- change, so that a comparison that would delete it waits for that.
create table todo_changes (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  item_id text collate "C" not null,
  primary key (workspace_id, user_id, item_id)
);

-- What was changed on both sides at once: what each said, and which one was kept.
create table todo_conflicts (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  item_id text collate "C" not null,
  at timestamptz(3) not null,
  kept text not null check (kept in ('here', 'there')),
  here jsonb not null,
  -- Null if it was deleted there.
  there jsonb,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references todo_accounts on delete cascade,
  foreign key (workspace_id, item_id) references action_items on delete cascade
);
create index todo_conflicts_of_person on todo_conflicts (workspace_id, user_id, at, id);
create index todo_conflicts_of_item on todo_conflicts (workspace_id, item_id);

create function todo_changes_of_items() returns trigger language plpgsql as $$
begin
  if exists (select from todo_accounts) then
    insert into todo_changes (workspace_id, user_id, item_id)
    select changed.workspace_id, assignee.user_id, changed.id from changed
    join action_item_assignees assignee on assignee.workspace_id = changed.workspace_id and assignee.item_id = changed.id
    join todo_accounts account on account.workspace_id = assignee.workspace_id and account.user_id = assignee.user_id
    on conflict (workspace_id, user_id, item_id) do update set item_id = excluded.item_id;
  end if;
  return null;
end $$;
create trigger todo_changes_of_items after update on action_items referencing new table as changed
  for each statement execute function todo_changes_of_items();

create function todo_changes_of_assignees() returns trigger language plpgsql as $$
begin
  if exists (select from todo_accounts) then
    insert into todo_changes (workspace_id, user_id, item_id)
    select changed.workspace_id, changed.user_id, changed.item_id from changed
    join todo_accounts account on account.workspace_id = changed.workspace_id and account.user_id = changed.user_id
    on conflict (workspace_id, user_id, item_id) do update set item_id = excluded.item_id;
  end if;
  return null;
end $$;
create trigger todo_changes_of_assignees_insert after insert on action_item_assignees referencing new table as changed
  for each statement execute function todo_changes_of_assignees();
create trigger todo_changes_of_assignees_delete after delete on action_item_assignees referencing old table as changed
  for each statement execute function todo_changes_of_assignees();
