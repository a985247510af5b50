-- A key may be limited to scopes, and end at a moment; null is every scope, and no end (decision 29c).
alter table api_keys add column if not exists scopes text[]
  check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'webhooks', 'admin']);
alter table api_keys add column if not exists expires_at timestamptz(3);

-- The administrator who switched a key off: its owner may not switch that one on again (decision 29c). Null where it was
-- the owner, or nobody knows.
alter table api_keys add column if not exists switched_off_by text collate "C" check (not active or switched_off_by is null);
alter table api_keys drop constraint if exists api_keys_switched_off_by_user;
alter table api_keys add constraint api_keys_switched_off_by_user
  foreign key (workspace_id, switched_off_by) references users on delete set null (switched_off_by);

-- Of keys that are off already, the audit log knows as far as it reaches back.
update api_keys key set switched_off_by = (
    select person.id from audit_log entry
    left join users person on person.workspace_id = entry.workspace_id and person.id = entry.user_id
      and person.id <> key.user_id and entry.on_behalf_of is null
    where entry.workspace_id = key.workspace_id and entry.action = 'api_key.change'
      and entry.details ->> 'api_key_id' = key.id and entry.details -> 'after' ->> 'active' = 'false'
    order by entry.at desc, entry.id desc limit 1)
  where not key.active and key.switched_off_by is null;
