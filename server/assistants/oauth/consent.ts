/** A person is asked whether an assistant may act as them, and answers (decision 48). */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors.ts'
import type { OAuthGrantRow } from '../../tables.ts'
import type { Caller } from '../../workspace/caller.ts'
import type { OriginTerms } from '../../workspace/origin.ts'
import { holdsScope } from '../../workspace/scopes.ts'
import { type Ask, type AskParameters, readAsk } from './ask.ts'
import { type Client, type ClientDeps, findClient } from './clients.ts'
import { beginGrant } from './grants.ts'
import { withAnswer } from './redirects.ts'
import { issuerOf, resourceOf } from './resource.ts'

export type ConsentDeps = ClientDeps & {
  origin: OriginTerms
  /** False where assistants cannot sign in by OAuth. */
  isOn: boolean
}

export type Question = { client: Client; ask: Ask }

/** @throws {ApiError} 400, 403, 404 */
export async function readQuestion(
  deps: ConsentDeps,
  request: FastifyRequest,
  given: AskParameters,
): Promise<Question> {
  if (!deps.isOn) throw new ApiError(404, 'Assistants cannot sign in here')
  requirePerson(request.caller)
  const client = await findClient(deps, given.client_id ?? '')
  const ask = readAsk(given, client, resourceOf(request, deps.origin))
  // Nobody gets more by a session than the session is for.
  return { client, ask: { ...ask, scopes: ask.scopes.filter((scope) => holdsScope(request.caller.via, scope)) } }
}

/** Not a program, and nobody for somebody else. */
function requirePerson({ via, user }: Caller): void {
  if (via.kind === 'session' && via.userId === user.id) return
  throw new ApiError(403, 'Only a person who is signed in can let an assistant in')
}

/** @returns where the browser goes */
export async function allow(
  deps: ConsentDeps,
  request: FastifyRequest,
  { client, ask }: Question,
  scopes: OAuthGrantRow['scopes'],
): Promise<string> {
  const { redirectUri, codeChallenge } = ask
  const resource = resourceOf(request, deps.origin)
  const wanted = {
    client,
    redirectUri,
    codeChallenge,
    resource,
    scopes: ask.scopes.filter((each) => scopes.includes(each)),
  }
  const code = await beginGrant(deps.db, deps.clock(), request, wanted)
  return goBack(deps, request, ask, { code })
}

/** @returns where the browser goes */
export const refuse = (deps: ConsentDeps, request: FastifyRequest, { ask }: Question): string =>
  goBack(deps, request, ask, { error: 'access_denied', error_description: 'The person refused' })

/** With the issuer, so that an assistant of several services cannot be confused about which one answers (RFC 9207). */
function goBack(
  { origin }: ConsentDeps,
  request: FastifyRequest,
  { redirectUri, state }: Ask,
  answer: Record<string, string>,
): string {
  return withAnswer(redirectUri, { ...answer, state, iss: issuerOf(request, origin) })
}
