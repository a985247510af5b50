-- Programs that registered themselves to ask people for access (decision 48; RFC 7591). They belong to no workspace, because
-- nobody is known yet, and hold no secret: what they say of themselves, which is shown to whom they ask. A program that has an
-- address of its own (a client ID metadata document) needs no row.
create table oauth_clients (
  id text collate "C" primary key,
  name text,
  redirect_uris text[] not null,
  created_at timestamptz(3) not null,
  -- When somebody last saw the question or answered it; one that nobody uses is forgotten.
  last_used_at timestamptz(3) not null
);
create index oauth_clients_by_use on oauth_clients (last_used_at);

-- What a person allowed an assistant. One row is everything: the code that begins it, and its present tokens, of which only
-- SHA-256 are kept. Whoever deletes the row ends all of them. `key_id` is the key that the person's session was made with; the
-- grant ends with that key, as the session does.
create table oauth_grants (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  key_id text collate "C",
  -- An https address, or the id of a row of oauth_clients, which may be gone.
  client_id text collate "C" not null,
  client_name text,
  redirect_uri text not null,
  scopes text[] not null,
  -- The address of the /mcp that it is for (RFC 8707).
  resource text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- It ends then, used or not.
  expires_at timestamptz(3) not null,
  code_hash bytea not null unique,
  code_challenge text not null,
  code_expires_at timestamptz(3) not null,
  code_used_at timestamptz(3),
  access_hash bytea unique,
  access_expires_at timestamptz(3),
  -- A refresh token is two parts: the first stays for the life of the grant, the second is new each time. The first with
  -- another second part is one that was used before.
  family_hash bytea unique,
  refresh_hash bytea,
  refresh_expires_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, key_id) references api_keys on delete cascade
);
create index oauth_grants_of_user on oauth_grants (workspace_id, user_id, created_at, id);
create index oauth_grants_of_key on oauth_grants (workspace_id, key_id) where key_id is not null;
create index oauth_grants_of_client on oauth_grants (client_id);
create index oauth_grants_by_end on oauth_grants (expires_at);

-- As api_key_use, for the grants of sessions that no key made.
create table oauth_grant_use (
  workspace_id text collate "C" not null,
  grant_id text collate "C" not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, grant_id),
  foreign key (workspace_id, grant_id) references oauth_grants on delete cascade
);

-- Whoever deactivates a person or switches a key off ends what it allowed, in the same transaction and for good.
create function withdraw_grants_of_person() returns trigger language plpgsql as $$
begin
  delete from oauth_grants where workspace_id = new.workspace_id and user_id = new.id;
  return null;
end $$;
create trigger person_deactivated_withdraws after update of active on users for each row
  when (old.active and not new.active) execute function withdraw_grants_of_person();

create function withdraw_grants_of_key() returns trigger language plpgsql as $$
begin
  delete from oauth_grants where workspace_id = new.workspace_id and key_id = new.id;
  return null;
end $$;
create trigger key_switched_off_withdraws after update of active on api_keys for each row
  when (old.active and not new.active) execute function withdraw_grants_of_key();
