-- WHOSE CALENDAR HAS A MEETING AS IT IS (docs/decisions/calendar.md). A recording joins a meeting by itself only if the uploader's own
-- calendar has it with this time and call link, and names everybody who is in it: otherwise a colleague could invite the uploader to
-- be let in on what they record, or move a meeting over their call. Null where no calendar has said it here: the row is older than this
-- column, or a world brought it. Then the meeting counts for the person whose import first brought it, or for all where nobody's did.
alter table event_attendees add column in_own_calendar boolean;

-- Nobody is shown it, so it is no change for followers (decision 45).
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
drop trigger changes_of_attendees_update on event_attendees;
create trigger changes_of_attendees_update after update on event_attendees referencing old table as before new table as changed
  for each statement execute function changes_of_updated_attendees();
select leave_moving_alone();
