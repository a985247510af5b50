-- The notes of a series are listed newest first: a page is a range of this index, however many notes there are.
drop index notes_of_series;
create index notes_of_series on notes (workspace_id, series_id, created_at, id);
