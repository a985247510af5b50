/** Ways to get the special answers of consent and grants, such as `post /path 409`. */
import { signedIn } from './browser.ts'
import { type Call, send } from './example-calls.ts'
import { addGrants, askOf, newProof, register } from './oauth.ts'
import type { Answer, World } from './world.ts'

type Occur = (call: Call) => Promise<Answer>

/** @param world  one where OAuth is on */
export function oauthAnswers(world: World): Record<string, Occur> {
  /** The same call in Ada’s browser, for an assistant that is registered. */
  const inBrowser =
    (more: object): Occur =>
    async ({ method, path, body }) => {
      const ada = await signedIn(world, 'ada@acme.test')
      const ask = { ...askOf(await register(world), newProof().challenge), ...more }
      if (method === 'POST') return ada.post(path, { ...(body as object), ...ask, scopes: ['read'] })
      return ada.get(`${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(ask as Record<string, string>)}`)
    }
  return {
    'get /api/v1/consent 200': inBrowser({}),
    'get /api/v1/consent 400': inBrowser({ response_type: 'token' }),
    'post /api/v1/consent 200': inBrowser({}),
    'post /api/v1/consent 409': async (call) => {
      await addGrants(
        world,
        'u_ada',
        Array.from({ length: 50 }, (_, at) => `gr_${at}`),
      )
      const answer = await inBrowser({})(call)
      await world.db.deleteFrom('oauth_grants').execute()
      return answer
    },
    'delete /api/v1/grant/{grant_id} 204': async (call) => {
      await addGrants(world, 'u_ada', ['gr_bo'])
      return send(world, call)
    },
  }
}
