-- Items by due date, those without one last, in the words of the list that starts there (action-items/list-items.ts).
create index action_items_due on action_items
  (workspace_id, coalesce(due_date::timestamp at time zone 'UTC', timestamptz '9999-12-31T23:59:59.999Z'), id);
