-- Changes of an action item are held for a while and told as one event (spec 6.4, decision 26). The first change writes
-- what the item was until then; a later one finds the row and leaves it. The row goes in the transaction that tells, so
-- that a crash tells again or not at all, and with the item, of which there is then nothing to tell.
create table action_item_holds (
  workspace_id text collate "C" not null,
  item_id text collate "C" not null,
  due_at timestamptz(3) not null,
  status text not null check (status in ('Incomplete', 'Done', 'Archived')),
  assignees text[] not null,
  primary key (workspace_id, item_id),
  foreign key (workspace_id, item_id) references action_items on delete cascade
);
create index action_item_holds_due on action_item_holds (due_at);
