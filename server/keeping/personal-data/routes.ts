/** Personal data: erasure, export, retention, former texts (decisions 50, 51; extensions of the specification). */
import type { Section } from '../../people/privacy/person-export.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { sendTexts } from '../../platform/http/send-pieces.ts'
import { getErasure, listErasures, requestErasure } from './erasure/request-erasure.ts'
import { presentErasure } from './erasure/schemas.ts'
import { exportPerson } from './export/export-person.ts'
import { listFormerTexts, readFormerText } from './former-texts/read-former-texts.ts'
import { presentFormerText } from './former-texts/schemas.ts'
import * as operations from './operations.ts'
import { countOld } from './retention/old-rows.ts'

export function personalDataRoutes(
  api: Api,
  context: Pick<Context, 'db' | 'clock' | 'jobs'> & { sections: readonly Section[] },
) {
  api.delete(
    '/api/v1/user/:user_id',
    { config: { scope: 'admin' }, schema: operations.eraseUser },
    async (request, reply) => {
      const erasure = await requestErasure(context, request, request.params.user_id)
      return reply.code(202).send({ erasure: presentErasure(erasure) })
    },
  )

  api.get(
    '/api/v1/user/:user_id/erasure',
    { config: { scope: 'admin' }, schema: operations.getErasure },
    async ({ caller, params }) => ({ erasure: presentErasure(await getErasure(context.db, caller, params.user_id)) }),
  )

  api.get('/api/v1/erasures', { config: { scope: 'admin' }, schema: operations.listErasures }, async (request) => {
    const { caller, query } = request
    const page = await listErasures(context.db, caller, query.finished ?? null, readPageRequest('erasures', query))
    return { page_info: page.info, data: page.rows.map(presentErasure) }
  })

  api.get(
    '/api/v1/workspace/retention',
    { config: { scope: 'admin' }, schema: operations.countOld },
    async ({ caller, query }) => ({ older: await countOld(context.db, caller, context.clock(), query) }),
  )

  api.get(
    '/api/v1/former_texts',
    { config: { scope: 'admin' }, schema: operations.listFormerTexts },
    async ({ caller, query }) => {
      const page = await listFormerTexts(context.db, caller, query, readPageRequest('former_texts', query))
      return { page_info: page.info, data: page.rows.map(presentFormerText) }
    },
  )

  api.get(
    '/api/v1/former_text/:former_text_id',
    { config: { scope: 'admin' }, schema: operations.getFormerText },
    async (request) => {
      const { former, ...text } = await readFormerText(
        context.db,
        context.clock(),
        request,
        request.params.former_text_id,
      )
      return { former_text: { ...presentFormerText(text), former } }
    },
  )

  api.get(
    '/api/v1/user/:user_id/export',
    { config: { scope: 'admin' }, schema: operations.exportUser },
    async (request, reply) => {
      const pieces = exportPerson(context.db, context.sections, context.clock(), request, request.params.user_id)
      return (await sendTexts(reply, pieces, true)) as never
    },
  )
}
