/** A person's sessions, and the one of this request (decisions 41 and 43 on elevation; extensions of the specification). */
import { createHmac, hkdfSync } from 'node:crypto'
import type { Context } from '../../platform/context/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { allKeys } from '../../platform/secrets.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import { type BrowserOptions, clearCookie, sessionCookie } from './browser.ts'
import { lower } from './lower.ts'
import * as operations from './operations.ts'
import { endSession, listSessions, readSession, type ShownSession, signOut } from './sessions.ts'

/**
 * The keys under which a browser seals what it keeps of a person: only their sessions get them, and their recorders.
 * @returns 32 bytes in base64url, for SECRET_KEY and for each of SECRET_KEY_OLD
 */
const storeKeysOf = (secretKey: Context['secretKey'], workspaceId: string, userId: string): string[] =>
  allKeys(secretKey).map((each) => {
    const own = Buffer.from(hkdfSync('sha256', each, '', 'minutebook browser stores', 32))
    return createHmac('sha256', own).update(`${workspaceId}\n${userId}`).digest('base64url')
  })

export const presentSession = (session: ShownSession, { secretKey }: Pick<Context, 'secretKey'>) => ({
  session: {
    ...session,
    elevated_until: utcOrNull(session.elevated_until),
    store_keys: storeKeysOf(secretKey, session.workspace.id, session.user.id),
    expires_at: utc(session.expires_at),
  },
})

export function sessionRoutes(api: Api, deps: Pick<Context, 'db' | 'clock' | 'secretKey'> & BrowserOptions) {
  const { db, clock } = deps
  const own = { scope: 'any' as const }

  const read = { config: { ...own, ofRecorders: true }, schema: operations.getSession }
  api.get('/api/v1/session', read, async ({ caller: { workspace, user, via } }) => {
    if (via.kind === 'key') throw notFound('Session')
    if (via.kind === 'session') return presentSession(await readSession(db, clock(), workspace.id, via.id), deps)
    const never = { super_admin: false, may_elevate: false, elevated_until: null }
    return presentSession({ id: via.id, user, workspace, ...never, expires_at: via.expires_at! }, deps)
  })

  api.delete('/api/v1/session', { config: own, schema: operations.deleteSession }, async (request, reply) => {
    if (request.caller.via.kind === 'key') throw notFound('Session')
    await signOut(db, clock(), request, reply, deps)
    return reply.code(204).send()
  })

  api.delete('/api/v1/session/elevate', { config: own, schema: operations.lower }, async (request) => {
    if (request.caller.via.kind === 'key') throw notFound('Session')
    return presentSession(await lower(deps, request), deps)
  })

  api.get(
    '/api/v1/sessions',
    { config: { scope: 'read' }, schema: operations.listSessions },
    async ({ caller, query }) => {
      const page = await listSessions(db, clock(), caller, readPageRequest('sessions', query))
      const data = page.rows.map((row) => ({
        ...row,
        created_at: utc(row.created_at),
        last_used_at: utc(row.last_used_at),
        current: row.id === caller.via.id,
      }))
      return { page_info: page.info, data }
    },
  )

  api.delete(
    '/api/v1/session/:session_id',
    { config: { scope: 'write' }, schema: operations.endSession },
    async (request, reply) => {
      const { caller, params } = request
      await endSession(db, clock(), request, params.session_id)
      if (params.session_id === caller.via.id) clearCookie(sessionCookie, reply, deps)
      return reply.code(204).send()
    },
  )
}
