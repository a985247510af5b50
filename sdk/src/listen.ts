/** Events as they happen, over one connection that is reopened whenever it is lost. */
import { type Connection, send } from './connection.ts'
import { MinutebookError } from './errors.ts'
import { readStream, type ServerSentEvent } from './event-stream-reader.ts'
import type { UserEvent } from './events.ts'
import { isTemporary, pauseSeconds, type Retry, sleep } from './retry.ts'

export type ListenOptions = {
  /** The types of events; without it those that an empty list of a webhook means. */
  enabledEvents?: UserEvent['event_type'][]
  /** The id of the last received event: resumes after it, if it is at most 15 minutes old. */
  lastEventId?: string
  /** Ends the loop, without an error. */
  signal?: AbortSignal
  /** A connection is open; also called after each reconnect. */
  onOpen?(): void
  /** Some events may be missing: the connection was away for too long. */
  onGap?(message: string): void
  /** The connection was lost and will be reopened. */
  onRetry?(retry: Retry): void
}

export type StreamEvent = {
  /** Pass it as `lastEventId` to resume after this event. */
  id: string
  event: UserEvent
  /** The event as it was sent, unparsed. */
  data: string
}

/** The service sends a heartbeat every 15 seconds. */
const silenceSeconds = 60

/** @throws {MinutebookError} the service rejects the request */
export async function* listen(connection: Connection, options: ListenOptions = {}): AsyncGenerator<StreamEvent, void> {
  const { signal, onOpen, onGap, onRetry, enabledEvents = [] } = options
  const path = `/api/v1/events${enabledEvents.length > 0 ? `?enabled_events=${enabledEvents}` : ''}`
  let { lastEventId = '' } = options
  let failures = 0
  while (!signal?.aborted) {
    let error: unknown = null
    for await (const step of listenOnce(connection, path, lastEventId, signal)) {
      if (step.kind === 'lost') error = step.error
      if (step.kind === 'opened') {
        failures = 0
        onOpen?.()
      }
      if (step.kind !== 'received') continue
      const { id, event, data } = step.received
      // Heartbeats have an id too, so that a quiet connection resumes where it was.
      if (id) lastEventId = id
      if (event === 'gap') onGap?.(JSON.parse(data).message)
      else if (data) yield { id, event: JSON.parse(data), data }
    }
    if (signal?.aborted) return
    if (!isTemporary(error)) throw error
    const seconds = pauseSeconds(++failures, error)
    onRetry?.({ error, seconds })
    await sleep(seconds, signal)
  }
}

type Step = { kind: 'opened' } | { kind: 'received'; received: ServerSentEvent } | { kind: 'lost'; error: unknown }

/** One connection. Yields its errors instead of throwing them, to keep them apart from errors of callbacks. */
async function* listenOnce(
  connection: Connection,
  path: string,
  lastEventId: string,
  signal?: AbortSignal,
): AsyncGenerator<Step> {
  const silent = new AbortController()
  try {
    const until = signal ? AbortSignal.any([signal, silent.signal]) : silent.signal
    const body = await orSilence(open(connection, path, lastEventId, until))
    yield { kind: 'opened' }
    for await (const received of readStream(chunksOf(body))) yield { kind: 'received', received }
  } catch (error) {
    silent.abort()
    yield { kind: 'lost', error }
  }
}

async function open(connection: Connection, path: string, lastEventId: string, signal: AbortSignal) {
  const headers = { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) }
  const response = await send(connection, 'GET', path, { headers, signal })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream && response.body) return response.body
  await response.body?.cancel()
  throw new MinutebookError(response, {
    message: 'The answer is not a stream of events; is this the address of the service?',
  })
}

/** Uses a reader: not every browser can iterate over a stream. @throws {Error} nothing came for too long */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await orSilence(reader.read())
      if (done) return
      yield value
    }
  } finally {
    // Not awaited: a silent connection may never complete it.
    reader.cancel().catch(() => {})
  }
}

async function orSilence<Result>(read: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    const error = new Error(`nothing was heard for ${silenceSeconds} s`)
    timer = setTimeout(() => reject(error), silenceSeconds * 1_000)
  })
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
  }
}
