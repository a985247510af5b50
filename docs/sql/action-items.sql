-- `npm run schema` writes this file: what the service asks of PostgreSQL, with $1, $2, … for values.

-- A page of the items that a person sees

-- server/meetings/action-items/list-items.ts
select item.id, item.text, item.completion_type, item.status, item.due_date, item.note_id, item.ai_generated,
  item.completed_by, item.wont_do, item.recording_offset, item.links, item.created_at, item.updated_at,
  coalesce((
    select json_agg(json_build_object('id', person.id, 'email', person.email, 'full_name', person.full_name) order by assignee.position)
    from action_item_assignees assignee
    join users person on person.workspace_id = assignee.workspace_id
      and person.id = assignee.user_id
    where assignee.workspace_id = item.workspace_id
      and assignee.item_id = item.id
  ), '[]') as assignees
from (
  select item.workspace_id, item.id, item.note_id, item.text, item.completion_type, item.status,
    item.wont_do, item.completed_by, item.due_date, item.ai_generated, item.recording_offset,
    item.links, item.created_by, item.created_at, item.updated_at
  from (
    select item.workspace_id, item.id, item.note_id, item.text, item.completion_type, item.status,
      item.wont_do, item.completed_by, item.due_date, item.ai_generated, item.recording_offset,
      item.links, item.created_by, item.created_at, item.updated_at
    from action_items item
    where item.workspace_id = $1
      and true
    order by item.created_at desc, item.id desc
    limit 1000
  ) item
  where ((item.note_id is null and item.created_by = $2) or exists (
    select
    from sight seen
    where seen.workspace_id = item.workspace_id
      and seen.kind = 'note'
      and seen.id = item.note_id
      and (seen.reader_kind = 'person' and seen.reader_id = $3 or seen.reader_kind = 'channel' and exists (
        select
        from channel_members member
        where member.workspace_id = seen.workspace_id
          and member.channel_id = seen.reader_id
          and member.user_id = $4
        offset 0
      ))
    offset 0
  ) or exists (
    select
    from action_item_assignees assignee
    where assignee.workspace_id = item.workspace_id
      and assignee.item_id = item.id
      and assignee.user_id = $5
    offset 0
  ))
) as item
where item.workspace_id = $6
  and true
order by item.created_at desc, item.id desc
limit 21;

-- server/meetings/action-items/item-sources.ts
select not exists (
  select item.workspace_id, item.id, item.note_id, item.text, item.completion_type, item.status,
    item.wont_do, item.completed_by, item.due_date, item.ai_generated, item.recording_offset,
    item.links, item.created_by, item.created_at, item.updated_at
  from action_items item
  where item.workspace_id = $1
    and true
  order by item.created_at desc, item.id desc
  offset 1000
) as near;
