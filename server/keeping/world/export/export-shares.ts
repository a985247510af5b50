/** Exports shares and publications: SQL expressions for a field of their note, recording or series. */
import { type RawBuilder, sql } from 'kysely'
import { namesOf } from '../../../people/sight/visible.ts'
import type { PublicationDoc, ShareDoc } from '../format/schema.ts'

const ownerOf = { notes: 'note', recordings: 'recording', series: 'series' } as const

export function sharesIn(table: keyof typeof ownerOf): RawBuilder<ShareDoc[]> {
  const { shares, thingId } = namesOf(ownerOf[table])
  const rule = table === 'series' ? sql`null` : sql`share.rule_id`
  return sql<ShareDoc[]>`coalesce((
    select json_agg(json_strip_nulls(json_build_object('user', share.user_id, 'by', share.by_user_id,
      'can_edit', share.can_edit, 'by_rule', ${rule})) order by share.user_id)
    from ${shares} share
    where share.workspace_id = ${sql.ref(`${table}.workspace_id`)} and share.${thingId} = ${sql.ref(`${table}.id`)}
  ), '[]')`
}

export function publicationsIn(table: 'notes' | 'recordings'): RawBuilder<PublicationDoc[]> {
  const { thingId } = namesOf(ownerOf[table])
  return sql<PublicationDoc[]>`coalesce((
    select json_agg(json_strip_nulls(json_build_object('channel', shown.channel_id, 'by', shown.by_user_id,
      'by_rule', shown.rule_id)) order by shown.channel_id)
    from publications shown
    where shown.workspace_id = ${sql.ref(`${table}.workspace_id`)} and shown.${thingId} = ${sql.ref(`${table}.id`)}
  ), '[]')`
}
