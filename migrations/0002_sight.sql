-- WHO MAY SEE WHAT (spec 2.1, decision 17). The rule stands here and nowhere else: the two views note_readers and
-- recording_readers say it; note_sight and recording_sight hold what they say, so that one person's list is one index
-- range, newest first, however large the workspace. Triggers keep the two in step inside the transaction that changes
-- an input, whoever makes the change. A deactivated reader is filtered where sight is asked (workspace/visible.ts).

-- Invited addresses that are accounts; an attendee who was deactivated since still counts as the maker of a share.
create view event_people as
  select attendee.workspace_id, attendee.event_guid, person.id as user_id
  from event_attendees attendee
  join users person on person.workspace_id = attendee.workspace_id and person.email_folded = attendee.email_folded;

-- For a note without an event its creator stands for the attendees.
create view note_attendees as
  select note.workspace_id, note.id as note_id, person.user_id
  from notes note
  join event_people person on person.workspace_id = note.workspace_id and person.event_guid = note.event_guid
  union all
  select note.workspace_id, note.id, note.created_by
  from notes note
  where note.event_guid is null and note.created_by is not null;

-- A share of a series counts if an attendee of any of its events made it.
create view valid_series_shares as
  select share.workspace_id, share.series_id, share.user_id, share.can_edit
  from series_shares share
  where exists (
    select from events event
    join event_people person on person.workspace_id = event.workspace_id and person.event_guid = event.guid
    where event.workspace_id = share.workspace_id and event.series_id = share.series_id
      and person.user_id = share.by_user_id);

-- Doors that someone opened: a share for a person, a publication for the members of a channel.
create view note_doors as
  select workspace_id, note_id, user_id, by_user_id from note_shares
  union all
  select publication.workspace_id, publication.note_id, member.user_id, publication.by_user_id
  from note_publications publication
  join channel_members member on member.workspace_id = publication.workspace_id
    and member.channel_id = publication.channel_id;

-- A door counts if an attendee opened it. Said by `case` and not by a join with note_attendees, whose two halves
-- PostgreSQL would work out for the whole workspace first.
create view note_readers as
  select workspace_id, note_id, user_id from note_attendees
  union
  select door.workspace_id, door.note_id, door.user_id
  from note_doors door
  join notes note on note.workspace_id = door.workspace_id and note.id = door.note_id
  where case when note.event_guid is null then note.created_by = door.by_user_id
    else exists (
      select from event_people maker
      where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid
        and maker.user_id = door.by_user_id) end
  union
  select note.workspace_id, note.id, share.user_id
  from notes note
  join valid_series_shares share on share.workspace_id = note.workspace_id and share.series_id = note.series_id;

-- Sharing or publishing the note does not give its recaps, nor the reverse; sharing the series gives both.
create view recording_attendees as
  select recording.workspace_id, recording.id as recording_id, person.user_id
  from recordings recording
  join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
  join event_people person on person.workspace_id = note.workspace_id and person.event_guid = note.event_guid
  union all
  select recording.workspace_id, recording.id, note.created_by
  from recordings recording
  join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
  where note.event_guid is null and note.created_by is not null;

create view recording_doors as
  select workspace_id, recording_id, user_id, by_user_id from recording_shares
  union all
  select publication.workspace_id, publication.recording_id, member.user_id, publication.by_user_id
  from recording_publications publication
  join channel_members member on member.workspace_id = publication.workspace_id
    and member.channel_id = publication.channel_id;

create view recording_readers as
  select workspace_id, recording_id, user_id from recording_attendees
  union
  select door.workspace_id, door.recording_id, door.user_id
  from recording_doors door
  join recordings recording on recording.workspace_id = door.workspace_id and recording.id = door.recording_id
  join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
  where case when note.event_guid is null then note.created_by = door.by_user_id
    else exists (
      select from event_people maker
      where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid
        and maker.user_id = door.by_user_id) end
  union
  select recording.workspace_id, recording.id, share.user_id
  from recordings recording
  join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
  join valid_series_shares share on share.workspace_id = note.workspace_id and share.series_id = note.series_id;

create table note_sight (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  note_id text collate "C" not null,
  primary key (workspace_id, user_id, created_at, note_id),
  foreign key (workspace_id, created_at, note_id) references notes (workspace_id, created_at, id)
    on update cascade on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create unique index note_sight_of_note on note_sight (workspace_id, note_id, user_id);

create table recording_sight (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  recording_id text collate "C" not null,
  primary key (workspace_id, user_id, created_at, recording_id),
  foreign key (workspace_id, created_at, recording_id) references recordings (workspace_id, created_at, id)
    on update cascade on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create unique index recording_sight_of_recording on recording_sight (workspace_id, recording_id, user_id);

-- Brings sight in step for the given notes or recordings, and the given people only (null: everyone). Two changes of
-- one workspace's sight wait for each other, because each must see what the other did: an unshare and an unpublish at
-- the same moment would otherwise each take the other's door for open, and leave it so.
create function refresh_note_sight(workspace text, notes text[], people text[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(notes) is null or cardinality(notes) = 0 then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('sight ' || workspace, 0));
  delete from note_sight sight
  where sight.workspace_id = workspace and sight.note_id = any(notes) and (people is null or sight.user_id = any(people))
    and (sight.note_id, sight.user_id) not in (
      select reader.note_id, reader.user_id from note_readers reader
      where reader.workspace_id = workspace and reader.note_id = any(notes)
        and (people is null or reader.user_id = any(people)));
  insert into note_sight (workspace_id, user_id, created_at, note_id)
  select note.workspace_id, reader.user_id, note.created_at, note.id
  from note_readers reader
  join notes note on note.workspace_id = reader.workspace_id and note.id = reader.note_id
  where reader.workspace_id = workspace and reader.note_id = any(notes)
    and (people is null or reader.user_id = any(people))
  on conflict do nothing;
end $$;

create function refresh_recording_sight(workspace text, recordings text[], people text[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(recordings) is null or cardinality(recordings) = 0 then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('sight ' || workspace, 0));
  delete from recording_sight sight
  where sight.workspace_id = workspace and sight.recording_id = any(recordings)
    and (people is null or sight.user_id = any(people))
    and (sight.recording_id, sight.user_id) not in (
      select reader.recording_id, reader.user_id from recording_readers reader
      where reader.workspace_id = workspace and reader.recording_id = any(recordings)
        and (people is null or reader.user_id = any(people)));
  insert into recording_sight (workspace_id, user_id, created_at, recording_id)
  select recording.workspace_id, reader.user_id, recording.created_at, recording.id
  from recording_readers reader
  join recordings recording on recording.workspace_id = reader.workspace_id and recording.id = reader.recording_id
  where reader.workspace_id = workspace and reader.recording_id = any(recordings)
    and (people is null or reader.user_id = any(people))
  on conflict do nothing;
end $$;

-- The notes and everything recorded in them.
create function refresh_sight(workspace text, note_ids text[], people text[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform refresh_note_sight(workspace, note_ids, people);
  perform refresh_recording_sight(workspace,
    array(select id from recordings where workspace_id = workspace and note_id = any(note_ids)), people);
end $$;

-- Everything that invitations to these events decide: their notes, and the notes of their series, whose shares count
-- only if an attendee made them.
create function refresh_events_sight(workspace text, guids text[], people text[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform refresh_sight(workspace, array(
    select id from notes where workspace_id = workspace and event_guid = any(guids)
    union
    select note.id from events event
    join notes note on note.workspace_id = event.workspace_id and note.series_id = event.series_id
    where event.workspace_id = workspace and event.guid = any(guids)
      and exists (select from series_shares share
        where share.workspace_id = workspace and share.series_id = event.series_id)), people);
end $$;

-- Triggers. A statement's rows arrive together as `changed`; updates that matter are told row by row.
create function sight_after_notes() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(id) as ids from changed group by workspace_id loop
    perform refresh_sight(scope.workspace_id, scope.ids, null);
  end loop;
  return null;
end $$;
create trigger sight after insert on notes referencing new table as changed
  for each statement execute function sight_after_notes();

create function sight_after_note_update() returns trigger language plpgsql as $$
begin
  perform refresh_sight(new.workspace_id, array[new.id], null);
  return null;
end $$;
create trigger sight_update after update on notes for each row
  when ((old.event_guid, old.series_id, old.created_by) is distinct from (new.event_guid, new.series_id, new.created_by))
  execute function sight_after_note_update();

create function sight_after_recordings() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(id) as ids from changed group by workspace_id loop
    perform refresh_recording_sight(scope.workspace_id, scope.ids, null);
  end loop;
  return null;
end $$;
create trigger sight after insert on recordings referencing new table as changed
  for each statement execute function sight_after_recordings();

create function sight_after_recording_update() returns trigger language plpgsql as $$
begin
  perform refresh_recording_sight(new.workspace_id, array[new.id], null);
  return null;
end $$;
create trigger sight_update after update on recordings for each row
  when (old.note_id is distinct from new.note_id) execute function sight_after_recording_update();

create function sight_after_event_update() returns trigger language plpgsql as $$
begin
  perform refresh_sight(new.workspace_id, array(
    select id from notes where workspace_id = new.workspace_id and series_id in (old.series_id, new.series_id)), null);
  return null;
end $$;
create trigger sight_update after update on events for each row
  when (old.series_id is distinct from new.series_id) execute function sight_after_event_update();

create function sight_after_attendees() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(distinct event_guid) as guids from changed group by workspace_id loop
    perform refresh_events_sight(scope.workspace_id, scope.guids, null);
  end loop;
  return null;
end $$;
create trigger sight_insert after insert on event_attendees referencing new table as changed
  for each statement execute function sight_after_attendees();
create trigger sight_delete after delete on event_attendees referencing old table as changed
  for each statement execute function sight_after_attendees();

-- A new account, or another address of one, may turn an invited address into a person or back.
create function sight_after_user() returns trigger language plpgsql as $$
begin
  perform refresh_events_sight(new.workspace_id, array(
    select event_guid from event_attendees
    where workspace_id = new.workspace_id and email_folded in (new.email_folded, old.email_folded)), null);
  return null;
end $$;
create trigger sight_insert after insert on users for each row execute function sight_after_user();
create trigger sight_update after update on users for each row
  when (old.email_folded is distinct from new.email_folded) execute function sight_after_user();

-- Shares and publications: an unlike maker counts anew, so an update is told like an insert.
create function sight_after_note_doors() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(distinct note_id) as ids from changed group by workspace_id loop
    perform refresh_note_sight(scope.workspace_id, scope.ids, null);
  end loop;
  return null;
end $$;

create function sight_after_recording_doors() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(distinct recording_id) as ids from changed group by workspace_id loop
    perform refresh_recording_sight(scope.workspace_id, scope.ids, null);
  end loop;
  return null;
end $$;

create function sight_after_series_shares() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(distinct series_id) as ids, array_agg(distinct user_id) as people
    from changed group by workspace_id
  loop
    perform refresh_sight(scope.workspace_id,
      array(select id from notes where workspace_id = scope.workspace_id and series_id = any(scope.ids)), scope.people);
  end loop;
  return null;
end $$;

create function sight_after_channel_members() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(distinct channel_id) as ids, array_agg(distinct user_id) as people
    from changed group by workspace_id
  loop
    perform refresh_note_sight(scope.workspace_id, array(
      select note_id from note_publications
      where workspace_id = scope.workspace_id and channel_id = any(scope.ids)), scope.people);
    perform refresh_recording_sight(scope.workspace_id, array(
      select recording_id from recording_publications
      where workspace_id = scope.workspace_id and channel_id = any(scope.ids)), scope.people);
  end loop;
  return null;
end $$;

do $$
declare door record;
begin
  for door in select * from (values
    ('note_shares', 'sight_after_note_doors'),
    ('note_publications', 'sight_after_note_doors'),
    ('recording_shares', 'sight_after_recording_doors'),
    ('recording_publications', 'sight_after_recording_doors'),
    ('series_shares', 'sight_after_series_shares'),
    ('channel_members', 'sight_after_channel_members')) as doors(relation, react)
  loop
    execute format('create trigger sight_insert after insert on %I referencing new table as changed
      for each statement execute function %I()', door.relation, door.react);
    execute format('create trigger sight_update after update on %I referencing new table as changed
      for each statement execute function %I()', door.relation, door.react);
    execute format('create trigger sight_delete after delete on %I referencing old table as changed
      for each statement execute function %I()', door.relation, door.react);
  end loop;
end $$;
