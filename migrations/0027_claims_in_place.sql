-- A claim is kept beside the time at which a message is due and no longer in its place: none of these columns is in an index,
-- so that a claim rewrites the row within its page and no index. Pages are filled by half: there is room for that.
-- `claimed_until` ends a claim by time, `claimed_by` is the worker's number: its claims end with its connection
-- (server/webhooks/delivery/worker-lock.ts).
alter table messages add claimed_until timestamptz(3);
alter table messages add claimed_by integer;
alter table messages set (fillfactor = 50);
alter table delivery_lanes set (fillfactor = 50);
