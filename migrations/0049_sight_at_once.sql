-- SIGHT OF MANY THINGS AT ONCE. What an import changes is judged at its end, a few thousand things a statement; a channel's
-- 10,000 notes for one person are one row for followers. The rule itself stands where it stood (0002, 0020).

-- 1. Sight is written from the rows of notes, recordings and people, under the lock of the workspace's sight. A foreign key
-- would look each of them up again and lock its row: half of the time of joining a large channel. What goes takes its sight
-- along by these triggers, under the same lock, so none is written at the same time.
alter table note_sight
  drop constraint note_sight_workspace_id_created_at_note_id_fkey,
  drop constraint note_sight_workspace_id_user_id_fkey;
alter table recording_sight
  drop constraint recording_sight_workspace_id_created_at_recording_id_fkey,
  drop constraint recording_sight_workspace_id_user_id_fkey;

create function lock_sight(workspace text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('sight ' || workspace, 0))
$$;

-- Before the note goes: its items are told of by its sight (0030), and go with it.
create function sight_of_note_gone() returns trigger language plpgsql as $$
begin
  perform lock_sight(old.workspace_id);
  delete from note_sight where workspace_id = old.workspace_id and note_id = old.id;
  return old;
end $$;
create trigger sight_gone before delete on notes for each row execute function sight_of_note_gone();
-- The items of a note that goes are now told by its sight.
drop trigger changes_of_notes_gone on notes;
drop function changes_of_notes_gone();

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

-- 2. A transaction that sets `minutebook.sight` to `postponed` has sight judged once, by `judge_postponed_sight`; if it
-- does not ask for that, at its commit. Rows are here only while it is open.
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

-- Brings sight in step for these things, for everyone or for these people (two statements: one for both could not use the
-- index of a channel's members, and would read 10,000 of them for each of its notes). `became`: 'gained' if the rule can
-- only have opened something, 'lost' if it can only have closed something, null for both. The view is asked thing by thing
-- (a lateral `except` keeps it so), along indexes, by one plan for all numbers of things: to plan for 10,000 given ids takes longer
-- than to judge them. What is closed is deleted by its place (ctid), as found under the lock: a join could be turned round.
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

-- For some people only, it is judged at once: this is a few rows a thing, and everyone would be many.
drop function refresh_note_sight(text, text[], text[]);
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

drop function refresh_recording_sight(text, text[], text[]);
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

-- Up to 5,000 things a statement: more would not be faster, and need memory.
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

-- Who joins a channel can only gain, who leaves only lose: the rule (0002) has no "except".
create or replace function sight_after_channel_members() returns trigger language plpgsql as $$
declare
  scope record;
  became text := case tg_op when 'INSERT' then 'gained' when 'DELETE' then 'lost' end;
begin
  for scope in
    select workspace_id, array_agg(distinct channel_id) as ids, array_agg(distinct user_id) as people
    from changed group by workspace_id
  loop
    perform refresh_note_sight(scope.workspace_id, array(
      select distinct note_id from note_publications
      where workspace_id = scope.workspace_id and channel_id = any(scope.ids)), scope.people, became);
    perform refresh_recording_sight(scope.workspace_id, array(
      select distinct recording_id from recording_publications
      where workspace_id = scope.workspace_id and channel_id = any(scope.ids)), scope.people, became);
  end loop;
  return null;
end $$;

-- 3. New accounts are many at once in an import: one look for all of them.
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
drop trigger sight_insert on users;
create trigger sight_insert after insert on users referencing new table as changed
  for each statement execute function sight_after_users();

-- 4. CHANGES. `also`: further things of the kind of which the same is to be said.
alter table unnumbered_changes add column also text[];
drop index unnumbered_changes_gained;
create index unnumbered_changes_gained on unnumbered_changes (workspace_id, transaction, kind) where sight = 'gained';

create or replace function who_saw(workspace text, seen_kind text, seen text, people text[]) returns text[] language sql as $$
  select array(
    select unnest(people)
    except
    select unnest(gained.people) from unnumbered_changes gained
    where gained.workspace_id = workspace and gained.transaction = pg_current_xact_id() and gained.kind = seen_kind
      and gained.sight = 'gained' and (gained.id = seen or seen = any(gained.also)))
$$;

-- Who gained sight of what within this transaction, and so is not told of losing it.
create function gained_now(workspace text, seen_kind text) returns table (id text, user_id text)
language sql as $$
  select thing.id, person.user_id
  from unnumbered_changes gained, unnest(gained.id || gained.also) thing (id), unnest(gained.people) person (user_id)
  where gained.workspace_id = workspace and gained.transaction = pg_current_xact_id() and gained.kind = seen_kind
    and gained.sight = 'gained'
$$;

-- A row for all things that the same people see from now on, or see no more; at most 1,000 things in each.
create function write_moved_sight(workspace text, moved_kind text, ids text[], people text[], became text) returns void
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
  ), counted as (
    select *, (row_number() over (partition by kind, seers, sight order by id) - 1) / 1000 as part from told
  ), grouped as (
    select kind, seers, sight, array_agg(id) as all_ids from counted group by kind, seers, sight, part
  )
  select workspace, kind, all_ids[1], nullif(all_ids[2:], '{}'), seers, sight from grouped;
end $$;

create or replace function changes_of_note_sight() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(note_id) as ids, array_agg(user_id) as people from changed group by workspace_id
  loop
    perform write_moved_sight(scope.workspace_id, 'note', scope.ids, scope.people,
      case tg_op when 'DELETE' then 'lost' else 'gained' end);
  end loop;
  return null;
end $$;

create or replace function changes_of_recording_sight() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(recording_id) as ids, array_agg(user_id) as people from changed group by workspace_id
  loop
    perform write_moved_sight(scope.workspace_id, 'recording', scope.ids, scope.people,
      case tg_op when 'DELETE' then 'lost' else 'gained' end);
  end loop;
  return null;
end $$;

-- Nobody follows a workspace that is made by this transaction: its followers begin with a first copy, after the commit. Such
-- a transaction sets `minutebook.changes` to `unread`, and none of its changes is written.
do $$
declare told record;
begin
  for told in
    select trigger.tgname as name, trigger.tgrelid::regclass as relation, pg_get_triggerdef(trigger.oid) as definition
    from pg_trigger trigger join pg_proc function on function.oid = trigger.tgfoid
    where function.proname in ('changes_of_notes', 'changes_of_recordings', 'changes_of_media', 'changes_of_items',
        'changes_of_assignees', 'changes_of_note_sight', 'changes_of_recording_sight', 'changes_of_attendees')
      and trigger.tgrelid::regclass::text not like '%.%' and trigger.tgname like '%insert'
  loop
    execute format('drop trigger %I on %s', told.name, told.relation);
    execute regexp_replace(told.definition, ' WHEN \((.*)\) EXECUTE FUNCTION ',
      $when$ WHEN ((\1) and current_setting('minutebook.changes', true) IS DISTINCT FROM 'unread') EXECUTE FUNCTION $when$);
  end loop;
end $$;

-- 5. The index of words is told of a statement's rows together.
create function mark_all_stale() returns trigger language plpgsql as $$
begin
  insert into search_stale (workspace_id, kind, id) select workspace_id, tg_argv[0], id from changed
  on conflict (workspace_id, kind, id) do update set transaction = pg_current_xact_id();
  return null;
end $$;
drop trigger note_written on notes;
drop trigger recording_written on recordings;
drop trigger item_written on action_items;
create trigger note_written after insert on notes referencing new table as changed
  for each statement execute function mark_all_stale('note');
create trigger recording_written after insert on recordings referencing new table as changed
  for each statement execute function mark_all_stale('recording');
create trigger item_written after insert on action_items referencing new table as changed
  for each statement execute function mark_all_stale('item');

select leave_moving_alone();
