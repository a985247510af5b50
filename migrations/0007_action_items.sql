-- ACTION ITEMS (spec 2.9).

-- `wont_do` is the stored archive flag (spec 6.3); `completed_by` has the people who marked it (decision 25).
create table action_items (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  note_id text collate "C",
  text text not null,
  completion_type text not null default 'any' check (completion_type in ('any', 'all')),
  status text not null default 'Incomplete' check (status in ('Incomplete', 'Done', 'Archived')),
  wont_do boolean not null default false,
  completed_by text[] not null default '{}',
  due_date date,
  ai_generated boolean not null default false,
  recording_offset integer,
  created_by text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null check (updated_at >= created_at),
  primary key (workspace_id, id),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, note_id) references notes on delete cascade,
  foreign key (workspace_id, created_by) references users
);
alter table action_items alter column text set statistics 0;
create index action_items_of_note on action_items (workspace_id, note_id);
create index action_items_updated on action_items (workspace_id, updated_at, id);
create index action_items_of_creator on action_items (workspace_id, created_by) where note_id is null;
-- By due date, those without one last; the list uses the same expression (action-items/list-items.ts).
create index action_items_due on action_items
  (workspace_id, coalesce(due_date::timestamp at time zone 'UTC', timestamptz '9999-12-31T23:59:59.999Z'), id);
-- What is open by its due date, and what is archived: few items of many in an old workspace.
create index action_items_open on action_items
  (workspace_id, coalesce(due_date::timestamp at time zone 'UTC', timestamptz '9999-12-31T23:59:59.999Z'), id)
  where status = 'Incomplete';
create index action_items_archived on action_items (workspace_id, updated_at, id) where status = 'Archived';

create table action_item_assignees (
  workspace_id text collate "C" not null,
  item_id text collate "C" not null,
  user_id text collate "C" not null,
  position integer not null,
  primary key (workspace_id, item_id, user_id),
  foreign key (workspace_id, item_id) references action_items on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index action_items_of_assignee on action_item_assignees (workspace_id, user_id, item_id);

-- Changes of an item within a window become one event (spec 6.4, decision 26). The first change writes the state before
-- it; later ones leave the row. The transaction that announces the event deletes it, so that a crash announces again or
-- not at all. A deleted item has nothing to announce.
create table action_item_holds (
  workspace_id text collate "C" not null,
  item_id text collate "C" not null,
  due_at timestamptz(3) not null,
  status text not null check (status in ('Incomplete', 'Done', 'Archived')),
  assignees text[] not null,
  -- The trace of the request that opened the window (`traceparent`), so that the worker's work joins it. Null unless
  -- traces are exported.
  trace text collate "C",
  primary key (workspace_id, item_id),
  foreign key (workspace_id, item_id) references action_items on delete cascade
);
create index action_item_holds_due on action_item_holds (due_at);
