-- An event that goes takes its attendees along, and the shares of its series that they made count no more. Its series is
-- told by nothing once they are gone, so it is told here: attendees go before this statement's end.
create function sight_after_events() returns trigger language plpgsql as $$
declare scope record;
begin
  for scope in select workspace_id, array_agg(distinct series_id) as ids from changed group by workspace_id loop
    perform refresh_sight(scope.workspace_id, array(
      select note.id from notes note
      where note.workspace_id = scope.workspace_id and note.series_id = any(scope.ids)
        and exists (select from series_shares share
          where share.workspace_id = note.workspace_id and share.series_id = note.series_id)), null);
  end loop;
  return null;
end $$;
create trigger sight_delete after delete on events referencing old table as changed
  for each statement execute function sight_after_events();

-- What was left open until now: by shares whose makers attend nothing of the series any more.
select refresh_sight(note.workspace_id, array_agg(note.id), array_agg(distinct share.user_id))
from series_shares share
join notes note on note.workspace_id = share.workspace_id and note.series_id = share.series_id
where (share.workspace_id, share.series_id, share.user_id) not in (
  select workspace_id, series_id, user_id from valid_series_shares)
group by note.workspace_id;
