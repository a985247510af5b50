-- How much room media take (decision 29c). Null: kept before anybody asked, and measured soon by a job. Of an upload that
-- is processed it is what its media are to take, before the first byte of them is kept.
alter table recording_media add media_bytes bigint;
alter table upload_sources add media_bytes bigint;
create index recording_media_unmeasured on recording_media (file) where media_bytes is null;

-- The sum of a workspace, kept by the triggers below, so that no writer can forget it and a look at it is one row however
-- many media there are. Without a row it is 0.
create table media_use (
  workspace_id text collate "C" primary key references workspaces on delete cascade,
  bytes bigint not null
);

create function count_media() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into media_use as used (workspace_id, bytes)
      select workspace_id, sum(media_bytes) from come where media_bytes is not null group by workspace_id
      on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  elsif tg_op = 'DELETE' then
    update media_use used set bytes = used.bytes - gone.bytes
      from (select workspace_id, sum(media_bytes) as bytes from gone where media_bytes is not null group by workspace_id) gone
      where used.workspace_id = gone.workspace_id;
  else
    insert into media_use as used (workspace_id, bytes)
      values (new.workspace_id, coalesce(new.media_bytes, 0) - coalesce(old.media_bytes, 0))
      on conflict (workspace_id) do update set bytes = used.bytes + excluded.bytes;
  end if;
  return null;
end $$;

create trigger count_new after insert on recording_media
  referencing new table as come for each statement execute function count_media();
create trigger count_gone after delete on recording_media
  referencing old table as gone for each statement execute function count_media();
create trigger count_changed after update on recording_media
  for each row when (old.media_bytes is distinct from new.media_bytes) execute function count_media();
create trigger count_new after insert on upload_sources
  referencing new table as come for each statement execute function count_media();
create trigger count_gone after delete on upload_sources
  referencing old table as gone for each statement execute function count_media();
create trigger count_changed after update on upload_sources
  for each row when (old.media_bytes is distinct from new.media_bytes) execute function count_media();

-- Resumable uploads under way, of a person and of a workspace: how many, and how long they are to become.
create index upload_sessions_open on upload_sessions (workspace_id, user_id) include (length, created_at) where not complete;

-- Workspace webhooks are counted, and are few among many.
create index webhooks_of_workspace on webhooks (workspace_id) where scope = 'workspace';
