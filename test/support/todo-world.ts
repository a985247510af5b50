/** A small world whose Bo, or Ada, has a to-do list on a CalDAV server, and what the tests of it do again and again. */
import { backgroundJobs } from '../../server/app/worker.ts'
import { uidOf } from '../../server/meetings/todo-lists/list-client.ts'
import { wakeListsJob } from '../../server/meetings/todo-lists/schedule.ts'
import { type ReadTodo, readTodo } from '../../server/meetings/todo-lists/todo-object.ts'
import { acme, keys } from './acme.ts'
import { type CaldavServer, passwords } from './caldav-server.ts'
import { openWorld } from './world.ts'

export type TodoWorld = Awaited<ReturnType<typeof openTodoWorld>>

/** A list holds things to do alone. */
export const ofTodos = '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>'

/** @param path  of the list */
export async function openTodoWorld(server: CaldavServer, path = '/bo/todo/') {
  const world = await openWorld({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'trace' })
  await world.load(...acme())
  Object.assign(server.state, { answer: () => false, rewrite: (_: unknown, body: string) => body })
  const [owner = 'bo'] = path.split('/').filter(Boolean)
  await server.make(path, ofTodos, owner, 'Work')
  server.asked()
  const its = {
    world,
    path,
    connect: (body: object = {}, key = keys.bo, user = 'bo') => {
      const access = { kind: 'caldav', url: server.url(), username: user, password: passwords[user] }
      return world.post('/api/v1/me/todo', key, { ...access, ...body })
    },
    state: async (key = keys.bo) => (await world.get('/api/v1/me/todo', key)).body.todo,
    /** Makes an item of Bo's. @returns its id */
    async add(text: string, more: object = {}): Promise<string> {
      const {
        status,
        body,
        text: said,
      } = await world.post('/api/v1/action_item', keys.bo, { text, assignees: ['u_bo'], ...more })
      if (status !== 201) throw new Error(said)
      return body.action_item.id
    },
    item: async (id: string, key = keys.bo) => (await world.get(`/api/v1/action_item/${id}`, key)).body.action_item,
    edit: (id: string, body: object, key = keys.bo) => world.patch(`/api/v1/action_item/${id}`, key, body),
    act: (id: string, action: 'complete' | 'archive', body: object = {}, key = keys.bo) =>
      world.post(`/api/v1/action_item/${id}/${action}`, key, action === 'complete' ? { completed: true, ...body } : {}),
    fileOf: (id: string, userId = 'u_bo') =>
      `${path}${uidOf({ workspace: { id: 'ws_acme' }, user: { id: userId } }, id)}.ics`,
    /** What lists are woken by, and all that is due then. @returns what the server was asked */
    async wake(): Promise<string[]> {
      server.asked()
      const wake = backgroundJobs(world.base).find(({ name }) => name === wakeListsJob)
      await wake!.run({ isAgain: true })
      await world.settle()
      return server.asked()
    },
    /** Moves the clock and lets the workers do what is due then. @returns what the server was asked */
    async afterwards(time: { seconds?: number; minutes?: number; hours?: number }): Promise<string[]> {
      server.asked()
      world.advance(time)
      await world.settle()
      return server.asked()
    },
    /** The names of the files in the list. */
    async files(): Promise<string[]> {
      const { body } = await server.list(path, owner)
      return [...body.matchAll(/href>([^<]*\.ics)</g)].map(([, href]) => href!).sort()
    },
    /** The to-dos in the list, by their texts. */
    async there(): Promise<ReadTodo[]> {
      const found: ReadTodo[] = []
      // One by one: a small server resets some of hundreds of connections at once.
      for (const file of await its.files()) found.push(readTodo((await server.get(file, owner)).body))
      return found.sort((one, other) => (one.text < other.text ? -1 : 1))
    },
    /** Texts, with the date and a mark for what is done. */
    async shown(): Promise<string[]> {
      return (await its.there()).map(({ text, due_date, done }) => {
        return `${done ? '[x] ' : ''}${text}${due_date ? ` (${due_date})` : ''}`
      })
    },
    /** As another program does it. */
    async write(id: string, change: (file: string) => string, userId = 'u_bo'): Promise<void> {
      const file = its.fileOf(id, userId)
      const { body } = await server.get(file, owner)
      const stamp = world.base
        .clock()
        .toISOString()
        .replace(/[-:]|\.\d+/g, '')
      await server.put(file, change(body.replace(/LAST-MODIFIED:.*/, `LAST-MODIFIED:${stamp}`)), owner)
    },
    async [Symbol.asyncDispose]() {
      await server.remove(path, owner).catch(() => {})
      await world[Symbol.asyncDispose]()
    },
  }
  return its
}

export const done = (file: string) =>
  file.replace(/STATUS:.*\r?\n/, '').replace('END:VTODO', 'STATUS:COMPLETED\r\nEND:VTODO')
export const saying = (text: string) => (file: string) => file.replace(/SUMMARY:.*(\r?\n .*)*/, `SUMMARY:${text}`)
