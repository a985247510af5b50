-- Days that a workspace keeps its log of deliveries; null is as long as the service keeps it, which is the longest.
alter table workspaces add column delivery_retention_days integer;

-- What is old is looked for by webhook now, along the index of its log.
drop index messages_old;
