-- HOW A WORKSPACE WANTS ITS AI NOTES: instructions, a glossary and templates. They are one document, because super admins read it
-- and replace it as a whole. Without a row there are none.
create table note_templates (
  workspace_id text collate "C" primary key references workspaces on delete cascade,
  document jsonb not null,
  changed_at timestamptz(3) not null
);
-- PostgreSQL keeps samples of columns to plan by: none of names that may be erased.
alter table note_templates alter column document set statistics 0;
select guard_frozen('note_templates');
