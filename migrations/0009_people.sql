-- Lists of people and keys are index ranges like every other list, newest first (decision 10). A person is as old as
-- their account; those who were here before a list asked for it share the moment of this migration.
alter table users add column created_at timestamptz(3) not null default now();
alter table users alter column created_at drop default;
create index users_created on users (workspace_id, created_at, id);
create index api_keys_created on api_keys (workspace_id, created_at, id);
create index api_keys_of_user on api_keys (workspace_id, user_id, created_at, id);

-- A series is attended by whoever attends any of its events; they may share it, and those it is shared with may leave.
create view series_attendees as
  select event.workspace_id, event.series_id, person.user_id
  from events event
  join event_people person on person.workspace_id = event.workspace_id and person.event_guid = event.guid
  where event.series_id is not null;

create view series_readers as
  select workspace_id, series_id, user_id from series_attendees
  union all
  select workspace_id, series_id, user_id from valid_series_shares;
