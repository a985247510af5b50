/** The operations that differ in the hosted original, and how. *Pure.* */
import type { FastifyRequest } from 'fastify'
import { hostedAgenda, hostedNote, hostedRecording, type Thing } from './things.ts'

export type Difference = {
  /** A field of requests: `from` is the original's name, `to` the contract's, `in` the object that contains it. */
  renamed?: { in: 'body' | 'body.include' | 'query'; from: string; to: string }
  /** The field that contains the page. */
  list?: string
  /** Converts the thing in the response, or each one in a list. */
  thing?: (thing: never) => Thing
  /** The response is a transcript, or its things may end with one. */
  hasTranscript?: boolean
  /** A sentence that is added to the response. */
  message?: string
}

const content = (within: 'body' | 'body.include') => ({
  renamed: { in: within, from: 'content_fellow_markdown', to: 'content_native_markdown' },
})
const note = { thing: hostedNote }
const agenda = { thing: hostedAgenda, ...content('body') }
const recording = { thing: hostedRecording, hasTranscript: true }

/** By method and path of the route. */
export const differences: Record<string, Difference> = {
  'POST /api/v1/notes': { list: 'notes', ...note, ...content('body.include') },
  'GET /api/v1/note/:note_id': note,
  'PATCH /api/v1/note/:note_id': note,
  'POST /api/v1/note': { ...note, ...content('body') },
  'DELETE /api/v1/note/:note_id': { message: 'The note was deleted' },
  'POST /api/v1/note/:note_id/agenda': agenda,
  'POST /api/v1/note/:note_id/agenda/append': agenda,
  'POST /api/v1/note/:note_id/agenda/prepend': agenda,
  'POST /api/v1/note/:note_id/agenda/find-replace': agenda,
  'POST /api/v1/note/:note_id/agenda/take-over': agenda,
  'POST /api/v1/recordings': { list: 'recordings', ...recording },
  'GET /api/v1/recording/:recording_id': recording,
  'PATCH /api/v1/recording/:recording_id': recording,
  'DELETE /api/v1/recording/:recording_id': { message: 'The recording was deleted' },
  'GET /api/v1/recording/:recording_id/transcript': { hasTranscript: true },
  'POST /api/v1/action_items': { list: 'action_items' },
  'GET /api/v1/webhook': { renamed: { in: 'query', from: 'limit', to: 'page_size' } },
}

/** @returns undefined for operations that are the same */
export const differenceOf = ({ method, routeOptions }: FastifyRequest): Difference | undefined =>
  differences[`${method} ${routeOptions.url}`]
