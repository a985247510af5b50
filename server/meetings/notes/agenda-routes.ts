/** Writing: agendas, titles, new notes (spec 4.5; decisions 22, 29f). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Context } from '../../platform/context/context.ts'
import { invalid } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { operation } from '../../platform/http/operation.ts'
import { changeNote, type NoteChange } from './change-note.ts'
import { createNote } from './create-note.ts'
import { append, findReplace, prepend, replace } from './edits.ts'
import { type LockedNote, noteEtag } from './lock-note.ts'
import * as operations from './operations.ts'
import type { Plans } from './planned.ts'
import { readNote, sendNote } from './read-note.ts'
import { NoteId } from './schemas.ts'
import { takeOver } from './take-over.ts'
import { AddToAgenda, Agenda, agendaExample, FindReplace, TakeOver, WriteAgenda } from './write-schemas.ts'

type Deps = Pick<Context, 'db' | 'clock' | 'jobs'> & { holdSeconds: number; plans: Plans }

export function agendaRoutes(api: Api, deps: Deps) {
  api.post(
    '/api/v1/note/:note_id/agenda',
    {
      config: { scope: 'write', bodyRequired: true, maxBodyBytes: Infinity },
      schema: agendaOperation({
        id: 'write_agenda',
        summary: 'Write the agenda',
        description:
          'Replaces the agenda, the title, or both. Action items are created, changed and removed with their lines.',
        body: WriteAgenda,
        failures: [409],
      }),
    },
    async (request, reply) => {
      const { content_native_markdown: text, title } = request.body
      if (text == null && title == null) throw invalid('body', 'must have content_native_markdown or title')
      return sendAgenda(request, reply, { title, edit: text == null ? null : replace(text) })
    },
  )

  api.post(
    '/api/v1/note/:note_id/agenda/append',
    {
      config: { scope: 'write', bodyRequired: true, maxBodyBytes: Infinity },
      schema: agendaOperation({
        id: 'append_to_agenda',
        summary: 'Append to the agenda',
        description: 'Adds blocks at the end of the agenda; all other blocks stay.',
        body: AddToAgenda,
        extension: true,
      }),
    },
    async (request, reply) => sendAgenda(request, reply, { edit: append(request.body.content_native_markdown) }),
  )

  api.post(
    '/api/v1/note/:note_id/agenda/prepend',
    {
      config: { scope: 'write', bodyRequired: true, maxBodyBytes: Infinity },
      schema: agendaOperation({
        id: 'prepend_to_agenda',
        summary: 'Prepend to the agenda',
        description: 'Adds blocks at the start of the agenda; all other blocks stay.',
        body: AddToAgenda,
        extension: true,
      }),
    },
    async (request, reply) => sendAgenda(request, reply, { edit: prepend(request.body.content_native_markdown) }),
  )

  api.post(
    '/api/v1/note/:note_id/agenda/find-replace',
    {
      config: { scope: 'write', bodyRequired: true, maxBodyBytes: Infinity },
      schema: agendaOperation({
        id: 'find_replace_in_agenda',
        summary: 'Find and replace in the agenda',
        description: 'Replaces a text of the native markup, which must occur exactly once, by another.',
        body: FindReplace,
        failures: [409, 422],
        extension: true,
      }),
    },
    async (request, reply) => {
      const { find, content_native_markdown } = request.body
      return sendAgenda(request, reply, { edit: findReplace(find, content_native_markdown) })
    },
  )

  api.post(
    '/api/v1/note/:note_id/agenda/take-over',
    {
      config: { scope: 'write', bodyRequired: true },
      schema: agendaOperation({
        id: 'take_over_agenda',
        summary: 'Take over what is left of an earlier meeting',
        description:
          'Adds the headings of another note’s agenda, and its open action items with their assignees and due dates. ' +
          'There the items are archived, in the same transaction. Headings that the agenda has already are not added ' +
          'again, and people who have left are not assigned. For those who may edit both notes. If nothing is left, ' +
          'nothing changes. 422 for a note and itself.',
        body: TakeOver,
        failures: [422],
        extension: true,
      }),
    },
    async ({ caller, params, headers, body }, reply) =>
      presentAgenda(reply, await takeOver(deps, caller, params.note_id, body.from_note_id, headers['if-match'])),
  )

  api.patch(
    '/api/v1/note/:note_id',
    { config: { scope: 'write' }, schema: operations.updateNote },
    async ({ caller, params, headers, body }, reply) => {
      const { note_id: id } = params
      const { title, planned } = body
      await changeNote(deps, caller, id, headers['if-match'], { title }, async (tx) => {
        if (planned !== undefined) await deps.plans.change(tx, caller, id, planned)
      })
      return sendNote(reply, await readNote(deps.db, caller, id, deps.plans))
    },
  )

  api.post(
    '/api/v1/note',
    {
      config: { scope: 'write', bodyRequired: true, maxBodyBytes: Infinity, ofRecorders: true },
      schema: operations.createNote,
    },
    async ({ caller, body }, reply) => {
      const id = await createNote(deps, caller, body)
      return sendNote(reply.code(201), await readNote(deps.db, caller, id, deps.plans))
    },
  )

  async function sendAgenda(
    { caller, params, headers }: Pick<FastifyRequest<{ Params: { note_id: string } }>, 'caller' | 'params' | 'headers'>,
    reply: FastifyReply,
    change: NoteChange,
  ) {
    return presentAgenda(reply, await changeNote(deps, caller, params.note_id, headers['if-match'], change))
  }
}

function presentAgenda(reply: FastifyReply, note: LockedNote) {
  reply.header('etag', noteEtag(note))
  return { agenda: { note_id: note.id, title: note.title, content_native_markdown: note.content } }
}

/** What the operations that write an agenda have in common. */
function agendaOperation<Body extends TSchema>(text: {
  id: string
  summary: string
  description: string
  body: Body
  failures?: (409 | 422)[]
  extension?: true
}) {
  return operation({
    ...text,
    tag: 'Notes',
    params: NoteId,
    answer: Type.Object({ agenda: Agenda }),
    example: { agenda: agendaExample },
    etag: 'checked',
  })
}
