/** Ways to get the special answers of links for people without an account, such as `post /path 409`. */
import { keys } from './acme.ts'
import { type Call, send } from './example-calls.ts'
import type { Answer, World } from './world.ts'

type Occur = (call: Call) => Promise<Answer>

export function outsideLinkAnswers(world: World): Record<string, Occur> {
  const switchTo = (outside_links: boolean) => world.patch('/api/v1/workspace', keys.ada, { outside_links })
  const make = async (kind: string, body = {}) => {
    await switchTo(true)
    const id = kind === 'note' ? 'n_1' : 'r_1'
    const { link } = (await world.post(`/api/v1/${kind}/${id}/link`, keys.ada, body)).body
    return { ...link, token: link.url.split('=')[1] }
  }
  const allowed: Occur = async (call) => {
    await switchTo(true)
    return send(world, call)
  }
  const refused: Occur = async (call) => {
    await switchTo(false)
    return send(world, call)
  }
  const withdrawn =
    (kind: string): Occur =>
    async (call) => {
      const { id } = await make(kind)
      return send(world, { ...call, path: call.path.replace(/[^/]+$/, id) })
    }
  const opened =
    (link: object): Occur =>
    async (call) =>
      send(world, { ...call, body: { ...(call.body as object), token: (await make('note', link)).token } })
  const often: Occur = async (call) => {
    const ends_at = new Date(world.base.clock().getTime() + 60_000)
    await world.db.insertInto('sign_in_counts').values({ what: 'guest 127.0.0.1', used: 60, ends_at }).execute()
    const answer = await send(world, call)
    await world.db.deleteFrom('sign_in_counts').execute()
    return answer
  }
  const ofKind = (kind: string): [string, Occur][] => [
    [`post /api/v1/${kind}/{${kind}_id}/link 201`, allowed],
    [`post /api/v1/${kind}/{${kind}_id}/link 409`, refused],
    [`delete /api/v1/${kind}/{${kind}_id}/link/{link_id} 200`, withdrawn(kind)],
  ]
  return {
    ...Object.fromEntries([...ofKind('note'), ...ofKind('recording')]),
    'post /api/v1/guest 200': opened({}),
    'post /api/v1/guest 403': opened({ password: 'a password' }),
    'post /api/v1/guest 404': (call) => send(world, call),
    'post /api/v1/guest 429': often,
  }
}
