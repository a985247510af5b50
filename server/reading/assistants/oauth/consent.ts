/** Asks a person whether an assistant may act as them, and takes the answer (decision 48). */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../../people/caller/caller.ts'
import { hasScope } from '../../../people/caller/scopes.ts'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { OAuthGrantRow } from '../../../platform/postgres/tables.ts'
import { type AuthorizationRequest, type RequestParameters, readAuthorizationRequest } from './authorization-request.ts'
import type { ClientDocuments } from './client-documents.ts'
import { type Client, findClient } from './clients.ts'
import { beginGrant } from './grants.ts'
import { withAnswer } from './redirects.ts'
import { issuerOf, resourcesOf } from './resource.ts'

export type Question = { client: Client; authorization: AuthorizationRequest }

/**
 * @param context  `isOn`: false where assistants cannot sign in by OAuth
 * @throws {ApiError} 400, 403, 404
 */
export async function readQuestion(
  context: Pick<Context, 'db' | 'clock' | 'origin'> & { documents: ClientDocuments; isOn: boolean },
  request: FastifyRequest,
  given: RequestParameters,
): Promise<Question> {
  if (!context.isOn) throw new ApiError(404, 'Assistants cannot sign in here')
  requirePerson(request.caller)
  const client = await findClient(context, given.client_id ?? '')
  const authorization = readAuthorizationRequest(given, client, resourcesOf(request, context.origin))
  // A grant has no scope that the session lacks.
  const scopes = authorization.scopes.filter((scope) => hasScope(request.caller.via, scope))
  return { client, authorization: { ...authorization, scopes } }
}

/** Only a session of the person: not a key, and nobody on behalf of others. */
function requirePerson({ via, user }: Caller): void {
  if (via.kind === 'session' && via.userId === user.id) return
  throw new ApiError(403, 'Only a person who is signed in can let an assistant in')
}

/** @returns the address to which the browser is redirected */
export async function allow(
  context: Pick<Context, 'db' | 'clock' | 'origin'>,
  request: FastifyRequest,
  { client, authorization }: Question,
  scopes: OAuthGrantRow['scopes'],
): Promise<string> {
  const { redirectUri, codeChallenge, resource } = authorization
  const wanted = {
    client,
    redirectUri,
    codeChallenge,
    resource,
    scopes: authorization.scopes.filter((each) => scopes.includes(each)),
  }
  const code = await beginGrant(context.db, context.clock(), request, wanted)
  return goBack(context, request, authorization, { code })
}

/** @returns the address to which the browser is redirected */
export const refuse = (
  context: Pick<Context, 'origin'>,
  request: FastifyRequest,
  { authorization }: Question,
): string =>
  goBack(context, request, authorization, { error: 'access_denied', error_description: 'The person refused' })

/** Names the issuer, so that an assistant that uses several services knows which one answers (RFC 9207). */
function goBack(
  { origin }: Pick<Context, 'origin'>,
  request: FastifyRequest,
  { redirectUri, state }: AuthorizationRequest,
  answer: Record<string, string>,
): string {
  return withAnswer(redirectUri, { ...answer, state, iss: issuerOf(request, origin) })
}
