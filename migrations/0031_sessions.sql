-- A signed-in browser (decision 41). Only the SHA-256 of its token is kept. It is unique everywhere: on localhost the session
-- alone names its workspace. `key_id` is the key that it was made with; such a session ends with that key.
create table sessions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  key_id text collate "C",
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Until then it is as a super admin key (decision 43).
  elevated_until timestamptz(3),
  -- Where it was last used from, and what the browser said of itself when it was made.
  address text not null,
  user_agent text not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, key_id) references api_keys on delete cascade
);
create index sessions_of_user on sessions (workspace_id, user_id, created_at, id);
create index sessions_of_key on sessions (workspace_id, key_id) where key_id is not null;
create index sessions_by_end on sessions (expires_at);
create index sessions_by_use on sessions (last_used_at);

-- What signs a person in once, within 15 minutes (decision 42). Only the SHA-256 is kept; a used one is deleted. With OIDC_ONLY
-- only those of the command line count.
create table sign_in_tokens (
  token_hash bytea primary key,
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  made_by text collate "C" not null check (made_by in ('command', 'administrator', 'mail')),
  expires_at timestamptz(3) not null,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index sign_in_tokens_of_user on sign_in_tokens (workspace_id, user_id);
create index sign_in_tokens_by_end on sign_in_tokens (expires_at);

-- What is tried without an account, counted over all processes: wrong sign-ins of an address, mails to a person. It belongs to
-- no workspace, because nobody is known yet.
create table sign_in_counts (
  what text collate "C" primary key,
  used integer not null,
  ends_at timestamptz(3) not null
);

-- As api_key_use, for the sessions that no key made.
create table session_use (
  workspace_id text collate "C" not null,
  session_id text collate "C" not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, session_id),
  foreign key (workspace_id, session_id) references sessions on delete cascade
);

-- Whoever deactivates a person or switches a key off ends what it signed in, in the same transaction and for good.
create function sign_person_out() returns trigger language plpgsql as $$
begin
  delete from sessions where workspace_id = new.workspace_id and user_id = new.id;
  delete from sign_in_tokens where workspace_id = new.workspace_id and user_id = new.id;
  return null;
end $$;
create trigger person_deactivated after update of active on users for each row
  when (old.active and not new.active) execute function sign_person_out();

create function sign_key_out() returns trigger language plpgsql as $$
begin
  delete from sessions where workspace_id = new.workspace_id and key_id = new.id;
  return null;
end $$;
create trigger key_switched_off after update of active on api_keys for each row
  when (old.active and not new.active) execute function sign_key_out();

-- A mail to sign in and an identity provider know an address, and no workspace.
create index users_by_email on users (email_folded);

-- What a session did has no key.
alter table audit_log alter column key_id drop not null;
