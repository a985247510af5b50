-- How the API of a workspace speaks: as the contract has it, or as the hosted original, for programs that were written for that.
alter table workspaces add column compatibility text not null default 'none' check (compatibility in ('none', 'hosted'));
