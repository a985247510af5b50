/** A browser at the service: keeps the cookies of its host, and says where its requests come from. */
import assert from 'node:assert/strict'
import type { Answer, World } from './world.ts'

export type Browser = ReturnType<typeof openBrowser>

type Sent = { body?: unknown; headers?: Record<string, string>; cut?: boolean }

/** @param host  that of every request; without it one that names no workspace */
export function openBrowser(world: World, host?: string) {
  const cookies = new Map<string, string>()

  async function request(method: string, path: string, { headers = {}, ...sent }: Sent = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...headers }
    const answer = await world.request(method, path, { ...sent, ...(host && { host }), headers: own })
    keep(answer)
    return answer
  }

  function keep({ headers }: Answer): void {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [, name, value, rest] = /^([^=]+)=([^;]*)(.*)$/.exec(line)!
      const expires = /expires=([^;]+)/i.exec(rest!)?.[1]
      if (value === '' || (expires && Date.parse(expires) <= 0)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
  }

  return {
    cookies,
    request,
    get: (path: string, sent?: Sent) => request('GET', path, sent),
    post: (path: string, body?: unknown, sent?: Sent) =>
      request('POST', path, { ...sent, ...(body !== undefined && { body }) }),
    delete: (path: string, sent?: Sent) => request('DELETE', path, sent),
    /** @returns the session */
    async signIn(proof: { api_key: string } | { token: string }) {
      const answer = await request('POST', '/api/v1/session', { body: proof })
      assert.equal(answer.status, 201, answer.text)
      return answer.body.session
    },
    /** Whose browser it is; null if it is nobody's. */
    async who(): Promise<string | null> {
      const { status, body } = await request('GET', '/api/v1/me')
      if (status !== 401) assert.equal(status, 200, JSON.stringify(body))
      return status === 200 ? body.user.id : null
    },
  }
}

/** @returns a token that signs the person in, as `minutebook sign-in-link` makes one */
export async function tokenFor(world: World, email: string, subdomain = 'acme'): Promise<string> {
  const { createToken } = await import('../../server/people/sign-in/tokens.ts')
  return createToken(world.db, world.base.clock(), { subdomain, email })
}

/** A browser of a person who signed in by a link. */
export async function signedIn(world: World, email: string, host?: string) {
  const browser = openBrowser(world, host)
  const session = await browser.signIn({ token: await tokenFor(world, email) })
  return { ...browser, session }
}
