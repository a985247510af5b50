-- TELLING ADMINISTRATORS OF WEBHOOKS THAT FAIL: `told_failing_since` is the `failing_since` that they were told of, so that each time of failing
-- is told of once, and its end too. `mail_due_at` is when the last mail about the webhook was due, or the next one is: at most one an hour.
alter table webhooks add column told_failing_since timestamptz(3);
alter table webhooks add column mail_due_at timestamptz(3);

-- Whether the super admins hear of it by mail as well.
alter table workspaces add column webhook_mail boolean not null default false;
