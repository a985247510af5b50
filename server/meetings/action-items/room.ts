import { sql } from 'kysely'
import type { Section } from '../../people/privacy/person-export.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { closeDueHolds } from './close-holds.ts'
import { itemEvents } from './event-schemas.ts'
import { closeHoldsJob } from './hold.ts'
import { actionItemRoutes } from './routes.ts'

const items: Section = {
  name: 'action_items',
  key: sql`own.id`,
  columns: sql`own.id, own.note_id, own.text, own.status, own.due_date, own.links, own.created_at, own.updated_at,
    own.created_by is not distinct from assigned.person as created, assigned.is_assignee as assigned`,
  from: ({ userId }) => sql`action_items own
    cross join lateral (select ${userId}::text as person, exists (select from action_item_assignees assignee
      where assignee.workspace_id = own.workspace_id and assignee.item_id = own.id
        and assignee.user_id = ${userId}) as is_assignee) assigned
    where (own.created_by = ${userId} or assigned.is_assignee)`,
}

export const actionItemsRoom = {
  routes: (api: Api, context: Pick<Context, 'db' | 'clock' | 'jobs' | 'settings'>) =>
    actionItemRoutes(api, { ...context, holdSeconds: context.settings.holdSeconds }),
  jobs: ({ db, clock }: Pick<Context, 'db' | 'clock'>): JobDefinition[] => [
    {
      name: closeHoldsJob,
      // Each window has a job at its own time; this one finds windows whose job was lost.
      cron: '* * * * *',
      run: (wake) => closeDueHolds(db, clock(), wake),
    },
  ],
  events: itemEvents,
  sections: [items],
}
