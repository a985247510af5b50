/** Imports channels with their members, and series with their shares. */

import { momentOr } from '../format/read-moment.ts'
import { replaceLists } from './lists.ts'
import { findSeriesMakers } from './makers.ts'
import { People } from './people.ts'
import { fetchById, idsOf, saveRows } from './rows.ts'
import { type Changes, resolveField, type Scope } from './scope.ts'
import { sharesOf } from './shares.ts'
import type { Staged } from './stage.ts'

export async function importChannels(scope: Scope, batch: Staged<'channels'>[]): Promise<Changes> {
  const columns = ['id', 'title', 'private', 'created_at'] as const
  const stored = await fetchById(scope, 'channels', 'id', idsOf(batch), columns)
  const people = await People.find(
    scope,
    batch.flatMap(({ doc }) => doc.members ?? []),
  )
  const rows = batch.map(({ id, doc }) => {
    const before = stored.get(id)
    return {
      id,
      title: doc.title,
      private: resolveField(doc.private, before?.private, false),
      created_at: momentOr(doc.created_at, before?.created_at ?? scope.now),
    }
  })
  const changes = await saveRows(scope, 'channels', 'id', stored, rows)
  const named = batch.filter(({ doc }) => doc.members !== undefined)
  const members = named.flatMap(({ id, doc, path }) =>
    people.idsOf(doc.members ?? [], `${path}.members`).map((user_id) => ({ channel_id: id, user_id })),
  )
  await replaceLists(scope, 'channel_members', { owner: 'channel_id', own: 'user_id' }, idsOf(named), members, changes)
  return changes
}

export async function importSeries(scope: Scope, batch: Staged<'series'>[]): Promise<Changes> {
  const stored = await fetchById(scope, 'series', 'id', idsOf(batch), ['id', 'title'])
  const rows = batch.map(({ id, doc }) => ({ id, title: doc.title }))
  const changes = await saveRows(scope, 'series', 'id', stored, rows)
  await scope.stage.markCounted(scope.index, 'series', changes.ids)
  return changes
}

/** Runs after the import of events, because their attendees may be the default makers of shares. */
export async function shareSeries(scope: Scope, batch: Staged<'series'>[], changes: Changes): Promise<void> {
  const named = batch.filter(({ doc }) => doc.shared_with !== undefined)
  const people = await People.find(
    scope,
    named.flatMap(({ doc }) => doc.shared_with ?? []).flatMap(({ user, by }) => [user, by]),
  )
  const makers = await findSeriesMakers(scope, idsOf(named))
  const shares = named.flatMap(({ id, doc, path }) =>
    sharesOf(doc.shared_with, `${path}.shared_with`, people, makers.get(id) ?? []).map((share) => ({
      series_id: id,
      ...share,
    })),
  )
  await replaceLists(scope, 'series_shares', { owner: 'series_id', own: 'user_id' }, idsOf(named), shares, changes)
}
