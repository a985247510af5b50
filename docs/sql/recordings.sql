-- `npm run schema` writes this file: what the service asks of PostgreSQL, with $1, $2, … for values.

-- A page of the recordings that a person sees

-- server/meetings/recordings/library/list-recordings.ts
select recordings.id, recordings.note_id, recordings.title, recordings.created_at, recordings.updated_at,
  recordings.started_at, recordings.ended_at, note.event_guid, event.starts_at, event.ends_at,
  event.call_url, exists (
    select
    from event_people person
    where person.workspace_id = note.workspace_id
      and person.event_guid = note.event_guid
      and person.user_id = $1
  ) as user_has_calendar_event, null as ai_notes, null as ai_notes_status, null as has_media,
  null as facts, null as told_by, null as marks
from recordings
inner join notes as note on note.workspace_id = recordings.workspace_id
  and note.id = recordings.note_id
left join events as event on event.workspace_id = note.workspace_id
  and event.guid = note.event_guid
where recordings.workspace_id = $2
  and recordings.id = any(array(
    select id
    from (
      select id
      from (
        with mine as materialized (
          select 'person' as reader_kind, $3::text as reader_id
          union all
          select 'channel', channel_id
          from channel_members
          where workspace_id = $4
            and user_id = $5
        ), size as materialized (
          select count(*) > 50 as many, least(21, 2 * 21 / count(*) + 2) as share
          from mine
        ), near as materialized (
          select id, created_at
          from (
            select id, created_at
            from recordings seen
            where workspace_id = $6
              and seen.created_at >= $7::timestamptz
              and (seen.created_at, seen.id) < ($8::timestamptz, $9::text)
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
            where workspace_id = $10
              and kind = 'recording'
              and id = seen.id
              and (reader_kind = 'person' and reader_id = $11 or reader_kind = 'channel' and reader_id in (
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
              where workspace_id = $12
                and reader_kind = mine.reader_kind
                and reader_id = mine.reader_id
                and kind = 'recording'
                and seen.created_at >= $13::timestamptz
                and (seen.created_at, seen.id) < ($14::timestamptz, $15::text)
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
          where workspace_id = $16
            and reader_kind = first.reader_kind
            and reader_id = first.reader_id
            and kind = 'recording'
            and seen.created_at >= $17::timestamptz
            and (seen.created_at, seen.id) < ($18::timestamptz, $19::text)
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
    limit $20
  ))
order by recordings.created_at desc, recordings.id desc;

-- The same, of a super admin

-- server/meetings/recordings/library/list-recordings.ts
select recordings.id, recordings.note_id, recordings.title, recordings.created_at, recordings.updated_at,
  recordings.started_at, recordings.ended_at, note.event_guid, event.starts_at, event.ends_at,
  event.call_url, exists (
    select
    from event_people person
    where person.workspace_id = note.workspace_id
      and person.event_guid = note.event_guid
      and person.user_id = $1
  ) as user_has_calendar_event, null as ai_notes, null as ai_notes_status, null as has_media,
  null as facts, null as told_by, null as marks
from recordings
inner join notes as note on note.workspace_id = recordings.workspace_id
  and note.id = recordings.note_id
left join events as event on event.workspace_id = note.workspace_id
  and event.guid = note.event_guid
where recordings.workspace_id = $2
  and recordings.id = any(array(
    select id
    from (
      select id
      from (
        select id, created_at
        from (
          select id, created_at
          from recordings
          where workspace_id = $3
        ) as seen
        where seen.created_at >= $4::timestamptz
          and (seen.created_at, seen.id) < ($5::timestamptz, $6::text)
        order by created_at desc, id desc
        limit 21
      ) as listed
      limit 21
    ) as found
    limit $7
  ))
order by recordings.created_at desc, recordings.id desc;
