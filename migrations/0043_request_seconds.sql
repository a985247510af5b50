-- Requests of a key in its current second, counted by several processes of the API together. A row is of use for a second:
-- the table is unlogged, and its rows are changed in place.
create unlogged table request_seconds (
  name text collate "C" primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
