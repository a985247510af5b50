-- A workspace with the largest things that there may be: 50 notes of 5,000 action items (1 MB of markup) each, 9 recordings
-- with transcripts of 7 MB, and empty notes to write into. Made anew for each run.
delete from recordings where workspace_id = 'stalls';
delete from notes where workspace_id = 'stalls';
delete from workspaces where id = 'stalls';
insert into workspaces (id, subdomain, name, plan) values ('stalls', 'stalls', 'Stalls', 'enterprise');

insert into users (workspace_id, id, email, email_folded, full_name, admin, created_at)
select 'stalls', 'u_' || n, 'person' || n || '@stalls.test', 'person' || n || '@stalls.test', 'Person ' || n, n = 0, '2026-01-01'
from generate_series(0, 199) n;

insert into api_keys (workspace_id, id, user_id, name, secret_hash, super_admin, created_at)
select 'stalls', 'k_' || n, 'u_' || n, 'key', sha256(convert_to('mb_stalls_' || n, 'UTF8')), false, now()
from generate_series(0, 1) n;

insert into notes (workspace_id, id, created_by, title, title_folded, agenda, created_at, updated_at)
select 'stalls', 'n_' || n, 'u_0', 'Large ' || n, 'large ' || n, (
  select jsonb_agg(jsonb_build_object('type', 'action_item', 'depth', 0, 'id', 'ai_' || n || '_' || m) order by m)
  from generate_series(1, 5000) m), '2026-01-01', '2026-01-01'
from generate_series(1, 50) n;

insert into action_items (workspace_id, id, note_id, text, due_date, created_by, created_at, updated_at)
select 'stalls', 'ai_' || n || '_' || m, 'n_' || n, repeat('Send [the] *deck* ', 8), '2026-01-09', 'u_0', '2026-01-01', '2026-01-01'
from generate_series(1, 50) n, generate_series(1, 5000) m;

insert into action_item_assignees (workspace_id, item_id, user_id, position)
select 'stalls', id, 'u_0', 0 from action_items where workspace_id = 'stalls';

insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at)
select 'stalls', 'n_empty_' || n, 'u_0', 'Empty', 'empty', '2025-01-01', '2025-01-01' from generate_series(1, 40) n;

insert into recordings (workspace_id, id, note_id, title, title_folded, created_at, updated_at, transcript)
select 'stalls', 'r_' || n, 'n_empty_' || n, 'Large', 'large', '2026-01-01', '2026-01-01', json_build_object(
  'language_code', 'en', 'speech_segments', (
    select json_agg(json_build_object('speaker', 'Ada Moreau', 'text', 'And so on, and on', 'start_time', m, 'end_time', m + 1))
    from generate_series(1, 60000) m))
from generate_series(1, 9) n;

-- What the cases write is indexed first.
delete from search_stale where workspace_id = 'stalls';

analyze;
