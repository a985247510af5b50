/** A person's passkeys, and the administrator rights that ask for one (decisions 43, 70). */
import { invalid } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import { presentSession } from '../sessions/routes.ts'
import { elevate } from './elevate.ts'
import { beginPasskey, makePasskey, requireOwnSession, withdrawPasskey } from './manage-passkeys.ts'
import * as operations from './operations.ts'
import { listPasskeys, type Passkey } from './passkeys.ts'
import { ownerOf, type PasskeyDeps } from './prove.ts'
import { readProof } from './read-proof.ts'

const path = '/api/v1/me/passkeys'
/** What a session does with itself; keys are refused by name. */
const config = { scope: 'any' as const }

export function passkeyRoutes(api: Api, deps: PasskeyDeps) {
  api.get(path, { config, schema: operations.listPasskeys }, async (request) => {
    requireOwnSession(request)
    return { data: (await listPasskeys(deps.db, ownerOf(request))).map(present) }
  })

  api.post(path, { config, schema: operations.makePasskey }, async (request, reply) => {
    requireOwnSession(request)
    const { name, credential, passkey } = request.body
    if ((name == null) !== (credential == null))
      throw invalid(credential == null ? 'body.credential' : 'body.name', 'is required with the other')
    if (name == null || credential == null)
      return reply.send({ options: { ...(await beginPasskey(deps, request, readProof(passkey))) } })
    const made = await makePasskey(deps, request, { name, credential: credential as never })
    return reply.code(201).send({ passkey: present(made) })
  })

  api.delete(`${path}/:passkey_id`, { config, schema: operations.withdrawPasskey }, async (request) => {
    requireOwnSession(request)
    const { passkey_id } = request.params
    await withdrawPasskey(deps, request, passkey_id, readProof(request.body.passkey))
    return { passkey_id, deleted: true as const }
  })

  api.post('/api/v1/session/elevate', { config, schema: operations.elevate }, async (request) =>
    presentSession(await elevate(deps, request, readProof(request.body.passkey)), deps),
  )
}

const present = ({ id, name, host, created_at, last_used_at }: Passkey) => ({
  id,
  name,
  host,
  created_at: utc(created_at),
  last_used_at: utcOrNull(last_used_at),
})
