/** Imports channels with their members, and series with their shares. */
import { storeChat } from '../../../webhooks/chats/channel-webhook.ts'
import { momentOr } from '../format/read-moment.ts'
import { type Changes, type ImportContext, resolveField } from './import-context.ts'
import { openedSecret } from './import-webhooks.ts'
import { replaceLists } from './lists.ts'
import { findSeriesMakers } from './makers.ts'
import { People } from './people.ts'
import { fetchById, idsOf, saveRows } from './rows.ts'
import { sharesOf } from './shares.ts'
import type { Staged } from './stage.ts'

export async function importChannels(context: ImportContext, batch: Staged<'channels'>[]): Promise<Changes> {
  const columns = ['id', 'title', 'private', 'created_at'] as const
  const stored = await fetchById(context, 'channels', 'id', idsOf(batch), columns)
  const people = await People.find(
    context,
    batch.flatMap(({ doc }) => [...(doc.members ?? []), ...(doc.deliver_to ? [doc.deliver_to.by] : [])]),
  )
  const rows = batch.map(({ id, doc }) => {
    const before = stored.get(id)
    return {
      id,
      title: doc.title,
      private: resolveField(doc.private, before?.private, false),
      created_at: momentOr(doc.created_at, before?.created_at ?? context.now),
    }
  })
  const changes = await saveRows(context, 'channels', 'id', stored, rows)
  const named = batch.filter(({ doc }) => doc.members !== undefined)
  const members = named.flatMap(({ id, doc, path }) =>
    people.idsOf(doc.members ?? [], `${path}.members`).map((user_id) => ({ channel_id: id, user_id })),
  )
  await replaceLists(
    context,
    'channel_members',
    { owner: 'channel_id', own: 'user_id' },
    idsOf(named),
    members,
    changes,
  )
  await importChats(context, batch, people, changes)
  return changes
}

/** Without the field the chat stays as it is. */
async function importChats(context: ImportContext, batch: Staged<'channels'>[], people: People, changes: Changes) {
  const columns = ['id', 'channel_id', 'chat', 'user_id', 'secret'] as const
  const stored = await fetchById(context, 'webhooks', 'channel_id', idsOf(batch), columns)
  const workspaceId = context.workspace.id
  for (const { id, doc, path } of batch) {
    if (doc.deliver_to === undefined) continue
    const before = stored.get(id)
    const { kind, url, by } = doc.deliver_to ?? { kind: null, url: null, by: null }
    const userId = by && people.idOf(by, `${path}.deliver_to.by`)
    const known = before && openedSecret(context.secretKey, { ...before, workspace_id: workspaceId })
    if (kind === (before?.chat ?? null) && url === (known ?? null) && userId === (before?.user_id ?? null)) continue
    const chat = kind && { kind, url, by: userId! }
    await storeChat(context.tx, context.now, context.secretKey, { workspaceId, channelId: id }, chat)
    changes.update([id])
  }
}

export async function importSeries(context: ImportContext, batch: Staged<'series'>[]): Promise<Changes> {
  const stored = await fetchById(context, 'series', 'id', idsOf(batch), ['id', 'title'])
  const rows = batch.map(({ id, doc }) => ({ id, title: doc.title }))
  const changes = await saveRows(context, 'series', 'id', stored, rows)
  await context.stage.markCounted(context.index, 'series', changes.ids)
  return changes
}

/** Runs after the import of events, because their attendees may be the default makers of shares. */
export async function shareSeries(context: ImportContext, batch: Staged<'series'>[], changes: Changes): Promise<void> {
  const named = batch.filter(({ doc }) => doc.shared_with !== undefined)
  const people = await People.find(
    context,
    named.flatMap(({ doc }) => doc.shared_with ?? []).flatMap(({ user, by }) => [user, by]),
  )
  const makers = await findSeriesMakers(context, idsOf(named))
  const shares = named.flatMap(({ id, doc, path }) =>
    sharesOf(doc.shared_with, `${path}.shared_with`, people, makers.get(id) ?? []).map((share) => ({
      series_id: id,
      ...share,
    })),
  )
  await replaceLists(context, 'series_shares', { owner: 'series_id', own: 'user_id' }, idsOf(named), shares, changes)
}
