-- WHO MAY SEE WHAT (spec 2.1, decision 17). The views say the rule: note_readers and recording_readers are its result.
-- The tables note_sight and recording_sight store that result, so that the list of a person is one index range, newest
-- first, in a workspace of any size. Triggers keep them equal in the transaction that changes an input, no matter who
-- makes the change. Deactivated readers are left out where sight is read (server/sight/visible.ts).

-- 1. THE RULE

-- Invited addresses that are accounts. A deactivated attendee still counts as the maker of a share.
create view event_people as
  select attendee.workspace_id, attendee.event_guid, person.id as user_id
  from event_attendees attendee
  join users person on person.workspace_id = attendee.workspace_id and person.email_folded = attendee.email_folded;

-- A note without an event has its creator as its attendee.
create view note_attendees as
  select note.workspace_id, note.id as note_id, person.user_id
  from notes note
  join event_people person on person.workspace_id = note.workspace_id and person.event_guid = note.event_guid
  union all
  select note.workspace_id, note.id, note.created_by
  from notes note
  where note.event_guid is null and note.created_by is not null;

-- A series is attended by those who attend any of its events. They may share it.
create view series_attendees as
  select event.workspace_id, event.series_id, person.user_id
  from events event
  join event_people person on person.workspace_id = event.workspace_id and person.event_guid = event.guid
  where event.series_id is not null;

-- A share of a series counts while its maker attends an event of the series.
create view valid_series_shares as
  select share.workspace_id, share.series_id, share.user_id, share.can_edit
  from series_shares share
  where exists (
    select from events event
    join event_people person on person.workspace_id = event.workspace_id and person.event_guid = event.guid
    where event.workspace_id = share.workspace_id and event.series_id = share.series_id
      and person.user_id = share.by_user_id);

-- Those who may share or leave a series.
create view series_readers as
  select workspace_id, series_id, user_id from series_attendees
  union all
  select workspace_id, series_id, user_id from valid_series_shares;

-- Doors: a share for a person, a publication for the members of a channel.
create view note_doors as
  select workspace_id, note_id, user_id, by_user_id, null::text collate "C" as channel_id from note_shares
  union all
  select publication.workspace_id, publication.note_id, member.user_id, publication.by_user_id, publication.channel_id
  from note_publications publication
  join channel_members member on member.workspace_id = publication.workspace_id
    and member.channel_id = publication.channel_id;

-- A door counts if an attendee opened it. This is a `case` and not a join with note_attendees, because PostgreSQL would
-- first compute both halves of that union for the whole workspace.
create view valid_note_doors as
  select door.workspace_id, door.note_id, door.user_id, door.channel_id, note.created_at
  from note_doors door
  join notes note on note.workspace_id = door.workspace_id and note.id = door.note_id
  where case when note.event_guid is null then note.created_by = door.by_user_id
    else exists (
      select from event_people maker
      where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid
        and maker.user_id = door.by_user_id) end;

-- A share of a series opens those of its notes whose event the sharer attends, and of those without an event the ones
-- that the sharer made; later notes too. So nobody gets into a meeting that the sharer was not in, and a share with
-- oneself opens nothing.
create view series_doors as
  select note.workspace_id, note.id as note_id, share.user_id, share.can_edit
  from notes note
  join series_shares share on share.workspace_id = note.workspace_id and share.series_id = note.series_id
  where case when note.event_guid is null
    then note.created_by = share.by_user_id and exists (
      select from series_attendees maker
      where maker.workspace_id = share.workspace_id and maker.series_id = share.series_id
        and maker.user_id = share.by_user_id)
    else exists (
      select from event_people maker
      where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid
        and maker.user_id = share.by_user_id) end;

create view note_readers as
  select workspace_id, note_id, user_id from note_attendees
  union
  select workspace_id, note_id, user_id from valid_note_doors
  union
  select workspace_id, note_id, user_id from series_doors;

-- Sharing or publishing a note does not open its recordings, nor the reverse. Sharing the series opens both.
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
  select workspace_id, recording_id, user_id, by_user_id, null::text collate "C" as channel_id from recording_shares
  union all
  select publication.workspace_id, publication.recording_id, member.user_id, publication.by_user_id, publication.channel_id
  from recording_publications publication
  join channel_members member on member.workspace_id = publication.workspace_id
    and member.channel_id = publication.channel_id;

create view valid_recording_doors as
  select door.workspace_id, door.recording_id, door.user_id, door.channel_id, recording.created_at
  from recording_doors door
  join recordings recording on recording.workspace_id = door.workspace_id and recording.id = door.recording_id
  join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
  where case when note.event_guid is null then note.created_by = door.by_user_id
    else exists (
      select from event_people maker
      where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid
        and maker.user_id = door.by_user_id) end;

create view recording_readers as
  select workspace_id, recording_id, user_id from recording_attendees
  union
  select workspace_id, recording_id, user_id from valid_recording_doors
  union
  select recording.workspace_id, recording.id, door.user_id
  from recordings recording
  join series_doors door on door.workspace_id = recording.workspace_id and door.note_id = recording.note_id;

-- 2. ITS RESULT
-- Without foreign keys: they would look up each note and person again and lock its row, half of the time of joining a
-- large channel. Triggers below delete the sight of what is deleted, under the same lock.

create table note_sight (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  note_id text collate "C" not null,
  primary key (workspace_id, user_id, created_at, note_id)
);
create unique index note_sight_of_note on note_sight (workspace_id, note_id, user_id);

create table recording_sight (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null,
  recording_id text collate "C" not null,
  primary key (workspace_id, user_id, created_at, recording_id)
);
create unique index recording_sight_of_recording on recording_sight (workspace_id, recording_id, user_id);

-- 3. HOW THE RESULT IS KEPT EQUAL TO THE RULE

-- Changes of a workspace's sight wait for each other, because each must see what the other did: an unshare and an
-- unpublish at the same moment would each take the other's door for open, and the sight would stay.
create function lock_sight(workspace text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('sight ' || workspace, 0))
$$;

-- A transaction that sets `minutebook.sight` to `postponed` has sight judged once, by `judge_postponed_sight`, or at its
-- commit. Rows are here only while it is open.
create unlogged table postponed_sight (
  workspace_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('note', 'recording', 'commit')),
  id text collate "C" not null,
  primary key (workspace_id, kind, id)
);

create function postpone_sight(workspace text, postponed_kind text, ids text[]) returns void language sql as $$
  insert into postponed_sight (workspace_id, kind, id)
  select workspace, postponed_kind, id from unnest(ids) id
  union all
  select workspace, 'commit', ''
  on conflict do nothing
$$;

-- Makes sight equal to the rule for these things, for everyone or for these people. There are two statements, because one
-- for both could not use the index of a channel's members, and would read 10,000 of them for each of its notes.
-- `became`: 'gained' if the rule can only have opened something, 'lost' if it can only have closed something, null for
-- both. The view is read thing by thing (a lateral `except` keeps it so), along indexes, by one plan for all numbers of
-- things: planning for 10,000 given ids takes longer than judging them. What is closed is deleted by its place (ctid), as
-- found under the lock: PostgreSQL could turn a join round.
create function judge_note_sight(workspace text, notes text[], people text[], became text) returns void
language plpgsql set plan_cache_mode = force_generic_plan
set enable_nestloop = on set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
#variable_conflict use_column
begin
  if became is distinct from 'gained' then
    if people is null then
      delete from note_sight where workspace_id = workspace and ctid = any(array(
        select gone.ctid from unnest(notes) thing (id), lateral (
          select user_id from note_sight where workspace_id = workspace and note_id = thing.id
          except
          select user_id from note_readers where workspace_id = workspace and note_id = thing.id) closed, lateral (
          select ctid from note_sight
          where workspace_id = workspace and note_id = thing.id and user_id = closed.user_id offset 0) gone));
    else
      delete from note_sight where workspace_id = workspace and ctid = any(array(
        select gone.ctid from unnest(notes) thing (id), lateral (
          select user_id from note_sight where workspace_id = workspace and note_id = thing.id and user_id = any(people)
          except
          select user_id from note_readers where workspace_id = workspace and note_id = thing.id and user_id = any(people)) closed, lateral (
          select ctid from note_sight
          where workspace_id = workspace and note_id = thing.id and user_id = closed.user_id offset 0) gone));
    end if;
  end if;
  if became is distinct from 'lost' then
    if people is null then
      insert into note_sight (workspace_id, user_id, created_at, note_id)
      select workspace, opened.user_id, thing.created_at, thing.id from notes thing, lateral (
        select user_id from note_readers where workspace_id = workspace and note_id = thing.id
        except
        select user_id from note_sight where workspace_id = workspace and note_id = thing.id) opened
      where thing.workspace_id = workspace and thing.id = any(notes)
      order by opened.user_id, thing.created_at;
    else
      insert into note_sight (workspace_id, user_id, created_at, note_id)
      select workspace, opened.user_id, thing.created_at, thing.id from notes thing, lateral (
        select user_id from note_readers where workspace_id = workspace and note_id = thing.id and user_id = any(people)
        except
        select user_id from note_sight where workspace_id = workspace and note_id = thing.id and user_id = any(people)) opened
      where thing.workspace_id = workspace and thing.id = any(notes)
      order by opened.user_id, thing.created_at;
    end if;
  end if;
end $$;

create function judge_recording_sight(workspace text, recordings text[], people text[], became text) returns void
language plpgsql set plan_cache_mode = force_generic_plan
set enable_nestloop = on set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
#variable_conflict use_column
begin
  if became is distinct from 'gained' then
    if people is null then
      delete from recording_sight where workspace_id = workspace and ctid = any(array(
        select gone.ctid from unnest(recordings) thing (id), lateral (
          select user_id from recording_sight where workspace_id = workspace and recording_id = thing.id
          except
          select user_id from recording_readers where workspace_id = workspace and recording_id = thing.id) closed, lateral (
          select ctid from recording_sight
          where workspace_id = workspace and recording_id = thing.id and user_id = closed.user_id offset 0) gone));
    else
      delete from recording_sight where workspace_id = workspace and ctid = any(array(
        select gone.ctid from unnest(recordings) thing (id), lateral (
          select user_id from recording_sight where workspace_id = workspace and recording_id = thing.id and user_id = any(people)
          except
          select user_id from recording_readers where workspace_id = workspace and recording_id = thing.id and user_id = any(people)) closed, lateral (
          select ctid from recording_sight
          where workspace_id = workspace and recording_id = thing.id and user_id = closed.user_id offset 0) gone));
    end if;
  end if;
  if became is distinct from 'lost' then
    if people is null then
      insert into recording_sight (workspace_id, user_id, created_at, recording_id)
      select workspace, opened.user_id, thing.created_at, thing.id from recordings thing, lateral (
        select user_id from recording_readers where workspace_id = workspace and recording_id = thing.id
        except
        select user_id from recording_sight where workspace_id = workspace and recording_id = thing.id) opened
      where thing.workspace_id = workspace and thing.id = any(recordings)
      order by opened.user_id, thing.created_at;
    else
      insert into recording_sight (workspace_id, user_id, created_at, recording_id)
      select workspace, opened.user_id, thing.created_at, thing.id from recordings thing, lateral (
        select user_id from recording_readers where workspace_id = workspace and recording_id = thing.id and user_id = any(people)
        except
        select user_id from recording_sight where workspace_id = workspace and recording_id = thing.id and user_id = any(people)) opened
      where thing.workspace_id = workspace and thing.id = any(recordings)
      order by opened.user_id, thing.created_at;
    end if;
  end if;
end $$;

-- For some people sight is judged at once: this is a few rows for each thing, and everyone would be many.
create function refresh_note_sight(workspace text, notes text[], people text[], became text default null) returns void
language plpgsql as $$
begin
  if cardinality(notes) is null or cardinality(notes) = 0 then return; end if;
  perform lock_sight(workspace);
  if people is null and current_setting('minutebook.sight', true) = 'postponed' then
    perform postpone_sight(workspace, 'note', notes);
  else
    perform judge_note_sight(workspace, notes, people, became);
  end if;
end $$;

create function refresh_recording_sight(workspace text, recordings text[], people text[], became text default null) returns void
language plpgsql as $$
begin
  if cardinality(recordings) is null or cardinality(recordings) = 0 then return; end if;
  perform lock_sight(workspace);
  if people is null and current_setting('minutebook.sight', true) = 'postponed' then
    perform postpone_sight(workspace, 'recording', recordings);
  else
    perform judge_recording_sight(workspace, recordings, people, became);
  end if;
end $$;

-- Up to 5,000 things in a statement: more are not faster, and need memory.
create function judge_postponed_sight(workspace text) returns void
language plpgsql set enable_seqscan = off as $$
declare
  ids text[];
  last text;
  judged text;
begin
  foreach judged in array array['note', 'recording'] loop
    last := '';
    loop
      ids := array(
        select id from postponed_sight
        where workspace_id = workspace and kind = judged and id > last order by id limit 5000);
      exit when cardinality(ids) = 0;
      last := ids[cardinality(ids)];
      if judged = 'note' then perform judge_note_sight(workspace, ids, null, null);
      else perform judge_recording_sight(workspace, ids, null, null);
      end if;
    end loop;
  end loop;
  delete from postponed_sight where workspace_id = workspace;
end $$;

create function judge_at_commit() returns trigger language plpgsql as $$
begin
  perform judge_postponed_sight(new.workspace_id);
  return null;
end $$;
create constraint trigger judge_at_commit after insert on postponed_sight deferrable initially deferred
  for each row when (new.kind = 'commit') execute function judge_at_commit();

-- The notes and everything recorded in them.
create function refresh_sight(workspace text, note_ids text[], people text[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform refresh_note_sight(workspace, note_ids, people);
  perform refresh_recording_sight(workspace,
    array(select id from recordings where workspace_id = workspace and note_id = any(note_ids)), people);
end $$;

-- The notes without an event of these series, by these makers (null: by anyone), that a share of the series may open.
create function refresh_shared_without_event(workspace text, series_ids text[], makers text[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform refresh_sight(workspace, array(
    select distinct note.id
    from series_shares share
    join notes note on note.workspace_id = share.workspace_id and note.series_id = share.series_id
      and note.created_by = share.by_user_id and note.event_guid is null
    where share.workspace_id = workspace and share.series_id = any(series_ids)
      and (makers is null or share.by_user_id = any(makers))), null);
end $$;

-- Everything that invitations of these people to these events decide.
create function refresh_events_sight(workspace text, guids text[], invited text[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform refresh_sight(workspace,
    array(select id from notes where workspace_id = workspace and event_guid = any(guids)), null);
  perform refresh_shared_without_event(workspace,
    array(select distinct series_id from events where workspace_id = workspace and guid = any(guids)), invited);
end $$;

-- Gives these people what the doors of these channels open to them. What they see already is read from their own list,
-- along the order of lists: a look at the readers of each note would be a page of the index for each note. Pairs are
-- compared from below and above because only the index of lists can do that; with `=` PostgreSQL took either index.
create function open_channels(workspace text, channels text[], people text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan
set enable_nestloop = on set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
begin
  perform lock_sight(workspace);
  insert into note_sight (workspace_id, user_id, created_at, note_id)
  select distinct workspace, door.user_id, door.created_at, door.note_id from valid_note_doors door
  where door.workspace_id = workspace and door.channel_id = any(channels) and door.user_id = any(people)
    and not exists (select from note_sight seen
      where seen.workspace_id = workspace and seen.user_id = door.user_id
        and (seen.created_at, seen.note_id) >= (door.created_at, door.note_id)
        and (seen.created_at, seen.note_id) <= (door.created_at, door.note_id))
  order by door.user_id, door.created_at;
  insert into recording_sight (workspace_id, user_id, created_at, recording_id)
  select distinct workspace, door.user_id, door.created_at, door.recording_id from valid_recording_doors door
  where door.workspace_id = workspace and door.channel_id = any(channels) and door.user_id = any(people)
    and not exists (select from recording_sight seen
      where seen.workspace_id = workspace and seen.user_id = door.user_id
        and (seen.created_at, seen.recording_id) >= (door.created_at, door.recording_id)
        and (seen.created_at, seen.recording_id) <= (door.created_at, door.recording_id))
  order by door.user_id, door.created_at;
end $$;

-- Takes from these people what is published in these channels, unless the rule opens it to them in another way. With
-- `offset 0` it is read thing by thing: otherwise PostgreSQL computes the rule for the whole workspace first.
create function close_channels(workspace text, channels text[], people text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan
set enable_nestloop = on set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off as $$
#variable_conflict use_column
begin
  perform lock_sight(workspace);
  delete from note_sight where workspace_id = workspace and ctid = any(array(
    select seen.ctid from note_publications publication, lateral (
      select ctid, user_id from note_sight where workspace_id = workspace and user_id = any(people)
        and (created_at, note_id) >= (publication.created_at, publication.note_id)
        and (created_at, note_id) <= (publication.created_at, publication.note_id) offset 0) seen
    where publication.workspace_id = workspace and publication.channel_id = any(channels)
      and not exists (select from note_readers reader
        where reader.workspace_id = workspace and reader.note_id = publication.note_id
          and reader.user_id = seen.user_id offset 0)));
  delete from recording_sight where workspace_id = workspace and ctid = any(array(
    select seen.ctid from recording_publications publication, lateral (
      select ctid, user_id from recording_sight where workspace_id = workspace and user_id = any(people)
        and (created_at, recording_id) >= (publication.created_at, publication.recording_id)
        and (created_at, recording_id) <= (publication.created_at, publication.recording_id) offset 0) seen
    where publication.workspace_id = workspace and publication.channel_id = any(channels)
      and not exists (select from recording_readers reader
        where reader.workspace_id = workspace and reader.recording_id = publication.recording_id
          and reader.user_id = seen.user_id offset 0)));
end $$;

-- 4. TRIGGERS. A statement's rows come together as `changed`; updates that matter come row by row.

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

-- Before the note is deleted: followers learn of its items by its sight (changes), and the items are deleted with it.
create function sight_of_note_gone() returns trigger language plpgsql as $$
begin
  perform lock_sight(old.workspace_id);
  delete from note_sight where workspace_id = old.workspace_id and note_id = old.id;
  return old;
end $$;
create trigger sight_gone before delete on notes for each row execute function sight_of_note_gone();

create function sight_of_recording_gone() returns trigger language plpgsql as $$
begin
  perform lock_sight(old.workspace_id);
  delete from recording_sight where workspace_id = old.workspace_id and recording_id = old.id;
  return old;
end $$;
create trigger sight_gone before delete on recordings for each row execute function sight_of_recording_gone();

create function sight_of_person_gone() returns trigger language plpgsql as $$
begin
  perform lock_sight(old.workspace_id);
  delete from note_sight where workspace_id = old.workspace_id and user_id = old.id;
  delete from recording_sight where workspace_id = old.workspace_id and user_id = old.id;
  return old;
end $$;
create trigger sight_gone before delete on users for each row execute function sight_of_person_gone();

-- Lists are in the order of creation.
create function sight_of_note_moved() returns trigger language plpgsql as $$
begin
  perform lock_sight(new.workspace_id);
  update note_sight set created_at = new.created_at where workspace_id = new.workspace_id and note_id = new.id;
  return null;
end $$;
create trigger sight_moved after update on notes for each row
  when (old.created_at <> new.created_at) execute function sight_of_note_moved();

create function sight_of_recording_moved() returns trigger language plpgsql as $$
begin
  perform lock_sight(new.workspace_id);
  update recording_sight set created_at = new.created_at
  where workspace_id = new.workspace_id and recording_id = new.id;
  return null;
end $$;
create trigger sight_moved after update on recordings for each row
  when (old.created_at <> new.created_at) execute function sight_of_recording_moved();

-- The note of an event that moves to another series moves too, and fires its own trigger.
create function sight_after_event_update() returns trigger language plpgsql as $$
begin
  perform refresh_shared_without_event(new.workspace_id, array[old.series_id, new.series_id], array(
    select user_id from event_people where workspace_id = new.workspace_id and event_guid = new.guid));
  return null;
end $$;
create trigger sight_update after update on events for each row
  when (old.series_id is distinct from new.series_id) execute function sight_after_event_update();

-- A deleted event has no note. Its attendees are deleted before the end of this statement, and the shares of the series
-- that they made count no more.
create function sight_after_events() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(distinct series_id) as ids from changed group by workspace_id loop
    perform refresh_shared_without_event(scope.workspace_id, scope.ids, null);
  end loop;
  return null;
end $$;
create trigger sight_delete after delete on events referencing old table as changed
  for each statement execute function sight_after_events();

create function sight_after_attendees() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select changed.workspace_id, array_agg(distinct changed.event_guid) as guids, array_agg(distinct person.id) as people
    from changed
    left join users person
      on person.workspace_id = changed.workspace_id and person.email_folded = changed.email_folded
    group by changed.workspace_id
  loop
    perform refresh_events_sight(scope.workspace_id, scope.guids, scope.people);
  end loop;
  return null;
end $$;
create trigger sight_insert after insert on event_attendees referencing new table as changed
  for each statement execute function sight_after_attendees();
create trigger sight_delete after delete on event_attendees referencing old table as changed
  for each statement execute function sight_after_attendees();

-- A new account, or a new address of one, may make an invited address a person. An import adds many at once.
create function sight_after_users() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(id) as people, array_agg(email_folded) as addresses from changed group by workspace_id
  loop
    perform refresh_events_sight(scope.workspace_id, array(
      select distinct event_guid from event_attendees
      where workspace_id = scope.workspace_id and email_folded = any(scope.addresses)), scope.people);
  end loop;
  return null;
end $$;
create trigger sight_insert after insert on users referencing new table as changed
  for each statement execute function sight_after_users();

create function sight_after_user() returns trigger language plpgsql as $$
begin
  perform refresh_events_sight(new.workspace_id, array(
    select event_guid from event_attendees
    where workspace_id = new.workspace_id and email_folded in (new.email_folded, old.email_folded)), array[new.id]);
  return null;
end $$;
create trigger sight_update after update on users for each row
  when (old.email_folded is distinct from new.email_folded) execute function sight_after_user();

-- A share or publication with a new maker counts again, so updates are handled like inserts.
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

-- A share decides about the notes of its series that its maker attends or made. After a change of its maker, those of
-- both makers are judged.
create function sight_after_series_shares() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(distinct series_id) as ids, array_agg(distinct by_user_id) as makers,
      array_agg(distinct user_id) as people
    from changed group by workspace_id
  loop
    perform refresh_sight(scope.workspace_id, array(
      select note.id from event_people maker
      join notes note on note.workspace_id = maker.workspace_id and note.event_guid = maker.event_guid
      where maker.workspace_id = scope.workspace_id and maker.user_id = any(scope.makers)
        and note.series_id = any(scope.ids)
      union
      select id from notes
      where workspace_id = scope.workspace_id and series_id = any(scope.ids) and event_guid is null
        and created_by = any(scope.makers)), scope.people);
  end loop;
  return null;
end $$;
create trigger sight_update_old after update on series_shares referencing old table as changed
  for each statement execute function sight_after_series_shares();

-- Somebody who joins a channel can only gain, and by its doors alone. Somebody who leaves can only lose what is published
-- there. The rule has no exceptions.
create function sight_after_channel_members() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(distinct channel_id) as ids, array_agg(distinct user_id) as people
    from changed group by workspace_id
  loop
    if tg_op <> 'INSERT' then perform close_channels(scope.workspace_id, scope.ids, scope.people); end if;
    if tg_op <> 'DELETE' then perform open_channels(scope.workspace_id, scope.ids, scope.people); end if;
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
