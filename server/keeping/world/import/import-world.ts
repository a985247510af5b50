/**
 * Imports a world in one transaction. The file is read once, object by object, into a temporary table. Then each
 * workspace is written in batches, each kind of object after those that it refers to. Only one batch is in memory, for any
 * size of the file.
 *
 * By default no events are announced, because the contents of a file are usually old. With `fire` new objects are
 * announced, also to webhooks of the same file (ai-note-changes.ts, item-windows.ts).
 */
import { sql } from 'kysely'
import { sealedFeeds } from '../../../meetings/calendar/feeds/reseal-feeds.ts'
import { forgetTranscriptsIn } from '../../../meetings/recordings/library/forget-transcripts.ts'
import { indexText } from '../../../meetings/text-index/index-text.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { listOthers } from '../../../platform/postgres/key-check.ts'
import type { SecretKey } from '../../../platform/secrets.ts'
import { type Clock, readMoment } from '../../../platform/time.ts'
import type { Input } from '../format/json-tokens.ts'
import type { MediaFolder } from '../format/media-folder.ts'
import { readWorld } from '../format/read-world.ts'
import { announceAiNoteChanges, openAiNoteChanges, recordAiNoteChanges } from './ai-note-changes.ts'
import { identify } from './identify.ts'
import type { ListKind } from './identity.ts'
import { importActionItems } from './import-action-items.ts'
import { importChannels, importSeries, shareSeries } from './import-channels.ts'
import { Changes, type FireOptions, Ids, type ImportContext, type Tally } from './import-context.ts'
import { importDecisions, importSuccessions } from './import-decisions.ts'
import { importEvents } from './import-events.ts'
import { importFeeds } from './import-feeds.ts'
import { importNotes } from './import-notes.ts'
import { importApiKeys, importUsers } from './import-people.ts'
import { importRecordings, importUploads } from './import-recordings.ts'
import { importWebhooks } from './import-webhooks.ts'
import { importWorkspace } from './import-workspace.ts'
import { openItemWindows } from './item-windows.ts'
import { findExisting, idsOf, insertRows } from './rows.ts'
import { Stage, type Staged } from './stage.ts'
import { Statistics } from './statistics.ts'
import { postponeSight, writeSight } from './write-sight.ts'

export type { Tally } from './import-context.ts'

export type ImportOptions = {
  clock: Clock
  /** Encrypts the secrets of webhooks. */
  secretKey: SecretKey
  /** The media of recordings, if they are imported. */
  mediaFolder?: MediaFolder | null
  /** The terms for announcing events; null announces none. */
  fire?: FireOptions | null
  /** Runs at the end of the transaction: if it fails, nothing is imported. */
  finish?: (tx: Tx) => Promise<void>
}

/**
 * @param input  the bytes or text of the file
 * @returns how many objects were new, changed and unchanged
 * @throws {WorldError} one sentence with the path of the error; nothing has been changed then
 */
export async function importWorld(
  db: Db,
  input: Input,
  { clock, secretKey, mediaFolder = null, fire = null, finish }: ImportOptions,
): Promise<Tally> {
  const now = clock()
  const tally: Tally = { created: 0, updated: 0, unchanged: 0 }
  await db.transaction().execute(async (tx) => {
    // A plan cached for an empty table is slow for a full one. Analyzing growing tables (statistics.ts) invalidates it.
    // With custom plans only, planning the foreign keys of each row took half of an import's time.
    await sql`set local plan_cache_mode = auto`.execute(tx)
    const stage = await Stage.open(tx)
    await postponeSight(tx)
    if (fire) await openAiNoteChanges(tx)
    for await (const piece of readWorld(input)) await stage.add(piece)
    await stage.finish()
    // Only one import runs at a time, so that two neither mix nor deadlock.
    await sql`select pg_advisory_xact_lock(hashtextextended('import a world', 0))`.execute(tx)
    const ids = new Ids(now)
    const statistics = await Statistics.open(tx)
    for (let index = 0; index < stage.workspaces; index++) {
      for await (const [header] of stage.batches(index, 'workspaces')) {
        const context = { tx, stage, statistics, index, now, ids, tally }
        const { row: workspace, wasHeld } = await importWorkspace(context, header!)
        await importLists({ ...context, workspace, secretKey, media: mediaFolder, fire }, wasHeld)
      }
    }
    await indexText(tx)
    await finish?.(tx)
  })
  return tally
}

/** @param wasHeld  whether anything was held before, also what the file no longer holds */
async function importLists(context: ImportContext, wasHeld: boolean): Promise<void> {
  await importKind(context, 'users', importUsers)
  // Now the holds of the file are known too.
  if (!wasHeld) await forgetTranscriptsIn(context.tx, context.workspace.id)
  await importKind(context, 'api_keys', importApiKeys)
  await importKind(context, 'channels', importChannels)
  await importKind(context, 'series', importSeries)
  await importKind(context, 'events', importEvents)
  await importSeriesShares(context)
  await resealFeeds(context)
  await importKind(context, 'calendar_feeds', importFeeds)
  // An agenda may name listed action items and decisions, so these need their ids first.
  await identify(context, 'action_items')
  await identify(context, 'decisions')
  await importKind(context, 'notes', recordAiNoteChanges('note', importNotes))
  await importKind(context, 'recordings', recordAiNoteChanges('recording', importRecordings))
  await writeSight(context)
  await importKind(context, 'uploads', importUploads)
  await importKind(context, 'action_items', openItemWindows(importActionItems))
  await importKind(context, 'decisions', importDecisions)
  await importSuccessions(context)
  await importKind(context, 'webhooks', importWebhooks)
  await importKind(context, 'audit_log', importAudit)
  await announceAiNoteChanges(context)
}

/** Feeds are identified by a keyed hash. While SECRET_KEY is being changed, this must be the hash with the new key. */
async function resealFeeds({ tx, secretKey, workspace }: ImportContext): Promise<void> {
  if (secretKey.old.length === 0) return
  const rows = await listOthers(tx, secretKey, sealedFeeds, { limit: 1_000_000, workspaceId: workspace.id })
  await sealedFeeds.reseal(tx, secretKey, rows)
}

/** The default maker of a series share is known only after the events are imported. */
async function importSeriesShares(context: ImportContext): Promise<void> {
  for await (const batch of context.stage.batches(context.index, 'series')) {
    const counted = batch.filter((series) => series.counted).map(({ id }) => id)
    const changes = new Changes([], counted)
    await shareSeries(context, batch, changes)
    context.tally.updated += changes.updated - counted.length
    context.tally.unchanged -= changes.updated - counted.length
  }
}

async function importKind<K extends ListKind>(
  context: ImportContext,
  kind: K,
  importBatch: (context: ImportContext, batch: Staged<K>[]) => Promise<Changes>,
): Promise<void> {
  const { statistics } = context
  await identify(context, kind)
  await statistics.begin(kind)
  for await (const batch of context.stage.batches(context.index, kind)) {
    const changes = await importBatch(context, batch)
    await statistics.grow(changes.created)
    context.tally.created += changes.created
    context.tally.updated += changes.updated
    context.tally.unchanged += batch.length - changes.created - changes.updated
  }
}

/** Entries are added and never changed. People and keys of an entry may be deleted or from another database, so they need not exist. */
async function importAudit(context: ImportContext, batch: Staged<'audit_log'>[]): Promise<Changes> {
  const known = await findExisting(context, 'audit_log', 'id', idsOf(batch))
  const fresh = batch.filter(({ id }) => !known.has(id))
  await insertRows(
    context,
    'audit_log',
    fresh.map(({ id, doc }) => ({
      id,
      at: readMoment(doc.at)!,
      action: doc.action,
      key_id: doc.key_id ?? null,
      user_id: doc.user_id,
      on_behalf_of: doc.on_behalf_of ?? null,
      method: doc.method,
      path: doc.path,
      status: doc.status ?? null,
      address: doc.address,
      request_id: doc.request_id,
      body_sha256: doc.body_sha256 ?? null,
      details: doc.details ?? {},
    })),
  )
  return new Changes(idsOf(fresh))
}
