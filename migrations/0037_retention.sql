-- RETENTION BY AGE (decision 51): for how many days transcripts, media and everything are kept; null is for ever. `retention_set_by`
-- is the super admin who set it last: what the daily job removes is written down in that name.
alter table workspaces add column retention_days jsonb not null
  default '{"transcripts": null, "media": null, "everything": null}';
alter table workspaces add column retention_set_by text collate "C";

-- LEGAL HOLD (decision 51): the reason, of the workspace or of a person. While it stands, nothing that it covers is deleted.
alter table workspaces add column legal_hold text;
alter table users add column legal_hold text;
alter table workspaces alter column legal_hold set statistics 0;
alter table users alter column legal_hold set statistics 0;
create index users_held on users (workspace_id) where legal_hold is not null;

-- Old transcripts are looked for every day, in a workspace where most are gone already.
create index recordings_with_transcript on recordings (workspace_id, created_at) where transcript is not null;
