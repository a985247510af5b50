-- SIGNING IN: browsers of people (sessions), their passkeys and devices to be reminded on, and assistants that people
-- gave access (grants).

-- A signed-in browser (decision 41). Only the SHA-256 of its token is kept. It is unique everywhere: on localhost the
-- session alone names its workspace. `key_id` is the key that it was made with; the session ends with that key.
create table sessions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  key_id text collate "C",
  -- How the person signed in; `link` is one that an administrator or the command line made.
  way text collate "C" not null check (way in ('key', 'link', 'mail', 'oidc', 'passkey')),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When a passkey, or the identity provider, last said in it that the person is there (decision 70).
  proved_at timestamptz(3),
  -- Until then it has the rights of a super admin key (decision 43).
  elevated_until timestamptz(3),
  -- Where it was last used from, and what the browser called itself when it was made.
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

-- As api_key_use, for the sessions that no key made.
create table session_use (
  workspace_id text collate "C" not null,
  session_id text collate "C" not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, session_id),
  foreign key (workspace_id, session_id) references sessions on delete cascade
);

-- What signs a person in once, within 15 minutes (decision 42). Only the SHA-256 is kept; a used one is deleted. With
-- OIDC_ONLY only those of the command line count. `maker_id` is the administrator who made it, for the audit log; null
-- for the command line and for mails.
create table sign_in_tokens (
  token_hash bytea primary key,
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  made_by text collate "C" not null check (made_by in ('command', 'administrator', 'mail')),
  maker_id text collate "C",
  expires_at timestamptz(3) not null,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index sign_in_tokens_of_user on sign_in_tokens (workspace_id, user_id);
create index sign_in_tokens_by_end on sign_in_tokens (expires_at);

-- Tries without an account, in all processes together: wrong sign-ins from an address, mails to a person, uses of the
-- challenge of a passkey. Nobody is known yet, so they belong to no workspace.
create table sign_in_counts (
  what text collate "C" primary key,
  used integer not null,
  ends_at timestamptz(3) not null
);

-- Who an account is at the identity provider (decision 42). The first sign-in there binds it, so that an address that a
-- provider gives to somebody else later does not open the account. An administrator can release it.
create table bound_identities (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  bound_at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  unique (workspace_id, subject, issuer),
  foreign key (workspace_id, user_id) references users on delete cascade
);
alter table bound_identities alter column subject set statistics 0;

-- What proves at one host that a person is there (decision 70): the public half of a key pair that a device of theirs
-- keeps (WebAuthn). `counter` is how often the device says that it signed; one that goes back is of a copy.
create table passkeys (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  host text collate "C" not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (workspace_id, id),
  -- On localhost the passkey alone names its workspace.
  unique (credential_id, host),
  foreign key (workspace_id, user_id) references users on delete cascade
);
alter table passkeys alter column credential_id set statistics 0;
alter table passkeys alter column name set statistics 0;
create index passkeys_of_user on passkeys (workspace_id, user_id, created_at, id);

-- Programs that registered themselves to ask people for access (decision 48; RFC 7591). Nobody is known yet, so they
-- belong to no workspace. They hold no secret, only what they say of themselves, which is shown to the people they ask.
-- A program with an address of its own (a client ID metadata document) needs no row.
create table oauth_clients (
  id text collate "C" primary key,
  name text,
  redirect_uris text[] not null,
  created_at timestamptz(3) not null,
  -- When somebody last saw the question or answered it. Unused programs are removed.
  last_used_at timestamptz(3) not null
);
create index oauth_clients_by_use on oauth_clients (last_used_at);

-- The access that a person gave an assistant. One row has everything: the code that begins it, and its present tokens,
-- of which only SHA-256 are kept. Deleting the row ends all of them. `key_id` is the key that the person's session was
-- made with; the grant ends with that key, as the session does.
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
  -- A refresh token has two parts: the first stays for the life of the grant, the second is new each time. The first
  -- with another second part is a token that was used before.
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

-- Deactivating a person ends their sessions, sign-in links and grants, in the same transaction and for good.
create function sign_person_out() returns trigger language plpgsql as $$
begin
  delete from sessions where workspace_id = new.workspace_id and user_id = new.id;
  delete from sign_in_tokens where workspace_id = new.workspace_id and user_id = new.id;
  delete from oauth_grants where workspace_id = new.workspace_id and user_id = new.id;
  return null;
end $$;
create trigger person_deactivated after update of active on users for each row
  when (old.active and not new.active) execute function sign_person_out();

-- A link that was mailed to an address signs nobody in when the account has another one.
create function forget_mailed_links() returns trigger language plpgsql as $$
begin
  delete from sign_in_tokens where workspace_id = new.workspace_id and user_id = new.id and made_by = 'mail';
  return null;
end $$;
create trigger address_changed after update of email_folded on users for each row
  when (old.email_folded <> new.email_folded) execute function forget_mailed_links();

-- Switching a key off ends what was made with it.
create function sign_key_out() returns trigger language plpgsql as $$
begin
  delete from sessions where workspace_id = new.workspace_id and key_id = new.id;
  delete from oauth_grants where workspace_id = new.workspace_id and key_id = new.id;
  return null;
end $$;
create trigger key_switched_off after update of active on api_keys for each row
  when (old.active and not new.active) execute function sign_key_out();

-- The key pair by which push services know this installation (RFC 8292), made once. The private key is sealed.
create table push_keys (
  id text collate "C" primary key check (id = 'vapid'),
  public_key text collate "C" not null,
  private_key bytea not null
);

-- A device on which a person wants to be reminded (decision 65). `sealed` has its address at a push service and its keys
-- (RFC 8030, 8291); `endpoint_hash` finds the address again. It ends with the session or the key that made it.
create table push_subscriptions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  session_id text collate "C",
  key_id text collate "C",
  endpoint_hash bytea not null,
  sealed bytea not null,
  -- Whether what is sent to it may hold a title.
  titles boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  user_agent text not null,
  primary key (workspace_id, id),
  unique (workspace_id, user_id, endpoint_hash),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, session_id) references sessions on delete cascade,
  foreign key (workspace_id, key_id) references api_keys on delete cascade
);
alter table push_subscriptions alter column sealed set statistics 0;
create index push_subscriptions_of_session on push_subscriptions (workspace_id, session_id) where session_id is not null;
create index push_subscriptions_of_key on push_subscriptions (workspace_id, key_id) where key_id is not null;
