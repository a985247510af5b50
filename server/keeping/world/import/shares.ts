/** Imports shares and publications, which let people besides the attendees see a note, recording or series. */
import type { PublicationDoc, ShareDoc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import { rejectRepeated, replaceLists } from './lists.ts'
import { makerFor } from './makers.ts'
import type { People } from './people.ts'
import { findExisting, idsOf } from './rows.ts'

type Given<Item> = Item[] | null | undefined

/** A note or recording. `makers` are the possible makers of shares without a maker, the most likely first. */
export type Shared = {
  id: string
  path: string
  makers: string[]
  doc: { shared_with?: Given<ShareDoc>; published_to?: Given<PublicationDoc> }
}

/** The people in the shares and publications of a batch. */
export function namesIn(docs: { shared_with?: Given<ShareDoc>; published_to?: Given<PublicationDoc> }[]) {
  return docs.flatMap(({ shared_with, published_to }) => [
    ...(shared_with ?? []).flatMap(({ user, by }) => [user, by]),
    ...(published_to ?? []).map(({ by }) => by),
  ])
}

export function sharesOf(shares: Given<ShareDoc>, path: string, people: People, makers: string[]) {
  const rows = (shares ?? []).map(({ user, by, can_edit }, index) => {
    const user_id = people.idOf(user, `${path}[${index}].user`)
    const by_user_id = makerOf(by, `${path}[${index}].by`, people, makerFor(user_id, makers))
    return { user_id, by_user_id, can_edit: can_edit ?? false }
  })
  rejectRepeated(rows, path, 'user', (row) => row.user_id)
  return rows
}

/** Replaces the shares and publications of notes or recordings by those of the file. */
export async function saveShares(
  context: ImportContext,
  kind: 'note' | 'recording',
  things: Shared[],
  people: People,
  changes: Changes,
): Promise<void> {
  const owner = `${kind}_id` as const
  const shared = things.filter(({ doc }) => doc.shared_with !== undefined)
  const shares = shared.flatMap(({ id, path, makers, doc }) =>
    sharesOf(doc.shared_with, `${path}.shared_with`, people, makers).map((share, index) => ({
      [owner]: id,
      ...share,
      rule_id: doc.shared_with![index]!.by_rule ?? null,
    })),
  )
  await replaceLists(context, 'shares', { owner, own: 'user_id' }, idsOf(shared), shares, changes)

  const published = things.filter(({ doc }) => doc.published_to !== undefined)
  const channels = await findExisting(
    context,
    'channels',
    'id',
    published.flatMap(({ doc }) => doc.published_to ?? []).map(({ channel }) => channel),
  )
  const publications = published.flatMap(({ id, path, makers, doc }) => {
    rejectRepeated(doc.published_to ?? [], `${path}.published_to`, 'channel', ({ channel }) => channel)
    return (doc.published_to ?? []).map(({ channel, by, by_rule }, index) => {
      const at = `${path}.published_to[${index}]`
      if (!channels.has(channel)) throw new WorldError(`${at}.channel`, `there is no channel ${channel}`)
      const by_user_id = makerOf(by, `${at}.by`, people, makers[0])
      return { [owner]: id, channel_id: channel, by_user_id, rule_id: by_rule ?? null }
    })
  })
  const columns = { owner, own: 'channel_id' } as const
  await replaceLists(context, 'publications', columns, idsOf(published), publications, changes)
}

function makerOf(by: string | null | undefined, path: string, people: People, maker: string | undefined): string {
  const id = by == null ? maker : people.idOf(by, path)
  if (!id) throw new WorldError(path, 'say by whom: there is no attendee with an account who could have done it')
  return id
}
