-- What was told to whom: one row for an event, a webhook and a recipient, written in the transaction that caused the
-- event, so that none is lost and a second try of the same job tells nothing twice (`event_key`).
-- `body` holds the bytes as they are sent, each time the same (decision 38); null once the meeting data that it quotes
-- was deleted for good, which note_id, recording_id and item_id let find (decision 19).
create table messages (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_type text not null,
  event_key text collate "C" not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'held', 'skipped', 'cancelled')),
  body bytea,
  note_id text collate "C",
  recording_id text collate "C",
  item_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, webhook_id, event_key),
  unique (workspace_id, webhook_id, created_at, id),
  foreign key (workspace_id, webhook_id) references webhooks on delete cascade
);
create index messages_of_note on messages (workspace_id, note_id) where note_id is not null;
create index messages_of_recording on messages (workspace_id, recording_id) where recording_id is not null;
create index messages_of_item on messages (workspace_id, item_id) where item_id is not null;

-- Who hears of an event is looked up by workspace.
create index webhooks_of_user on webhooks (workspace_id, user_id);
