/** People and the workspace's settings (decision 29c; extensions of the specification). */
import type { Config } from '../../platform/context/config.ts'
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import { readWrittenLanguage } from '../../platform/http/read-language.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Clock, utcOrNull } from '../../platform/time.ts'
import { readInstallation } from './installation.ts'
import { changeMe, changeUser, createUser, type ListedUser, listUsers } from './people.ts'
import * as operations from './people-operations.ts'
import { changeSettings, type ReadUsage, readSettings, type SettingsOptions } from './settings.ts'

export function peopleRoutes(
  api: Api,
  {
    db,
    clock,
    readUsage,
    settings,
    ...options
  }: { db: Db; clock: Clock; readUsage: ReadUsage; settings: Config } & SettingsOptions,
) {
  api.get('/api/v1/users', { config: { scope: 'read' }, schema: operations.listUsers }, async ({ caller, query }) => {
    const page = await listUsers(db, clock(), caller, readPageRequest('users', query))
    return { page_info: page.info, data: page.rows.map(presentUser) }
  })

  api.post(
    '/api/v1/user',
    { config: { scope: 'admin', bodyRequired: true }, schema: operations.createUser },
    async (request, reply) => {
      const { email, full_name, admin } = request.body
      const user = await createUser(db, clock(), request, { email, full_name, admin: admin ?? false })
      return reply.code(201).send({ user })
    },
  )

  api.patch('/api/v1/user/:user_id', { config: { scope: 'admin' }, schema: operations.changeUser }, async (request) => {
    const { params, body } = request
    const wanted = withLanguage(body)
    return { user: await changeUser(db, clock(), request, params.user_id, wanted, options.forgetTranscripts.later) }
  })

  api.patch('/api/v1/me', { config: { scope: 'write' }, schema: operations.changeMe }, async (request) => ({
    user: { ...request.caller.user, ...(await changeMe(db, clock(), request, withLanguage(request.body))) },
  }))

  api.get(
    '/api/v1/workspace',
    { config: { scope: 'read', ofRecorders: true }, schema: operations.getWorkspace },
    async ({ caller }) => ({ workspace: await readSettings(db, caller), usage: await readUsage(caller) }),
  )

  api.patch(
    '/api/v1/workspace',
    { config: { scope: 'admin' }, schema: operations.changeWorkspace },
    async (request) => ({ workspace: await changeSettings(db, clock(), request, withLanguage(request.body), options) }),
  )

  api.get(
    '/api/v1/installation',
    { config: { scope: 'admin' }, schema: operations.getInstallation },
    async ({ caller }) => ({ installation: await readInstallation(db, clock(), caller, settings) }),
  )
}

/** @throws {ApiError} 400 for what is no language tag */
const withLanguage = <Body extends { notes_language?: string | null }>(body: Body): Body =>
  body.notes_language == null
    ? body
    : { ...body, notes_language: readWrittenLanguage(body.notes_language, 'body.notes_language') }

const presentUser = ({ last_seen_at: seen, invited_until: until, ...user }: ListedUser) => ({
  ...user,
  ...(seen !== undefined && { last_seen_at: utcOrNull(seen) }),
  ...(until !== undefined && { invited_until: utcOrNull(until) }),
})
