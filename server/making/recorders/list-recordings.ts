/** Asks servers of BigBlueButton for recordings that they did not announce: not every server has webhooks. */
import { sql } from 'kysely'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import { EngineError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { open } from '../../platform/secrets.ts'
import { type BigBlueButton, openBigBlueButton } from './big-blue-button.ts'
import { hashOf } from './event-job.ts'
import { isRecent, isRecordId, keyOfRecording, type Published, type PublishedEvent } from './kinds/big-blue-button.ts'
import { secretOwner } from './recorders.ts'
import { storeEvent } from './store-event.ts'
import { updateRecorder } from './subscriptions.ts'

/** A page, and how many of them are read in a run: the list is in no known order, so its new ones may be anywhere. */
const [pageSize, maxPages] = [100, 20]

/** Of a recorder in a run; the next one goes on. */
const maxNew = 100

const maxRunMs = 5 * 60_000

type ListDeps = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'outbound' | 'secretKey'> & { stopping: AbortSignal }

/** An error of one recorder does not affect the others. */
export async function listRecordings(deps: ListDeps): Promise<void> {
  const end = deps.clock().getTime() + maxRunMs
  for (const recorder of await findListed(deps.db)) {
    if (deps.stopping.aborted || deps.clock().getTime() >= end) return
    const error = await takeNew(deps, recorder).catch((error: unknown) => error)
    const isKnown = error instanceof EngineError
    if (error)
      deps.log[isKnown ? 'warn' : 'error']({ err: error, recorderId: recorder.id }, 'Recordings could not be listed')
    await tell(deps.db, recorder, error ? (isKnown ? error.message : 'it failed') : null)
  }
}

const errorPrefix = 'Its recordings could not be listed: '

type Listed = Awaited<ReturnType<typeof findListed>>[number]

const findListed = (db: Db) =>
  db
    .selectFrom('recorders as recorder')
    .select(['recorder.workspace_id', 'recorder.id', 'recorder.secret', 'recorder.base_url'])
    .select(['recorder.created_at', 'recorder.last_error'])
    .where('recorder.kind', '=', 'bigbluebutton')
    .where('recorder.active', '=', true)
    .where(notFrozen('recorder.workspace_id'))
    // A run may end before the last one, which must not be the same recorder each time.
    .orderBy(sql`random()`)
    .execute()

async function takeNew(deps: ListDeps, recorder: Listed): Promise<null> {
  const { workspace_id, id, created_at } = recorder
  const secret = open(deps.secretKey, recorder.secret, secretOwner(workspace_id, id))
  const now = deps.clock()
  // Calls of before the recorder were not meant for it.
  const isWanted = (each: Published) =>
    isRecordId(each.id) && isRecent(each, now) && each.endedAt > created_at.getTime()
  const server = openBigBlueButton(deps, { baseUrl: recorder.base_url!, secret })
  let left = maxNew
  for await (const page of pagesOf(server)) {
    const wanted = page.filter(isWanted).map((each) => ({ id: each.id, key: hashOf(keyOfRecording(each.id)) }))
    const known = await findKnown(
      deps.db,
      recorder,
      wanted.map(({ key }) => key),
    )
    const fresh = wanted.filter(({ key }) => !known.has(key)).slice(0, left)
    left -= fresh.length
    for (const each of fresh) {
      const event: PublishedEvent = { published: [each.id] }
      await storeEvent(deps, { workspaceId: workspace_id, recorderId: id, key: each.key }, event, now)
    }
    if (left === 0) break
  }
  return null
}

/** @throws {EngineError} after the last page that is read, if there are more */
async function* pagesOf(server: BigBlueButton): AsyncGenerator<Published[]> {
  const seen = new Set<string>()
  for (let page = 0; page < maxPages; page++) {
    const found = await server.list(page * pageSize, pageSize)
    const fresh = found.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    yield fresh
    // Without pages a server gives all at once.
    if (found.length !== pageSize || fresh.length === 0) return
  }
  throw new EngineError(`there are more than ${maxPages * pageSize}, and only these were looked at`, {
    retryable: false,
  })
}

async function findKnown(db: Db, { workspace_id, id }: Listed, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const own = db.selectFrom('recorder_events').select('key').where('workspace_id', '=', workspace_id)
  const known = await own
    .where('recorder_id', '=', id)
    .where(
      'key',
      'in',
      keys.map((key) => Buffer.from(key, 'hex')),
    )
    .execute()
  return new Set(known.map(({ key }) => key.toString('hex')))
}

/** What else went wrong stays. */
async function tell(db: Db, recorder: Listed, error: string | null): Promise<void> {
  const own = updateRecorder(db, recorder).where('active', '=', true)
  if (error !== null) await own.set({ last_error: errorPrefix + error }).execute()
  else if (recorder.last_error?.startsWith(errorPrefix)) await own.set({ last_error: null }).execute()
}
