/** Note templates: instructions, glossary and templates of a workspace's AI notes (extensions of the specification). */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../people/caller/caller.ts'
import type { Api } from '../../platform/http/api.ts'
import type { StoredNoteTemplates } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { noteTemplatesEtag, presentNoteTemplates, readNoteTemplates, replaceNoteTemplates } from './note-templates.ts'
import * as operations from './operations.ts'

/** Enough for the largest document in most languages. */
const maxBodyBytes = 2_097_152

export function noteTemplateRoutes(api: Api, { db, clock }: { db: Db; clock: Clock }) {
  api.get(
    '/api/v1/note_templates',
    { config: { scope: 'read' }, schema: operations.getNoteTemplates },
    async ({ caller }, reply) => send(reply, caller, await readNoteTemplates(db, caller.workspace.id)),
  )

  api.put(
    '/api/v1/note_templates',
    { config: { scope: 'admin', bodyRequired: true, maxBodyBytes }, schema: operations.replaceNoteTemplates },
    async (request, reply) =>
      send(reply, request.caller, await replaceNoteTemplates(db, clock(), request, request.body)),
  )
}

function send(reply: FastifyReply, caller: Caller, stored: StoredNoteTemplates) {
  const note_templates = presentNoteTemplates(stored, caller)
  reply.header('etag', noteTemplatesEtag(note_templates))
  return { note_templates }
}
