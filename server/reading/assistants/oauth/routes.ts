/** Consent, and the grants of a person (decision 48; extensions of the specification). */

import { neverStored } from '../../../people/sessions/browser.ts'
import type { Api } from '../../../platform/http/api.ts'
import { readPageRequest } from '../../../platform/http/page.ts'
import { utc, utcOrNull } from '../../../platform/time.ts'
import { allow, type Question, readQuestion, refuse } from './consent.ts'
import { type ListedGrant, listGrants, withdrawGrant } from './grants.ts'
import * as operations from './operations.ts'
import { describeRedirect } from './redirects.ts'
import { openedBy } from './resource.ts'

export function grantRoutes(api: Api, context: Parameters<typeof readQuestion>[0]) {
  const { db, clock } = context
  api.addHook('onRequest', neverStored)

  api.get('/api/v1/consent', { config: { scope: 'read' }, schema: operations.getConsent }, async (request) => ({
    consent: presentQuestion(await readQuestion(context, request, request.query)),
  }))

  api.post(
    '/api/v1/consent',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.answerConsent },
    async (request) => {
      const { allow: isAllowed, scopes, ...parameters } = request.body
      const question = await readQuestion(context, request, parameters)
      if (!isAllowed) return { redirect_to: refuse(context, request, question) }
      return {
        redirect_to: await allow(context, request, question, ['read', ...(scopes ?? question.authorization.scopes)]),
      }
    },
  )

  api.get('/api/v1/grants', { config: { scope: 'read' }, schema: operations.listGrants }, async ({ caller, query }) => {
    const page = await listGrants(db, clock(), caller, readPageRequest('grants', query))
    return { page_info: page.info, data: page.rows.map(presentGrant) }
  })

  api.delete(
    '/api/v1/grant/:grant_id',
    { config: { scope: 'write' }, schema: operations.deleteGrant },
    async (request, reply) => {
      await withdrawGrant(db, clock(), request, request.params.grant_id)
      return reply.code(204).send()
    },
  )
}

function presentQuestion({ client: { id, name, host }, authorization }: Question) {
  const { receiver, isOwnComputer } = describeRedirect(authorization.redirectUri)
  return {
    client: { id, name, host },
    opens: openedBy(authorization.resource),
    answer_to: receiver,
    own_computer: isOwnComputer,
    scopes: authorization.scopes,
  }
}

const presentGrant = ({ redirect_uri, resource, created_at, last_used_at, expires_at, ...grant }: ListedGrant) => ({
  ...grant,
  opens: openedBy(resource),
  answer_to: describeRedirect(redirect_uri).receiver,
  created_at: utc(created_at),
  last_used_at: utcOrNull(last_used_at),
  expires_at: utc(expires_at),
})
