/** The glossary of a workspace, and what might be added to it (decision 66). */
import type { FastifyReply } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import type { StoredGlossary } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { glossaryEtag, readGlossary, replaceGlossary } from './glossary.ts'
import * as operations from './operations.ts'
import { suggestTerms } from './suggest-terms.ts'

/** Enough for the largest document in most languages. */
const maxBodyBytes = 4_194_304

export function glossaryRoutes(api: Api, { db, clock }: { db: Db; clock: Clock }) {
  api.get(
    '/api/v1/glossary',
    { config: { scope: 'read' }, schema: operations.getGlossary },
    async ({ caller }, reply) => send(reply, await readGlossary(db, caller.workspace.id)),
  )

  api.put(
    '/api/v1/glossary',
    { config: { scope: 'admin', bodyRequired: true, maxBodyBytes }, schema: operations.replaceGlossary },
    async (request, reply) => send(reply, await replaceGlossary(db, clock(), request, request.body)),
  )

  api.get(
    '/api/v1/glossary/suggestions',
    { config: { scope: 'read' }, schema: operations.suggestTerms },
    async ({ caller }) => ({ suggestions: await suggestTerms(db, caller) }),
  )
}

function send(reply: FastifyReply, glossary: StoredGlossary) {
  reply.header('etag', glossaryEtag(glossary))
  return { glossary }
}
