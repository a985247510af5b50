-- Who listens at GET /api/v1/events: a person once, however many connections they have, and for a while after the last
-- one ended, so that it can be resumed. What happens is told them as it is to a user webhook of theirs.
create table listeners (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  listens_until timestamptz(3) not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);

-- What they are told, kept as long as it can be resumed. Rows are written without a number, in the transaction that
-- caused the event, and numbered, in the order in which they were written, in short transactions that take turns:
-- numbers become visible in their order, so that whoever has read up to one has missed none below it, however long
-- some transactions take.
-- note_id, recording_id and item_id let find what is deleted with the meeting data it quotes (decision 19).
create sequence told_events_number;
create table told_events (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  event_key text collate "C" not null,
  number bigint,
  written bigint not null generated always as identity,
  body text not null,
  note_id text collate "C",
  recording_id text collate "C",
  item_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id, event_key),
  unique (workspace_id, user_id, number),
  foreign key (workspace_id, user_id) references listeners on delete cascade
);
create index told_events_unnumbered on told_events (written) where number is null;
create index told_events_in_order on told_events (number, workspace_id, user_id);
create index told_events_old on told_events (created_at);
create index told_events_of_note on told_events (workspace_id, note_id) where note_id is not null;
create index told_events_of_recording on told_events (workspace_id, recording_id) where recording_id is not null;
create index told_events_of_item on told_events (workspace_id, item_id) where item_id is not null;
alter table told_events alter column body set statistics 0;
