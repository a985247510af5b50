-- WHAT A SHARE OF A SERIES OPENS (decision 17): the notes and recaps of the series whose event the sharer attends; of those
-- without an event, the ones whose note the sharer made; later ones too, and nothing else. It opens anything only while
-- the sharer attends an event of the series. So nobody gets into a meeting that the sharer was not in, and a share with
-- oneself opens nothing. All else about sight stands in 0002.

-- Sight changes under the workspace's turn, taken before anything that its transactions read or write.
select pg_advisory_xact_lock(hashtextextended('sight ' || workspace_id, 0))
from (select distinct workspace_id from series_shares order by workspace_id) sharing;

-- The notes that shares of series open, each with the right to edit it. Judged share by share, as doors are (0002): the
-- attendees of all notes are never worked out.
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

create or replace view note_readers as
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
  select workspace_id, note_id, user_id from series_doors;

create or replace view recording_readers as
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
  select recording.workspace_id, recording.id, door.user_id
  from recordings recording
  join series_doors door on door.workspace_id = recording.workspace_id and door.note_id = recording.note_id;

-- An invitation decides about the note of its event, and about the notes without an event that the invited person made
-- and shares with their series. These are few, and found by an index of their own.
create index notes_without_event on notes (workspace_id, series_id, created_by)
  where event_guid is null and series_id is not null;

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
drop function refresh_events_sight(text, text[], text[]);
create function refresh_events_sight(workspace text, guids text[], invited text[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform refresh_sight(workspace,
    array(select id from notes where workspace_id = workspace and event_guid = any(guids)), null);
  perform refresh_shared_without_event(workspace,
    array(select distinct series_id from events where workspace_id = workspace and guid = any(guids)), invited);
end $$;

create or replace function sight_after_attendees() returns trigger language plpgsql as $$
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

create or replace function sight_after_user() returns trigger language plpgsql as $$
begin
  perform refresh_events_sight(new.workspace_id, array(
    select event_guid from event_attendees
    where workspace_id = new.workspace_id and email_folded in (new.email_folded, old.email_folded)), array[new.id]);
  return null;
end $$;

-- The note of an event that moves to another series moves too, and tells of itself.
create or replace function sight_after_event_update() returns trigger language plpgsql as $$
begin
  perform refresh_shared_without_event(new.workspace_id, array[old.series_id, new.series_id], array(
    select user_id from event_people where workspace_id = new.workspace_id and event_guid = new.guid));
  return null;
end $$;

-- An event that goes has no note, and its attendees go before this statement's end.
create or replace function sight_after_events() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(distinct series_id) as ids from changed group by workspace_id loop
    perform refresh_shared_without_event(scope.workspace_id, scope.ids, null);
  end loop;
  return null;
end $$;

-- A share decides about the notes of its series that its maker attends or made; one that changes hands, about those of
-- both makers.
create or replace function sight_after_series_shares() returns trigger
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
create trigger sight_update_former after update on series_shares referencing old table as changed
  for each statement execute function sight_after_series_shares();

-- What shares opened until now is judged anew.
select refresh_sight(shared.workspace_id,
  array(select id from notes where workspace_id = shared.workspace_id and series_id = shared.series_id),
  shared.people)
from (
  select workspace_id, series_id, array_agg(user_id) as people
  from series_shares group by workspace_id, series_id) shared;
