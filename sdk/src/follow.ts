/** Changes for the caller as they happen: first everything that they see, then every change. */
import type { Change, ChangeKind, ChangesAnswer } from './changes.ts'
import { type Connection, readJson, send } from './connection.ts'
import { isTemporary, pauseSeconds, type Retry, sleep } from './retry.ts'

export type FollowOptions = {
  /** The cursor of the last applied batch; without it the copy starts from the beginning. */
  cursor?: string
  /** `false`: start with changes from now on. By default, without a cursor, everything that exists comes first. */
  copy?: boolean
  /** All kinds if absent. */
  kinds?: ChangeKind[]
  /** Changes in a batch, 1 to 200. */
  pageSize?: number
  /** Ends the loop, without an error. */
  signal?: AbortSignal
  /** The connection was lost, or the service is busy; it retries by itself. */
  onRetry?(retry: Retry): void
}

export type ChangeBatch = {
  changes: Change[]
  /** Store it once the changes are applied: a follower that starts with it continues after them. */
  cursor: string
  /** True if more changes exist already; false if the copy is complete for now. */
  hasMore: boolean
}

/** Seconds that a request waits for changes; the maximum that the service allows. */
const waitSeconds = 30
const timeoutSeconds = waitSeconds + 30

/**
 * The first batch is always yielded, later ones if they have changes or a new cursor, which stays valid for longer than
 * the old one.
 * @throws {CursorExpiredError} the cursor is too old: start again without one
 * @throws {MinutebookError} the service rejects the request
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
    // Pauses between requests, in case the service or a proxy answers without waiting.
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
