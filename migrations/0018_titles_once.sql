-- What 0017 took the place of. By itself: whoever drops an index waits for all who read its table.
drop index notes_title;
drop index recordings_title;
