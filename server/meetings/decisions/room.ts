import { sql } from 'kysely'
import { ownTable, type Section } from '../../people/privacy/person-export.ts'
import type { TextPlace } from '../../people/privacy/text-places.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { decisionEvents } from './event-schemas.ts'
import { announceDecisionJob, announceHeldDecision } from './hold-decisions.ts'
import { decisionRoutes } from './routes.ts'

/** What the person wrote. */
const decisions: Section = {
  name: 'decisions',
  key: sql`own.id`,
  columns: sql`own.id, own.note_id, own.recording_id, own.text, own.quote, own.speaker, own.start_time, own.status,
    own.made_at, own.created_at, own.updated_at`,
  from: ({ userId }) => sql`decisions own where own.made_by = ${userId}`,
}

const changes = ownTable(
  'decision_changes',
  'decision_changes',
  sql`own.id, own.decision_id, own.at, own.through, own.change, own.other`,
)

/** What people wrote and what was said, which no index reads (decision 50 on erasure). Short names: erase-in-decisions.ts. */
const texts: TextPlace[] = [
  {
    table: 'decisions',
    key: ['id'],
    texts: ['text', 'quote', 'speaker'],
    folded: { text: 'text_folded' },
    moves: 'updated_at',
  },
  { table: 'decision_changes', key: ['id'], texts: [], json: { change: 'jsonb' } },
]

export const decisionsRoom = {
  routes: (api: Api, { settings, ...context }: Pick<Context, 'db' | 'clock' | 'threads' | 'jobs' | 'settings'>) =>
    decisionRoutes(api, { ...context, holdSeconds: settings.holdSeconds }),
  jobs: (context: Pick<Context, 'db' | 'clock'>): JobDefinition[] => [
    { name: announceDecisionJob, run: (held) => announceHeldDecision(context, held) },
  ],
  events: decisionEvents,
  texts,
  sections: [decisions, changes],
}
