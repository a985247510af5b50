-- What 0025 took the place of. In a transaction of its own: dropping an index waits for all who read its table, and those of
-- them who want to write would wait for the one that builds an index.
drop index notes_title_keys;
drop index recordings_title_keys;

-- The functions that only those indexes used.
drop function title_keys(text, timestamptz, text);
drop function title_keys_in(text, text);
drop function title_key(text, text);
drop function made_in(text, bigint);
drop function fortnight_of(timestamptz);
