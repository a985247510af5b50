-- MEETINGS BY THEIR TIME. Assistants list meetings by the start of the event. One index range finds those of a workspace
-- (server/assistants/find-meetings.ts).
create index events_by_start on events (workspace_id, starts_at, guid);
