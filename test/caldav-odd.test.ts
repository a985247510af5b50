/** CalDAV servers that cannot do all, forget, tell in parts or mean harm, and Xandikos (decision 69). */
// In a third of the runs: it starts servers of others.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, suite, test } from 'node:test'
import { keys } from './support/acme.ts'
import {
  type CaldavServer,
  noRadicale,
  noXandikos,
  openRadicale,
  openXandikos,
  passwords,
} from './support/caldav-server.ts'
import { type CaldavWorld, meeting, openCaldavWorld } from './support/caldav-world.ts'
import { calendar } from './support/calendars.ts'
import { openReceiver, type Received } from './support/receiver.ts'

const day = (number: number) => `202601${String(number).padStart(2, '0')}T100000Z`

suite('with Xandikos', { skip: noXandikos }, () => {
  test('whole once, then by its token, and whole again when it does not know the token', async () => {
    await using server = await openXandikos()
    await using its = await openCaldavWorld(server)
    const put = (name: string, ...events: string[]) =>
      server.put(`/bo/calendars/calendar/${name}.ics`, calendar(...events))
    await put('one', meeting('one', day(12)))
    await put('two', meeting('two', day(13)))
    const { status, text } = await its.connect()
    assert.equal(status, 201, text)
    await its.world.settle()
    assert.deepEqual(await its.events(), ['one one 01-12T10:00', 'two two 01-13T10:00'])
    assert.deepEqual(await its.afterwards({ minutes: 5 }), ['PROPFIND /bo/calendars/'])
    await put('one', meeting('one', day(14)))
    await server.remove('/bo/calendars/calendar/two.ics')
    const calendarPath = '/bo/calendars/calendar/'
    const changes = await its.afterwards({ minutes: 5 })
    assert.deepEqual(changes, ['PROPFIND /bo/calendars/', `REPORT ${calendarPath}`, `REPORT ${calendarPath}`])
    assert.deepEqual(await its.events(), ['one one 01-14T10:00'])
    const { sync_cursor } = await its.world.db
      .selectFrom('calendar_feeds')
      .select('sync_cursor')
      .executeTakeFirstOrThrow()
    const forgotten = sync_cursor!.replace(/"token":"[^"]*"/, '"token":"forgotten"')
    await its.world.db.updateTable('calendar_feeds').set({ sync_cursor: forgotten }).execute()
    await put('two', meeting('two', day(15)))
    await its.afterwards({ minutes: 5 })
    assert.deepEqual(await its.events(), ['one one 01-14T10:00', 'two two 01-15T10:00'])
    assert.equal((await its.feeds())[0].last_error, null)
  })
})

suite('with Radicale behind an odd door', { skip: noRadicale }, () => {
  let server: CaldavServer
  let its: CaldavWorld
  before(async () => {
    server = await openRadicale()
  })
  after(() => server[Symbol.asyncDispose]())
  beforeEach(async () => {
    its = await openCaldavWorld(server)
    await server.make('/bo/main/')
    for (const number of [12, 13, 14]) await put(`d${number}`, meeting(`d${number}`, day(number)))
  })
  afterEach(async () => {
    await server.remove('/bo/main/')
    await its[Symbol.asyncDispose]()
  })

  const put = (name: string, ...events: string[]) => server.put(`/bo/main/${name}.ics`, calendar(...events))
  const three = ['d12 d12 01-12T10:00', 'd13 d13 01-13T10:00', 'd14 d14 01-14T10:00']
  async function connected() {
    const { status, text } = await its.connect()
    assert.equal(status, 201, text)
    await its.world.settle()
  }
  const error = async () => (await its.feeds())[0].last_error
  const isReport = ({ method, body }: Received, of: string) => method === 'REPORT' && body.includes(`${of} `)
  /** Answers a report in the server's place. */
  const answerTo = (of: string, status: number, body: string) => {
    server.state.answer = (received: Received, response: ServerResponse) =>
      isReport(received, of) && Boolean(response.writeHead(status).end(body))
  }

  test('a server without sync-collection is read by the versions of its events', async () => {
    server.state.rewrite = (_received, body) => body.replaceAll('<report><sync-collection /></report>', '')
    await connected()
    assert.deepEqual(await its.events(), three)
    assert.deepEqual(await its.afterwards({ minutes: 5 }), ['PROPFIND /bo/'])
    await put('d12', meeting('d12', day(20)))
    await server.remove('/bo/main/d13.ics')
    await put('new', meeting('new', day(21)))
    const changes = await its.afterwards({ minutes: 5 })
    assert.deepEqual(changes, ['PROPFIND /bo/', 'REPORT /bo/main/', 'REPORT /bo/main/'])
    assert.deepEqual(await its.events(), ['d12 d12 01-20T10:00', 'd14 d14 01-14T10:00', 'new new 01-21T10:00'])
    // Neither by time nor by changes.
    answerTo('<C:calendar-query', 403, '')
    await put('new', meeting('new', day(22)))
    await its.afterwards({ minutes: 5 })
    assert.equal((await its.events()).at(-1), 'new new 01-22T10:00')
    assert.equal(await error(), null)
  })

  test('changes that a server tells in parts are read on; a token that it refuses reads everything', async () => {
    await connected()
    for (const number of [12, 13, 14]) await put(`d${number}`, meeting(`d${number}`, day(number + 10)))
    const one = (path: string) =>
      `<response><href>${path}</href><propstat><prop><getetag>"x"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>`
    const cut = '<response><href>/bo/main/</href><status>HTTP/1.1 507 Insufficient Storage</status></response>'
    const answers = [
      `<multistatus xmlns="DAV:">${one('/bo/main/d12.ics')}${cut}<sync-token>part</sync-token></multistatus>`,
      `<multistatus xmlns="DAV:">${one('/bo/main/d13.ics')}${one('/bo/main/d14.ics')}<sync-token>all</sync-token></multistatus>`,
    ]
    const tokens: string[] = []
    server.state.answer = (received, response) => {
      if (!isReport(received, '<D:sync-collection')) return false
      tokens.push(/<D:sync-token>(.*)<\/D:sync-token>/.exec(received.body)![1]!)
      return Boolean(response.writeHead(207).end(answers.shift()))
    }
    await its.afterwards({ minutes: 5 })
    assert.equal(tokens[1], 'part')
    assert.deepEqual(await its.events(), ['d12 d12 01-22T10:00', 'd13 d13 01-23T10:00', 'd14 d14 01-24T10:00'])
    await server.remove('/bo/main/d14.ics')
    answerTo('<D:sync-collection', 403, '<error xmlns="DAV:"><valid-sync-token/></error>')
    await its.afterwards({ minutes: 5 })
    assert.deepEqual(await its.events(), ['d12 d12 01-22T10:00', 'd13 d13 01-23T10:00'])
  })

  test('what a hostile server answers changes nothing, and the account says so', async () => {
    await connected()
    const bomb =
      '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>' +
      '<multistatus xmlns="DAV:"><response><href>&b;</href></response><sync-token>x</sync-token></multistatus>'
    const many = `<multistatus xmlns="DAV:">${'<response><href>/bo/main/x</href></response>'.repeat(100_000)}</multistatus>`
    const huge = `<multistatus xmlns="DAV:">${' '.repeat(16_777_216)}</multistatus>`
    const unreadable = 'The server gave an answer that cannot be read, or that is too large'
    let minutes = 5
    for (const [body, sentence] of [
      [bomb, unreadable],
      [many, unreadable],
      [huge, 'The server gave an answer of more than 16777216 bytes'],
      ['<multistatus xmlns="DAV:"/>', 'The calendar server did not say how to read on'],
      ['BEGIN:VCALENDAR', unreadable],
    ] as const) {
      await put('d12', meeting('d12', day(12), { SUMMARY: `changed ${minutes}` }))
      answerTo('<D:sync-collection', 207, body)
      await its.afterwards({ minutes })
      assert.equal(await error(), sentence)
      minutes = minutes === 5 ? 30 : minutes * 2
    }
    assert.deepEqual(await its.events(), three)
    server.state.answer = (received, response) =>
      received.method === 'PROPFIND' && Boolean(response.writeHead(207).end('<multistatus xmlns="DAV:"/>'))
    await its.afterwards({ hours: 24 })
    assert.match(await error(), /has no calendar that holds meetings/)
    assert.deepEqual(await its.events(), three)
  })

  test('events that are too large, of other hosts or no calendars are named, and the others taken', async () => {
    const large = meeting('large', day(15), { DESCRIPTION: 'x'.repeat(9_000_000) })
    await put('odd', meeting('odd_20260112T090000Z', day(16)))
    server.state.rewrite = ({ body: asked }, body) => {
      if (asked.includes('calendar-query'))
        return body.replace(
          '<response>',
          '<response><href>https://evil.test/bo/main/e.ics</href></response><response><href>/elsewhere/e.ics</href></response>' +
            ['large', 'larger', 'broken']
              .map((name) => `<response><href>/bo/main/${name}.ics</href></response>`)
              .join('') +
            '<response>',
        )
      if (!asked.includes('calendar-multiget')) return body
      const given = (name: string, data: string) =>
        asked.includes(`/${name}.ics`)
          ? `<response><href>/bo/main/${name}.ics</href><propstat><prop><calendar-data xmlns="urn:ietf:params:xml:ns:caldav">${data}</calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response>`
          : ''
      const own =
        given('large', calendar(large)) +
        given('larger', calendar(large, 'X:'.padEnd(9_000_000, 'y'))) +
        given('broken', 'BEGIN:VEVENT')
      // After what Radicale says of them: they do not exist.
      return body.replace('</multistatus>', `${own}</multistatus>`)
    }
    await connected()
    assert.deepEqual(await its.events(), [...three, 'large large 01-15T10:00'])
    const [feed] = await its.feeds()
    assert.equal(feed.last_error, null)
    assert.match(feed.problems.join('\n'), /An event cannot be read \(larger\.ics\): it is too large/)
    assert.match(feed.problems.join('\n'), /An event cannot be read \(broken\.ics\): line 1/)
    assert.match(feed.problems.join('\n'), /its UID ends like the guid of an occurrence/)
    assert.equal(feed.problems.length, 3)
    assert(!server.door.received.some(({ body }) => /evil|elsewhere/.test(body)))
  })

  test('the password goes to no other server, wherever an answer leads', async () => {
    await using elsewhere = await openReceiver()
    const secrets = () => elsewhere.received.filter(({ headers }) => headers.authorization !== undefined)
    const leads = [
      (_received: Received, response: ServerResponse) =>
        Boolean(response.writeHead(301, { location: elsewhere.url('/dav/') }).end()),
      (_received: Received, response: ServerResponse) =>
        Boolean(
          response
            .writeHead(207)
            .end(
              `<multistatus xmlns="DAV:"><response><href>/</href><propstat><prop><current-user-principal><href>${elsewhere.url('/p/')}</href></current-user-principal></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`,
            ),
        ),
    ]
    for (const lead of leads) {
      server.state.answer = lead
      assert.equal((await its.connect()).status, 422)
    }
    server.state.answer = () => false
    server.state.rewrite = (_received, body) =>
      body.replace(/(<C:calendar-home-set>)<href>.*?<\/href>/, `$1<href>${elsewhere.url('/bo/')}</href>`)
    assert.equal((await its.connect()).body.message, 'The server says that the calendars are elsewhere')
    assert.deepEqual(secrets(), [])
    assert.deepEqual(await its.feeds(keys.ada), [])
    assert.equal(passwords.bo, 'Kx3-Rain-Drum')
  })
})
