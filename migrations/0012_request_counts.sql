-- What API keys have used of their present 24 hours, over all processes (decision 13); written only where
-- API_RATE_PER_DAY is on, once a second for all keys that were used.
create table api_key_use (
  workspace_id text collate "C" not null,
  key_id text collate "C" not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, key_id),
  foreign key (workspace_id, key_id) references api_keys on delete cascade
);

-- A channel's members are counted without those who were deactivated (decision 20), who are few and found at once.
create index users_deactivated on users (workspace_id, id) where not active;
