/** Calendars by CalDAV, with real servers: Radicale, and Xandikos with other answers (decision 69). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, suite, test } from 'node:test'
import { keys } from './support/acme.ts'
import { type CaldavServer, noRadicale, openRadicale, passwords } from './support/caldav-server.ts'
import { type CaldavWorld, meeting, openCaldavWorld } from './support/caldav-world.ts'
import { calendar, vevent } from './support/calendars.ts'

suite('with Radicale', { skip: noRadicale }, () => {
  let server: CaldavServer
  let its: CaldavWorld
  before(async () => {
    server = await openRadicale()
  })
  after(() => server[Symbol.asyncDispose]())
  beforeEach(async () => {
    its = await openCaldavWorld(server)
    await server.make('/bo/main/')
  })
  afterEach(async () => {
    await server.remove('/bo/main/')
    await its[Symbol.asyncDispose]()
  })

  const put = (name: string, ...events: string[]) => server.put(`/bo/main/${name}.ics`, calendar(...events))

  /** Radicale names no calendars of others and no addresses, as servers do whose people share calendars. */
  const withCalendarsOfAda = (_received: unknown, body: string) =>
    body
      .replace('<C:calendar-home-set><href>/bo/</href>', '<C:calendar-home-set><href>/ada/</href><href>/bo/</href>')
      .replace(/(<C:calendar-user-address-set>)<href>.*?<\/href>/, '$1<href>mailto:Bo@acme.test</href>')

  test('an account that is connected three times at once is connected once', async () => {
    const connecting = await Promise.all([its.connect(), its.connect(), its.connect()])
    assert.deepEqual(
      connecting.map(({ status }) => status),
      [201, 201, 201],
      connecting.map(({ text }) => text).join(' '),
    )
    assert.equal(new Set(connecting.map(({ body }) => body.feed.id)).size, 1)
  })

  test('an account is connected with its password, read at once, and then only what changed', async () => {
    await put('one', meeting('one', '20260112T100000Z'))
    await put(
      'weekly',
      meeting('weekly', '20260113T100000', { RRULE: 'FREQ=WEEKLY;COUNT=4', EXDATE: '20260120T100000' }),
      meeting('weekly', '20260128T110000', { 'RECURRENCE-ID': '20260127T100000', SUMMARY: 'moved' }),
    )
    await put('day', vevent({ UID: 'day', SUMMARY: 'day', 'DTSTART;VALUE=DATE': '20260115' }))
    await put('old', meeting('old', '20190113T100000Z'))
    const { status, body, text } = await its.connect()
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
    await its.world.settle()
    assert.deepEqual(await its.events(), [
      'day day 01-15',
      'one one 01-12T10:00',
      'weekly_20260113T100000Z weekly 01-13T10:00',
      'weekly_20260127T100000Z moved 01-28T11:00',
      'weekly_20260203T100000Z weekly 02-03T10:00',
    ])
    const quiet = await its.afterwards({ minutes: 5 })
    assert.deepEqual(quiet, ['PROPFIND /bo/'])

    await put('one', meeting('one', '20260112T140000Z', { SUMMARY: 'One' }))
    await put('weekly', meeting('weekly', '20260113T100000', { RRULE: 'FREQ=WEEKLY;COUNT=2' }))
    await put('new', meeting('new', '20260116T090000Z'))
    await server.remove('/bo/main/day.ics')
    assert.deepEqual(await its.afterwards({ minutes: 5 }), ['PROPFIND /bo/', 'REPORT /bo/main/', 'REPORT /bo/main/'])
    assert.deepEqual(await its.events(), [
      'new new 01-16T09:00',
      'one One 01-12T14:00',
      'weekly_20260113T100000Z weekly 01-13T10:00',
      'weekly_20260120T100000Z weekly 01-20T10:00',
    ])
    assert.equal((await its.feeds())[0].last_error, null)
    // Everything is read once a day.
    assert.equal((await its.afterwards({ hours: 24 })).length, 6)
    assert.equal((await its.events()).length, 4)
  })

  test('what is called off goes; what a guest tidied away stays for the others', async () => {
    const ofAda = { ORGANIZER: 'mailto:ada@acme.test' }
    const weekly = { RRULE: 'FREQ=WEEKLY;COUNT=3' }
    const cancelled = (uid: string, at: string) =>
      meeting(uid, at, { ...ofAda, 'RECURRENCE-ID': at, STATUS: 'CANCELLED' })
    await its.world.post(
      '/api/v1/calendar/import',
      keys.ada,
      calendar(
        meeting('adas', '20260112T100000Z', ofAda),
        meeting('weekly', '20260113T100000Z', { ...ofAda, ...weekly }),
      ),
      { headers: { 'content-type': 'text/calendar' } },
    )
    await put('adas', meeting('adas', '20260112T100000Z', ofAda))
    await put('weekly', meeting('weekly', '20260113T100000Z', { ...ofAda, ...weekly }))
    await put('own', meeting('own', '20260114T100000Z'))
    await put('single', meeting('single', '20260115T100000Z'))
    await its.connect()
    await its.world.settle()
    assert.equal((await its.events()).length, 6)
    await server.remove('/bo/main/adas.ics')
    await server.remove('/bo/main/own.ics')
    await put('single', meeting('single', '20260115T100000Z', { STATUS: 'CANCELLED' }))
    await put(
      'weekly',
      meeting('weekly', '20260113T100000Z', { ...ofAda, ...weekly, EXDATE: '20260120T100000Z' }),
      cancelled('weekly', '20260127T100000Z'),
    )
    await its.afterwards({ minutes: 5 })
    assert.deepEqual(await its.events(), [
      'adas adas 01-12T10:00',
      'weekly_20260113T100000Z weekly 01-13T10:00',
      'weekly_20260120T100000Z weekly 01-20T10:00',
      'weekly_20260127T100000Z weekly 01-27T10:00',
    ])
    assert.match((await its.feeds())[0].problems.join(), /not called off \(1 meeting\)/)
  })

  test('times without a zone are in that of the calendar', async () => {
    const zone = calendar('BEGIN:VTIMEZONE', 'TZID:America/New_York', 'END:VTIMEZONE')
    await server.make('/bo/abroad/', `<C:calendar-timezone>${zone}</C:calendar-timezone>`)
    await server.put('/bo/abroad/one.ics', calendar(meeting('floating', '20260112T100000')))
    await its.connect()
    await its.world.settle()
    assert.deepEqual(await its.events(), ['floating floating 01-12T15:00'])
    await server.remove('/bo/abroad/')
    await its.afterwards({ minutes: 5 })
    assert.deepEqual(await its.events(), [], 'a calendar that vanished')
  })

  test('of a calendar of others the meetings that invite the person are read, and each meeting once', async () => {
    await server.make('/ada/team/', '', 'ada')
    const alone = { ORGANIZER: 'mailto:ada@acme.test', ATTENDEE: 'mailto:ada@acme.test' }
    await server.put('/ada/team/private.ics', calendar(meeting('private', '20260112T080000Z', alone)), 'ada')
    await server.put('/ada/team/both.ics', calendar(meeting('both', '20260112T090000Z', { SUMMARY: 'team' })), 'ada')
    await server.put('/ada/team/invited.ics', calendar(meeting('invited', '20260112T100000Z')), 'ada')
    await put('both', meeting('both', '20260112T090000Z', { SUMMARY: 'own' }))
    server.state.rewrite = withCalendarsOfAda
    assert.equal((await its.connect()).body.feed.account, 'Bo@acme.test')
    await its.world.settle()
    assert.deepEqual(await its.events(), ['both own 01-12T09:00', 'invited invited 01-12T10:00'])
    assert.deepEqual((await its.feeds())[0].problems, [])
    await server.remove('/bo/main/both.ics')
    await its.afterwards({ minutes: 5 })
    assert.deepEqual(await its.events(), ['both team 01-12T09:00', 'invited invited 01-12T10:00'], 'it has a copy')
    await server.remove('/ada/team/both.ics', 'ada')
    await its.afterwards({ minutes: 5 })
    assert.deepEqual(await its.events(), ['invited invited 01-12T10:00'])
    await server.remove('/ada/team/', 'ada')
  })

  test('a meeting of two calendars of others is read where the person is invited', async () => {
    await server.make('/ada/team/', '', 'ada')
    await server.make('/ada/board/', '', 'ada')
    const alone = { ORGANIZER: 'mailto:ada@acme.test', ATTENDEE: 'mailto:ada@acme.test' }
    for (const [uid, inviting, other] of [
      ['one', 'team', 'board'],
      ['two', 'board', 'team'],
    ] as const) {
      await server.put(`/ada/${inviting}/${uid}.ics`, calendar(meeting(uid, '20260112T090000Z')), 'ada')
      await server.put(`/ada/${other}/${uid}.ics`, calendar(meeting(uid, '20260112T090000Z', alone)), 'ada')
    }
    server.state.rewrite = withCalendarsOfAda
    await its.connect()
    await its.world.settle()
    assert.deepEqual(await its.events(), ['one one 01-12T09:00', 'two two 01-12T09:00'])
    for (const name of ['team', 'board']) await server.remove(`/ada/${name}/`, 'ada')
  })

  test('a password that ends stops the reading, and a new one goes on with the same feed', async () => {
    await put('one', meeting('one', '20260112T100000Z'))
    const { id } = (await its.connect()).body.feed
    await its.world.settle()
    const before = passwords.bo!
    await server.changePassword('bo', 'Pq9-Wind-Lake')
    await its.afterwards({ minutes: 5 })
    const [feed] = await its.feeds()
    assert.equal(
      feed.last_error,
      'The calendar server does not accept the user name and password any more: connect the calendar again',
    )
    assert.deepEqual([feed.needs_consent, feed.next_read_at], [true, null])
    const { tokens } = await its.world.db.selectFrom('calendar_feeds').select('tokens').executeTakeFirstOrThrow()
    assert.equal(tokens, null)
    assert.deepEqual(await its.afterwards({ hours: 25 }), [])
    assert.equal((await its.connect({ password: before })).status, 422)
    assert.equal((await its.connect()).body.feed.id, id)
    await put('one', meeting('one', '20260114T100000Z'))
    await its.world.settle()
    assert.deepEqual(await its.events(), ['one one 01-14T10:00'])
    await server.changePassword('bo', before)
  })

  test('a sign-in that fails says why, and nothing is stored', async () => {
    const refused = async (body: object, key = keys.bo) => {
      const { status, body: answer } = await its.connect(body, key)
      return `${status} ${answer.message}`
    }
    const hint = 'iCloud, Fastmail and many others want a password for programs (app password)'
    const wrong = `422 The calendar server does not accept the user name and password. ${hint}`
    assert.equal(await refused({ password: 'wrong' }), wrong)
    assert.equal(
      await refused({ url: 'http://127.0.0.1/' }),
      '422 Calendar URL must start with https:// and a host name',
    )
    assert.equal(await refused({ url: 'https://10.0.0.7/' }), '422 Calendar URL cannot point to private IP address')
    assert.equal(await refused({ url: server.url('/nothing/') }), '201 undefined', 'the well-known address leads on')
    await its.world.db.deleteFrom('calendar_feeds').execute()
    server.state.answer = (_received, response) => Boolean(response.writeHead(404).end('<h1>Not found</h1>'))
    assert.equal(await refused({}), '422 There is no calendar server at this address')
    server.state.answer = (_received, response) => Boolean(response.writeHead(503).end())
    assert.equal(await refused({}), '422 The server answered 503')
    const onBehalf = await its.world.post(
      '/api/v1/calendar/caldav',
      keys.ada,
      { url: server.url(), username: 'bo', password: passwords.bo },
      { headers: { 'x-on-behalf-of': 'u_bo' } },
    )
    assert.equal(onBehalf.status, 403)
    assert.deepEqual(await its.feeds(), [])
  })
})
