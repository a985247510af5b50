-- An event that its calendar called off goes, and its note with it. Where the note has content, both stay, and this says
-- since when: what was called off before is no news, and what is on again is (decision 29g).
alter table events add column cancelled_at timestamptz(3);

-- Calendars that are read again and again (decision 29g). Their addresses are secrets: `url` is sealed with SECRET_KEY,
-- `url_key` is a keyed hash, by which the same address is known again, and `host` is what people are shown.
-- `etag` and `last_modified` are what the server said of the content that was read in full at `full_read_at`;
-- `failures` counts those since the last success.
create table calendar_feeds (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  url bytea not null,
  url_key bytea not null,
  host text not null,
  etag text,
  last_modified text,
  full_read_at timestamptz(3),
  last_read_at timestamptz(3),
  last_error text,
  failures integer not null default 0,
  next_read_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, user_id, url_key),
  unique (workspace_id, created_at, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index calendar_feeds_due on calendar_feeds (next_read_at);

-- What a feed held when it was last read: an event that is missing the next time was called off.
create table calendar_feed_events (
  workspace_id text collate "C" not null,
  feed_id text collate "C" not null,
  event_guid text collate "C" not null,
  primary key (workspace_id, feed_id, event_guid),
  foreign key (workspace_id, feed_id) references calendar_feeds on delete cascade,
  foreign key (workspace_id, event_guid) references events on delete cascade
);
create index calendar_feed_events_of_event on calendar_feed_events (workspace_id, event_guid);
