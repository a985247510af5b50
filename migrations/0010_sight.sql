-- WHO READS WHAT (spec 2.1; decision 17). A reader is a person or a channel. The view `readers` is the rule; the table
-- `sight` stores what it says, and triggers keep both equal in the transaction that changes an input, whoever makes the
-- change. Members of a channel read what it reads, so joining and leaving are one row and change no sight
-- (`person_sight`). Deactivated people are left out where sight is read (server/people/sight/visible.ts).

-- 1. THE RULE

-- Accounts of which an address is invited, once for each. A deactivated attendee still counts as the maker of a share.
create view event_people as
  select attendee.workspace_id, attendee.event_guid, known.user_id
  from event_attendees attendee
  join addresses known on known.workspace_id = attendee.workspace_id and known.email_folded = attendee.email_folded;

-- A note without an event has its creator as its attendee.
create view note_attendees as
  select note.workspace_id, note.id as note_id, person.user_id
  from notes note
  join event_people person on person.workspace_id = note.workspace_id and person.event_guid = note.event_guid
  union all
  select note.workspace_id, note.id, note.created_by
  from notes note
  where note.event_guid is null and note.created_by is not null;

-- A series is attended by those who attend any of its events. Only they may share it.
create view series_attendees as
  select event.workspace_id, event.series_id, person.user_id
  from events event
  join event_people person on person.workspace_id = event.workspace_id and person.event_guid = event.guid
  where event.series_id is not null;

-- With whom a series is shared: while the maker of the share attends an event of it. This opens no note (see
-- `opened_by_series`).
create view valid_series_shares as
  select share.workspace_id, share.series_id, share.user_id, share.can_edit
  from series_shares share
  where exists (
    select from events event
    join event_people person on person.workspace_id = event.workspace_id and person.event_guid = event.guid
    where event.workspace_id = share.workspace_id and event.series_id = share.series_id
      and person.user_id = share.by_user_id);

-- Those who see a series: its attendees, who may share it, and those with whom it is shared, who may leave it.
create view series_readers as
  select workspace_id, series_id, user_id from series_attendees
  union all
  select workspace_id, series_id, user_id from valid_series_shares;

-- Notes and recordings, each with the note whose attendees decide about it.
create view things as
  select workspace_id, 'note' as kind, id, id as note_id, created_at from notes
  union all
  select workspace_id, 'recording', id, note_id, created_at from recordings;

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

-- A share of a series opens a note with an event if the maker of the share attends the event; one without an event if
-- they made it and attend some event of the series. Later notes too. So nobody gets into a meeting that the maker of the
-- share was not in, and a share with oneself opens nothing.
create view opened_by_series as
  select note.workspace_id, note.id as note_id, share.user_id, share.can_edit
  from notes note
  join series_shares share on share.workspace_id = note.workspace_id and share.series_id = note.series_id
  where case when note.event_guid is null
    then note.created_by = share.by_user_id and exists (
      select from series_attendees maker
      where maker.workspace_id = share.workspace_id and maker.series_id = share.series_id
        and maker.user_id = share.by_user_id offset 0)
    else exists (
      select from event_people maker
      where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid
        and maker.user_id = share.by_user_id offset 0) end;

-- What somebody opened: a share for a person, a publication for a channel.
create view opened as
  select workspace_id, kind, id, 'person' as reader_kind, user_id as reader_id, by_user_id from shares
  union all
  select workspace_id, kind, id, 'channel', channel_id, by_user_id from publications;

-- The attendees of a note read it and its recordings.
-- A person reads the one note or recording that an attendee shared with them, and notes with their recordings of a shared
-- series, while the maker of the share attends.
-- A channel reads the one note or recording that an attendee published in it, while the maker of the publication attends.
--
-- Whether they attend is a `case` and not a join with note_attendees: PostgreSQL would compute both halves of that union
-- for the whole workspace. With `offset 0` it looks for the one maker: without statistics it read all invitations of all
-- workspaces first, and a share among 3,300,000 took over 40 s instead of 0.1 s.
create view readers as
  select workspace_id, 'note' as kind, note_id as id, 'person' as reader_kind, user_id as reader_id from note_attendees
  union
  select workspace_id, 'recording', recording_id, 'person', user_id from recording_attendees
  union
  select opened.workspace_id, opened.kind, opened.id, opened.reader_kind, opened.reader_id
  from opened
  join things thing on thing.workspace_id = opened.workspace_id and thing.kind = opened.kind and thing.id = opened.id
  join notes note on note.workspace_id = thing.workspace_id and note.id = thing.note_id
  where case when note.event_guid is null then note.created_by = opened.by_user_id
    else exists (
      select from event_people maker
      where maker.workspace_id = note.workspace_id and maker.event_guid = note.event_guid
        and maker.user_id = opened.by_user_id offset 0) end
  union
  select thing.workspace_id, thing.kind, thing.id, 'person', opened.user_id
  from things thing
  join opened_by_series opened on opened.workspace_id = thing.workspace_id and opened.note_id = thing.note_id;

-- 2. ITS RESULT
-- Without foreign keys: they would look up each thing and reader again and lock its row. Triggers below delete the sight
-- of what is deleted, under the same lock.
create table sight (
  workspace_id text collate "C" not null,
  reader_kind text collate "C" not null check (reader_kind in ('person', 'channel')),
  reader_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('note', 'recording')),
  created_at timestamptz(3) not null,
  id text collate "C" not null,
  -- A list, newest first, is one range for each reader.
  primary key (workspace_id, reader_kind, reader_id, kind, created_at, id)
);
create unique index sight_of_thing on sight (workspace_id, kind, id, reader_kind, reader_id);

-- Who sees what, once for each way: themselves, and each of their channels.
create view person_sight as
  select workspace_id, reader_id as user_id, kind, created_at, id from sight where reader_kind = 'person'
  union all
  select member.workspace_id, member.user_id, seen.kind, seen.created_at, seen.id
  from channel_members member
  join sight seen on seen.workspace_id = member.workspace_id and seen.reader_kind = 'channel'
    and seen.reader_id = member.channel_id;

-- 3. HOW THE RESULT IS KEPT EQUAL TO THE RULE

-- Changes of a workspace's sight wait for each other, because each must see what the other did: an invitation that is
-- withdrawn and a share that is made at the same moment would each take the other for absent. Joins and leaves change no
-- sight, and wait for nobody.
create function lock_sight(workspace text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('sight ' || workspace, 0))
$$;

-- A transaction that sets `minutebook.sight` to `postponed` has sight written once, by `write_postponed_sight`, or at its
-- commit (the row '' stands for it). Rows are here only while it is open.
create unlogged table postponed_sight (
  workspace_id text collate "C" not null,
  note_id text collate "C" not null,
  primary key (workspace_id, note_id)
);

-- Makes sight equal to the rule for these notes and their recordings. The view is read thing by thing (a lateral `except`
-- keeps it so), along indexes, by one plan: planning took 20 ms of the 23 of a shared series, and without statistics
-- hash joins took 280 ms of a share instead of 50. A plan that was made while the tables were small would go on reading
-- all of them, and an import forbids nested loops. What is closed is deleted by its place (ctid), as found under the lock:
-- PostgreSQL could turn a join round.
create function write_sight(workspace text, notes text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan
set enable_nestloop = on set enable_seqscan = off set enable_hashjoin = off as $$
#variable_conflict use_column
begin
  delete from sight where workspace_id = workspace and ctid = any(array(
    select gone.ctid from things thing, lateral (
      select reader_kind, reader_id from sight where workspace_id = workspace and kind = thing.kind and id = thing.id
      except
      select reader_kind, reader_id from readers where workspace_id = workspace and kind = thing.kind and id = thing.id) closed,
      lateral (select ctid from sight where workspace_id = workspace and kind = thing.kind and id = thing.id
        and reader_kind = closed.reader_kind and reader_id = closed.reader_id offset 0) gone
    where thing.workspace_id = workspace and thing.note_id = any(notes)));
  insert into sight (workspace_id, reader_kind, reader_id, kind, created_at, id)
  select workspace, opened.reader_kind, opened.reader_id, thing.kind, thing.created_at, thing.id from things thing, lateral (
    select reader_kind, reader_id from readers where workspace_id = workspace and kind = thing.kind and id = thing.id
    except
    select reader_kind, reader_id from sight where workspace_id = workspace and kind = thing.kind and id = thing.id) opened
  where thing.workspace_id = workspace and thing.note_id = any(notes)
  order by opened.reader_kind, opened.reader_id, thing.kind, thing.created_at;
end $$;

create function refresh_sight(workspace text, notes text[]) returns void language plpgsql as $$
begin
  if cardinality(notes) is null or cardinality(notes) = 0 then return; end if;
  perform lock_sight(workspace);
  if current_setting('minutebook.sight', true) = 'postponed' then
    insert into postponed_sight (workspace_id, note_id) select workspace, unnest(array_append(notes, '')) on conflict do nothing;
  else
    -- Who writes items or decisions of these notes holds them. Once they have ended, their rows count among what readers
    -- gain and lose; a follower would keep a deleted item for ever.
    perform from notes note where note.workspace_id = workspace and note.id = any(notes) order by note.id for share;
    perform write_sight(workspace, notes);
  end if;
end $$;

-- Up to 5,000 notes in a statement: more are not faster, and need memory.
create function write_postponed_sight(workspace text) returns void
language plpgsql set enable_seqscan = off as $$
declare
  ids text[];
  last text := '';
begin
  loop
    ids := array(
      select note_id from postponed_sight where workspace_id = workspace and note_id > last order by note_id limit 5000);
    exit when cardinality(ids) = 0;
    last := ids[cardinality(ids)];
    perform write_sight(workspace, ids);
  end loop;
  delete from postponed_sight where workspace_id = workspace;
end $$;

create function write_sight_at_commit() returns trigger language plpgsql as $$
begin
  perform write_postponed_sight(new.workspace_id);
  return null;
end $$;
create constraint trigger write_sight_at_commit after insert on postponed_sight deferrable initially deferred
  for each row when (new.note_id = '') execute function write_sight_at_commit();

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
      and (makers is null or share.by_user_id = any(makers))));
end $$;

-- Everything that invitations of these people to these events decide.
create function refresh_events_sight(workspace text, guids text[], invited text[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform refresh_sight(workspace,
    array(select id from notes where workspace_id = workspace and event_guid = any(guids)));
  perform refresh_shared_without_event(workspace,
    array(select distinct series_id from events where workspace_id = workspace and guid = any(guids)), invited);
end $$;

-- 4. TRIGGERS. A statement's rows come together as `changed`; updates that matter come row by row.

create function sight_after_note_update() returns trigger language plpgsql as $$
begin
  perform refresh_sight(new.workspace_id, array[new.id]);
  return null;
end $$;
create trigger sight_update after update on notes for each row
  when ((old.event_guid, old.series_id, old.created_by) is distinct from (new.event_guid, new.series_id, new.created_by))
  execute function sight_after_note_update();

create function sight_after_recording_update() returns trigger language plpgsql as $$
begin
  perform refresh_sight(new.workspace_id, array[new.note_id]);
  return null;
end $$;
create trigger sight_update after update on recordings for each row
  when (old.note_id is distinct from new.note_id) execute function sight_after_recording_update();

-- Before the note is deleted: followers learn of its items by its sight (changes), and the items are deleted with it.
create function sight_of_thing_gone() returns trigger language plpgsql as $$
begin
  perform lock_sight(old.workspace_id);
  delete from sight where workspace_id = old.workspace_id and kind = tg_argv[0] and id = old.id;
  return old;
end $$;
create trigger sight_gone before delete on notes for each row execute function sight_of_thing_gone('note');
create trigger sight_gone before delete on recordings for each row execute function sight_of_thing_gone('recording');

create function sight_of_person_gone() returns trigger language plpgsql as $$
begin
  perform lock_sight(old.workspace_id);
  delete from sight where workspace_id = old.workspace_id and reader_kind = 'person' and reader_id = old.id;
  return old;
end $$;
create trigger sight_gone before delete on users for each row execute function sight_of_person_gone();

-- Lists are in the order of creation.
create function sight_of_thing_moved() returns trigger language plpgsql as $$
begin
  perform lock_sight(new.workspace_id);
  update sight set created_at = new.created_at
  where workspace_id = new.workspace_id and kind = tg_argv[0] and id = new.id;
  return null;
end $$;
create trigger sight_moved after update on notes for each row
  when (old.created_at <> new.created_at) execute function sight_of_thing_moved('note');
create trigger sight_moved after update on recordings for each row
  when (old.created_at <> new.created_at) execute function sight_of_thing_moved('recording');

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
    select changed.workspace_id, array_agg(distinct changed.event_guid) as guids, array_agg(distinct known.user_id) as people
    from changed
    left join addresses known
      on known.workspace_id = changed.workspace_id and known.email_folded = changed.email_folded
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

-- An address that comes to an account makes an invited address a person; one that goes undoes it. An import adds many at
-- once. With a deleted account everything of it goes, its sight too.
create function sight_after_addresses() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select changed.workspace_id, array_agg(distinct changed.user_id) as people, array_agg(changed.email_folded) as addresses
    from changed
    join users person on person.workspace_id = changed.workspace_id and person.id = changed.user_id
    group by changed.workspace_id
  loop
    perform refresh_events_sight(scope.workspace_id, array(
      select distinct event_guid from event_attendees
      where workspace_id = scope.workspace_id and email_folded = any(scope.addresses)), scope.people);
  end loop;
  return null;
end $$;
create trigger sight_insert after insert on addresses referencing new table as changed
  for each statement execute function sight_after_addresses();
create trigger sight_delete after delete on addresses referencing old table as changed
  for each statement execute function sight_after_addresses();

create function sight_after_things() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in execute format('select workspace_id, array_agg(distinct %I) as ids from changed group by 1', tg_argv[0]) loop
    perform refresh_sight(scope.workspace_id, scope.ids);
  end loop;
  return null;
end $$;

-- A share or publication with a new maker counts again, so an update is like an insert. What is deleted with its
-- recording has no note.
create function sight_after_opened() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select changed.workspace_id, array_agg(distinct coalesce(changed.note_id, recording.note_id)) as ids from changed
    left join recordings recording on recording.workspace_id = changed.workspace_id and recording.id = changed.recording_id
    group by 1
  loop
    perform refresh_sight(scope.workspace_id, array_remove(scope.ids, null));
  end loop;
  return null;
end $$;

-- A share decides about the notes of its series that its maker attends or made. After a change of its maker, the
-- rule is read for the notes of both.
create function sight_after_series_shares() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(distinct series_id) as ids, array_agg(distinct by_user_id) as makers
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
        and created_by = any(scope.makers)));
  end loop;
  return null;
end $$;
create trigger sight_update_old after update on series_shares referencing old table as changed
  for each statement execute function sight_after_series_shares();

do $$
declare input record;
begin
  for input in select * from (values
    ('notes', 'insert', 'sight_after_things(id)'),
    ('recordings', 'insert', 'sight_after_things(note_id)'),
    ('shares', 'insert update delete', 'sight_after_opened()'),
    ('publications', 'insert update delete', 'sight_after_opened()'),
    ('series_shares', 'insert update delete', 'sight_after_series_shares()')) as inputs(relation, operations, react),
    unnest(string_to_array(operations, ' ')) operation
  loop
    execute format('create trigger sight_%s after %1$s on %I referencing %s table as changed
      for each statement execute function %s',
      input.operation, input.relation, case input.operation when 'delete' then 'old' else 'new' end, input.react);
  end loop;
end $$;
