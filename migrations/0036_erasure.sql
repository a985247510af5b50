-- ERASURE OF A PERSON (decision 50). The account's row stays, without name and address, so that what others shared and wrote with
-- that person stays explained: it is nobody's, cannot sign in and cannot be brought back.
alter table users add column erased_at timestamptz(3);

-- What an erasure has still to do. It is carried out in many short transactions; each writes here how far it is, so that a worker
-- that dies loses nothing. `names` is what has to go, and goes itself with the last transaction.
create table erasures (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  -- The super admin who asked.
  requested_by text collate "C" not null,
  requested_at timestamptz(3) not null,
  stage text collate "C" not null default 'begin' check (stage in ('begin', 'things', 'own', 'messages', 'texts', 'done')),
  -- Where the stage goes on: the last row that it has read.
  position jsonb,
  names jsonb,
  things integer not null default 0,
  things_done integer not null default 0,
  finished_at timestamptz(3),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index erasures_unfinished on erasures (requested_at) where finished_at is null;

-- Notes, recordings and items that may name the person. `took_part`: the person was in that meeting, so a short name is theirs too.
create table erasure_things (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('note', 'recording', 'item')),
  id text collate "C" not null,
  took_part boolean not null,
  primary key (workspace_id, user_id, kind, id),
  foreign key (workspace_id, user_id) references erasures on delete cascade
);

-- PostgreSQL keeps samples of columns to plan by: none of names and addresses that may be erased. The folded ones are needed for
-- plans; an erasure has them sampled anew.
alter table users alter column email set statistics 0;
alter table users alter column full_name set statistics 0;
alter table event_attendees alter column email set statistics 0;
alter table event_attendees alter column name set statistics 0;
alter table erasures alter column names set statistics 0;
