-- A workspace of :size notes, made inside PostgreSQL: 500 people, 400 channels of 8 members (one person, u_0, is in 200),
-- an event with 3 attendees and a note each, every second note published in a channel and a tenth in everyone's, every second one recorded; five titles name Zephyr, every 301st Quartz.
-- $1 workspace, $2 notes. Triggers are off: sight is filled from its rule at the end, in one statement.
insert into workspaces (id, subdomain, name, plan) values ('$1', '$1', 'Bench', 'enterprise');

insert into users (workspace_id, id, email, email_folded, full_name, admin, created_at)
select '$1', 'u_' || n, 'person' || n || '@bench.test', 'person' || n || '@bench.test', 'Person ' || n, n = 0, '2024-01-01'
from generate_series(0, 499) n;
insert into addresses (workspace_id, email_folded, email, user_id)
select workspace_id, email_folded, email, id from users where workspace_id = '$1';

insert into api_keys (workspace_id, id, user_id, name, secret_hash, super_admin, created_at)
select '$1', 'k_' || kind, 'u_0', kind, sha256(convert_to('mb_bench_$1_' || kind, 'UTF8')), kind = 'admin', now()
from unnest(array['member', 'admin']) kind;

insert into channels (workspace_id, id, title, created_at)
select '$1', 'ch_' || n, 'Channel ' || n, '2024-01-01' from generate_series(0, 399) n;

insert into channel_members (workspace_id, channel_id, user_id)
select distinct '$1', 'ch_' || n, case when m = 0 and n % 2 = 0 then 'u_0' else 'u_' || 1 + (n * 7 + m * 61) % 499 end
from generate_series(0, 399) n, generate_series(0, 7) m;

insert into series (workspace_id, id, title)
select '$1', 'se_' || n, 'Series ' || n from generate_series(0, $2 / 20) n;

-- Two years of meetings, evenly spread, so that a bound of time selects the same share in every size.
create temp table meeting as
select n, 'evt_' || n as guid, 'n_' || lpad(n::text, 8, '0') as note_id, 'se_' || n / 20 as series_id,
  timestamptz '2024-01-01' + n * (interval '730 days' / $2) as at,
  (array['Weekly', 'Monthly', 'Kickoff', 'Retrospective', 'Design', 'Budget', 'Hiring', 'Roadmap', 'Standup', 'Review'])
    [1 + n % 10] || ' '
  || case when n % ($2 / 5) = 0 then 'Zephyr ' else '' end || case when n % 301 = 7 then 'Quartz ' else '' end
  || (array['Platform', 'Mobile', 'Growth', 'Finance', 'Legal', 'Support', 'Research'])[1 + (n / 10) % 7]
  || ' ' || to_char(n, 'FM00000000') as title
from generate_series(0, $2 - 1) n;

insert into events (workspace_id, guid, series_id, title, starts_at, ends_at, call_url, organizer_email)
select '$1', guid, series_id, title, at + interval '1 day', at + interval '1 day 30 minutes', 'https://meet.test/' || guid,
  'person' || n % 500 || '@bench.test'
from meeting;

insert into event_attendees (workspace_id, event_guid, position, email, email_folded)
select '$1', guid, m, email, email
from meeting, generate_series(0, 2) m,
  lateral (select 'person' || (n + m * 167) % 500 || '@bench.test' as email) address;

insert into notes (workspace_id, id, event_guid, series_id, title, title_folded, agenda, created_at, updated_at)
select '$1', note_id, guid, series_id, title, lower(title),
  '[{"type":"heading","depth":0,"level":1,"text":"Goals"},{"type":"bullet","depth":0,"text":"Say what changed"}]',
  at, at + interval '1 hour'
from meeting;

insert into publications (workspace_id, note_id, channel_id, by_user_id)
select '$1', note_id, 'ch_' || (n / 2) % 400, 'u_' || n % 500 from meeting where n % 2 = 0;

-- Everyone's channel: a tenth of all notes, so that its first page is full in every size.
insert into publications (workspace_id, note_id, channel_id, by_user_id)
select '$1', note_id, 'ch_0', 'u_' || n % 500 from meeting where n % 10 = 1;

insert into recordings (workspace_id, id, note_id, title, title_folded, created_at, updated_at)
select '$1', 'r_' || lpad(n::text, 8, '0'), note_id, title, lower(title), at + interval '1 hour', at + interval '1 hour'
from meeting where n % 2 = 1;

analyze;

insert into sight (workspace_id, reader_kind, reader_id, kind, created_at, id)
select workspace_id, reader_kind, reader_id, kind, thing.created_at, id
from readers join things thing using (workspace_id, kind, id)
where workspace_id = '$1'
order by 1, 2, 3, 4, 5, 6;

drop table meeting;
