-- JOINING A LARGE CHANNEL (decision 17; docs/decisions/sight.md). What a new member gains is what the doors of that channel open,
-- so these are asked, along the channel's publications, instead of the whole rule for each thing. The rule itself is the
-- same, in other pieces: doors now say which channel they lead through, and those that count are a view of their own.
create or replace view note_doors as
  select workspace_id, note_id, user_id, by_user_id, null::text collate "C" as channel_id from note_shares
  union all
  select publication.workspace_id, publication.note_id, member.user_id, publication.by_user_id, publication.channel_id
  from note_publications publication
  join channel_members member on member.workspace_id = publication.workspace_id
    and member.channel_id = publication.channel_id;

create or replace view recording_doors as
  select workspace_id, recording_id, user_id, by_user_id, null::text collate "C" as channel_id from recording_shares
  union all
  select publication.workspace_id, publication.recording_id, member.user_id, publication.by_user_id, publication.channel_id
  from recording_publications publication
  join channel_members member on member.workspace_id = publication.workspace_id
    and member.channel_id = publication.channel_id;

-- A door counts if an attendee opened it. Said by `case`, as before (0002).
create view valid_note_doors as
  select door.workspace_id, door.note_id, door.user_id, door.channel_id, note.created_at
  from note_doors door
  join notes note on note.workspace_id = door.workspace_id and note.id = door.note_id
  where case when note.event_guid is null then note.created_by = door.by_user_id
    else exists (
      select from event_people maker
      where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid
        and maker.user_id = door.by_user_id) end;

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

create or replace view note_readers as
  select workspace_id, note_id, user_id from note_attendees
  union
  select workspace_id, note_id, user_id from valid_note_doors
  union
  select workspace_id, note_id, user_id from series_doors;

create or replace view recording_readers as
  select workspace_id, recording_id, user_id from recording_attendees
  union
  select workspace_id, recording_id, user_id from valid_recording_doors
  union
  select recording.workspace_id, recording.id, door.user_id
  from recordings recording
  join series_doors door on door.workspace_id = recording.workspace_id and door.note_id = recording.note_id;

-- Gives these people what the doors of these channels open to them. Whether they see it already is looked up in their own
-- list, along the order of lists: a look at each note's readers would be a page of the index for each note. Pairs are compared from
-- below and above because only the index of lists can do that; by `=` PostgreSQL took the one or the other.
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

-- Takes from these people what is published in these channels, unless the rule opens it to them in another way. `offset 0` has it asked
-- thing by thing: PostgreSQL would work out the rule for the whole workspace first.
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

-- Who joins a channel can only gain, and by its doors alone; who leaves can only lose what is published there.
create or replace function sight_after_channel_members() returns trigger language plpgsql as $$
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

-- A row for all things that the same people see from now on, or see no more; at most 1,000 things in each. Without sorting them by
-- these people: comparing their names for each pair of things was half of it.
create or replace function write_moved_sight(workspace text, moved_kind text, ids text[], people text[], became text) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_nestloop = on set enable_seqscan = off set enable_hashjoin = off
set enable_mergejoin = off set enable_material = off as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id, also, people, sight)
  with pairs as (
    select pair.id, pair.person from unnest(ids, people) pair (id, person)
    where became = 'gained' or (pair.id, pair.person) not in (
      select gained.id, gained.user_id from gained_now(workspace, moved_kind) gained)
  ), moved as (
    select id, array_agg(person order by person) as seers from pairs group by id
  ), told as (
    select moved_kind as kind, id, seers, became as sight from moved
    union all
    select 'action_item', item.id, moved.seers, nullif(became, 'gained')
    from moved join action_items item on item.workspace_id = workspace and item.note_id = moved.id
    where moved_kind = 'note'
    union all
    -- A note lists those recordings that its reader sees.
    select distinct 'note', recording.note_id, moved.seers, null
    from moved join recordings recording on recording.workspace_id = workspace and recording.id = moved.id
    where moved_kind = 'recording'
  ), grouped as (
    select kind, seers, sight, array_agg(id) as all_ids from told group by kind, seers, sight
  )
  select workspace, kind, all_ids[first], nullif(all_ids[first + 1:first + 999], '{}'), seers, sight
  from grouped, generate_series(1, cardinality(all_ids), 1000) first;
end $$;
