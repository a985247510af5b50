-- Two decisions for each recording of the workspace $1 (meetings.sql): every 20th is withdrawn, every tenth superseded by one of
-- a later meeting. Triggers are off.
insert into decisions (workspace_id, id, note_id, recording_id, text, text_folded, status, detected, made_at, created_at,
  updated_at)
select '$1', 'dec_' || recording.id || '_' || k, recording.note_id, recording.id, text, lower(text),
  case when n % 20 = 3 then 'withdrawn' else 'stands' end, true, event.starts_at, recording.created_at, recording.created_at
from (select *, row_number() over (order by id) * 2 as number from recordings where workspace_id = '$1') recording
join notes note on note.workspace_id = '$1' and note.id = recording.note_id
join events event on event.workspace_id = '$1' and event.guid = note.event_guid
cross join generate_series(0, 1) k,
lateral (select number + k as n) numbered,
lateral (select 'We ' || (array['rent', 'sell', 'paint', 'move', 'keep', 'order', 'cancel'])[1 + n % 7] || ' the '
  || (array['hall', 'website', 'logo', 'contract', 'budget', 'garden', 'printer', 'archive', 'stand', 'report', 'van'])[1 + n % 11]
  || case when n % 301 = 7 then ' of quartz' else '' end || ' ' || n as text) written;

analyze decisions;

insert into decision_successions (workspace_id, older, newer)
select '$1', older.id, newer.id
from (select id, row_number() over (order by id) as n from decisions where workspace_id = '$1') older
join (select id, row_number() over (order by id) as n from decisions where workspace_id = '$1') newer on newer.n = older.n + 41
where older.n % 10 = 0;
