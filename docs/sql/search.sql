-- `npm run schema` writes this file: what the service asks of PostgreSQL, with $1, $2, … for values.

-- Words are found

-- server/reading/search/find-words.ts
with recursive found (language) as ((
  select language
  from search_documents
  where workspace_id = $1
    and true
  order by language
  limit 1
) union all select (
  select language
  from search_documents
  where workspace_id = $2
    and language > found.language
    and true
  order by language
  limit 1
) from found where language is not null)
select language
from found
where language is not null;

-- server/reading/search/find-words.ts
select word, array_agg(distinct stem) || array_agg(distinct bare_stem) as stems, bool_or(stem <> bare_stem) as "isAccented",
  bool_or('{}' in (ts_lexize(dictionary, word), ts_lexize(dictionary, bare))) as "isCommon",
  array_agg(distinct dictionary::text) as dictionaries
from unnest($1::text[], $2::text[]) typed (word, bare), unnest($3::text[]::regdictionary[]) dictionary,
  lateral (
    select stem_of(dictionary, word) as stem, stem_of(dictionary, bare) as bare_stem
  ) form
group by word;

-- server/reading/search/find-documents.ts
with seen as materialized (
  select distinct id, bundle, slot
  from (
    select document.id, document.bundle, document.slot
    from (
      select id, created_at
      from person_sight
      where workspace_id = $1
        and user_id = $2
        and kind = 'note'
    ) as seen
    join search_documents document on document.workspace_id = $3
      and document.note_id = seen.id
    where true
      and true
      and true
      and true
    union all
    select document.id, document.bundle, document.slot
    from (
      select id, created_at
      from person_sight
      where workspace_id = $4
        and user_id = $5
        and kind = 'recording'
    ) as seen
    join search_documents document on document.workspace_id = $6
      and document.recording_id = seen.id
    where true
      and true
      and true
      and true
    union all
    select document.id, document.bundle, document.slot
    from (
      select item.id
      from (
        select distinct id
        from (
          select id, created_at
          from person_sight
          where workspace_id = $7
            and user_id = $8
            and kind = 'note'
        ) as seen
      ) seen
      join action_items item on item.workspace_id = $9
        and item.note_id = seen.id
      union all
      select item_id
      from action_item_assignees
      where workspace_id = $10
        and user_id = $11
      union all
      select id
      from action_items
      where workspace_id = $12
        and created_by = $13
        and note_id is null
    ) seen
    join search_documents document on document.workspace_id = $14
      and document.item_id = seen.id
    where true
      and true
      and true
      and true
    union all
    select document.id, document.bundle, document.slot
    from (
      select id, created_at
      from person_sight
      where workspace_id = $15
        and user_id = $16
        and kind = 'note'
    ) as seen
    join decisions decision on decision.workspace_id = $17
      and decision.source_kind = 'note'
      and decision.source_id = seen.id
    join search_documents document on document.workspace_id = $18
      and document.decision_id = decision.id
    where true
      and true
      and true
      and true
    union all
    select document.id, document.bundle, document.slot
    from (
      select id, created_at
      from person_sight
      where workspace_id = $19
        and user_id = $20
        and kind = 'recording'
    ) as seen
    join decisions decision on decision.workspace_id = $21
      and decision.source_kind = 'recording'
      and decision.source_id = seen.id
    join search_documents document on document.workspace_id = $22
      and document.decision_id = decision.id
    where true
      and true
      and true
      and true
  ) found
), bundles_seen as materialized (
  select case when count(*) <= $23::integer then coalesce(array_agg(bundle order by bundle), '{}') end as few
  from (
    select distinct bundle
    from seen
  ) each_once
), words as materialized (
  select wanted.number, wanted.place, bundle, postings
  from unnest($24::int[], $25::text[], $26::boolean[])
  with ordinality wanted (number, stem, with_unaccented, place)
  cross join lateral (
    select bundle, postings
    from search_words
    where workspace_id = $27
      and stem = wanted.stem
      and (wanted.with_unaccented or not unaccented)
      and bundle = any((
        select few
        from bundles_seen
      )::bigint[])
    union all
    select bundle, postings
    from search_words
    where workspace_id = $28
      and stem = wanted.stem
      and (wanted.with_unaccented or not unaccented)
      and (
        select few is null
        from bundles_seen
      )
      and bundle in (
        select bundle
        from seen
      )
    offset 0
  ) word
), in_bundles as materialized (
  select *
  from seen
  where bundle in (
    select bundle
    from words
  )
), found as materialized (
  select number, bundle, array_send(postings) as postings
  from (
    select number, bundle, postings, sum(least(cardinality(postings), documents)) over (order by place, bundle rows unbounded preceding) as entries
    from words
    join (
      select bundle, count(*) as documents
      from in_bundles
      group by bundle
    ) counted using (bundle)
  ) summed
  where entries <= $29::integer
), lists (number, list) as (
  select null, string_agg(int8send(bundle) || int4send(slot) || int8send(id), '' order by bundle, slot)
  from in_bundles
  where bundle in (
    select bundle
    from found
  )
  union all
  select number, string_agg(int8send(bundle) || int4send(length(postings)) || postings, '')
  from found
  group by number
)
select number, list, documents, newest
from lists, (
  select count(*)::int as documents, coalesce(max(id), 0) as newest
  from seen
) counts;

-- server/reading/search/read-positions.ts
select id, bundle, slot, layout
from (
  select id, bundle, slot, layout, place, sum(octet_length(layout)) over (order by place) - octet_length(layout) as before
  from unnest($1::bigint[])
  with ordinality wanted (id, place)
  join search_documents using (id)
  where workspace_id = $2
) document
where before < $3::integer
order by place;

-- server/reading/search/read-positions.ts
select bundle, slot, string_agg(int4send(number) || int4send(length(records)) || records, '') as packed
from (
  select bundle, slot, number, substr(string_agg(int4send(length(here)) || here, ''), 1, $1::integer) as records
  from unnest($2::int[], $3::text[], $4::text[], $5::boolean[]) wanted (number, stem, prefix, with_unaccented)
  cross join lateral (
    select bundle, slot_of(posting) as slot, substr(each.positions, 1, $6::integer) as here
    from search_words, unnest(postings, search_words.positions) each (posting, positions)
    where workspace_id = $7
      and stem = wanted.stem
      and (wanted.with_unaccented or not unaccented)
      and (wanted.prefix is null or starts_with(word, wanted.prefix))
      and bundle = any($8::bigint[])
      and ((bundle, slot_of(posting)) in (
        select *
        from unnest($9::bigint[], $10::int[])
      )) is true
    offset 0
  ) found
  group by bundle, slot, number
) word
group by bundle, slot;

-- server/reading/search/present-hits.ts
select wanted.position, passage.kind, recording.id as recording_id, document.item_id as action_item_id,
  document.decision_id, coalesce(document.note_id, recording.note_id, item.note_id, decision.note_id) as note_id,
  note.id is not null as sees_note, coalesce(recording.title, note.title) as title, event.starts_at as event_start,
  coalesce(decision.created_at, recording.created_at, item.created_at, note.created_at) as created_at,
  passage.speakers, coalesce(passage.start_time, decision.start_time) as start_time, passage.end_time,
  passage.text, passage.segments
from unnest($1::bigint[], $2::int[])
with ordinality as wanted (document, number, position)
join search_passages passage on passage.workspace_id = $3
  and passage.document = wanted.document
  and passage.number = wanted.number
join search_documents document on document.workspace_id = passage.workspace_id
  and document.id = passage.document
left join decisions decision on decision.workspace_id = document.workspace_id
  and decision.id = document.decision_id
left join recordings recording on recording.workspace_id = document.workspace_id
  and recording.id = coalesce(document.recording_id, decision.recording_id)
left join action_items item on item.workspace_id = document.workspace_id
  and item.id = document.item_id
left join notes note on note.workspace_id = document.workspace_id
  and note.id = coalesce(document.note_id, recording.note_id, item.note_id, decision.note_id)
  and (item.id is null or exists (
    select
    from sight seen
    where seen.workspace_id = note.workspace_id
      and seen.kind = 'note'
      and seen.id = note.id
      and (seen.reader_kind = 'person' and seen.reader_id = $4 or seen.reader_kind = 'channel' and exists (
        select
        from channel_members member
        where member.workspace_id = seen.workspace_id
          and member.channel_id = seen.reader_id
          and member.user_id = $5
        offset 0
      ))
    offset 0
  ))
left join events event on event.workspace_id = note.workspace_id
  and event.guid = note.event_guid
order by wanted.position;
