import { sql } from 'kysely'
import type { Context } from '../../../platform/context/context.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import { ownTable } from '../../privacy/person-export.ts'
import { forgetLinks } from './forget-links.ts'
import { outsideLinkRoutes } from './routes.ts'

const links = ownTable(
  'outside_links',
  'outside_links',
  sql`own.id, own.note_id, own.recording_id, own.parts, own.created_at, own.expires_at, own.openings, own.last_opened_at`,
)

export const outsideLinksRoom = {
  routes: outsideLinkRoutes,
  jobs: ({ db, clock }: Pick<Context, 'db' | 'clock'>): JobDefinition[] => [
    { name: 'forget-outside-links', cron: '7 * * * *', run: () => forgetLinks(db, clock()) },
  ],
  sections: [links],
}
