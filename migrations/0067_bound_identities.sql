-- BOUND IDENTITIES (decision 42): who an account is at the identity provider. The first sign-in there binds it, so that an address
-- that a provider gives to somebody else later does not open the account. An administrator releases it.
create table bound_identities (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  bound_at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  unique (workspace_id, subject, issuer),
  foreign key (workspace_id, user_id) references users on delete cascade
);
-- Subjects may be erased: no samples of them.
alter table bound_identities alter column subject set statistics 0;

select guard_frozen('bound_identities');
select leave_moving_alone();
