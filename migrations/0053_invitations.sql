-- INVITATIONS BY MAIL. Mails come in any order: which revision of an event was brought last, as its SEQUENCE and DTSTAMP say
-- (RFC 5546, 2.1.5). An older one changes nothing. Null where no mail has brought it.
alter table events add column sequence integer, add column stamped_at timestamptz(3);
