-- CALENDARS: events, who is invited, and the feeds that they come from.

-- Repeated meetings.
create table series (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  id text collate "C" not null,
  title text not null,
  primary key (workspace_id, id)
);

-- Access to those meetings of a series that the maker of the share attends (decision 17).
create table series_shares (
  workspace_id text collate "C" not null,
  series_id text collate "C" not null,
  user_id text collate "C" not null,
  by_user_id text collate "C" not null,
  can_edit boolean not null default false,
  primary key (workspace_id, series_id, user_id),
  foreign key (workspace_id, series_id) references series on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, by_user_id) references users on delete cascade
);
create index series_shares_by on series_shares (workspace_id, by_user_id);
create index series_shares_to_edit on series_shares (workspace_id, user_id) where can_edit;

-- A calendar event, one row for each occurrence. Its guid is the one that other calendars know it by (spec 2.2).
create table events (
  workspace_id text collate "C" not null references workspaces on delete cascade,
  guid text collate "C" not null,
  series_id text collate "C",
  title text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  all_day boolean not null default false,
  call_url text,
  organizer_email text,
  -- Whose import first brought the event: only they, the organizer and super admins may call it off or take people out
  -- of it (decision 29g). Null if a world brought it without this.
  imported_by text collate "C",
  -- Made as the next meeting of another, and in no calendar before (docs/decisions/next-meeting.md). No import sets it: only
  -- of such an event is a calendar file mailed, in the name of who organizes it.
  made_here boolean not null default false,
  -- An event that is called off is deleted with its note. If the note has content, both stay, and this is the time.
  cancelled_at timestamptz(3),
  -- The last revision that a mail brought, as its SEQUENCE and DTSTAMP say (RFC 5546, 2.1.5): an older mail changes
  -- nothing. A mail names a series or one occurrence, and each counts its revisions for itself. `revised_alone` is true
  -- if the mail was about this occurrence.
  sequence integer,
  stamped_at timestamptz(3),
  revised_alone boolean not null default false,
  primary key (workspace_id, guid),
  foreign key (workspace_id, series_id) references series on delete set null (series_id),
  foreign key (workspace_id, imported_by) references users on delete set null (imported_by)
);
create index events_of_series on events (workspace_id, series_id);
-- Assistants list meetings by their start (server/reading/assistants/tools/find-meetings.ts).
create index events_by_start on events (workspace_id, starts_at, guid);

-- Invited addresses in the order of the invitation, also of groups, guests and people without an account.
create table event_attendees (
  workspace_id text collate "C" not null,
  event_guid text collate "C" not null,
  position integer not null,
  email text not null,
  email_folded text collate "C" not null,
  name text not null default '',
  -- Whether this person's own calendar has the event as it is (docs/decisions/calendar.md). A recording joins a meeting
  -- by itself only if the uploader's calendar has it with this time and call link, and names everybody who is in it.
  -- Otherwise a colleague could invite the uploader to read what they record, or move a meeting over their call. Null
  -- if no calendar has said it: the event then counts for who first imported it, or for all.
  in_own_calendar boolean,
  primary key (workspace_id, event_guid, email_folded),
  foreign key (workspace_id, event_guid) references events on delete cascade
);
alter table event_attendees alter column email set statistics 0;
alter table event_attendees alter column name set statistics 0;
create index event_attendees_by_email on event_attendees (workspace_id, email_folded);

-- Calendars that are read again and again (decision 29g). Their addresses are secrets: `url` is sealed with SECRET_KEY,
-- `url_key` is a keyed hash that finds the same address again, and `host` is what people see. A feed that a world
-- brought without its address is not read until an import brings the address.
-- `etag` and `last_modified` belong to the content that was read in full at `full_read_at`; `failures` counts those
-- since the last success, and `problems` has what was not taken since then.
-- While a feed is read no other read of it begins; `reading_until` ends that if the process dies.
-- A connected account is a feed without an address (decisions 60 and 69). `tokens` are sealed like the address, and have
-- the password of one by CalDAV; without them its person must give consent anew. `subject` is the account as its vendor knows it, since two accounts may have one
-- e-mail address; null if a world brought it. `sync_cursor` says up to where its changes were read, of the window that
-- had `window_days` at `full_read_at`. Everything is read again at `full_due_at`; null is at once. The vendor sends
-- notifications to `watch_address` until `watch_until`, with a secret whose hash is `watch_secret`.
create table calendar_feeds (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  url bytea,
  url_key bytea,
  host text not null,
  provider text check (provider in ('google', 'microsoft', 'caldav')),
  account text,
  subject text,
  tokens bytea,
  sync_cursor text,
  window_days integer,
  full_due_at timestamptz(3),
  watch_id text collate "C" unique,
  watch_resource text,
  watch_secret bytea,
  watch_address text,
  watch_until timestamptz(3),
  etag text,
  last_modified text,
  full_read_at timestamptz(3),
  last_read_at timestamptz(3),
  last_error text,
  problems jsonb not null default '[]',
  failures integer not null default 0,
  next_read_at timestamptz(3),
  reading_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, user_id, url_key),
  unique (workspace_id, created_at, id),
  check ((url is null) = (url_key is null) and (url is null and tokens is null) = (next_read_at is null)),
  check ((provider is null) = (account is null) and (provider is null or url is null)),
  check ((watch_id is null) = (watch_secret is null) and (tokens is null or provider is not null)),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index calendar_feeds_due on calendar_feeds (next_read_at);

-- What a feed had when it was last read. An event that is missing the next time was called off. Of what is gone from an
-- account its vendor gives only the id, of the event or of its series.
create table calendar_feed_events (
  workspace_id text collate "C" not null,
  feed_id text collate "C" not null,
  event_guid text collate "C" not null,
  provider_id text collate "C",
  provider_series_id text collate "C",
  primary key (workspace_id, feed_id, event_guid),
  foreign key (workspace_id, feed_id) references calendar_feeds on delete cascade,
  foreign key (workspace_id, event_guid) references events on delete cascade
);
create index calendar_feed_events_of_event on calendar_feed_events (workspace_id, event_guid);
create index calendar_feed_events_by_id on calendar_feed_events (workspace_id, feed_id, provider_id)
  where provider_id is not null;
create index calendar_feed_events_by_series on calendar_feed_events (workspace_id, feed_id, provider_series_id)
  where provider_series_id is not null;
