-- SCIM (docs/decisions/scim.md): an identity provider keeps people and groups. A key may be good for that alone.
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check
  check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'webhooks', 'admin', 'scim']);

-- What an identity provider says of an account beyond what the account itself holds. `removed`: it deleted the account, which SCIM
-- does not show then for as long as it is deactivated.
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
create index scim_people_by_external_id on scim_people (workspace_id, external_id) where external_id is not null;
-- Names may be erased: no samples of them.
alter table scim_people alter column given_name set statistics 0;
alter table scim_people alter column family_name set statistics 0;

-- An account that is active again, by whatever way, is deleted no more.
create function account_is_back() returns trigger language plpgsql as $$
begin
  update scim_people set removed = false where workspace_id = new.workspace_id and user_id = new.id and removed;
  return null;
end $$;
create trigger account_is_back after update of active on users
  for each row when (new.active and not old.active) execute function account_is_back();

-- The channels that are groups: those that an identity provider made.
create table scim_groups (
  workspace_id text collate "C" not null,
  channel_id text collate "C" not null,
  external_id text collate "C",
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references channels on delete cascade
);
create index scim_groups_by_external_id on scim_groups (workspace_id, external_id) where external_id is not null;
-- A title may be longer than an index takes.
create index channels_by_title on channels (workspace_id, md5(title));
