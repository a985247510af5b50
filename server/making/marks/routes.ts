/** Marks (decision 67). */
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { readTime } from '../uploads/given-upload.ts'
import { deleteMark, makeMark } from './marks.ts'
import { deleteNoteMark, listNoteMarks, markNote } from './note-marks.ts'
import * as operations from './operations.ts'

export function markRoutes(api: Api, deps: Pick<Context, 'db' | 'clock' | 'jobs'> & { holdSeconds: number }) {
  api.post(
    '/api/v1/recording/:recording_id/mark',
    { config: { scope: 'write', bodyRequired: true, ofRecorders: true }, schema: operations.makeMark },
    async ({ caller, params, body }, reply) => {
      const mark = await makeMark(deps, caller, params.recording_id, { at: body.at, text: body.text ?? null })
      reply.code(201)
      return { mark }
    },
  )

  api.delete(
    '/api/v1/recording/:recording_id/mark/:mark_id',
    { config: { scope: 'write' }, schema: operations.deleteMark },
    async ({ caller, params }) => {
      await deleteMark(deps, caller, params.recording_id, params.mark_id)
      return { mark_id: params.mark_id, deleted: true as const }
    },
  )

  const ofNote = '/api/v1/note/:note_id/mark'

  api.get(`${ofNote}s`, { config: { scope: 'read' }, schema: operations.listNoteMarks }, ({ caller, params }) =>
    listNoteMarks(deps, caller, params.note_id),
  )

  api.post(
    ofNote,
    { config: { scope: 'write' }, schema: operations.markNote },
    async ({ caller, params, body }, reply) => {
      const madeAt = body?.made_at == null ? null : new Date(readTime(body.made_at, 'body.made_at'))
      reply.code(201)
      return { mark: await markNote(deps, caller, params.note_id, { madeAt, text: body?.text ?? null }) }
    },
  )

  api.delete(
    `${ofNote}/:mark_id`,
    { config: { scope: 'write' }, schema: operations.deleteNoteMark },
    async ({ caller, params }) => {
      await deleteNoteMark(deps, caller, params.note_id, params.mark_id)
      return { mark_id: params.mark_id, deleted: true as const }
    },
  )
}
