-- GOOGLE MEET is a recorder too (docs/recorders.md). `push_account` is the service account as which Pub/Sub signs its requests; without it
-- anybody with a project at Google could sign one. Null for other kinds.
alter table recorders
  add column push_account text collate "C",
  drop constraint recorders_kind_check,
  add constraint recorders_kind_check check (kind in ('zoom', 'teams', 'meet')),
  add constraint recorders_push_account_check check (kind <> 'meet' or push_account is not null);
