-- NOTES: agendas, and the search of their titles.

-- An agenda and its metadata (spec 2.2), at most one for an event (decision 29f). `agenda` has the blocks; the block of
-- an action item is its id only, the item itself is in action_items. Nothing is updated before it exists, so a search
-- for recent updates can skip old notes.
create table notes (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  event_guid text collate "C",
  series_id text collate "C",
  created_by text collate "C",
  title text not null,
  title_folded text collate "C" not null,
  -- A calendar import renames a note after its event, unless a person gave it its title (decision 29g).
  titled_by_person boolean not null default false,
  agenda jsonb not null default '[]',
  -- The rule that made it as the next meeting of a series (decision 64), which may be gone.
  rule_id text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  primary key (workspace_id, id),
  unique (workspace_id, event_guid),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, event_guid) references events,
  foreign key (workspace_id, series_id) references series on delete set null (series_id),
  foreign key (workspace_id, created_by) references users
);
alter table notes alter column agenda set statistics 0;
create index notes_updated on notes (workspace_id, updated_at, created_at, id);
-- The notes of a series are listed newest first: a page is one range of this index.
create index notes_of_series on notes (workspace_id, series_id, created_at, id);
-- An invitation also decides about the notes without an event that the invited person made and shares with a series.
create index notes_without_event on notes (workspace_id, series_id, created_by)
  where event_guid is null and series_id is not null;

-- Titles are searched by PostgreSQL's text search, with runs of three characters instead of words. A part of a title
-- has the runs of that part, in every script. Each run begins with the workspace's id, so that a search reads nothing
-- of another workspace.

-- A text cut into threes, each after the prefix. U+0001 separates them, and counts as a space where a title has it.
create function cut_in_threes(prefix text, title text) returns text[] language sql immutable parallel safe
  return string_to_array(
    prefix || regexp_replace(translate(title, chr(1), ' '), '...', '\&' || chr(1) || prefix, 'g'), chr(1));

-- The runs that begin at every character: three such cuts. The last two runs are shorter, so that a text of one or two
-- characters is the beginning of a run wherever it stands. A prefix alone is the end of a cut without a remainder.
create function title_runs(workspace_id text, title text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(
    cut_in_threes(workspace_id || ' ', title)
      || cut_in_threes(workspace_id || ' ', substr(title, 2))
      || cut_in_threes(workspace_id || ' ', substr(title, 3)),
    workspace_id || ' '));

-- New titles wait in a list that each search reads. It halves the cost of writing, and 1 MB of it takes a search 1 ms.
create index notes_title_runs on notes using gin (title_runs(workspace_id, title_folded))
  with (gin_pending_list_limit = 1024);
alter index notes_title_runs alter column 1 set statistics 0;
