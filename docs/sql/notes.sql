-- `npm run schema` writes this file: what the service asks of PostgreSQL, with $1, $2, … for values.

-- A page of the notes that a person sees

-- server/meetings/notes/list-notes.ts
select notes.id, notes.title, notes.created_at, notes.updated_at, notes.event_guid, notes.series_id,
  notes.rule_id, event.starts_at, event.ends_at, event.all_day, event.call_url, event.organizer_email,
  array(
    select recordings.id
    from recordings
    where recordings.workspace_id = notes.workspace_id
      and recordings.note_id = notes.id
      and (exists (
        select
        from sight seen
        where seen.workspace_id = recordings.workspace_id
          and seen.kind = 'recording'
          and seen.id = recordings.id
          and (seen.reader_kind = 'person' and seen.reader_id = $1 or seen.reader_kind = 'channel' and exists (
            select
            from channel_members member
            where member.workspace_id = seen.workspace_id
              and member.channel_id = seen.reader_id
              and member.user_id = $2
            offset 0
          ))
        offset 0
      ) and exists (
        select
        from users
        where users.workspace_id = recordings.workspace_id
          and users.id = $3
          and users.active
      ))
    order by recordings.created_at, recordings.id
  ) as recording_ids, null as event_attendees, null as agenda, null as thing_bytes
from notes
left join events as event on event.workspace_id = notes.workspace_id
  and event.guid = notes.event_guid
where notes.workspace_id = $4
  and notes.id = any(array(
    select id
    from (
      select id
      from (
        with mine as materialized (
          select 'person' as reader_kind, $5::text as reader_id
          union all
          select 'channel', channel_id
          from channel_members
          where workspace_id = $6
            and user_id = $7
        ), size as materialized (
          select count(*) > 50 as many, least(21, 2 * 21 / count(*) + 2) as share
          from mine
        ), near as materialized (
          select id, created_at
          from (
            select id, created_at
            from notes seen
            where workspace_id = $8
              and seen.created_at >= $9::timestamptz
              and (seen.created_at, seen.id) < ($10::timestamptz, $11::text)
              and (
                select many
                from size
              )
            order by created_at desc, id desc
            limit 250
          ) seen
          where exists (
            select
            from sight
            where workspace_id = $12
              and kind = 'note'
              and id = seen.id
              and (reader_kind = 'person' and reader_id = $13 or reader_kind = 'channel' and reader_id in (
                select reader_id
                from mine
                where reader_kind = 'channel'
              ))
            offset 0
          )
          limit 21
        ), first as materialized (
          select mine.reader_kind, mine.reader_id, entry.*
          from mine
          cross join lateral (
            select created_at, id, row_number() over (order by created_at desc, id desc) as place
            from (
              select created_at, id
              from sight seen
              where workspace_id = $14
                and reader_kind = mine.reader_kind
                and reader_id = mine.reader_id
                and kind = 'note'
                and seen.created_at >= $15::timestamptz
                and (seen.created_at, seen.id) < ($16::timestamptz, $17::text)
              order by created_at desc, id desc
              limit (
                select share
                from size
              )
            ) entry
          ) entry
          where (
            select count(*)
            from near
          ) < 21
        ), last as materialized (
          select created_at, id
          from (
            select distinct created_at, id
            from first
          ) entry
          order by created_at desc, id desc
          offset 20
          limit 1
        )
        select created_at, id
        from near
        where (
          select count(*)
          from near
        ) = 21
        union
        select created_at, id
        from first
        union
        select rest.created_at, rest.id
        from first
        cross join lateral (
          select created_at, id
          from sight seen
          where workspace_id = $18
            and reader_kind = first.reader_kind
            and reader_id = first.reader_id
            and kind = 'note'
            and seen.created_at >= $19::timestamptz
            and (seen.created_at, seen.id) < ($20::timestamptz, $21::text)
            and (first.created_at, first.id) > (created_at, id)
          order by created_at desc, id desc
          limit 21 - (
            select share
            from size
          )
        ) rest
        where first.place = (
          select share
          from size
        )
          and ((first.created_at, first.id) > (
            select created_at, id
            from last
          )) is not false
        order by created_at desc, id desc
        limit 21
      ) as listed
      limit 21
    ) as found
    limit $22
  ))
order by notes.created_at desc, notes.id desc;

-- The same, of a super admin

-- server/meetings/notes/list-notes.ts
select notes.id, notes.title, notes.created_at, notes.updated_at, notes.event_guid, notes.series_id,
  notes.rule_id, event.starts_at, event.ends_at, event.all_day, event.call_url, event.organizer_email,
  array(
    select recordings.id
    from recordings
    where recordings.workspace_id = notes.workspace_id
      and recordings.note_id = notes.id
      and true
    order by recordings.created_at, recordings.id
  ) as recording_ids, null as event_attendees, null as agenda, null as thing_bytes
from notes
left join events as event on event.workspace_id = notes.workspace_id
  and event.guid = notes.event_guid
where notes.workspace_id = $1
  and notes.id = any(array(
    select id
    from (
      select id
      from (
        select id, created_at
        from (
          select id, created_at
          from notes
          where workspace_id = $2
        ) as seen
        where seen.created_at >= $3::timestamptz
          and (seen.created_at, seen.id) < ($4::timestamptz, $5::text)
        order by created_at desc, id desc
        limit 21
      ) as listed
      limit 21
    ) as found
    limit $6
  ))
order by notes.created_at desc, notes.id desc;

-- Notes that have a word in their title

-- server/meetings/lists/search-list.ts
with newest as materialized (
  select id, created_at, thing.workspace_id = $1
    and thing.title_folded like $2 as fits
  from (
    select *
    from notes thing
    where workspace_id = $3
      and thing.created_at >= $4::timestamptz
      and (thing.created_at, thing.id) < ($5::timestamptz, $6::text)
    order by created_at desc, id desc
    limit 1000
  ) as thing
)
select count(*)::int as read, count(*) filter (where fits)::int as matching, array(
  select id
  from (
    select id, created_at
    from newest
    where fits
    order by created_at desc, id desc
  ) as thing
  where exists (
    select
    from sight seen
    where seen.workspace_id = $7
      and seen.kind = 'note'
      and seen.id = thing.id
      and (seen.reader_kind = 'person' and seen.reader_id = $8 or seen.reader_kind = 'channel' and exists (
        select
        from channel_members member
        where member.workspace_id = seen.workspace_id
          and member.channel_id = seen.reader_id
          and member.user_id = $9
        offset 0
      ))
    offset 0
  )
  order by created_at desc, id desc
  limit 21
) as ids
from newest;

-- server/meetings/notes/list-notes.ts
select notes.id, notes.title, notes.created_at, notes.updated_at, notes.event_guid, notes.series_id,
  notes.rule_id, event.starts_at, event.ends_at, event.all_day, event.call_url, event.organizer_email,
  array(
    select recordings.id
    from recordings
    where recordings.workspace_id = notes.workspace_id
      and recordings.note_id = notes.id
      and (exists (
        select
        from sight seen
        where seen.workspace_id = recordings.workspace_id
          and seen.kind = 'recording'
          and seen.id = recordings.id
          and (seen.reader_kind = 'person' and seen.reader_id = $1 or seen.reader_kind = 'channel' and exists (
            select
            from channel_members member
            where member.workspace_id = seen.workspace_id
              and member.channel_id = seen.reader_id
              and member.user_id = $2
            offset 0
          ))
        offset 0
      ) and exists (
        select
        from users
        where users.workspace_id = recordings.workspace_id
          and users.id = $3
          and users.active
      ))
    order by recordings.created_at, recordings.id
  ) as recording_ids, null as event_attendees, null as agenda, null as thing_bytes
from notes
left join events as event on event.workspace_id = notes.workspace_id
  and event.guid = notes.event_guid
where notes.workspace_id = $4
  and notes.id = any($5::text[])
order by notes.created_at desc, notes.id desc;
