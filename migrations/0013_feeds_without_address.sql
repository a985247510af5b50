-- A feed may come in from a world without its address, which is a secret and exported only on demand. It is then kept,
-- with what it held, and not read: no address, no next reading, until an import brings the address.
alter table calendar_feeds alter column url drop not null;
alter table calendar_feeds alter column url_key drop not null;
alter table calendar_feeds alter column next_read_at drop not null;
alter table calendar_feeds add check ((url is null) = (url_key is null) and (url is null) = (next_read_at is null));
