-- Whose import first brought an event: beside the organizer and a super admin only they take people out of it or call it off
-- (decision 29g). Null for events that were here before this was kept, or that a world brought without it.
alter table events
  add column imported_by text collate "C",
  add foreign key (workspace_id, imported_by) references users on delete set null (imported_by);
