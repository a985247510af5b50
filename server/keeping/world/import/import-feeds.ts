/** Imports calendar feeds with the events of their last read, so that an event missing later counts as cancelled. */
import { forgottenAt } from '../../../meetings/calendar/feeds/feed-schedule.ts'
import { addressKey, sealAddress } from '../../../meetings/calendar/feeds/feeds.ts'
import { momentOr } from '../format/read-moment.ts'
import type { Doc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import { replaceLists } from './lists.ts'
import { People } from './people.ts'
import { distinct, fetchById, fetchRows, findExisting, idsOf, type Row, saveRows } from './rows.ts'
import type { Staged } from './stage.ts'

const columns = [
  ...(['id', 'user_id', 'created_at', 'url', 'url_key', 'host', 'next_read_at'] as const),
  ...(['etag', 'last_modified', 'full_read_at', 'last_read_at', 'last_error', 'failures'] as const),
  ...(['provider', 'account', 'subject', 'tokens', 'sync_cursor'] as const),
] as const

type StoredFeed = Pick<Row<'calendar_feeds'>, (typeof columns)[number]>
type Source = Omit<StoredFeed, 'id' | 'user_id' | 'created_at'>

export async function importFeeds(context: ImportContext, batch: Staged<'calendar_feeds'>[]): Promise<Changes> {
  const stored = await fetchById(context, 'calendar_feeds', 'id', idsOf(batch), columns)
  const people = await People.find(
    context,
    batch.map(({ doc }) => doc.owner),
  )
  const rows = batch.map((feed) => {
    const { id, doc, path } = feed
    const before = stored.get(id)
    const user_id = people.idOf(doc.owner, `${path}.owner`)
    if (before && before.user_id !== user_id) {
      throw new WorldError(`${path}.owner`, `the feed ${id} belongs to ${before.user_id}`)
    }
    const created_at = momentOr(doc.created_at, before?.created_at ?? context.now)
    const source = sourceOf(context, feed, user_id, before)
    // Its end at the vendor is a matter of its person, or of a super admin.
    if (before?.tokens && !source.tokens)
      throw new WorldError(path, `the feed ${id} is a connected account; disconnect it first`)
    return { id, user_id, created_at, ...source }
  })
  await rejectDuplicates(context, batch, rows)
  const changes = await saveRows(context, 'calendar_feeds', 'id', stored, rows)
  await replaceEvents(context, batch, changes)
  return changes
}

const unread = {
  etag: null,
  last_modified: null,
  full_read_at: null,
  last_read_at: null,
  last_error: null,
  failures: 0,
}

const noAccount = { provider: null, account: null, subject: null, tokens: null, sync_cursor: null }
const noAddress = { url: null, url_key: null, next_read_at: null, ...unread }

/** Without an address in the file the stored one stays, and so does an account. What is new has not been read yet. */
function sourceOf(
  context: ImportContext,
  feed: Staged<'calendar_feeds'>,
  userId: string,
  before: StoredFeed | undefined,
): Source {
  const { doc, path } = feed
  if ((doc.provider == null) !== (doc.account == null))
    throw new WorldError(`${path}.${doc.provider == null ? 'provider' : 'account'}`, 'is required: both or neither')
  if (doc.url != null && doc.provider != null) throw new WorldError(`${path}.url`, 'is for feeds without an account')
  if (doc.url != null) return addressOf(context, feed, doc.url, userId, before)
  if (before && (doc.provider == null || isSameAccount(doc, before))) return sourceIn(before)
  if (doc.host == null) throw new WorldError(`${path}.url`, 'is required, or host')
  const account = doc.provider == null ? noAccount : { ...noAccount, provider: doc.provider, account: doc.account! }
  return { ...noAddress, ...account, host: doc.host }
}

const isSameAccount = (doc: Pick<Doc<'calendar_feeds'>, 'provider' | 'account'>, before: StoredFeed) =>
  doc.provider === before.provider && doc.account === before.account

function addressOf(
  { workspace, secretKey, now }: ImportContext,
  { id, doc, path }: Staged<'calendar_feeds'>,
  url: string,
  userId: string,
  before: StoredFeed | undefined,
): Source {
  const url_key = addressKey(secretKey, { workspaceId: workspace.id, userId }, url)
  const address = sealAddress(secretKey, { workspaceId: workspace.id, id }, url)
  if (doc.host != null && doc.host !== address.host) throw new WorldError(`${path}.host`, 'is not the host of url')
  if (before?.url_key?.equals(url_key)) return sourceIn(before)
  return { ...address, url_key, next_read_at: forgottenAt(now), ...noAccount, ...unread }
}

function sourceIn({ id, user_id, created_at, ...source }: StoredFeed): Source {
  return source
}

/** The error does not contain the address, because it is a secret. */
async function rejectDuplicates(
  context: ImportContext,
  batch: Staged<'calendar_feeds'>[],
  rows: StoredFeed[],
): Promise<void> {
  const owners = distinct(rows.map(({ user_id }) => user_id))
  const others = await fetchRows(context, 'calendar_feeds', 'user_id', owners, ['id', 'url_key'])
  const ownerOf = new Map(others.flatMap(({ id, url_key }) => (url_key ? [[url_key.toString('hex'), id]] : [])))
  for (const [index, { id, url_key }] of rows.entries()) {
    if (!url_key) continue
    const key = url_key.toString('hex')
    const owner = ownerOf.get(key) ?? id
    if (owner !== id) throw new WorldError(`${batch[index]!.path}.url`, `is the address of the feed ${owner}`)
    ownerOf.set(key, id)
  }
}

async function replaceEvents(
  context: ImportContext,
  batch: Staged<'calendar_feeds'>[],
  changes: Changes,
): Promise<void> {
  const named = batch.filter(({ doc }) => doc.events !== undefined)
  const events = await findExisting(
    context,
    'events',
    'guid',
    named.flatMap(({ doc }) => doc.events ?? []),
  )
  const held = named.flatMap(({ id, doc, path }) => {
    const unknown = (doc.events ?? []).findIndex((guid) => !events.has(guid))
    if (unknown >= 0) throw new WorldError(`${path}.events[${unknown}]`, `there is no event ${doc.events![unknown]}`)
    return distinct(doc.events ?? []).map((event_guid) => ({ feed_id: id, event_guid }))
  })
  const list = { owner: 'feed_id', own: 'event_guid' } as const
  await replaceLists(context, 'calendar_feed_events', list, idsOf(named), held, changes)
}
