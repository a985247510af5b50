-- What is open by its due date, and what is archived: few items of many, once a workspace has grown old.
create index action_items_open on action_items
  (workspace_id, coalesce(due_date::timestamp at time zone 'UTC', timestamptz '9999-12-31T23:59:59.999Z'), id)
  where status = 'Incomplete';
create index action_items_archived on action_items (workspace_id, updated_at, id) where status = 'Archived';

-- The notes and series that a person may edit without being invited.
create index note_shares_to_edit on note_shares (workspace_id, user_id) where can_edit;
create index series_shares_to_edit on series_shares (workspace_id, user_id) where can_edit;
