/** The answers of the operations that connect CalDAV calendars and to-do lists: a server that has one calendar, and one that has none. */
import { type Call, send } from './example-calls.ts'
import type { Receiver } from './receiver.ts'
import type { Answer, World } from './world.ts'

/** All that is asked of it, at once. */
export const onlyCalendar = `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response>
  <d:href>/c/</d:href><d:propstat><d:status>HTTP/1.1 200 OK</d:status><d:prop>
  <d:current-user-principal><d:href>/</d:href></d:current-user-principal>
  <c:calendar-home-set><d:href>/</d:href></c:calendar-home-set>
  <d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Work</d:displayname>
  </d:prop></d:propstat></d:response></d:multistatus>`

export function caldavAnswers(world: World, receiver: Receiver): Record<string, (call: Call) => Promise<Answer>> {
  const withCalendar = async (call: Call) => {
    const { answering } = receiver
    receiver.answering = ({ method }, response) => response.writeHead(method === 'GET' ? 404 : 207).end(onlyCalendar)
    try {
      return await send(world, call)
    } finally {
      receiver.answering = answering
    }
  }
  const ofList = async (call: Call) => {
    const list = { host: 'cloud.example.com', username: 'ada', list: 'Work', account: Buffer.alloc(1) }
    const now = world.base.clock()
    await world.db
      .insertInto('todo_accounts')
      .values({ workspace_id: 'ws_acme', user_id: 'u_ada', ...list, created_at: now, next_sync_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return send(world, call)
  }
  const connecting = ['post /api/v1/calendar/caldav', 'post /api/v1/me/todo'].flatMap((path) => [
    [`${path} 201`, withCalendar],
    [`${path} 422`, (call: Call) => send(world, call)],
  ])
  return { ...Object.fromEntries(connecting), 'delete /api/v1/me/todo 200': ofList }
}
