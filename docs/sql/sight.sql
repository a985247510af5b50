-- `npm run schema` writes this file: what the service asks of PostgreSQL, with $1, $2, … for values.

-- One note, if a person sees it

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
  ) as recording_ids, array(
    select attendee.email
    from event_attendees attendee
    where attendee.workspace_id = notes.workspace_id
      and attendee.event_guid = notes.event_guid
    order by attendee.position
  ) as event_attendees, notes.agenda as agenda, (
    select coalesce(sum(octet_length(thing.text)), 0)::integer
    from action_items thing
    where thing.workspace_id = notes.workspace_id
      and thing.note_id = notes.id
  ) + (
    select coalesce(sum(octet_length(thing.text)), 0)::integer
    from decisions thing
    where thing.workspace_id = notes.workspace_id
      and thing.note_id = notes.id
  ) as thing_bytes
from notes
left join events as event on event.workspace_id = notes.workspace_id
  and event.guid = notes.event_guid
where notes.workspace_id = $4
  and notes.id = $5
  and (exists (
    select
    from sight seen
    where seen.workspace_id = notes.workspace_id
      and seen.kind = 'note'
      and seen.id = notes.id
      and (seen.reader_kind = 'person' and seen.reader_id = $6 or seen.reader_kind = 'channel' and exists (
        select
        from channel_members member
        where member.workspace_id = seen.workspace_id
          and member.channel_id = seen.reader_id
          and member.user_id = $7
        offset 0
      ))
    offset 0
  ) and exists (
    select
    from users
    where users.workspace_id = notes.workspace_id
      and users.id = $8
      and users.active
  ));

-- One recording, if a person sees it

-- server/meetings/recordings/library/recording-etag.ts
select '"' || encode(sha256(sha256(convert_to(coalesce(recordings.title::text, ''), 'UTF8')) || sha256(convert_to(coalesce(recordings.transcript::text, ''), 'UTF8')) || sha256(convert_to(coalesce(recordings.ai_notes::text, ''), 'UTF8'))), 'base64') || '"' as etag
from recordings
where recordings.workspace_id = $1
  and recordings.id = $2
  and (exists (
    select
    from sight seen
    where seen.workspace_id = recordings.workspace_id
      and seen.kind = 'recording'
      and seen.id = recordings.id
      and (seen.reader_kind = 'person' and seen.reader_id = $3 or seen.reader_kind = 'channel' and exists (
        select
        from channel_members member
        where member.workspace_id = seen.workspace_id
          and member.channel_id = seen.reader_id
          and member.user_id = $4
        offset 0
      ))
    offset 0
  ) and exists (
    select
    from users
    where users.workspace_id = recordings.workspace_id
      and users.id = $5
      and users.active
  ));

-- server/meetings/recordings/library/list-recordings.ts
select recordings.id, recordings.note_id, recordings.title, recordings.created_at, recordings.updated_at,
  recordings.started_at, recordings.ended_at, note.event_guid, event.starts_at, event.ends_at,
  event.call_url, exists (
    select
    from event_people person
    where person.workspace_id = note.workspace_id
      and person.event_guid = note.event_guid
      and person.user_id = $1
  ) as user_has_calendar_event, recordings.ai_notes as ai_notes, case when recordings.ai_notes is not null then 'written'
    when exists (
      select
      from notes_requests request
      where request.workspace_id = recordings.workspace_id
        and request.recording_id = recordings.id
        and request.is_first
    ) then 'writing' end as ai_notes_status, exists (
      select
      from recording_media media
      where media.workspace_id = recordings.workspace_id
        and media.recording_id = recordings.id
    ) as has_media, recordings.facts as facts, (
      select json_build_object('id', person.id, 'full_name', person.full_name, 'email', person.email)
      from users person
      where person.workspace_id = recordings.workspace_id
        and person.id = recordings.started_by
        and recordings.facts ->> 'consent' is not null
    ) as told_by, coalesce((
      select json_agg(json_build_object('id', mark.id, 'at', mark.at, 'text', mark.text, 'by', json_build_object('id', person.id, 'full_name', person.full_name, 'email', person.email), 'created_at', mark.created_at) order by mark.at, mark.id)
      from marks mark
      join users person on person.workspace_id = mark.workspace_id
        and person.id = mark.user_id
      where mark.workspace_id = recordings.workspace_id
        and mark.recording_id = recordings.id
    ), '[]') as marks
from recordings
inner join notes as note on note.workspace_id = recordings.workspace_id
  and note.id = recordings.note_id
left join events as event on event.workspace_id = note.workspace_id
  and event.guid = note.event_guid
where recordings.workspace_id = $2
  and recordings.id = $3
  and (exists (
    select
    from sight seen
    where seen.workspace_id = recordings.workspace_id
      and seen.kind = 'recording'
      and seen.id = recordings.id
      and (seen.reader_kind = 'person' and seen.reader_id = $4 or seen.reader_kind = 'channel' and exists (
        select
        from channel_members member
        where member.workspace_id = seen.workspace_id
          and member.channel_id = seen.reader_id
          and member.user_id = $5
        offset 0
      ))
    offset 0
  ) and exists (
    select
    from users
    where users.workspace_id = recordings.workspace_id
      and users.id = $6
      and users.active
  ));

-- server/meetings/recordings/library/list-recordings.ts
select id, email, full_name
from users
where workspace_id = $1
  and id = any($2);

-- server/meetings/recordings/library/with-transcripts.ts
select id, transcript::text as transcript
from recordings
where workspace_id = $1
  and id = any($2)
  and transcript is not null
  and (exists (
    select
    from sight seen
    where seen.workspace_id = recordings.workspace_id
      and seen.kind = 'recording'
      and seen.id = recordings.id
      and (seen.reader_kind = 'person' and seen.reader_id = $3 or seen.reader_kind = 'channel' and exists (
        select
        from channel_members member
        where member.workspace_id = seen.workspace_id
          and member.channel_id = seen.reader_id
          and member.user_id = $4
        offset 0
      ))
    offset 0
  ) and exists (
    select
    from users
    where users.workspace_id = recordings.workspace_id
      and users.id = $5
      and users.active
  ));
