/** Voices (decision 62). */
import type { Caller } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { utc } from '../../platform/time.ts'
import { giveVoice } from './give-voice.ts'
import type { Hearing } from './hear-claim.ts'
import { listAskedClaims, listOwnClaims } from './list-claims.ts'
import * as operations from './operations.ts'
import { deleteOwnVoice, type OwnVoice, readOwnVoice } from './own-voice.ts'
import { sayWord } from './say-word.ts'
import { isContested } from './stored-voices.ts'

export function voiceRoutes(api: Api, deps: Pick<Context, 'db' | 'clock' | 'secretKey'> & Hearing) {
  const { db, clock } = deps

  api.post(
    '/api/v1/recording/:recording_id/voice',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.giveVoice },
    async (request) => {
      await giveVoice(deps, request, request.params.recording_id, request.body.speaker)
      return presentOwn(deps, request.caller)
    },
  )

  api.post(
    '/api/v1/voice_claim/:claim_id/word',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.sayOfVoice },
    async (request) => {
      await sayWord(deps, request, request.params.claim_id, request.body.is_theirs)
      return presentOwn(deps, request.caller)
    },
  )

  api.get('/api/v1/me/voice', { config: { scope: 'read' }, schema: operations.getVoice }, ({ caller, query }) =>
    presentOwn(deps, caller, query.vector),
  )

  api.delete(
    '/api/v1/me/voice',
    { config: { scope: 'write' }, schema: operations.deleteVoice },
    async (request, reply) => {
      await deleteOwnVoice(db, clock(), request)
      return reply.code(204).send()
    },
  )
}

async function presentOwn(
  { db, secretKey }: Pick<Context, 'db' | 'secretKey'>,
  caller: Caller,
  withVector: boolean | null = false,
) {
  return {
    voice: present(await readOwnVoice(db, secretKey, caller), withVector ?? false),
    contested: await isContested(db, caller.workspace.id, caller.user.id),
    claims: await listOwnClaims(db, caller),
    questions: await listAskedClaims(db, caller),
  }
}

function present(voice: OwnVoice | null, withVector: boolean) {
  if (voice === null) return null
  const { vector, created_at, updated_at, ...rest } = voice
  return { ...rest, created_at: utc(created_at), updated_at: utc(updated_at), ...(withVector && { vector }) }
}
