import { sql } from 'kysely'
import { ownTable, type Section } from '../../people/privacy/person-export.ts'
import type { TextPlace } from '../../people/privacy/text-places.ts'
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { actByRulesJob, actOnRecording } from './act-on-recording.ts'
import { makeNextByRule, makeNextJob } from './make-next-by-rule.ts'
import { ruleRoutes } from './routes.ts'

const texts: TextPlace[] = [
  { table: 'rules', key: ['id'], texts: ['name'], json: { match: 'jsonb' }, moves: 'updated_at' },
]

const rules = ownTable(
  'rules',
  'rules',
  sql`own.id, own.name, own.position, own.match, own.does, own.last_problem, own.created_at, own.updated_at`,
)

const plans: Section = {
  name: 'note_plans',
  key: sql`own.note_id`,
  columns: sql`own.note_id, own.record, own.template_id, own.added_channels, own.dropped_channels, own.changed_at`,
  from: ({ userId }) => sql`note_plans own where own.user_id = ${userId}`,
}

export const rulesRoom = {
  routes: ruleRoutes,
  jobs: (deps: Pick<Context, 'db' | 'clock' | 'origin' | 'jobs' | 'settings'>): JobDefinition[] => [
    { name: actByRulesJob, concurrency: 2, run: (recording) => actOnRecording(deps, recording) },
    { name: makeNextJob, concurrency: 2, run: (order) => makeNextByRule(deps, order) },
  ],
  texts,
  sections: [rules, plans],
}
