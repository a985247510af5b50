/** Ways to get the special answers of signing in, such as `post /path 409`. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { acme } from './acme.ts'
import { openAuthenticator } from './authenticator.ts'
import { openBrowser, signedIn } from './browser.ts'
import { type Call, send } from './example-calls.ts'
import type { Identities } from './identity-provider.ts'
import { type Answer, openWorld, type World } from './world.ts'

type Occur = (call: Call) => Promise<Answer>

const bo = { sub: 'b-1', email: 'bo@acme.test', email_verified: true, name: 'Bo' }
const begin = 'get /api/v1/sign_in/oidc'
const finish = 'get /api/v1/sign_in/oidc/callback'

export function signInAnswers(world: World, identities: Identities): Record<string, Occur> {
  const onNoHost: Occur = (call) => send(world, call, { headers: { host: 'none.localhost' } })
  const crossSite: Occur = (call) => send(world, call, { headers: { 'sec-fetch-site': 'cross-site' } })
  const withBody =
    (body: unknown): Occur =>
    (call) =>
      send(world, { ...call, body })
  /** The same call in Ada’s browser. */
  const inBrowser: Occur = async ({ method, path, body }) => {
    const ada = await signedIn(world, 'ada@acme.test')
    return ada.request(method, path, { body })
  }
  /** The same call, often and from one address, which is given its tries back then. */
  const often: Occur = async (call) => {
    for (let tries = 0; tries < 40; tries++) {
      const answer = await send(world, call)
      if (answer.status !== 429) continue
      await world.db.deleteFrom('sign_in_counts').execute()
      return answer
    }
    throw new Error(`${call.path} answers without end`)
  }
  const comeBack = (person: typeof bo | null): Promise<Answer> => identities.signIn(openBrowser(world), person)
  /** A world whose provider does not answer; what begins elsewhere can come back to it. */
  const withoutProvider: Occur = async ({ path }) => {
    await using away = await openWorld({ ...identities.settings, OIDC_ISSUER: 'http://127.0.0.1:1' })
    const browser = openBrowser(world)
    await browser.get('/api/v1/sign_in/oidc')
    const other = openBrowser(away)
    for (const [name, value] of browser.cookies) other.cookies.set(name, value)
    return other.get(path)
  }
  const withoutMail: Occur = async (call) => {
    await using silent = await openWorld()
    return send(silent, call)
  }
  const mailedWithoutMail =
    (body: object): Occur =>
    async (call) => {
      await using silent = await openWorld({ API_RATE_PER_SECOND: '1000000' })
      await silent.load(...acme())
      const answer = await send(silent, { ...call, body })
      return answer
    }
  const inSeveral: Occur = async () => {
    const users = [{ id: 'u_bo3', email: 'bo@acme.test', full_name: 'Bo' }]
    await world.load({ id: 'ws_third', subdomain: 'third', name: 'Third', users })
    const answer = await comeBack(bo)
    await world.db.deleteFrom('workspaces').where('id', '=', 'ws_third').execute()
    return answer
  }
  const passkeys = '/api/v1/me/passkeys'
  /** A browser of Bo’s at a host that has passkeys, and one that it made. */
  const withPasskey = async () => {
    const bo = await signedIn(world, 'bo@acme.test', 'acme.localhost')
    const { options } = (await bo.post(passkeys, {})).body
    const credential = openAuthenticator('https://acme.localhost').create(options)
    return { bo, made: await bo.post(passkeys, { name: 'Laptop', credential, colour: 'red' }) }
  }
  const oneTooMany: Occur = async () => {
    const { bo } = await withPasskey()
    await sql`insert into passkeys select workspace_id, 'pk_' || n, user_id, n || '.test', credential_id, public_key,
      counter, transports, name, created_at from passkeys, generate_series(1, 19) n`.execute(world.db)
    const answer = await bo.post(passkeys, {})
    await world.db.deleteFrom('passkeys').execute()
    return answer
  }
  const ofSession = ['get /api/v1/session', 'delete /api/v1/session', 'delete /api/v1/session/elevate']
  return {
    ...Object.fromEntries(ofSession.flatMap((name) => [200, 204].map((status) => [`${name} ${status}`, inBrowser]))),
    'post /api/v1/session/elevate 200': inBrowser,
    'post /api/v1/session 200': withBody({ passkey: {} }),
    [`get ${passkeys} 200`]: inBrowser,
    [`post ${passkeys} 200`]: inBrowser,
    [`post ${passkeys} 201`]: async () => (await withPasskey()).made,
    [`post ${passkeys} 409`]: oneTooMany,
    [`post ${passkeys} 422`]: async () => (await signedIn(world, 'bo@acme.test', '192.0.2.1')).post(passkeys, {}),
    [`delete ${passkeys}/{passkey_id} 200`]: async () => {
      const { bo, made } = await withPasskey()
      return bo.delete(`${passkeys}/${made.body.passkey.id}`, { body: { colour: 'red' } })
    },
    'delete /api/v1/session/{session_id} 204': async (call) => {
      const ada = await signedIn(world, 'ada@acme.test')
      return send(world, { ...call, path: `/api/v1/session/${ada.session.id}` })
    },
    'delete /api/v1/user/{user_id}/identity 204': async (call) => {
      assert.equal((await comeBack(bo)).status, 302)
      return send(world, call)
    },
    'post /api/v1/calendar/connect 201': inBrowser,
    'get /api/v1/calendar/connect/callback 404': onNoHost,
    'get /api/v1/sign_in 404': onNoHost,
    'post /api/v1/session 401': withBody({ api_key: 'wrong' }),
    'post /api/v1/session 403': crossSite,
    'post /api/v1/session 404': onNoHost,
    'post /api/v1/session 429': (call) => often({ ...call, body: { api_key: 'wrong' } }),
    'post /api/v1/session/email 403': crossSite,
    'post /api/v1/session/email 404': onNoHost,
    'post /api/v1/session/email 422': withoutMail,
    'patch /api/v1/workspace 422': mailedWithoutMail({ webhook_mail: true }),
    'patch /api/v1/me/notifications 422': mailedWithoutMail({ recaps: 'daily' }),
    'post /api/v1/session/email 429': often,
    [`${begin} 400`]: (call) => send(world, { ...call, path: `${call.path}?return_to=//elsewhere.com` }),
    [`${begin} 404`]: onNoHost,
    [`${begin} 502`]: withoutProvider,
    [`${finish} 302`]: () => comeBack(bo),
    [`${finish} 400`]: (call) => send(world, call),
    [`${finish} 403`]: () => comeBack(null),
    [`${finish} 404`]: onNoHost,
    [`${finish} 409`]: inSeveral,
    [`${finish} 502`]: withoutProvider,
  }
}
