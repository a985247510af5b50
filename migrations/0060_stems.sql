-- Stems of a language's words are made with their accents, and lose them afterwards (decision 44): the French `annulée` has
-- the stem of `annuler`, `annulee` has not.

-- As `plain` in server/text-index/words.ts.
create function without_accents(spelling text) returns text language sql immutable strict as $$
  select case when octet_length(spelling) = length(spelling) then spelling
    else normalize(regexp_replace(normalize(spelling, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a\u08ca-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'), NFC) end
$$;

create function stem_of(dictionary regdictionary, spelling text) returns text language sql immutable strict as $$
  select without_accents(coalesce((ts_lexize(dictionary, spelling))[1], spelling))
$$;

-- A word with accents has a second row where its stem is another one without them, for a query typed without accents.
alter table search_words add column unaccented boolean not null default false;
drop index search_words_by_stem;
create index search_words_by_stem on search_words (workspace_id, stem, document) include (weight, unaccented);
-- A word may have several stems: by the languages and by the spellings of the texts that have it.
drop index search_words_by_word;
create index search_words_by_word on search_words (workspace_id, word, stem);

-- The job makes the stems of all texts anew.
insert into search_stale (workspace_id, kind, id)
select workspace_id, 'note', id from notes
union all select workspace_id, 'recording', id from recordings
union all select workspace_id, 'item', id from action_items
on conflict (workspace_id, kind, id) do nothing;
