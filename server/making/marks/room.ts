import { sql } from 'kysely'
import { ownTable } from '../../people/privacy/person-export.ts'
import type { TextPlace } from '../../people/privacy/text-places.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { markRoutes } from './routes.ts'

const texts: TextPlace[] = [
  { table: 'marks', key: ['id'], texts: ['text'], tookPart: (userId) => sql`user_id = ${userId}` },
]

export const marksRoom = {
  routes: (api: Api, context: Pick<Context, 'db' | 'clock' | 'jobs' | 'settings'>) =>
    markRoutes(api, { ...context, holdSeconds: context.settings.holdSeconds }),
  texts,
  sections: [
    ownTable(
      'marks',
      'marks',
      sql`own.id, own.recording_id, own.at, own.note_id, own.made_at, own.text, own.created_at`,
    ),
  ],
}
