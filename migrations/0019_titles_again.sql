-- A tree of November 21, 2026 built the indexes of 0017 under the names that 0018 drops: a database that ran it lost them.
-- Everywhere else they are there.
create index if not exists notes_title_keys on notes using gin (title_keys(workspace_id, created_at, title_folded))
  with (fastupdate = off);
alter index notes_title_keys alter column 1 set statistics 0;

create index if not exists recordings_title_keys on recordings using gin (title_keys(workspace_id, created_at, title_folded))
  with (fastupdate = off);
alter index recordings_title_keys alter column 1 set statistics 0;
