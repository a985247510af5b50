-- `npm run schema` writes this file: what the service asks of PostgreSQL, with $1, $2, … for values.

-- A message is claimed, sent in vain, and finished

-- server/webhooks/delivery/due.ts
select workspace_id, id, webhook_id, event_type, attempts, failures, manual, created_at, was_held,
  trace, octet_length(body) as bytes, case when octet_length(body) <= $1 then convert_from(body, 'UTF8') end as body
from messages
where messages.status = 'pending'
  and next_attempt_at <= $2
  and (messages.claim is null or messages.claimed_until <= $3)
  and not coalesce(messages.workspace_id = any (array(
    select workspace_id
    from frozen_workspaces
  )), false)
order by next_attempt_at
limit $4
for update skip locked;

-- server/webhooks/delivery/due.ts
select workspace_id, id, url, chat, secret, previous_secrets, sealed_headers, (
  select workspace.compatibility
  from workspaces workspace
  where workspace.id = webhooks.workspace_id
) as compatibility, case when webhooks.scope in ('user', 'channel') then 'webhook ' || webhooks.id
    else coalesce('key ' || webhooks.api_key_id, 'person ' || webhooks.user_id) end as lane,
  (webhooks.status = 'active' and exists (
    select
    from workspaces workspace
    join users owner on owner.workspace_id = workspace.id
      and owner.id = webhooks.user_id
    where workspace.id = webhooks.workspace_id
      and workspace.webhooks = 'enabled'
      and case webhooks.scope when 'user' then owner.active when 'channel' then owner.active and exists (
        select
        from channel_members member
        where member.workspace_id = webhooks.workspace_id
          and member.channel_id = webhooks.channel_id
          and member.user_id = webhooks.user_id
      ) else workspace.workspace_webhooks and workspace.plan = 'enterprise' and case when webhooks.api_key_id is null then owner.active and owner.admin
        else exists (
          select
          from api_keys key
          join users holder on holder.workspace_id = key.workspace_id
            and holder.id = key.user_id
          where key.workspace_id = webhooks.workspace_id
            and key.id = webhooks.api_key_id
            and (key.active and (key.expires_at is null or key.expires_at > $1))
            and key.super_admin
            and holder.active
            and holder.admin
        ) end end
  )) as ready
from webhooks
where (workspace_id, id) in (
  select *
  from unnest($2::text[], $3::text[])
);

-- server/webhooks/delivery/rate-slots.ts
insert into delivery_lanes as kept (workspace_id, lane, sent_ms, queued_until_ms)
select workspace_id, lane, '{}', 0
from json_to_recordset($1::json) as wanted (workspace_id text, lane text)
order by workspace_id, lane
on conflict (workspace_id, lane) do update set lane = kept.lane
returning workspace_id, lane, sent_ms, queued_until_ms;

-- server/webhooks/delivery/claim.ts
with lanes as (
  update delivery_lanes
  set sent_ms = changed.sent_ms, queued_until_ms = changed.queued_until_ms
  from json_to_recordset($1::json) as changed (workspace_id text, lane text, sent_ms bigint[], queued_until_ms bigint)
  where delivery_lanes.workspace_id = changed.workspace_id
    and delivery_lanes.lane = changed.lane
)
update messages
set status = case when cancelled then 'cancelled' when held then 'held' else status end, was_held = was_held or held,
  next_attempt_at = case when not cancelled then coalesce(later, next_attempt_at) end, claim = case
    when cancelled or held or later is not null then null else $2::uuid end, claimed_by = $3::integer,
  claimed_until = $4::timestamptz
from json_to_recordset($5::json) as seen (workspace_id text, id text, cancelled boolean, held boolean, later timestamptz)
where messages.workspace_id = seen.workspace_id
  and messages.id = seen.id;

-- server/webhooks/delivery/finish.ts
with ended as materialized (
  select *
  from json_to_recordset($1::json) as ended (workspace_id text, id text, webhook_id text, claim uuid, manual boolean, failed integer, next timestamptz, status text, status_code integer, error text, sent_at timestamptz, duration_ms integer, response_body text)
  where not coalesce(ended.workspace_id = any (array(
    select workspace_id
    from frozen_workspaces
    where state <> 'draining'
  )), false)
), hooks as materialized (
  select
  from webhooks
  where (workspace_id, id) in (
    select workspace_id, webhook_id
    from ended
  )
  order by workspace_id, id
  for key share
), judged as materialized (
  select ended.*, locked.is_current
  from ended
  cross join lateral (
    select coalesce(claim = ended.claim and messages.status = 'pending', false) as is_current
    from messages
    where messages.workspace_id = ended.workspace_id
      and messages.id = ended.id
    for update
  ) as locked
  where (
    select count(*)
    from hooks
  ) > 0
), counted as (
  update messages
  set attempts = messages.attempts + 1, last_status_code = case when is_current then judged.status_code
      else coalesce(messages.last_status_code, judged.status_code) end, failures = messages.failures + case
      when is_current then failed else 0 end, status = case when is_current then judged.status
      else messages.status end, next_attempt_at = case when is_current then next else messages.next_attempt_at end,
    claim = case when is_current then null else messages.claim end, manual = case when is_current then false
      else messages.manual end
  from judged
  where messages.workspace_id = judged.workspace_id
    and messages.id = judged.id
  returning judged.*, messages.attempts as number, messages.body is null as emptied
), logged as (
  insert into attempts (workspace_id, message_id, number, sent_at, duration_ms, status_code, error, response_body, manual)
  select workspace_id, id, number, sent_at, duration_ms, status_code, error, case when not emptied then response_body end,
    manual
  from counted
)
select workspace_id, id, is_current, (
  select coalesce(failing_since, announced_failing_since) is not null
  from webhooks
  where webhooks.workspace_id = counted.workspace_id
    and webhooks.id = counted.webhook_id
) as failing
from counted;

-- server/webhooks/delivery/settle-webhooks.ts
update webhooks
set failing_since = judged.since, announced_failing_since = case when judged.event_type is not null then judged.since
    when judged.recovered_since is not null then null else webhooks.announced_failing_since end,
  status = case when judged.event_type = 'webhook.failed' then 'failed' else webhooks.status end,
  updated_at = case when judged.event_type = 'webhook.failed' then greatest(webhooks.updated_at, judged.last_failure)
    else webhooks.updated_at end
from (
  select hook.workspace_id, hook.id, failing.since, ended.last_failure, notice.event_type, notice.recovered_since
  from jsonb_to_recordset($1::jsonb) as ended (workspace_id text, id text, url text, chat_secret text, succeeded boolean, gone boolean, first_failure timestamptz(3), last_failure timestamptz(3))
  join webhooks hook on hook.workspace_id = ended.workspace_id
    and hook.id = ended.id
    and hook.url = ended.url
    and (hook.chat is null or hook.secret = decode(ended.chat_secret, 'hex'))
  cross join lateral (
    select case when ended.succeeded then ended.first_failure else coalesce(hook.failing_since, ended.first_failure) end as since
  ) as failing
  cross join lateral (
    select case when hook.status <> 'active' then null when ended.gone then 'webhook.failed'
        when ended.last_failure - failing.since >= make_interval(secs => $2) then 'webhook.failed'
        when ended.last_failure - failing.since >= make_interval(secs => $3) and hook.announced_failing_since is distinct from failing.since then 'webhook.failing' end as event_type,
      case when hook.status = 'active' and ended.succeeded then hook.announced_failing_since end as recovered_since
  ) as notice
  where hook.failing_since is distinct from failing.since or notice.event_type is not null or notice.recovered_since is not null
  order by hook.workspace_id, hook.id for no key update of hook
) as judged
where webhooks.workspace_id = judged.workspace_id
  and webhooks.id = judged.id
returning webhooks.workspace_id, webhooks.id, webhooks.user_id, webhooks.scope, webhooks.url,
  judged.since, judged.event_type, judged.recovered_since, case when webhooks.chat is not null then encode(webhooks.secret, 'hex') end as chat_secret;
