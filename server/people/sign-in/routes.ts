/** Ways in, for browsers without a session (decision 42; extensions of the specification). */
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { parseJson } from '../../platform/http/parse-json.ts'
import { utc } from '../../platform/time.ts'
import { languageOfBrowser } from '../caller/languages.ts'
import { originFor } from '../caller/origin.ts'
import { readProof } from '../passkeys/read-proof.ts'
import { mayHavePasskeys, relyingPartyOf } from '../passkeys/relying-party.ts'
import { keyOfAddress, requireTry } from '../requests/count-tries.ts'
import { workspaceOfHost } from '../requests/host.ts'
import { comesFromOwnPage, crossSite, neverStored } from '../sessions/browser.ts'
import { presentSession } from '../sessions/routes.ts'
import { releaseIdentity } from './bound-identity.ts'
import { SignInRefused } from './identity-provider.ts'
import { mailsPerAddress, requestMail } from './mail.ts'
import { beginOidc, callbackPath, finishOidc, type OidcDeps } from './oidc.ts'
import * as operations from './operations.ts'
import { askPasskey, requireAllowed, signIn } from './sign-in.ts'
import { createLink, linkOf } from './tokens.ts'

/** Routes without a key. */
export function signInRoutes(api: Api, deps: Pick<Context, 'jobs' | 'secretKey'> & OidcDeps & { hasMail: boolean }) {
  const { db, clock, onlyBy, provider, hasMail } = deps
  api.addHook('onRequest', neverStored)
  api.addHook('preValidation', async (request) => parseJson(request))

  api.get('/api/v1/sign_in', { schema: operations.getSignIn }, async (request) => {
    await workspaceOfHost(db, request, deps)
    const oidc = provider && { name: provider.name }
    const passkey = onlyBy === null && mayHavePasskeys(relyingPartyOf(request, deps))
    return { methods: { oidc, email: hasMail && onlyBy === null, api_key: onlyBy === null, passkey } }
  })

  api.post(
    '/api/v1/session',
    { config: { bodyRequired: true }, schema: operations.createSession },
    async (request, reply) => {
      const { api_key, token, passkey: given } = request.body
      const passkey = readProof(given)
      if (given != null && !passkey && api_key == null && token == null)
        return reply.send({ options: { ...(await askPasskey(deps, request)) } })
      const session = await signIn(deps, reply, { api_key, token, passkey })
      return reply.code(201).send(presentSession(session, deps))
    },
  )

  api.post(
    '/api/v1/session/email',
    { config: { bodyRequired: true }, schema: operations.requestMail },
    async (request, reply) => {
      if (comesFromOwnPage(request, deps) === false) throw crossSite()
      const workspace = await workspaceOfHost(db, request, deps)
      requireAllowed(deps)
      if (!hasMail) throw new ApiError(422, 'E-mail is not set up here')
      const now = clock()
      await requireTry(db, now, keyOfAddress('mail', request.ip), mailsPerAddress)
      const language = languageOfBrowser(request.headers['accept-language'])
      await requestMail(deps, now, { email: request.body.email, workspaceId: workspace?.id ?? null, language })
      return reply.code(202).send({})
    },
  )

  api.get('/api/v1/sign_in/oidc', { schema: operations.beginOidc }, async ({ query }, reply) => {
    const to = await beginOidc(deps, reply, query).catch((error) => pageFor(error, reply, query.return_to))
    return reply.redirect(to, 302)
  })

  api.get(callbackPath, { schema: operations.finishOidc }, async (_request, reply) => {
    let returnTo: string | undefined
    const finished = finishOidc(deps, reply, (known) => {
      returnTo = known
    })
    return reply.redirect(await finished.catch((error) => pageFor(error, reply, returnTo)), 302)
  })
}

/**
 * A browser is redirected to the sign-in page, which shows the refusal by its code.
 * @param returnTo  where the browser goes after the sign-in
 * @throws any other error
 */
function pageFor(error: unknown, { request }: FastifyReply, returnTo = '/'): string {
  const isBrowser = request.headers.accept?.includes('text/html') ?? false
  if (!(error instanceof SignInRefused) || !isBrowser) throw error
  const { code, workspaces } = error
  const choice: Record<string, string> = workspaces.length > 0 ? { workspaces: workspaces.join(',') } : {}
  const query = returnTo === '/' ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
  return `/sign-in${query}#${new URLSearchParams({ error: code!, ...choice })}`
}

/** For callers: links for others, and releasing whom they are at the identity provider. */
export function signInLinkRoutes(
  api: Api,
  { db, clock, origin, onlyBy }: Pick<Context, 'db' | 'clock' | 'origin'> & { onlyBy: string | null },
) {
  api.post(
    '/api/v1/user/:user_id/sign_in_link',
    { config: { scope: 'admin' }, schema: operations.createSignInLink },
    async (request, reply) => {
      requireAllowed({ onlyBy })
      const { params, body } = request
      const { token, expiresAt } = await createLink(
        db,
        clock(),
        request,
        params.user_id,
        body.valid_seconds ?? undefined,
      )
      const url = linkOf(originFor(request, origin), token)
      return reply.code(201).send({ url, expires_at: utc(expiresAt) })
    },
  )

  api.delete(
    '/api/v1/user/:user_id/identity',
    { config: { scope: 'admin' }, schema: operations.releaseIdentity },
    async (request, reply) => {
      await releaseIdentity(db, clock(), request, request.params.user_id)
      return reply.code(204).send()
    },
  )
}
