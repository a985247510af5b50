-- CELLS: a workspace moves from one database to another (server/keeping/cells/), and is frozen meanwhile.

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

-- Refuses to write rows of a frozen workspace. A freeze makes its triggers, on every table that moves
-- (server/keeping/cells/freeze.ts), so without one they cost nothing and no later migration can forget them.
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
