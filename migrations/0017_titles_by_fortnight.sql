-- Titles by the runs of three characters in them, of the workspace and of each fortnight of it: so the newest things that
-- have a text in their title are found without all others that have it, and text of any script and sign. It takes the place
-- of pg_trgm's index, which knows letters and digits only and had to be met with the list of all things of the workspace.
create function fortnight_of(moment timestamptz) returns bigint language sql immutable parallel safe
  return floor(extract(epoch from moment at time zone 'UTC') / (14 * 24 * 60 * 60))::bigint;

create function made_in(workspace_id text, fortnight bigint) returns text language sql immutable parallel safe
  return workspace_id || ' ' || fortnight::text;

-- The key of a run of characters in a place: in a workspace, or in a fortnight of it.
create function title_key(place text, gram text) returns bigint language sql immutable parallel safe
  return hashtextextended(gram, hashtextextended(place, 0));

create function title_keys_in(place text, title text) returns bigint[] language sql immutable parallel safe
  return (select coalesce(array_agg(distinct title_key(place, substr(title, at, 3))), '{}')
    from generate_series(1, length(title) - 2) at);

create function title_keys(workspace_id text, created_at timestamptz, title text) returns bigint[]
  language sql immutable parallel safe
  return title_keys_in(workspace_id, title) || title_keys_in(made_in(workspace_id, fortnight_of(created_at)), title);

-- Without a list of what is pending, which every search would have to read. The next migration drops the former indexes:
-- while these are built, lists go on reading.
create index notes_title_keys on notes using gin (title_keys(workspace_id, created_at, title_folded))
  with (fastupdate = off);
alter index notes_title_keys alter column 1 set statistics 0;

create index recordings_title_keys on recordings using gin (title_keys(workspace_id, created_at, title_folded))
  with (fastupdate = off);
alter index recordings_title_keys alter column 1 set statistics 0;
