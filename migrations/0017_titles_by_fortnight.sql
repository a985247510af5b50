-- Titles by the fortnight in which a thing was made, so that the newest that have a word are found without all others
-- that have it. A workspace's fortnight is one key of the index.
create function fortnight_of(moment timestamptz) returns bigint language sql immutable parallel safe
  return floor(extract(epoch from moment at time zone 'UTC') / (14 * 24 * 60 * 60))::bigint;

create function made_in(workspace_id text, fortnight bigint) returns text language sql immutable parallel safe
  return workspace_id || ' ' || fortnight::text;

drop index notes_title;
create index notes_title on notes
  using gin (workspace_id, (made_in(workspace_id, fortnight_of(created_at)) collate "C"), title_folded gin_trgm_ops);

drop index recordings_title;
create index recordings_title on recordings
  using gin (workspace_id, (made_in(workspace_id, fortnight_of(created_at)) collate "C"), title_folded gin_trgm_ops);
