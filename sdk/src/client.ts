/** The client of the service. This file's exports are the package's public API. */
import createFetchClient, { type Client } from 'openapi-fetch'
import { type AnswerPart, ask, type Question } from './ask.ts'
import { type ClientOptions, connect } from './connection.ts'
import { errorOf } from './errors.ts'
import { type ChangeBatch, type FollowOptions, follow } from './follow.ts'
import type { components, paths } from './generated/openapi.ts'
import type { ItemOf, ListInit, ListPath } from './list-types.ts'
import { type ListenOptions, listen, type StreamEvent } from './listen.ts'
import { pages } from './pages.ts'
import { pauseSeconds, sleep } from './retry.ts'
import { type UploadOptions, type UploadSource, upload } from './upload.ts'

export type { AnswerPart, Question, WholeAnswer } from './ask.ts'
export type { Change, ChangeKind } from './changes.ts'
export type { ClientOptions } from './connection.ts'
export { decodeText } from './decode-text.ts'
export { CursorExpiredError, dataOf, MinutebookError, UploadFailedError } from './errors.ts'
export type { ChangeBatch, FollowOptions } from './follow.ts'
export type { components, operations, paths, webhooks } from './generated/openapi.ts'
export type { ItemOf, ListPath } from './list-types.ts'
export type { ListenOptions, StreamEvent } from './listen.ts'
export type { Retry } from './retry.ts'
export type { Progress } from './tus.ts'
export type { UploadFields, UploadOptions, UploadSource } from './upload.ts'
export * from './verify-webhook.ts'

export type Note = components['schemas']['Note']
export type Recording = components['schemas']['Recording']
export type ActionItem = components['schemas']['ActionItem']

/** `GET`, `POST`, `PUT`, `PATCH` and `DELETE` of `openapi-fetch`, typed from openapi.json, and the helpers. */
export type MinutebookClient = Client<paths> & {
  /** Iterates over the items of a list and requests its pages as needed. */
  pages<Path extends ListPath>(path: Path, ...init: ListInit<Path>): AsyncGenerator<ItemOf<Path>, void>
  /** Yields changes as they happen; without a cursor first everything that the caller sees. */
  follow(options?: FollowOptions): AsyncGenerator<ChangeBatch, void>
  /** Creates a recording from a file, a stream, a transcript or an address; resolves with its id. */
  upload(source: UploadSource, options: UploadOptions): Promise<string>
  /** Yields events as they happen. */
  listen(options?: ListenOptions): AsyncGenerator<StreamEvent, void>
  /** Yields the sentences of an answer as they are written, and at last the whole answer. */
  ask(question: Question, options?: { signal?: AbortSignal }): AsyncGenerator<AnswerPart, void>
}

/** @throws {TypeError} the address or a header is not valid */
export function createClient(options: ClientOptions): MinutebookClient {
  const connection = connect(options)
  const { url, headers } = connection
  const fetch = (request: Request) => fetchWithinRate(connection.fetch, request)
  const api = createFetchClient<paths>({ baseUrl: url, headers, fetch, redirect: 'manual' })
  return {
    ...api,
    pages: (path, ...init) => pages(api, path, ...init),
    follow: (options) => follow(connection, options),
    upload: (source, options) => upload(connection, source, options),
    listen: (options) => listen(connection, options),
    ask: (question, options) => ask(connection, question, options),
  }
}

const maxWaits = 10
const longestWaitSeconds = 60

/** Retries what the rate limit rejected, which had no effect. If the wait is too long, the caller gets the 429. */
async function fetchWithinRate(fetch: typeof globalThis.fetch, request: Request): Promise<Response> {
  for (let waits = 1; ; waits++) {
    const response = await fetch(request.clone())
    if (response.status !== 429 || waits > maxWaits) return response
    const seconds = pauseSeconds(waits, errorOf(response, ''))
    if (seconds > longestWaitSeconds) return response
    await response.body?.cancel()
    await sleep(seconds, request.signal)
  }
}
