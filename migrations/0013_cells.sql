-- CELLS: a workspace moves from one database to another (server/cells/), and is frozen meanwhile. This file is the last
-- one, because it adds to the tables and triggers of all others.

-- `draining`: workers send no more of its messages and let those under way end. `frozen`: no row of it changes, reads
-- continue. `moved`, `arriving` and `deleting`: it is not served here any more, or not yet. `freeze_id` is new with
-- each freeze: what was copied under it is still the same. `target` says where it moves to, for operators. `served_at`
-- is when the target began to serve it; until then the rows here let the move continue.
create table frozen_workspaces (
  workspace_id text collate "C" primary key references workspaces on delete cascade,
  state text collate "C" not null check (state in ('draining', 'frozen', 'moved', 'arriving', 'deleting')),
  freeze_id uuid not null,
  since timestamptz(3) not null,
  target text,
  served_at timestamptz(3)
);

-- A connection that moves rows (`minutebook.moving`) copies them as they are, with what triggers made of them. This
-- adds that condition to each trigger that lacks it. One at the end of a transaction has nothing to do then.
create function leave_moving_alone() returns void language plpgsql as $$
declare
  known text;
  still text := 'current_setting(''minutebook.moving'', true) is distinct from ''on''';
begin
  for known in
    select pg_get_triggerdef(oid) from pg_trigger
    where not tgisinternal and tgconstraint = 0
      and tgrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
  loop
    continue when known like '%minutebook.moving%';
    known := regexp_replace(known, '^CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER');
    execute case when known ~ ' WHEN \(.*\) EXECUTE FUNCTION '
      then regexp_replace(known, ' WHEN \((.*)\) EXECUTE FUNCTION ', format(' WHEN ((\1) and %s) EXECUTE FUNCTION ', still))
      else replace(known, ' EXECUTE FUNCTION ', format(' WHEN (%s) EXECUTE FUNCTION ', still)) end;
  end loop;
end $$;
select leave_moving_alone();

-- Refuses to write rows of a frozen workspace. Its triggers are on every table that moves, and are off until one is
-- frozen: switching them on waits for the transactions that write to the table.
create function refuse_frozen() returns trigger language plpgsql as $$
declare
  workspace text;
begin
  if tg_op = 'DELETE' then
    workspace := old.workspace_id;
  else
    workspace := new.workspace_id;
  end if;
  if exists (select from frozen_workspaces where workspace_id = workspace and state <> 'draining') then
    raise exception 'The workspace % is frozen', workspace using errcode = 'MBFRZ';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create function refuse_frozen_workspace() returns trigger language plpgsql as $$
begin
  if exists (select from frozen_workspaces where workspace_id = old.id and state <> 'draining') then
    raise exception 'The workspace % is frozen', old.id using errcode = 'MBFRZ';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create function guard_frozen(guarded regclass) returns void language plpgsql as $$
begin
  execute format('create trigger frozen before insert or update or delete on %s for each row
    when (current_setting(''minutebook.moving'', true) is distinct from ''on'') execute function refuse_frozen()', guarded);
  execute format('alter table %s disable trigger frozen', guarded);
end $$;

-- Each table with a workspace_id but these: the state of the move itself, and rows within one transaction only.
select guard_frozen(attrelid::regclass) from pg_attribute join pg_class on pg_class.oid = attrelid
where attname = 'workspace_id' and relkind = 'r' and relnamespace = current_schema()::regnamespace
  and relname not in ('frozen_workspaces', 'postponed_sight');
create trigger frozen before update or delete on workspaces for each row
  when (current_setting('minutebook.moving', true) is distinct from 'on') execute function refuse_frozen_workspace();
alter table workspaces disable trigger frozen;
