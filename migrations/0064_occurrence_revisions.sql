-- REVISIONS OF OCCURRENCES. A mail names a whole event or series, or one occurrence of it, and each counts its revisions for
-- itself (RFC 5546, 2.1.5): the first revision of an occurrence is newer than the third of its series. True where the
-- `sequence` and `stamped_at` of an event came with a mail about this occurrence.
alter table events add column revised_alone boolean not null default false;
