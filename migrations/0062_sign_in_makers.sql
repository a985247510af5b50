-- Who made a sign-in link, for the audit log; null for the command line and for mails.
alter table sign_in_tokens add column maker_id text collate "C";
