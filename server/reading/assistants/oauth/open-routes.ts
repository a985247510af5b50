/** OAuth for assistants, without a key: metadata, registration, tokens (decision 48). */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { workspaceOfHost } from '../../../people/requests/host.ts'
import { neverStored } from '../../../people/sessions/browser.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import { failureOf } from '../../../platform/http/failure-of.ts'
import { parseJson } from '../../../platform/http/parse-json.ts'
import { isStorable } from '../../../platform/text.ts'
import { registerClient } from './clients.ts'
import { type Exchanging, exchangeCode, exchangeRefresh, type NewTokens, revoke } from './exchange.ts'
import { resourceMetadata, serverMetadata, signInPaths } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { issuerOf, resourceMetadataPath, resourcesOf } from './resource.ts'

// Not in openapi.json: the standards describe these routes, and the metadata lists them.
const hidden = { schema: { hide: true } as object }
const registration = { hide: true, body: Type.Object({}, { additionalProperties: true }) }

export function oauthRoutes(api: Api, context: Exchanging & Pick<Context, 'origin'> & { maxClients: number }) {
  const { db, origin, maxClients } = context
  api.setErrorHandler((error: FastifyError, request) => {
    throw inOAuth(error, request)
  })
  api.addHook('onRequest', neverStored)
  api.addHook('onRequest', async (request) => {
    await workspaceOfHost(db, request, origin)
  })
  api.addHook('preValidation', async (request) => parseJson(request))

  for (const path of ['/.well-known/oauth-protected-resource', resourceMetadataPath]) {
    api.get(path, hidden, async (request) => resourceMetadata(issuerOf(request, origin)))
  }
  api.get('/.well-known/oauth-authorization-server', hidden, async (request) =>
    serverMetadata(issuerOf(request, origin), maxClients > 0),
  )

  const form = { config: { maxBodyBytes: maxForm }, ...hidden }
  api.post(signInPaths.token, form, async (request, reply) => presentTokens(await giveTokens(context, request, reply)))
  api.post(signInPaths.revoke, form, async (request, reply) => {
    const sent = readForm(request.rawBody, request.contentType)
    const resources = Object.values(resourcesOf(request, origin))
    await revoke(context, request, { token: sent.require('token'), clientId: sent.get('client_id'), resources })
    return reply.code(200).send()
  })

  if (maxClients === 0) return
  const registering = {
    config: { maxBodyBytes: maxForm, bodyRequired: true },
    schema: registration as { body: (typeof registration)['body'] },
  }
  api.post(signInPaths.register, registering, async (request, reply) => {
    const client = await registerClient(context, request, request.body)
    return reply
      .code(201)
      .send({
        client_id: client.id,
        client_id_issued_at: Math.floor(client.createdAt.getTime() / 1_000),
        redirect_uris: client.redirectUris,
        ...(client.name !== null && { client_name: client.name }),
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
      })
  })
}

/** Gives every error an OAuth error code (RFC 6749 5.2), which clients read. */
function inOAuth(error: FastifyError, request: FastifyRequest): OAuthError {
  const failure = failureOf(error, request)
  if (failure instanceof OAuthError) return failure
  const { status, message, cause, headers, fieldErrors } = failure
  const passes = status === 429 || status === 503
  const word = passes ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request'
  return new OAuthError(status, word, message, { cause, headers, ...(fieldErrors && { fieldErrors }) })
}

async function giveTokens(
  context: Exchanging & Pick<Context, 'origin'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<NewTokens> {
  const sent = readForm(request.rawBody, request.contentType)
  if (request.headers.authorization !== undefined) {
    throw new OAuthError(401, 'invalid_client', 'Assistants have no secret here: send client_id in the body')
  }
  const kind = sent.require('grant_type')
  const resources = Object.values(resourcesOf(request, context.origin))
  const common = { clientId: sent.require('client_id'), resources, givenResource: sent.get('resource') }
  if (kind === 'authorization_code') {
    const [code, redirectUri] = [sent.require('code'), sent.require('redirect_uri')]
    return exchangeCode(context, reply, { ...common, code, redirectUri, verifier: sent.require('code_verifier') })
  }
  if (kind === 'refresh_token') {
    return exchangeRefresh(context, reply, { ...common, token: sent.require('refresh_token') })
  }
  throw new OAuthError(400, 'unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
}

const presentTokens = ({ access, refresh, expiresInSeconds, scopes }: NewTokens) => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: expiresInSeconds,
  refresh_token: refresh,
  scope: scopes.join(' '),
})

/** Bytes of a body. */
const maxForm = 16_384

type Form = { get(name: string): string | undefined; require(name: string): string }

/** @throws {OAuthError} 400 for another content type, or a repeated field */
export function readForm(body: Buffer | undefined, contentType: string): Form {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    throw new OAuthError(400, 'invalid_request', 'Send the body as application/x-www-form-urlencoded')
  }
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body?.toString() ?? '')) {
    if (fields.has(name)) throw new OAuthError(400, 'invalid_request', 'A field may be there once')
    if (!isStorable(value)) throw new OAuthError(400, 'invalid_request', 'A field must not contain NUL')
    // An empty field counts as absent (RFC 6749 3.2).
    if (value !== '') fields.set(name, value)
  }
  const get = (name: string) => fields.get(name)
  return {
    get,
    require(name) {
      const value = get(name)
      if (value === undefined) throw new OAuthError(400, 'invalid_request', `${name} is required`)
      return value
    },
  }
}
