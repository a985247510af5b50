import { sql } from 'kysely'
import { ownTable } from '../../people/privacy/person-export.ts'
import type { TextPlace } from '../../people/privacy/text-places.ts'
import { ruleRoutes } from './routes.ts'

const texts: TextPlace[] = [
  { table: 'rules', key: ['id'], texts: ['name'], json: { match: 'jsonb' }, moves: 'updated_at' },
]

const rules = ownTable(
  'rules',
  'rules',
  sql`own.id, own.name, own.position, own.match, own.does, own.last_problem, own.created_at, own.updated_at`,
)

export const rulesRoom = { routes: ruleRoutes, texts, sections: [rules] }
