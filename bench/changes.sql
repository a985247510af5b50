-- A workspace of $2 notes for `npm run bench -- changes`: 1,000 people, each with a key; every note is its maker's and shared
-- with two more, fifty are shared with everyone. $1 workspace. Triggers are off: sight is filled at the end.
insert into workspaces (id, subdomain, name, plan) values ('$1', '$1', 'Bench', 'enterprise');

insert into users (workspace_id, id, email, email_folded, full_name, admin, created_at)
select '$1', 'u_' || n, 'person' || n || '@bench.test', 'person' || n || '@bench.test', 'Person ' || n, n = 0, '2024-01-01'
from generate_series(0, 999) n;
insert into addresses (workspace_id, email_folded, email, user_id)
select workspace_id, email_folded, email, id from users where workspace_id = '$1';

insert into api_keys (workspace_id, id, user_id, name, secret_hash, super_admin, created_at)
select '$1', 'k_' || n, 'u_' || n, 'follower', sha256(convert_to('mb_bench_$1_' || n, 'UTF8')), false, now()
from generate_series(0, 999) n
union all
select '$1', 'k_admin', 'u_0', 'admin', sha256(convert_to('mb_bench_$1_admin', 'UTF8')), true, now();

insert into notes (workspace_id, id, created_by, title, title_folded, agenda, created_at, updated_at)
select '$1', 'n_' || n, 'u_' || n % 1000, 'Weekly ' || n, 'weekly ' || n,
  '[{"type":"heading","depth":0,"level":1,"text":"Goals"},{"type":"bullet","depth":0,"text":"Say what changed"}]',
  at, at + interval '1 hour'
from generate_series(0, $2 - 1) n
cross join lateral (select timestamptz '2024-01-01' + n * (interval '730 days' / $2) as at) made;

insert into shares (workspace_id, note_id, user_id, by_user_id)
select '$1', 'n_' || n, 'u_' || (n + 1 + other * 331) % 1000, 'u_' || n % 1000
from generate_series(0, $2 - 1) n, generate_series(0, 1) other;

insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at)
select '$1', 'n_all_' || n, 'u_0', 'For all ' || n, 'for all ' || n, '2024-01-01', '2024-01-01' from generate_series(0, 49) n;

insert into shares (workspace_id, note_id, user_id, by_user_id)
select '$1', 'n_all_' || n, 'u_' || person, 'u_0' from generate_series(0, 49) n, generate_series(1, 999) person;

analyze;

insert into sight (workspace_id, reader_kind, reader_id, kind, created_at, id)
select workspace_id, reader_kind, reader_id, kind, thing.created_at, id
from readers join things thing using (workspace_id, kind, id)
where workspace_id = '$1'
order by 1, 2, 3, 4, 5, 6;
