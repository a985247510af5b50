/** When people last used the service, and until when their invitation works. In a query over `users`. */
import { sql } from 'kysely'

/** By a browser or a key; a sign-in counts also after its session has ended. */
export const lastSeen = sql<Date | null>`(select greatest(
  (select max(session.last_used_at) from sessions session
    where session.workspace_id = users.workspace_id and session.user_id = users.id),
  (select max(key.last_used_at) from api_keys key
    where key.workspace_id = users.workspace_id and key.user_id = users.id),
  (select entry.at from audit_log entry
    where entry.workspace_id = users.workspace_id and entry.user_id = users.id and entry.action = 'session.begin'
    order by entry.at desc, entry.id desc limit 1)))`

/** Null without a link that an administrator made and nobody has used. */
export const invitedUntil = (now: Date) => sql<Date | null>`(select max(token.expires_at) from sign_in_tokens token
  where token.workspace_id = users.workspace_id and token.user_id = users.id
    and token.made_by <> 'mail' and token.expires_at > ${now})`
