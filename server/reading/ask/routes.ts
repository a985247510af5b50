/** Questions and briefs (decision 56; extensions of the specification). */
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { originFor } from '../../people/caller/origin.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { asksFor } from '../../platform/http/accepts.ts'
import type { Api } from '../../platform/http/api.ts'
import { endOfWait } from '../../platform/http/wait.ts'
import { readFilters } from '../search/read-filters.ts'
import { type AnswerParts, type OnSentence, prepareAnswer } from './ask.ts'
import * as operations from './operations.ts'
import { presentBrief } from './present-brief.ts'
import { readBrief } from './read-brief.ts'
import type { Answer } from './schemas.ts'

/** Two requests to the model, and a pause between them. */
const longestSeconds = 300

export function askRoutes(api: Api, { origin, ...parts }: AnswerParts & Pick<Context, 'origin'>) {
  api.post(
    '/api/v1/ask',
    { config: { scope: 'read', bodyRequired: true }, schema: operations.ask },
    async (request, reply) => {
      const { caller, log, body, headers } = request
      const { question, filters, turns } = body
      const asked = {
        question,
        filters: readFilters(filters),
        turns: (turns ?? []).map(({ question, answer }) => ({ question, answer: answer ?? null })),
      }
      const signal = endOfWait(reply, longestSeconds)
      const answer = await prepareAnswer(parts, asked, { caller, log, signal, origin: originFor(request, origin) })
      const streams = asksFor(headers.accept, 'text/event-stream')
      return streams ? (sendEvents(reply, answer) as never) : answer(() => {})
    },
  )

  api.get('/api/v1/note/:note_id/brief', { config: { scope: 'read' }, schema: operations.brief }, async (request) => {
    const found = await readBrief(parts.db, request.caller, request.params.note_id)
    return { brief: presentBrief(found, originFor(request, origin)) }
  })
}

function sendEvents(reply: FastifyReply, answer: (onSentence: OnSentence) => Promise<Answer>): Readable {
  const events = new PassThrough()
  const send = (event: string, data: object) => events.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  reply.type('text/event-stream; charset=utf-8').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  // A client learns at once that its question was taken.
  events.write(': reading\n\n')
  answer((sentence) => send('sentence', sentence))
    .then(
      (whole) => send('answer', whole),
      (error) => {
        if (reply.raw.destroyed) return
        if (!(error instanceof ApiError)) reply.log.error({ err: error }, 'A question was not answered')
        send('error', (error instanceof ApiError ? error : new ApiError(500, 'Internal error')).body())
      },
    )
    .finally(() => events.end())
  return events
}
