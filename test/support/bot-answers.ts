/** Ways to get the special answers of bots in calls, such as `post /path 409`. */
import { keys } from './acme.ts'
import { apiKey, attendeeSecret } from './bots.ts'
import { type Call, send } from './example-calls.ts'
import type { Receiver } from './receiver.ts'
import type { Answer, World } from './world.ts'

type Occur = (call: Call) => Promise<Answer>

export function botAnswers(world: World, receiver: Receiver): Record<string, Occur> {
  const path = '/api/v1/note/{note_id}/bot'
  const [beside, mark] = ['/api/v1/note/{note_id}/mark', '/api/v1/note/n_1/mark']

  /** With a meeting that is on, and a service that answers with these statuses. */
  const during =
    (statuses: number[], event: object, before: () => unknown = () => {}): Occur =>
    async (call) => {
      const { answering } = receiver
      const events = world.db.updateTable('events').where('guid', '=', 'evt1_20260105T090000Z')
      const now = world.base.clock()
      const account = { kind: 'attendee', secret: attendeeSecret, api_key: apiKey, base_url: receiver.url('') }
      const own = { ...account, sends_bots: true }
      await world.post('/api/v1/recorder', keys.ada, own)
      const ends_at = new Date(now.getTime() + 60_000)
      await events
        .set({ call_url: 'https://meet.google.com/abc-mnop-xyz', starts_at: now, ends_at, ...event })
        .execute()
      receiver.answering = (_received, response) => response.writeHead(statuses.shift()!).end('{"id": "bot_1"}')
      try {
        await before()
        return await send(world, call)
      } finally {
        receiver.answering = answering
        await world.db.deleteFrom('recorders').where('kind', '=', 'attendee').execute()
        const over = new Date('2026-01-05T09:30:00Z')
        await events.set({ starts_at: new Date('2026-01-05T09:00:00Z'), ends_at: over, call_url: null }).execute()
      }
    }
  const sendOne = () => world.post('/api/v1/note/n_1/bot', keys.ada)
  return {
    [`post ${path} 201`]: during([201], {}),
    [`post ${path} 400`]: during([], { call_url: null }),
    [`post ${path} 409`]: during([201], {}, sendOne),
    [`post ${path} 502`]: during([503], {}),
    [`delete ${path} 200`]: during([201, 200], {}, sendOne),
    [`delete ${path} 502`]: during([201, 503], {}, sendOne),
    [`post ${beside} 409`]: (call) => send(world, call),
    [`post ${beside} 201`]: (call) =>
      during([201], {}, sendOne)({ ...call, body: { ...(call.body as object), made_at: null } }),
    [`delete ${beside}/{mark_id} 200`]: async (call) => {
      const { body } = await during([201], {}, sendOne)({ ...call, method: 'POST', path: mark, body: {} })
      return send(world, { ...call, path: `${mark}/${body.mark.id}` })
    },
  }
}
