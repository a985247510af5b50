-- `npm run schema` writes this file: what the service asks of PostgreSQL, with $1, $2, … for values.

-- A note was renamed: changes are numbered, and read by a person

-- server/reading/changes/number-changes.ts
select (
  select written
  from unnumbered_changes
  where workspace_id = $1
    and not coalesce(unnumbered_changes.workspace_id = any (array(
      select workspace_id
      from frozen_workspaces
      where state <> 'draining'
    )), false)
  order by written
  limit 1
) is not null as "hasUnnumbered", (
  select last_number
  from change_counters
  where workspace_id = $2
) as last, (
  select forgotten_number
  from change_counters
  where workspace_id = $3
) as forgotten, (
  select at
  from changes
  where workspace_id = $4
    and true
  order by number desc
  limit 1
) as "newestAt", (
  select at
  from changes
  where workspace_id = $5
    and number <= $6
  order by number desc
  limit 1
) as "newestReadAt" /* plan anew */;

-- server/reading/changes/read-changes.ts
select number, kind, id, at, channel_id, change.sight, transaction, case when kind = 'membership' then case
    when change.id = $1 and case change.sight when 'lost' then (
      select since.sight = 'lost'
      from (
        select number, 0 as written, sight
        from changes
        where workspace_id = $2
          and kind = 'membership'
          and id = change.id
          and channel_id = change.channel_id
          and (number > change.number or transaction = change.transaction)
        union all
        select null, written, sight
        from unnumbered_changes
        where workspace_id = $3
          and kind = 'membership'
          and channel_id = change.channel_id
          and change.id = any(id || also)
      ) since
      where since.sight is not null
      order by since.number nulls last, since.written
      limit 1
    ) else exists (
      select
      from channel_members member
      where member.workspace_id = $4
        and member.channel_id = change.channel_id
        and member.user_id = $5
    ) end then 'membership' else 'none' end when not case when change.people is not null then $6 = any(change.people) and (sees or coalesce(change.sight = 'lost', false))
    when change.channel_id is null then sees when change.sight = 'lost' then not sees and (
      select since.sight = 'lost'
      from (
        select number, 0 as written, sight
        from changes
        where workspace_id = $7
          and kind = change.kind
          and id = change.id
          and channel_id = change.channel_id
          and (number > change.number or transaction = change.transaction)
        union all
        select null, written, sight
        from unnumbered_changes
        where workspace_id = $8
          and kind = change.kind
          and channel_id = change.channel_id
          and change.id = any(id || also)
      ) since
      where since.sight is not null
      order by since.number nulls last, since.written
      limit 1
    ) and coalesce((
      select since.sight = 'lost'
      from (
        select number, 0 as written, sight
        from changes
        where workspace_id = $9
          and kind = 'membership'
          and id = $10
          and channel_id = change.channel_id
          and (number > change.number or transaction = change.transaction)
        union all
        select null, written, sight
        from unnumbered_changes
        where workspace_id = $11
          and kind = 'membership'
          and channel_id = change.channel_id
          and $12 = any(id || also)
      ) since
      where since.sight is not null
      order by since.number nulls last, since.written
      limit 1
    ), exists (
      select
      from channel_members member
      where member.workspace_id = $13
        and member.channel_id = change.channel_id
        and member.user_id = $14
    )) else sees and exists (
      select
      from channel_members member
      where member.workspace_id = $15
        and member.channel_id = change.channel_id
        and member.user_id = $16
    ) end or kind <> all($17::text[]) or exists (
      select
      from changes later
      where later.workspace_id = $18
        and later.kind = change.kind
        and later.id = change.id
        and later.number > change.number
        and case when later.people is not null then $19 = any(later.people) and (sees or coalesce(later.sight = 'lost', false))
          when later.channel_id is null then sees when later.sight = 'lost' then not sees and (
            select since.sight = 'lost'
            from (
              select number, 0 as written, sight
              from changes
              where workspace_id = $20
                and kind = later.kind
                and id = later.id
                and channel_id = later.channel_id
                and (number > later.number or transaction = later.transaction)
              union all
              select null, written, sight
              from unnumbered_changes
              where workspace_id = $21
                and kind = later.kind
                and channel_id = later.channel_id
                and later.id = any(id || also)
            ) since
            where since.sight is not null
            order by since.number nulls last, since.written
            limit 1
          ) and coalesce((
            select since.sight = 'lost'
            from (
              select number, 0 as written, sight
              from changes
              where workspace_id = $22
                and kind = 'membership'
                and id = $23
                and channel_id = later.channel_id
                and (number > later.number or transaction = later.transaction)
              union all
              select null, written, sight
              from unnumbered_changes
              where workspace_id = $24
                and kind = 'membership'
                and channel_id = later.channel_id
                and $25 = any(id || also)
            ) since
            where since.sight is not null
            order by since.number nulls last, since.written
            limit 1
          ), exists (
            select
            from channel_members member
            where member.workspace_id = $26
              and member.channel_id = later.channel_id
              and member.user_id = $27
          )) else sees and exists (
            select
            from channel_members member
            where member.workspace_id = $28
              and member.channel_id = later.channel_id
              and member.user_id = $29
          ) end
    ) then 'none' when sees then 'changed' else 'gone' end as verdict
from (
  select workspace_id, number, kind, id, people, channel_id, sight, transaction, at
  from changes
  where workspace_id = $30
    and number > $31
  order by number
  limit 500
) change
cross join lateral (
  select case change.kind when 'note' then exists (
    select
    from sight seen
    where seen.workspace_id = change.workspace_id
      and seen.kind = 'note'
      and seen.id = change.id
      and (seen.reader_kind = 'person' and seen.reader_id = $32 or seen.reader_kind = 'channel' and exists (
        select
        from channel_members member
        where member.workspace_id = seen.workspace_id
          and member.channel_id = seen.reader_id
          and member.user_id = $33
        offset 0
      ))
    offset 0
  ) when 'recording' then exists (
    select
    from sight seen
    where seen.workspace_id = change.workspace_id
      and seen.kind = 'recording'
      and seen.id = change.id
      and (seen.reader_kind = 'person' and seen.reader_id = $34 or seen.reader_kind = 'channel' and exists (
        select
        from channel_members member
        where member.workspace_id = seen.workspace_id
          and member.channel_id = seen.reader_id
          and member.user_id = $35
        offset 0
      ))
    offset 0
  ) when 'decision' then exists (
    select
    from decisions decision
    where decision.workspace_id = change.workspace_id
      and decision.id = change.id
      and case decision.source_kind when 'note' then exists (
        select
        from sight seen
        where seen.workspace_id = decision.workspace_id
          and seen.kind = 'note'
          and seen.id = decision.source_id
          and (seen.reader_kind = 'person' and seen.reader_id = $36 or seen.reader_kind = 'channel' and exists (
            select
            from channel_members member
            where member.workspace_id = seen.workspace_id
              and member.channel_id = seen.reader_id
              and member.user_id = $37
            offset 0
          ))
        offset 0
      ) else exists (
        select
        from sight seen
        where seen.workspace_id = decision.workspace_id
          and seen.kind = 'recording'
          and seen.id = decision.source_id
          and (seen.reader_kind = 'person' and seen.reader_id = $38 or seen.reader_kind = 'channel' and exists (
            select
            from channel_members member
            where member.workspace_id = seen.workspace_id
              and member.channel_id = seen.reader_id
              and member.user_id = $39
            offset 0
          ))
        offset 0
      ) end
  ) else exists (
    select
    from action_items item
    where item.workspace_id = change.workspace_id
      and item.id = change.id
      and ((item.note_id is null and item.created_by = $40) or exists (
        select
        from sight seen
        where seen.workspace_id = item.workspace_id
          and seen.kind = 'note'
          and seen.id = item.note_id
          and (seen.reader_kind = 'person' and seen.reader_id = $41 or seen.reader_kind = 'channel' and exists (
            select
            from channel_members member
            where member.workspace_id = seen.workspace_id
              and member.channel_id = seen.reader_id
              and member.user_id = $42
            offset 0
          ))
        offset 0
      ) or exists (
        select
        from action_item_assignees assignee
        where assignee.workspace_id = item.workspace_id
          and assignee.item_id = item.id
          and assignee.user_id = $43
        offset 0
      ))
  ) end as sees
  offset 0
) seen
order by number;

-- server/reading/changes/number-changes.ts
select pg_advisory_xact_lock(hashtextextended($1, 0));

-- server/reading/changes/number-changes.ts
with weighed as (
  select written, sum(1 + coalesce(cardinality(also), 0)) over (order by written) as changes
  from (
    select written, also
    from unnumbered_changes
    where workspace_id = $1
    order by written
    limit 5000
  ) oldest
), taken_rows as (
  delete
  from unnumbered_changes
  where workspace_id = $2
    and written = any(array(
      select written
      from weighed
      where changes <= 5000 or written = (
        select min(written)
        from weighed
      )
    ))
  returning written, kind, id, also, people, channel_id, sight, transaction
), taken as (
  select written, kind, thing.id, people, channel_id, sight, transaction
  from taken_rows, unnest(taken_rows.id || also) thing (id)
), lasting as (
  select *
  from (
    select *, row_number() over (partition by kind, id, people is null and channel_id is null order by written desc) as from_last
    from taken
  ) ranked
  where people is not null or channel_id is not null or from_last = 1
), numbered as (
  insert into changes (workspace_id, number, kind, id, people, channel_id, sight, transaction, at)
  select $3, coalesce((
    select last_number
    from change_counters
    where workspace_id = $4
  ), 0) + row_number() over (order by written), kind, id, people, channel_id, sight, transaction,
    $5::timestamptz
  from lasting
  on conflict (workspace_id, kind, id)
  where people is null
    and channel_id is null do update set number = excluded.number, at = excluded.at
  returning number
), counted as (
  insert into change_counters (workspace_id, last_number)
  select $6, max(number)
  from numbered having count(*) > 0
  on conflict (workspace_id) do update set last_number = excluded.last_number
)
select (
  select count(*)
  from weighed
) = 5000 or (
  select count(*)
  from weighed
) > (
  select count(*)
  from taken_rows
) as more /* plan anew */;
