/** What changed for the caller, as it changes: first everything that they see, then every change. */
import type { Change, ChangeKind, ChangesAnswer } from './changes.ts'
import { type Connection, readJson, send } from './connection.ts'
import { isTemporary, pauseSeconds, type Retry, sleep } from './retry.ts'

export type FollowOptions = {
  /** Of the last batch that was applied; without it the copy begins anew. */
  cursor?: string
  /** `false`: begin with what changes from now on. Without a cursor and this, everything that is there comes first. */
  copy?: boolean
  /** Without it all kinds. */
  kinds?: ChangeKind[]
  /** Changes in a batch, 1 to 200. */
  pageSize?: number
  /** Ends the loop, without an error. */
  signal?: AbortSignal
  /** The connection was lost, or the service is busy; it goes on by itself. */
  onRetry?(retry: Retry): void
}

export type ChangeBatch = {
  changes: Change[]
  /** To be stored once the changes are applied: a follower that begins with it goes on after them. */
  cursor: string
  /** More changes are there already; without, the copy is complete for now. */
  hasMore: boolean
}

/** Seconds that a request waits for changes, as long as the service lets it. */
const waitSeconds = 30
const timeoutSeconds = waitSeconds + 30

/**
 * The first batch is always yielded, later ones if they have changes, or a new cursor, which stays good for longer than
 * the old one.
 * @throws {CursorExpiredError} the cursor is too old: begin anew
 * @throws {MinutebookError} the service refuses the request
 */
export async function* follow(connection: Connection, options: FollowOptions = {}): AsyncGenerator<ChangeBatch, void> {
  const { signal, onRetry } = options
  let { cursor } = options
  let isFirst = true
  let failures = 0
  while (!signal?.aborted) {
    let answer: ChangesAnswer
    try {
      answer = await readChanges(connection, options, cursor, isFirst ? 0 : waitSeconds)
    } catch (error) {
      if (signal?.aborted) return
      if (!isTemporary(error)) throw error
      const seconds = pauseSeconds(++failures, error)
      onRetry?.({ error, seconds })
      await sleep(seconds, signal)
      continue
    }
    failures = 0
    const { page_info, data } = answer
    if (isFirst || data.length > 0 || page_info.cursor !== cursor) {
      yield { changes: data, cursor: page_info.cursor, hasMore: page_info.has_more }
    }
    cursor = page_info.cursor
    // A service or a proxy that does not wait must not be asked without pause.
    if (!isFirst && data.length === 0 && !page_info.has_more) await sleep(1, signal)
    isFirst = false
  }
}

async function readChanges(
  connection: Connection,
  { copy, kinds, pageSize, signal }: FollowOptions,
  cursor: string | undefined,
  wait: number,
): Promise<ChangesAnswer> {
  const query = new URLSearchParams({
    wait: String(wait),
    ...(cursor !== undefined && { cursor }),
    ...(copy !== undefined && { copy: String(copy) }),
    ...(kinds && { kinds: kinds.join() }),
    ...(pageSize !== undefined && { page_size: String(pageSize) }),
  })
  return readJson(await send(connection, 'GET', `/api/v1/changes?${query}`, { signal, timeoutSeconds }))
}
