-- A workspace for the bench of channels: 10,000 notes, each with an event of one attendee and an action item, all published in
-- one channel; $2 people in it already, and $3 people who are not.
-- $1 workspace. Triggers are off: sight is filled from its rule at the end.
insert into workspaces (id, subdomain, name, plan) values ('$1', '$1', 'Bench', 'enterprise');

insert into users (workspace_id, id, email, email_folded, full_name, admin, created_at)
select '$1', 'u_' || n, 'person' || n || '@bench.test', 'person' || n || '@bench.test', 'Person ' || n, n = 0, '2024-01-01'
from generate_series(0, $2 + $3) n;
insert into addresses (workspace_id, email_folded, email, user_id)
select workspace_id, email_folded, email, id from users where workspace_id = '$1';

insert into api_keys (workspace_id, id, user_id, name, secret_hash, super_admin, created_at)
values ('$1', 'k_member', 'u_0', 'member', sha256(convert_to('mb_bench_$1_member', 'UTF8')), false, now());

insert into channels (workspace_id, id, title, created_at) values ('$1', 'ch_0', 'Everyone', '2024-01-01');
insert into channel_members (workspace_id, channel_id, user_id)
select '$1', 'ch_0', 'u_' || n from generate_series(0, $2) n;

insert into events (workspace_id, guid, title, starts_at, ends_at)
select '$1', 'evt_' || n, 'Weekly ' || n, timestamptz '2024-01-01' + n * interval '1 hour',
  timestamptz '2024-01-01' + n * interval '1 hour'
from generate_series(1, 10000) n;
insert into event_attendees (workspace_id, event_guid, position, email, email_folded)
select '$1', 'evt_' || n, 0, 'person0@bench.test', 'person0@bench.test' from generate_series(1, 10000) n;
insert into notes (workspace_id, id, event_guid, title, title_folded, created_at, updated_at)
select '$1', 'n_' || lpad(n::text, 8, '0'), 'evt_' || n, 'Weekly ' || n, 'weekly ' || n,
  timestamptz '2024-01-01' + n * interval '1 hour', timestamptz '2024-01-01' + n * interval '1 hour'
from generate_series(1, 10000) n;
insert into action_items (workspace_id, id, note_id, text, created_at, updated_at)
select '$1', 'ai_' || n, 'n_' || lpad(n::text, 8, '0'), 'Send it', '2024-01-01', '2024-01-01' from generate_series(1, 10000) n;
insert into publications (workspace_id, note_id, channel_id, by_user_id)
select '$1', id, 'ch_0', 'u_0' from notes where workspace_id = '$1';

analyze;

insert into sight (workspace_id, reader_kind, reader_id, kind, created_at, id)
select workspace_id, reader_kind, reader_id, kind, thing.created_at, id
from readers join things thing using (workspace_id, kind, id)
where workspace_id = '$1'
order by 1, 2, 3, 4, 5, 6;
