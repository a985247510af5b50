-- WORKSPACES AND PEOPLE, what they may do, and what they did.
--
-- Four rules hold in all files of this folder:
-- 1. Everything belongs to a workspace, and every key starts with it: a row of another workspace is never one index
--    step away (spec 1, decision 8).
-- 2. Ids compare byte by byte (collate "C"), so the order of a page is the same on every server.
-- 3. Times have milliseconds, as cursors have. Finer times would lose rows between pages (decision 10).
-- 4. `set statistics 0`: PostgreSQL keeps samples of columns for its plans, but none of texts and names that may be
--    deleted or erased (decision 19).
-- Folded columns are written by the service (platform/text.ts), because lower() depends on the server's locale
-- (decision 11).

-- A tenant: its address, plan and switches (decisions 4, 6, 31).
create table workspaces (
  id text collate "C" primary key,
  subdomain text collate "C" not null unique,
  name text not null,
  plan text not null default 'team' check (plan in ('team', 'business', 'enterprise')),
  email_domains text[] not null default '{}',
  retention text not null default 'standard' check (retention in ('standard', 'zero_day')),
  webhooks text not null default 'enabled' check (webhooks in ('enabled', 'not_enabled', 'switched_off')),
  workspace_webhooks boolean not null default true,
  -- Whether super admins receive mails about webhooks that fail.
  webhook_mail boolean not null default false,
  -- The form of the API: the contract, or the hosted original, for programs that were written for it.
  compatibility text not null default 'none' check (compatibility in ('none', 'hosted')),
  -- For how many days transcripts, media and everything are kept (decision 51); null is for ever. The daily job removes
  -- what is older, and records it in the name of the super admin who set it last.
  retention_days jsonb not null default '{"transcripts": null, "media": null, "everything": null}',
  retention_set_by text collate "C",
  -- For how many days the log of deliveries is kept; null is as long as the service keeps it, which is the longest.
  delivery_retention_days integer,
  -- Whether people may give their voices, by which later speakers are named (decision 62).
  voices boolean not null default false,
  -- Whether people may make links for people without an account (decision 57).
  outside_links boolean not null default false,
  -- Whether administrator rights need a passkey, or a sign-in at the identity provider (decision 70).
  second_factor boolean not null default false,
  -- What is said before a recording (decision 58); null is the usual sentence.
  consent_text text,
  -- The language of AI notes (decision 71): a tag, or `spoken`; null is whatever counts next. Likewise of a person.
  notes_language text,
  -- The reason of a legal hold (decision 51). While it is set, nothing of the workspace is deleted.
  legal_hold text
);
alter table workspaces alter column legal_hold set statistics 0;

-- A person with an account. Accounts are deactivated, never deleted, so that what they shared and said stays explained.
-- An erased account (decision 50) has no name and no address any more, and cannot be activated again.
create table users (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  email text not null,
  email_folded text collate "C" not null,
  full_name text not null,
  admin boolean not null default false,
  active boolean not null default true,
  created_at timestamptz(3) not null,
  erased_at timestamptz(3),
  -- The reason of a legal hold on what concerns this person (decision 51).
  legal_hold text,
  notes_language text,
  -- The language of mails to this person: the one they chose, else that of the browser of their first sign-in.
  language text check (language in ('en', 'de', 'fr')),
  primary key (workspace_id, id)
);
alter table users alter column email set statistics 0;
alter table users alter column full_name set statistics 0;
alter table users alter column legal_hold set statistics 0;
create index users_created on users (workspace_id, created_at, id);
-- A mail to sign in and an identity provider know an address, but no workspace.
create index users_by_email on users (email_folded, workspace_id);
-- The members of a channel are counted without deactivated people (decision 20): these are few, and found at once.
create index users_deactivated on users (workspace_id, id) where not active;
create index users_held on users (workspace_id) where legal_hold is not null;

-- All addresses of the accounts: the current one, `users.email`, and others that still find the account. An address is
-- one account's only, and a row never changes its account.
create table addresses (
  workspace_id text collate "C" not null,
  email_folded text collate "C" not null,
  email text not null,
  user_id text collate "C" not null,
  primary key (workspace_id, email_folded),
  foreign key (workspace_id, user_id) references users on delete cascade
);
alter table addresses alter column email set statistics 0;
create index addresses_of_user on addresses (workspace_id, user_id);

-- The current address of an account is one of its addresses, whoever writes it. The address before stays the account's:
-- invitations name it.
create function keep_current_addresses() returns trigger language plpgsql as $$
begin
  insert into addresses as known (workspace_id, email_folded, email, user_id)
  select workspace_id, email_folded, email, id from changed
  on conflict (workspace_id, email_folded) do update set email = excluded.email
    where known.user_id = excluded.user_id and known.email <> excluded.email;
  if exists (
    select from changed
    join addresses known on known.workspace_id = changed.workspace_id and known.email_folded = changed.email_folded
    where known.user_id <> changed.id)
  then raise unique_violation using message = 'The address belongs to another account';
  end if;
  return null;
end $$;
create trigger keep_address_insert after insert on users referencing new table as changed
  for each statement execute function keep_current_addresses();
create trigger keep_address_update after update on users referencing new table as changed
  for each statement execute function keep_current_addresses();

-- Only the SHA-256 of a key is kept. It is unique everywhere: on localhost the key alone names its workspace.
create table api_keys (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text not null,
  secret_hash bytea not null unique,
  super_admin boolean not null default false,
  active boolean not null default true,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- Null is every scope, and no end (decision 29c).
  scopes text[] check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'webhooks', 'admin', 'scim']),
  expires_at timestamptz(3),
  -- The administrator who switched the key off: its owner may not switch it on again. Null if the owner did, or nobody
  -- knows who did.
  switched_off_by text collate "C" check (not active or switched_off_by is null),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  constraint api_keys_switched_off_by_user
    foreign key (workspace_id, switched_off_by) references users on delete set null (switched_off_by)
);
create index api_keys_created on api_keys (workspace_id, created_at, id);
create index api_keys_of_user on api_keys (workspace_id, user_id, created_at, id);

-- What keys have used of their present 24 hours, in all processes together (decision 13). It is written only if
-- API_RATE_PER_DAY is on, once a second for all keys that were used.
create table api_key_use (
  workspace_id text collate "C" not null,
  key_id text collate "C" not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, key_id),
  foreign key (workspace_id, key_id) references api_keys on delete cascade
);

-- Members of a channel read what is published in it.
create table channels (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  title text not null,
  private boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id)
);
-- SCIM finds a group by its title, which may be longer than an index entry.
create index channels_by_title on channels (workspace_id, md5(title));

-- `came_while_open`: into the group of a directory while it was public. Such members leave when the directory closes it.
create table channel_members (
  workspace_id text collate "C" not null,
  channel_id text collate "C" not null,
  user_id text collate "C" not null,
  came_while_open boolean not null default false,
  primary key (workspace_id, channel_id, user_id),
  foreign key (workspace_id, channel_id) references channels on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index channel_members_of_user on channel_members (workspace_id, user_id);
create index channel_members_while_open on channel_members (workspace_id, channel_id) where came_while_open;

-- What an identity provider says of an account by SCIM (docs/decisions/scim.md), beyond what the account has itself.
-- `removed`: the provider deleted the account. SCIM does not show it then while it is deactivated.
create table scim_people (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  external_id text collate "C",
  given_name text,
  family_name text,
  removed boolean not null default false,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
alter table scim_people alter column given_name set statistics 0;
alter table scim_people alter column family_name set statistics 0;
create index scim_people_by_external_id on scim_people (workspace_id, external_id) where external_id is not null;

-- An account that is activated again, in whatever way, is deleted no more.
create function account_is_back() returns trigger language plpgsql as $$
begin
  update scim_people set removed = false where workspace_id = new.workspace_id and user_id = new.id and removed;
  return null;
end $$;
create trigger account_is_back after update of active on users
  for each row when (new.active and not old.active) execute function account_is_back();

-- Groups: the channels that an identity provider made.
create table scim_groups (
  workspace_id text collate "C" not null,
  channel_id text collate "C" not null,
  external_id text collate "C",
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references channels on delete cascade
);
create index scim_groups_by_external_id on scim_groups (workspace_id, external_id) where external_id is not null;

-- Groups of OIDC_GROUPS_CLAIM: the channel of each, and the members whom a sign-in added, so that a later one removes
-- only these. `name` is as the provider says it; people may rename the channel.
create table sign_in_groups (
  workspace_id text collate "C" not null,
  name text collate "C" not null,
  channel_id text collate "C" not null,
  primary key (workspace_id, name),
  unique (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references channels on delete cascade
);
create table sign_in_members (
  workspace_id text collate "C" not null,
  channel_id text collate "C" not null,
  user_id text collate "C" not null,
  primary key (workspace_id, user_id, channel_id),
  foreign key (workspace_id, channel_id, user_id) references channel_members on delete cascade
);
create index sign_in_members_of_channel on sign_in_members (workspace_id, channel_id, user_id);

-- Who did what in whose name (spec 5.2, decisions 5 and 20). `status` is null if no answer was sent, or not yet. What
-- a session did has no key.
create table audit_log (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  at timestamptz(3) not null,
  action text not null,
  key_id text collate "C",
  user_id text collate "C" not null,
  on_behalf_of text collate "C",
  method text not null,
  path text not null,
  status integer,
  address text not null,
  request_id text not null,
  body_sha256 text,
  details jsonb not null default '{}',
  primary key (workspace_id, id),
  unique (workspace_id, at, id)
);
create index audit_log_of_user on audit_log (workspace_id, user_id, at, id);
create index audit_log_of_action on audit_log (workspace_id, action, at);
create index audit_log_sign_ins on audit_log (workspace_id, user_id, at) where action = 'session.begin';
create index audit_log_at on audit_log (at);

-- The keys that stored secrets may be sealed with, each by a check value that only it opens. A start without one of
-- them is refused. One row, or two while SECRET_KEY is changed.
create table secret_key_checks (
  -- The first 4 bytes of the key's SHA-256, as in what it seals.
  key_id bytea primary key,
  sealed bytea not null
);
