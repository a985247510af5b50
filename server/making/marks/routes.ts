/** Marks (decision 67). */
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { deleteMark, makeMark } from './marks.ts'
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
}
