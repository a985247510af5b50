/** A question and its answer, sentence by sentence while it is written. */
import { type Connection, send } from './connection.ts'
import { MinutebookError } from './errors.ts'
import { readStream } from './event-stream-reader.ts'
import type { operations } from './generated/openapi.ts'

type Operation = operations['apps_developer_api_api_ask']

export type Question = NonNullable<Operation['requestBody']>['content']['application/json']
export type WholeAnswer = Operation['responses'][200]['content']['application/json']

/** A sentence that was checked, with the citation whose number it ends in; at last the whole answer. */
export type AnswerPart =
  | { kind: 'sentence'; text: string; citation: WholeAnswer['citations'][number] }
  | ({ kind: 'answer' } & WholeAnswer)

/**
 * Leaving the loop ends the request, and the model stops.
 * @throws {MinutebookError} the service rejects the question, or could not answer
 * @throws {TypeError} the service is unreachable, or the connection was lost
 */
export async function* ask(
  connection: Connection,
  question: Question,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<AnswerPart, void> {
  const left = new AbortController()
  const response = await send(connection, 'POST', '/api/v1/ask', {
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body)
    throw new MinutebookError(response, { message: 'The answer is not a stream; is this the address of the service?' })
  try {
    for await (const { event, data } of readStream(chunksOf(response.body))) {
      if (event === 'sentence') yield { kind: 'sentence', ...JSON.parse(data) }
      if (event === 'answer') return yield { kind: 'answer', ...JSON.parse(data) }
      if (event === 'error') throw new MinutebookError(response, JSON.parse(data))
    }
    throw new TypeError('The answer was cut off')
  } finally {
    left.abort()
  }
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
