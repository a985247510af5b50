/** Voices (decision 62). */
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { utc } from '../../platform/time.ts'
import type { Transcriber } from '../engines/shared/engines.ts'
import { giveVoice } from './give-voice.ts'
import * as operations from './operations.ts'
import { deleteOwnVoice, type OwnVoice, readOwnVoice } from './own-voice.ts'

export function voiceRoutes(
  api: Api,
  deps: Pick<Context, 'db' | 'clock' | 'secretKey' | 'store'> & { transcriber: () => Transcriber | null },
) {
  const { db, clock, secretKey } = deps

  api.post(
    '/api/v1/recording/:recording_id/voice',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.giveVoice },
    async (request) => {
      await giveVoice(deps, request, request.params.recording_id, request.body.speaker)
      return { voice: present(await readOwnVoice(db, secretKey, request.caller), false) }
    },
  )

  api.get(
    '/api/v1/me/voice',
    { config: { scope: 'read' }, schema: operations.getVoice },
    async ({ caller, query }) => ({ voice: present(await readOwnVoice(db, secretKey, caller), query.vector ?? false) }),
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

function present(voice: OwnVoice | null, withVector: boolean) {
  if (voice === null) return null
  const { vector, created_at, updated_at, ...rest } = voice
  return { ...rest, created_at: utc(created_at), updated_at: utc(updated_at), ...(withVector && { vector }) }
}
