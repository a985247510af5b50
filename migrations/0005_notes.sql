-- A calendar import renames a note after its event, unless a person gave the note its title (decision 29g).
alter table notes add column titled_by_person boolean not null default false;
