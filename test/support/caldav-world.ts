/** A small world whose Bo has calendars on a CalDAV server, and what the tests of it do again and again. */
import { acme, keys } from './acme.ts'
import { type CaldavServer, passwords } from './caldav-server.ts'
import { vevent } from './calendars.ts'
import { openWorld } from './world.ts'

export type CaldavWorld = Awaited<ReturnType<typeof openCaldavWorld>>

export async function openCaldavWorld(server: CaldavServer) {
  const world = await openWorld({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'trace' })
  await world.load(...acme())
  Object.assign(server.state, { answer: () => false, rewrite: (_: unknown, body: string) => body })
  server.asked()
  return {
    world,
    connect: (body: object = {}, key = keys.bo) => {
      const access = { url: server.url(), username: 'bo', password: passwords.bo }
      return world.post('/api/v1/calendar/caldav', key, { ...access, ...body })
    },
    feeds: async (key = keys.bo) => (await world.get('/api/v1/calendar/feeds', key)).body.data,
    /** Guid, title and time of each. */
    async events(): Promise<string[]> {
      const rows = await world.db
        .selectFrom('events')
        .select(['guid', 'title', 'starts_at', 'all_day'])
        .where('guid', '<>', 'evt1_20260105T090000Z')
        .orderBy('guid')
        .execute()
      return rows.map(({ guid, title, starts_at, all_day }) => {
        return `${guid} ${title} ${starts_at.toISOString().slice(5, all_day ? 10 : 16)}`
      })
    },
    /** Moves the clock and lets the workers do what is due then. @returns what the server was asked */
    async afterwards(time: { minutes?: number; hours?: number }): Promise<string[]> {
      server.asked()
      world.advance(time)
      await world.settle()
      return server.asked()
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** By Bo, with Ada. */
export const meeting = (uid: string, start: string, more: Record<string, string | string[]> = {}) =>
  vevent({
    UID: uid,
    SUMMARY: uid,
    ORGANIZER: 'mailto:bo@acme.test',
    ATTENDEE: ['mailto:bo@acme.test', 'mailto:ada@acme.test'],
    DTSTART: start,
    DURATION: 'PT1H',
    ...more,
  })
