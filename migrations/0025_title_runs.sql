-- Titles are searched by PostgreSQL's text search, with runs of three characters in place of words: a part of a title has
-- the runs of that part, whatever its script and signs. Each run stands behind the workspace's id, so that a search reads
-- nothing of another workspace.

-- A text cut into threes, each behind the prefix; U+0001 parts them, and counts as a space where a title has one.
create function cut_in_threes(prefix text, title text) returns text[] language sql immutable parallel safe
  return string_to_array(
    prefix || regexp_replace(translate(title, chr(1), ' '), '...', '\&' || chr(1) || prefix, 'g'), chr(1));

-- The runs that begin at every character are three such cuts. The last two are shorter, so that a text of one or two
-- characters is the beginning of a run wherever it stands. A prefix alone is the end of a cut that came out even.
create function title_runs(workspace_id text, title text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(
    cut_in_threes(workspace_id || ' ', title)
      || cut_in_threes(workspace_id || ' ', substr(title, 2))
      || cut_in_threes(workspace_id || ' ', substr(title, 3)),
    workspace_id || ' '));

-- What was written last waits in a list that each search reads, which halves the cost of writing; 1 MB of it takes a
-- search 1 ms at most.
create index notes_title_runs on notes using gin (title_runs(workspace_id, title_folded))
  with (gin_pending_list_limit = 1024);
-- What was deleted must not live on in the statistics that plans are made by (decision 19).
alter index notes_title_runs alter column 1 set statistics 0;

-- The same for recordings.
create index recordings_title_runs on recordings using gin (title_runs(workspace_id, title_folded))
  with (gin_pending_list_limit = 1024);
alter index recordings_title_runs alter column 1 set statistics 0;
