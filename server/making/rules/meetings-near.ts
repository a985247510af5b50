/** Meetings of all workspaces of which somebody may wish something of the recording (decision 64). */
import { type RawBuilder, sql } from 'kysely'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Db } from '../../platform/postgres/db.ts'

export type Near = { workspaceId: string; noteId: string; callUrl: string | null; startsAt: Date; endsAt: Date }

type Wish = 'bot' | 'remind'

/**
 * Where somebody who attends, or the workspace, wishes it in some meetings; in the order of their starts. The cost grows
 * with the meetings of that time in workspaces that have such rules. All-day events begin at no moment.
 * @param which  says of `event` from when it counts, and whatever else
 */
export async function meetingsNear(db: Db, wish: Wish, until: Date, which: RawBuilder<unknown>): Promise<Near[]> {
  const value = sql.lit(wish)
  const { rows } = await sql<Near>`
    with wishing as materialized (${workspacesWishing(wish)})
    select note.workspace_id as "workspaceId", note.id as "noteId", event.call_url as "callUrl",
      event.starts_at as "startsAt", event.ends_at as "endsAt"
    from wishing
    join events event on event.workspace_id = wishing.workspace_id and event.starts_at <= ${until} and ${which}
    join notes note on note.workspace_id = event.workspace_id and note.event_guid = event.guid
    where event.cancelled_at is null and not event.all_day and ${notFrozen('note.workspace_id')}
      and (exists (select from rules rule where rule.workspace_id = note.workspace_id and rule.user_id is null
          and rule.does ->> 'record' = ${value})
        or exists (select from note_attendees attendee
          join rules rule on rule.workspace_id = attendee.workspace_id and rule.user_id = attendee.user_id
            and rule.does ->> 'record' = ${value}
          where attendee.workspace_id = note.workspace_id and attendee.note_id = note.id)
        or exists (select from note_plans plan where plan.workspace_id = note.workspace_id and plan.note_id = note.id
          and plan.record = ${value}))
    order by event.starts_at, note.id`.execute(db)
  return rows
}

/** Read from indexes of those rules alone. */
export const workspacesWishing = (wish: Wish) => sql`
  select workspace_id from rules where does ->> 'record' = ${sql.lit(wish)}
  union select workspace_id from note_plans where record = ${sql.lit(wish)}`
