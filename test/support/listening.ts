/** The small world with webhooks, actions on its action items, and the messages that these send. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { acme, keys } from './acme.ts'
import { checkPayloads } from './payloads.ts'
import { openWorld } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a payload's fields are what tests look at
export type Sent = { webhook: string; type: string; body: any }

const types = ['action_item.assigned', 'action_item.completed']
const hook = (id: string, owner: string, more: object = {}) => ({ id, owner, url: `https://${id}.test/`, ...more })
const webhooks = [
  hook('wh_ada', 'u_ada'),
  hook('wh_bo', 'u_bo'),
  hook('ws_all', 'u_ada', { scope: 'workspace', api_key: 'k_ada', enabled_events: types }),
]

export type Listening = Awaited<ReturnType<typeof openListening>>

/** `ai_1` is Ada's and of a note that Bo may edit too; `ai_2` is Bo's and Ada's, made by Bo. */
export async function openListening(settings: Record<string, string> = {}) {
  const world = await openWorld(settings)

  async function act(method: string, path: string, body?: unknown, key = keys.ada) {
    const answer = await world.request(method, `/api/v1/action_item${path}`, { key, body })
    assert(answer.status < 300, answer.text)
    return answer.body.action_item
  }

  /** Returns every message in the order of the webhooks and deletes it, so that a test sees only new ones. */
  async function takeSent(): Promise<Sent[]> {
    await checkPayloads(world.db)
    const rows = await world.db.deleteFrom('messages').returning(['webhook_id', 'event_type', 'body']).execute()
    return rows
      .map((row) => ({ webhook: row.webhook_id, type: row.event_type, body: JSON.parse(String(row.body)) }))
      .sort((one, other) => compare(one.webhook, other.webhook) || compare(one.type, other.type))
  }

  /** The messages that are sent within so many seconds. */
  async function sentAfter(seconds: number): Promise<Sent[]> {
    world.advance({ seconds })
    await world.settle()
    return takeSent()
  }

  return {
    world,
    takeSent,
    sentAfter,
    /** The same, short: `wh_bo assigned`. */
    briefly: async (seconds: number) => brief(await sentAfter(seconds)),
    create: (body: object, key?: string) => act('POST', '', body, key),
    edit: (id: string, body: object, key?: string) => act('PATCH', `/${id}`, body, key),
    complete: (id: string, key?: string) => act('POST', `/${id}/complete`, { completed: true }, key),
    reopen: (id: string, key?: string) => act('POST', `/${id}/complete`, { completed: false }, key),
    archive: (id: string, key?: string) => act('POST', `/${id}/archive`, undefined, key),
    /** Loads the initial data again. */
    async reset() {
      await world.empty()
      await sql`delete from pgboss.job`.execute(world.db)
      const [first, ...others] = acme() as [object]
      await world.load({ ...first, webhooks }, ...others)
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

export const brief = (sent: Sent[]) => sent.map(({ webhook, type }) => `${webhook} ${type.replace('action_item.', '')}`)

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
