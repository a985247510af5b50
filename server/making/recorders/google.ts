/**
 * Requests to Google by a service account that acts as people of its domain (domain-wide delegation).
 * @see https://developers.google.com/identity/protocols/oauth2/service-account
 */

import type { Context } from '../../platform/context/context.ts'
import { EngineError } from '../../platform/errors.ts'
import { requireFound } from './kinds/read-values.ts'
import type { Access, Takes } from './kinds/recorder-kind.ts'
import { requestJson } from './kinds/request-json.ts'
import { readServiceAccount, signAssertion } from './service-account.ts'

/** Google's base URLs. Tests use their own. */
export type GoogleAddresses = {
  token: string
  keys: string
  directory: string
  meet: string
  drive: string
  events: string
}
export const googleAddresses: GoogleAddresses = {
  token: 'https://oauth2.googleapis.com/token',
  keys: 'https://www.googleapis.com/oauth2/v3/certs',
  directory: 'https://admin.googleapis.com/admin/directory/v1',
  meet: 'https://meet.googleapis.com/v2',
  drive: 'https://www.googleapis.com/drive/v3',
  events: 'https://workspaceevents.googleapis.com/v1',
}

export type GoogleDeps = Pick<Context, 'clock' | 'outbound'> & { google: GoogleAddresses }

export type Delegation = {
  /** The service account's key. */
  secret: string
  takes: Takes
  /** E-mail of the recorder's user. Directory requests act as this person, and Meet requests if an event has no host. */
  person: string
  hostId: string | null
}

const scopeFor = (...names: string[]) => names.map((name) => `https://www.googleapis.com/auth/${name}`).join(' ')

const directoryScope = scopeFor('admin.directory.user.readonly')
export const spaceScope = scopeFor('meetings.space.readonly')
const scopeOf: Record<Takes, string> = {
  transcript: spaceScope,
  media: scopeFor('meetings.space.readonly', 'drive.meet.readonly'),
}

/** Acts as the host of the call, who may read its recordings. @throws {EngineError} */
export async function openGoogle(deps: GoogleDeps, { secret, takes, person, hostId }: Delegation): Promise<Access> {
  const { outbound, google } = deps
  const host = hostId === null ? person : await emailOf(deps, { secret, person }, hostId)
  const token = await tokenFor(deps, secret, host, scopeOf[takes])
  const find = (path: string) => requestJson(outbound, `${google.meet}/${path}`, getWith(token))
  return {
    person: host,
    read: async (path) => requireFound(await find(path)),
    find,
    download: (path) => ({ url: `${google.drive}/${path}`, auth: { type: 'bearer_token', token } }),
  }
}

async function emailOf(
  deps: GoogleDeps,
  delegation: Pick<Delegation, 'secret' | 'person'>,
  hostId: string,
): Promise<string> {
  const found = await (await openDirectory(deps, delegation))(hostId)
  if (found) return found.email
  throw new EngineError('The host of the call is not in the directory of the domain', { retryable: false })
}

/** A person as the directory knows them. */
export type DirectoryPerson = { id: string; email: string }

/**
 * Finds people by id or e-mail, as the recorder's user. `domain_public` is the view that every member of the domain may
 * read, so no administrator rights are needed.
 */
export async function openDirectory(deps: GoogleDeps, { secret, person }: Pick<Delegation, 'secret' | 'person'>) {
  const token = await tokenFor(deps, secret, person, directoryScope)
  const query = 'viewType=domain_public&fields=id,primaryEmail'
  return async (key: string): Promise<DirectoryPerson | null> => {
    const url = `${deps.google.directory}/users/${encodeURIComponent(key)}?${query}`
    const { id, primaryEmail: email } = (await requestJson(deps.outbound, url, getWith(token))) ?? {}
    return typeof id === 'string' && /^\d{1,30}$/.test(id) && typeof email === 'string' ? { id, email } : null
  }
}

/** @throws {EngineError} */
export async function tokenFor(deps: GoogleDeps, secret: string, person: string, scope: string): Promise<string> {
  const account = readServiceAccount(secret)
  if (!account) throw new EngineError('The key of the service account cannot be read', { retryable: false })
  const audience = deps.google.token
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(account, { person, scope, audience, now: deps.clock() }),
  }
  const granted = await requestJson(deps.outbound, audience, {
    service,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  if (typeof granted?.access_token === 'string') return granted.access_token
  throw new EngineError('Google gave no token', { retryable: true })
}

const service = 'Google'

const getWith = (token: string) => ({ service, method: 'GET' as const, headers: { authorization: `Bearer ${token}` } })
