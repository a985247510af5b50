-- The keys that stored secrets may be sealed with, each by a check value that only it opens: a start without one of them is
-- refused. One row, or two while SECRET_KEY is being changed.
create table secret_key_checks (
  -- The first 4 bytes of the key's SHA-256, as in what it seals.
  key_id bytea primary key,
  sealed bytea not null
);
