/** Whether a webhook may send now (spec 3.2, 3.3; decisions 31 on switches and 35 on inactive webhooks). */
import { sql } from 'kysely'
import { keyIsValid } from '../../people/caller/keys.ts'

/**
 * True in a query over `webhooks` if the webhook is active, the workspace's switch is on, and its owner or key may
 * send. For a user webhook the owner must be active, and for that of a channel a member of it too. For a workspace
 * webhook the key that created it must be active, not expired and super admin, and its owner an active admin. A
 * workspace webhook that a session created has no key: its owner must be an active admin.
 */
export const webhookReady = (now: Date) => sql<boolean>`(webhooks.status = 'active' and exists (
  select from workspaces workspace
  join users owner on owner.workspace_id = workspace.id and owner.id = webhooks.user_id
  where workspace.id = webhooks.workspace_id and workspace.webhooks = 'enabled' and case webhooks.scope
    when 'user' then owner.active
    when 'channel' then owner.active and exists (select from channel_members member
      where member.workspace_id = webhooks.workspace_id and member.channel_id = webhooks.channel_id
        and member.user_id = webhooks.user_id)
    else workspace.workspace_webhooks and workspace.plan = 'enterprise' and case when webhooks.api_key_id is null
      then owner.active and owner.admin
      else exists (select from api_keys key
      join users holder on holder.workspace_id = key.workspace_id and holder.id = key.user_id
      where key.workspace_id = webhooks.workspace_id and key.id = webhooks.api_key_id
        and ${keyIsValid(now)} and key.super_admin and holder.active and holder.admin) end
    end))`
