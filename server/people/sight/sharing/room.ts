import { sql } from 'kysely'
import type { Section } from '../../privacy/person-export.ts'
import { namesOf, type SharedKind } from '../visible.ts'
import { sharingRoutes } from './routes.ts'

/** Shares with the person or by them: of what, with whom, by whom. */
const shares = (kind: SharedKind): Section => {
  const { shares: table, thingId } = namesOf(kind)
  return {
    name: `${kind}_shares`,
    key: sql`own.${thingId} || ' ' || own.user_id`,
    columns: sql`own.${thingId}, own.user_id, own.by_user_id, own.can_edit`,
    from: ({ userId }) =>
      sql`${table} own where own.${thingId} is not null and (own.user_id = ${userId} or own.by_user_id = ${userId})`,
  }
}

export const sharingRoom = { routes: sharingRoutes, sections: [shares('note'), shares('recording'), shares('series')] }
