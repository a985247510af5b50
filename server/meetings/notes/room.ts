import { sql } from 'kysely'
import type { Section } from '../../people/privacy/person-export.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { agendaRoutes } from './agenda-routes.ts'
import { announceChange, announceChangeJob } from './change-holds.ts'
import { thingEvents } from './named-event-schemas.ts'
import type { Plans } from './planned.ts'
import { noteRoutes } from './routes.ts'

type Notes = Pick<Context, 'db' | 'clock' | 'jobs' | 'settings'> & { removeMedia(): Promise<void>; plans: Plans }

const notes: Section = {
  name: 'notes',
  key: sql`own.id`,
  rows: 20,
  columns: sql`own.id, own.event_guid, own.title, own.agenda, own.created_at, own.updated_at`,
  from: ({ workspaceId, userId }) => sql`notes own where own.created_by = ${userId} and own.id in (
    select seen.id from person_sight seen where seen.workspace_id = ${workspaceId} and seen.user_id = ${userId} and seen.kind = 'note')`,
}

export const notesRoom = {
  routes(api: Api, context: Notes) {
    noteRoutes(api, context)
    agendaRoutes(api, { ...context, holdSeconds: context.settings.holdSeconds })
  },
  jobs: ({ origin, ...context }: Pick<Context, 'db' | 'clock' | 'origin'>): JobDefinition[] => [
    { name: announceChangeJob, run: (held) => announceChange({ ...context, publicUrl: origin.address() }, held) },
  ],
  events: thingEvents,
  sections: [notes],
}
