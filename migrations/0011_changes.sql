-- CHANGES (decision 45): what changed of notes, recordings, action items and decisions, for programs that follow them. Triggers
-- write it, so that no writer can forget it. A row names a thing, never what it says.

-- A row is written without a number, in the transaction that makes the change. After its commit a short transaction
-- numbers it, one at a time for each workspace (server/reading/changes/number-changes.ts). So a follower who has read up to a
-- number has missed none below it, however long some transactions take.
create table unnumbered_changes (
  written bigint generated always as identity primary key,
  workspace_id text collate "C" not null,
  -- `membership`: the person `id` joined or left `channel_id`. Whoever reads it looks up what the channel has.
  kind text collate "C" not null check (kind in ('note', 'recording', 'action_item', 'decision', 'membership')),
  id text collate "C" not null,
  -- More things of this kind to which the same happened.
  also text[],
  -- Whom it concerns: these people, or who is in this channel; null in both for everyone who sees the thing.
  people text[],
  channel_id text collate "C",
  -- What happened to their sight of it; null if only the thing itself changed.
  sight text check (sight in ('gained', 'lost')),
  -- A number, because it is copied when the workspace moves to another database.
  transaction bigint not null default pg_current_xact_id()::text::bigint
);
create index unnumbered_changes_of_workspace on unnumbered_changes (workspace_id, written);
create index unnumbered_changes_gained on unnumbered_changes (workspace_id, transaction, kind) where sight = 'gained';
create index unnumbered_changes_of_channel on unnumbered_changes (workspace_id, channel_id) where channel_id is not null;

create table changes (
  workspace_id text collate "C" not null,
  number bigint not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  people text[],
  channel_id text collate "C",
  -- 'lost': of the people or the channel's members, those who do not see it now learn that it is gone.
  sight text,
  -- Changes of one transaction happened at once, in whatever order they are numbered.
  transaction bigint not null,
  at timestamptz(3) not null,
  primary key (workspace_id, number)
);
-- The last change of a thing stands for all before it.
create unique index changes_for_everyone on changes (workspace_id, kind, id) where people is null and channel_id is null;
create index changes_of_thing on changes (workspace_id, kind, id, number);
-- What a channel gained and lost: who left it before learns of what it lost after.
create index changes_of_channel on changes (workspace_id, channel_id, number) where channel_id is not null;
create index changes_by_age on changes (at);

-- The last number of a workspace, and the last one that was removed: a cursor before it has expired.
create table change_counters (
  workspace_id text collate "C" primary key,
  last_number bigint not null default 0,
  forgotten_number bigint not null default 0
);

create function wake_followers() returns trigger language plpgsql as $$
begin
  if exists (select from written) then perform pg_notify('minutebook_changes', ''); end if;
  return null;
end $$;
create trigger wake after insert on unnumbered_changes referencing new table as written
  for each statement execute function wake_followers();

create function mark_changed(workspace text, changed_kind text, ids text[]) returns void language sql as $$
  insert into unnumbered_changes (workspace_id, kind, id)
  select distinct workspace, changed_kind, id from unnest(ids) id where id is not null
$$;

-- What shows an event: its note, which lists its people, and the recordings of that note.
create function mark_changed_by_events(workspace text, guids text[]) returns void language sql as $$
  with shown as (select id from notes where workspace_id = workspace and event_guid = any(guids))
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace, 'note', id from shown
  union all
  select workspace, 'recording', recording.id from shown
  join recordings recording on recording.workspace_id = workspace and recording.note_id = shown.id
$$;

-- An agenda shows its items.
create function mark_changed_items(workspace text, ids text[]) returns void language sql as $$
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace, 'action_item', id from action_items where workspace_id = workspace and action_items.id = any(ids)
  union all
  select distinct workspace, 'note', note_id from action_items
  where workspace_id = workspace and action_items.id = any(ids) and note_id is not null
$$;

-- Who gained sight of what within this transaction, and so does not learn of losing it.
create function gained_now(workspace text, seen_kind text) returns table (id text, user_id text)
language sql as $$
  select thing.id, person.user_id
  from unnumbered_changes gained, unnest(gained.id || gained.also) thing (id), unnest(gained.people) person (user_id)
  where gained.workspace_id = workspace and gained.transaction = pg_current_xact_id()::text::bigint and gained.kind = seen_kind
    and gained.sight = 'gained'
$$;

-- Each trigger function gets the rows of a statement together, as `changed`.
create function changes_of_notes() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'note', id from changed;
  return null;
end $$;

create function changes_of_recordings() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'recording', id from changed
  union all
  -- A note lists its recordings.
  select distinct workspace_id, 'note', note_id from changed where tg_op <> 'UPDATE';
  return null;
end $$;

create function changes_of_moved_notes() returns trigger language plpgsql as $$
begin
  perform mark_changed(new.workspace_id, 'recording',
    array(select id from recordings where workspace_id = new.workspace_id and note_id = new.id));
  return null;
end $$;
create trigger changes_of_moved_notes after update on notes for each row
  when (old.event_guid is distinct from new.event_guid) execute function changes_of_moved_notes();

-- A note lists its recordings by their age.
create function changes_of_moved_recordings() returns trigger language plpgsql as $$
begin
  perform mark_changed(new.workspace_id, 'note', array[old.note_id, new.note_id]);
  return null;
end $$;
create trigger changes_of_moved_recordings after update on recordings for each row
  when ((old.note_id, old.created_at) is distinct from (new.note_id, new.created_at))
  execute function changes_of_moved_recordings();

create function changes_of_media() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'recording', recording_id from changed;
  return null;
end $$;

-- Marks of an upload are not shown yet.
create function changes_of_marks() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select distinct changed.workspace_id, 'recording', changed.recording_id from changed
  join recordings on recordings.workspace_id = changed.workspace_id and recordings.id = changed.recording_id;
  return null;
end $$;

create function changes_of_items() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'action_item', id from changed
  union all
  select distinct workspace_id, 'note', note_id from changed where note_id is not null;
  return null;
end $$;

-- Who saw an item that is deleted, leaves its note or gets another creator: the readers of that note, without a note its
-- creator. Its assignees learn it by their own rows, and readers of a deleted note by the note's sight. A channel also
-- gains each new item of its notes: somebody who left it before never saw that one.
create function write_items_of_readers(workspace text, items text[], notes text[], makers text[], became text)
returns void language sql as $$
  insert into unnumbered_changes (workspace_id, kind, id, people, channel_id, sight)
  select workspace, 'action_item', item.id, array(
    select reader_id from sight where workspace_id = workspace and kind = 'note' and id = item.note_id and reader_kind = 'person'
    union
    select item.created_by where item.note_id is null and item.created_by is not null), null, became
  from unnest(items, notes, makers) item (id, note_id, created_by) where became = 'lost'
  union all
  select workspace, 'action_item', item.id, null, seen.reader_id, became
  from unnest(items, notes) item (id, note_id)
  join sight seen on seen.workspace_id = workspace and seen.kind = 'note' and seen.id = item.note_id
    and seen.reader_kind = 'channel'
$$;

create function changes_of_items_of_readers() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(id) as ids, array_agg(note_id) as notes, array_agg(created_by) as makers
    from changed group by workspace_id
  loop
    perform write_items_of_readers(scope.workspace_id, scope.ids, scope.notes, scope.makers,
      case tg_op when 'DELETE' then 'lost' else 'gained' end);
  end loop;
  return null;
end $$;

create function changes_of_moved_items() returns trigger language plpgsql as $$
begin
  perform write_items_of_readers(
    old.workspace_id, array[old.id], array[old.note_id], array[old.created_by], 'lost');
  perform write_items_of_readers(
    new.workspace_id, array[new.id], array[new.note_id], array[new.created_by], 'gained');
  perform mark_changed(old.workspace_id, 'note', array[old.note_id]);
  return null;
end $$;
create trigger changes_of_moved_items after update on action_items for each row
  when (old.note_id is distinct from new.note_id or (old.note_id is null and old.created_by is distinct from new.created_by))
  execute function changes_of_moved_items();

-- A decision names those that it replaced, the one that replaced it, and those that it may replace: these show it too.
create function beside_decisions(workspace text, ids text[]) returns setof text language sql stable as $$
  select older from decision_successions where workspace_id = workspace and newer = any(ids)
  union
  select newer from decision_successions where workspace_id = workspace and older = any(ids)
  union
  select newer from decision_proposals where workspace_id = workspace and older = any(ids)
$$;

-- The agenda of a note shows those that came of no recording.
create function changes_of_decisions() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id)
  select workspace_id, 'decision', id from changed
  union all
  select distinct workspace_id, 'note', note_id from changed where recording_id is null;
  return null;
end $$;

-- Others show of it whether it stands, and its quotation where it is proposed; its words they do not show.
create function changes_beside_decision() returns trigger language plpgsql as $$
begin
  perform mark_changed(new.workspace_id, 'decision', array(
    with replaced as (
      select older from decision_successions
      where workspace_id = new.workspace_id and newer = new.id and old.status <> new.status)
    select older from replaced
    union
    select newer from decision_proposals
    where workspace_id = new.workspace_id and (older = new.id or older in (select older from replaced))));
  return null;
end $$;
create trigger changes_beside_decision after update on decisions for each row
  when (old.status <> new.status or old.quote is distinct from new.quote) execute function changes_beside_decision();

-- As for items: who saw one that is deleted loses it, and a channel gains each new one.
create function changes_of_decisions_of_readers() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id, people, channel_id, sight)
  select changed.workspace_id, 'decision', changed.id, array(
    select reader_id from sight where workspace_id = changed.workspace_id and kind = changed.source_kind
      and id = changed.source_id and reader_kind = 'person'), null, 'lost'
  from changed where tg_op = 'DELETE'
  union all
  select changed.workspace_id, 'decision', changed.id, null, seen.reader_id,
    case tg_op when 'DELETE' then 'lost' else 'gained' end
  from changed join sight seen on seen.workspace_id = changed.workspace_id and seen.kind = changed.source_kind
    and seen.id = changed.source_id and seen.reader_kind = 'channel';
  return null;
end $$;

-- A row of `decision_successions`: both decisions, and those that show either.
create function changes_of_pairs() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(older) || array_agg(newer) as ids from changed group by workspace_id
  loop
    perform mark_changed(scope.workspace_id, 'decision',
      scope.ids || array(select beside_decisions(scope.workspace_id, scope.ids)));
  end loop;
  return null;
end $$;

-- Only the new decision shows a proposal: who sees the earlier one alone learns nothing of it.
create function changes_of_proposals() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id) select distinct workspace_id, 'decision', newer from changed;
  return null;
end $$;

-- A decision has the title of its recording or note.
create function changes_of_titles() returns trigger language plpgsql as $$
begin
  perform mark_changed(new.workspace_id, 'decision', array(
    select id from decisions where workspace_id = new.workspace_id and source_kind = tg_argv[0] and source_id = new.id));
  return null;
end $$;
create trigger changes_of_titles after update on notes for each row
  when (old.title <> new.title) execute function changes_of_titles('note');
create trigger changes_of_titles after update on recordings for each row
  when (old.title <> new.title) execute function changes_of_titles('recording');

-- Only who is reminded: their open pages read it.
create function changes_of_reminders() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id, people)
  values (new.workspace_id, 'note', new.note_id, array[new.user_id]);
  return null;
end $$;
create trigger changes_of_reminders after insert or update of made_at on reminders for each row
  when (current_setting('minutebook.changes', true) is distinct from 'unread') execute function changes_of_reminders();

create function changes_of_assignees() returns trigger language plpgsql as $$
declare
  scope record;
  became text := case tg_op when 'DELETE' then 'lost' when 'INSERT' then 'gained' end;
begin
  for scope in select workspace_id, array_agg(item_id) as ids from changed group by workspace_id loop
    insert into unnumbered_changes (workspace_id, kind, id, people, sight)
    select scope.workspace_id, 'action_item', item_id, array_agg(user_id), became
    from changed where workspace_id = scope.workspace_id and (became is distinct from 'lost' or (item_id, user_id) not in (
      select gained.id, gained.user_id from gained_now(scope.workspace_id, 'action_item') gained))
    group by item_id;
    perform mark_changed_items(scope.workspace_id, scope.ids);
  end loop;
  return null;
end $$;

-- One row for all things that the same people, or the same channel, see from now on, or see no more; at most 1,000 things
-- in each. They are not sorted by these people: comparing their ids for each pair of things took half of the time.
create function write_moved_sight(
  workspace text, moved_kind text, ids text[], persons text[], channels text[], became text)
returns void language plpgsql set plan_cache_mode = force_generic_plan
set enable_nestloop = on set enable_seqscan = off set enable_hashjoin = off as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id, also, people, channel_id, sight)
  with pairs as (
    select pair.id, pair.person, pair.channel from unnest(ids, persons, channels) pair (id, person, channel)
    where became = 'gained' or pair.person is null or (pair.id, pair.person) not in (
      select gained.id, gained.user_id from gained_now(workspace, moved_kind) gained)
  ), moved as (
    select id, array_agg(person order by person) as seers, null as channel from pairs where person is not null group by id
    union all
    select id, null, channel from pairs where channel is not null
  ), affected as (
    select moved_kind as kind, id, seers, channel, became as sight from moved
    union all
    select 'action_item', item.id, moved.seers, moved.channel,
      case when moved.channel is null then nullif(became, 'gained') else became end
    from moved join action_items item on item.workspace_id = workspace and item.note_id = moved.id
    where moved_kind = 'note'
    union all
    select 'decision', decision.id, moved.seers, moved.channel,
      case when moved.channel is null then nullif(became, 'gained') else became end
    from moved join decisions decision
      on decision.workspace_id = workspace and decision.source_kind = moved_kind and decision.source_id = moved.id
    union all
    -- Others name those that their reader sees.
    select distinct 'decision', beside.id, moved.seers, moved.channel, null
    from moved join decisions decision
      on decision.workspace_id = workspace and decision.source_kind = moved_kind and decision.source_id = moved.id
    cross join lateral beside_decisions(workspace, array[decision.id]) beside (id)
    union all
    -- A note lists those recordings that its reader sees.
    select distinct 'note', recording.note_id, moved.seers, moved.channel, null
    from moved join recordings recording on recording.workspace_id = workspace and recording.id = moved.id
    where moved_kind = 'recording'
  ), grouped as (
    select kind, seers, channel, sight, array_agg(id) as all_ids from affected group by kind, seers, channel, sight
  )
  select workspace, kind, all_ids[first], nullif(all_ids[first + 1:first + 999], '{}'), seers, channel, sight
  from grouped, generate_series(1, cardinality(all_ids), 1000) first;
end $$;

create function changes_of_sight() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, kind, array_agg(id) as ids,
      array_agg(case reader_kind when 'person' then reader_id end) as persons,
      array_agg(case reader_kind when 'channel' then reader_id end) as channels
    from changed group by workspace_id, kind
  loop
    perform write_moved_sight(scope.workspace_id, scope.kind, scope.ids, scope.persons, scope.channels,
      case tg_op when 'DELETE' then 'lost' else 'gained' end);
  end loop;
  return null;
end $$;

-- One row, whatever the channel has: who reads it looks that up (server/reading/changes/expand-membership.ts).
create function changes_of_members() returns trigger language plpgsql as $$
begin
  insert into unnumbered_changes (workspace_id, kind, id, channel_id, sight)
  select workspace_id, 'membership', user_id, channel_id, case tg_op when 'DELETE' then 'lost' else 'gained' end
  from changed;
  return null;
end $$;

create function changes_of_events() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(guid) as guids from changed group by workspace_id loop
    perform mark_changed_by_events(scope.workspace_id, scope.guids);
  end loop;
  return null;
end $$;

create function changes_of_attendees() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(distinct event_guid) as guids from changed group by workspace_id loop
    perform mark_changed_by_events(scope.workspace_id, scope.guids);
  end loop;
  return null;
end $$;

-- `in_own_calendar` is shown to nobody, so it is no change.
create function changes_of_updated_attendees() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select workspace_id, array_agg(distinct event_guid) as guids from (
      select workspace_id, event_guid, position, email, email_folded, name from changed
      except
      select workspace_id, event_guid, position, email, email_folded, name from before) shown
    group by workspace_id
  loop
    perform mark_changed_by_events(scope.workspace_id, scope.guids);
  end loop;
  return null;
end $$;
create trigger changes_of_attendees_update after update on event_attendees referencing old table as before new table as changed
  for each statement execute function changes_of_updated_attendees();

-- The ids of the people whom AI notes name.
create function named_in_notes(ai_notes json) returns jsonb language sql immutable as $$
  select jsonb_path_query_array(ai_notes::jsonb, '$.sections[*].items[*].assignees[*]')
$$;
create index recordings_by_named on recordings using gin (named_in_notes(ai_notes) jsonb_path_ops)
  where ai_notes is not null;

create index recordings_by_who_told on recordings (workspace_id, started_by) where facts ->> 'consent' is not null;

-- Items that are assigned to the person, AI notes that name them, recordings that they told others of, and their marks show
-- their name and address.
create function changes_of_people() returns trigger language plpgsql as $$
begin
  perform mark_changed_items(new.workspace_id, array(
    select item_id from action_item_assignees where workspace_id = new.workspace_id and user_id = new.id));
  perform mark_changed(new.workspace_id, 'recording', array(
    select id from recordings where workspace_id = new.workspace_id and ai_notes is not null
      and named_in_notes(ai_notes) @> to_jsonb(array[new.id])
    union
    select id from recordings where workspace_id = new.workspace_id and started_by = new.id
      and facts ->> 'consent' is not null
    union
    select recording_id from marks where workspace_id = new.workspace_id and user_id = new.id
      and exists (select from recordings where workspace_id = new.workspace_id and id = recording_id)));
  return null;
end $$;
create trigger changes_of_people after update on users for each row
  when ((old.full_name, old.email) is distinct from (new.full_name, new.email))
  execute function changes_of_people();

-- A recording says whether the caller attends its event. Nobody follows as an account that has no other address yet: it is
-- new, or is deleted.
create function changes_of_addresses() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in
    select changed.workspace_id, array_agg(changed.email_folded) as addresses from changed
    where exists (select from addresses other where other.workspace_id = changed.workspace_id
      and other.user_id = changed.user_id and other.email_folded <> changed.email_folded)
    group by changed.workspace_id
  loop
    perform mark_changed_by_events(scope.workspace_id, array(
      select distinct event_guid from event_attendees
      where workspace_id = scope.workspace_id and email_folded = any(scope.addresses)));
  end loop;
  return null;
end $$;

-- Nobody follows a workspace that is made by this transaction: its followers begin with a first copy, after the commit.
-- Such a transaction sets `minutebook.changes` to `unread`, and none of its inserts is written here.
do $$
declare reaction record;
begin
  for reaction in select * from (values
    ('notes', 'insert', 'changes_of_notes'),
    ('notes', 'update', 'changes_of_notes'),
    ('notes', 'delete', 'changes_of_notes'),
    ('recordings', 'insert', 'changes_of_recordings'),
    ('recordings', 'update', 'changes_of_recordings'),
    ('recordings', 'delete', 'changes_of_recordings'),
    ('recording_media', 'insert', 'changes_of_media'),
    ('recording_media', 'delete', 'changes_of_media'),
    ('marks', 'insert', 'changes_of_marks'),
    ('marks', 'update', 'changes_of_marks'),
    ('marks', 'delete', 'changes_of_marks'),
    ('action_items', 'insert', 'changes_of_items'),
    ('action_items', 'update', 'changes_of_items'),
    ('action_items', 'delete', 'changes_of_items'),
    ('action_items', 'insert', 'changes_of_items_of_readers'),
    ('action_items', 'delete', 'changes_of_items_of_readers'),
    ('decisions', 'insert', 'changes_of_decisions'),
    ('decisions', 'update', 'changes_of_decisions'),
    ('decisions', 'delete', 'changes_of_decisions'),
    ('decisions', 'insert', 'changes_of_decisions_of_readers'),
    ('decisions', 'delete', 'changes_of_decisions_of_readers'),
    ('decision_successions', 'insert', 'changes_of_pairs'),
    ('decision_successions', 'delete', 'changes_of_pairs'),
    ('decision_proposals', 'insert', 'changes_of_proposals'),
    ('decision_proposals', 'update', 'changes_of_proposals'),
    ('decision_proposals', 'delete', 'changes_of_proposals'),
    ('action_item_assignees', 'insert', 'changes_of_assignees'),
    ('action_item_assignees', 'update', 'changes_of_assignees'),
    ('action_item_assignees', 'delete', 'changes_of_assignees'),
    ('sight', 'insert', 'changes_of_sight'),
    ('sight', 'delete', 'changes_of_sight'),
    ('channel_members', 'insert', 'changes_of_members'),
    ('channel_members', 'delete', 'changes_of_members'),
    ('events', 'update', 'changes_of_events'),
    ('event_attendees', 'insert', 'changes_of_attendees'),
    ('event_attendees', 'delete', 'changes_of_attendees'),
    ('addresses', 'insert', 'changes_of_addresses'),
    ('addresses', 'delete', 'changes_of_addresses')) as reaction(relation, operation, function_name)
  loop
    execute format('create trigger %I after %s on %I referencing %s table as changed
      for each statement %s execute function %I()',
      reaction.function_name || '_' || reaction.operation, reaction.operation, reaction.relation,
      case reaction.operation when 'delete' then 'old' else 'new' end,
      case reaction.operation when 'insert' then
        $when$when (current_setting('minutebook.changes', true) is distinct from 'unread')$when$ end, reaction.function_name);
  end loop;
end $$;
