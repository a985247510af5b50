-- A workspace whose large deeds are measured: 200 people, and notes of the second member. Made anew for each run.
delete from recordings where workspace_id = 'waits';
delete from notes where workspace_id = 'waits';
delete from events where workspace_id = 'waits';
delete from workspaces where id = 'waits';
insert into workspaces (id, subdomain, name, plan) values ('waits', 'waits', 'Waits', 'enterprise');

insert into users (workspace_id, id, email, email_folded, full_name, admin, created_at)
select 'waits', 'u_' || n, 'person' || n || '@waits.test', 'person' || n || '@waits.test', 'Person ' || n, n = 0, '2026-01-01'
from generate_series(0, 199) n;

insert into api_keys (workspace_id, id, user_id, name, secret_hash, super_admin, created_at)
select 'waits', 'k_waits_' || n, 'u_' || n, 'key', sha256(convert_to('mb_waits_' || n, 'UTF8')), n = 0, now()
from generate_series(0, 1) n;

insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at)
select 'waits', 'n_own_' || n, 'u_1', 'Own', 'own', '2025-01-01', '2025-01-01' from generate_series(1, 40) n;

analyze;
