-- Headers that an owner has sent with each request, a bearer token of a gateway mostly: one sealed JSON object. Their names are
-- beside it, because answers show these and never a value.
alter table webhooks add column sealed_headers bytea;
alter table webhooks add column header_names text[] not null default '{}';
