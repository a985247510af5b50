/** Calendars by CalDAV, with real servers: Radicale, and Xandikos with other answers (decision 69). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, suite, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { type CaldavServer, noRadicale, openRadicale, passwords } from './support/caldav-server.ts'
import { calendar, vevent } from './support/calendars.ts'
import { openWorld, type World } from './support/world.ts'

suite('with Radicale', { skip: noRadicale }, () => {
  let server: CaldavServer
  let world: World
  before(async () => {
    server = await openRadicale()
  })
  after(() => server[Symbol.asyncDispose]())
  beforeEach(async () => {
    world = await openWorld({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'trace' })
    await world.load(...acme())
    server.state.answer = () => false
    await server.make('/bo/main/')
    server.asked()
  })
  afterEach(async () => {
    await server.remove('/bo/main/')
    await world[Symbol.asyncDispose]()
  })

  const people = { ORGANIZER: 'mailto:bo@acme.test', ATTENDEE: ['mailto:bo@acme.test', 'mailto:ada@acme.test'] }
  const meeting = (uid: string, start: string, more: Record<string, string | string[]> = {}) =>
    vevent({ UID: uid, SUMMARY: uid, ...people, DTSTART: start, DURATION: 'PT1H', ...more })
  const put = (name: string, ...events: string[]) => server.put(`/bo/main/${name}.ics`, calendar(...events))

  const connect = (body: object = {}, key = keys.bo) =>
    world.post('/api/v1/calendar/caldav', key, { url: server.url(), username: 'bo', password: passwords.bo, ...body })
  const feeds = async (key = keys.bo) => (await world.get('/api/v1/calendar/feeds', key)).body.data
  const events = async () => {
    const rows = await world.db
      .selectFrom('events')
      .select(['guid', 'title', 'starts_at', 'all_day', 'cancelled_at'])
      .where('guid', '<>', 'evt1_20260105T090000Z')
      .orderBy('guid')
      .execute()
    return rows.map(({ guid, title, starts_at, all_day }) => {
      const time = starts_at.toISOString().slice(5, all_day ? 10 : 16)
      return `${guid} ${title} ${time}`
    })
  }
  async function afterwards(time: { minutes?: number; hours?: number }): Promise<string[]> {
    server.asked()
    world.advance(time)
    await world.settle()
    return server.asked()
  }

  test('an account is connected with its password, read at once, and then only what changed', async () => {
    await put('one', meeting('one', '20260112T100000Z'))
    await put(
      'weekly',
      meeting('weekly', '20260113T100000', { RRULE: 'FREQ=WEEKLY;COUNT=4', EXDATE: '20260120T100000' }),
      meeting('weekly', '20260128T110000', { 'RECURRENCE-ID': '20260127T100000', SUMMARY: 'moved' }),
    )
    await put('day', vevent({ UID: 'day', SUMMARY: 'day', 'DTSTART;VALUE=DATE': '20260115' }))
    await put('old', meeting('old', '20190113T100000Z'))
    const { status, body, text } = await connect()
    assert.equal(status, 201, text)
    assert.deepEqual(
      { ...body.feed, id: '' },
      {
        id: '',
        host: new URL(server.url()).host,
        provider: 'caldav',
        account: 'bo',
        needs_consent: false,
        problems: [],
        user_id: 'u_bo',
        created_at: '2026-01-10T12:00:00.000Z',
        last_read_at: null,
        next_read_at: '2026-01-10T12:00:00.000Z',
        last_error: null,
      },
    )
    await world.settle()
    assert.deepEqual(await events(), [
      'day day 01-15',
      'one one 01-12T10:00',
      'weekly_20260113T100000Z weekly 01-13T10:00',
      'weekly_20260127T100000Z moved 01-28T11:00',
      'weekly_20260203T100000Z weekly 02-03T10:00',
    ])
    const quiet = await afterwards({ minutes: 5 })
    assert.deepEqual(quiet, ['PROPFIND /bo/'])

    await put('one', meeting('one', '20260112T140000Z', { SUMMARY: 'One' }))
    await put('weekly', meeting('weekly', '20260113T100000', { RRULE: 'FREQ=WEEKLY;COUNT=2' }))
    await put('new', meeting('new', '20260116T090000Z'))
    await server.remove('/bo/main/day.ics')
    assert.deepEqual(await afterwards({ minutes: 5 }), ['PROPFIND /bo/', 'REPORT /bo/main/', 'REPORT /bo/main/'])
    assert.deepEqual(await events(), [
      'new new 01-16T09:00',
      'one One 01-12T14:00',
      'weekly_20260113T100000Z weekly 01-13T10:00',
      'weekly_20260120T100000Z weekly 01-20T10:00',
    ])
    assert.deepEqual(
      (await feeds()).map((feed: { last_error: unknown }) => feed.last_error),
      [null],
    )
  })
})
