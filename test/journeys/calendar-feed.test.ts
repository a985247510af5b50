/** Bo's calendar as a feed: its meetings have notes, it is read again as it changes, and goes when he takes it back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from '../support/acme.ts'
import { calendar, vevent } from '../support/calendars.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { openWorld, type World } from '../support/world.ts'

let server: Receiver
let world: World
let content: string
before(async () => {
  server = await openReceiver({ answering: (_received, response) => response.end(content) })
  world = await openWorld({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' })
  await world.load(...acme())
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const launch = (fields: Record<string, string | string[]> = {}) =>
  vevent({
    UID: 'launch',
    SUMMARY: 'Launch',
    DTSTART: '20260112T090000Z',
    DTEND: '20260112T093000Z',
    ORGANIZER: 'mailto:bo@acme.test',
    ATTENDEE: ['mailto:bo@acme.test', 'mailto:ada@acme.test'],
    ...fields,
  })
const review = () =>
  vevent({ UID: 'review', SUMMARY: 'Review', DTSTART: '20260113T090000Z', DTEND: '20260113T093000Z' })

/** A quarter of an hour later, when feeds are read again. */
async function later() {
  world.advance({ minutes: 15 })
  await world.settle()
}

const feed = async () => (await world.get('/api/v1/calendar/feeds', keys.bo)).body.data[0]
/** The titles of notes that the feed brought, to one who reads. */
async function meetings(key = keys.bo): Promise<string[]> {
  const { body } = await world.post('/api/v1/notes', key, {})
  const known = ['launch', 'review']
  return body.data
    .filter(({ event_guid }: { event_guid: string }) => known.includes(event_guid))
    .map(({ title }: { title: string }) => title)
    .sort()
}

test('Bo adds the address of his calendar: each meeting has a note, visible to the invited people', async () => {
  content = calendar(launch(), review())
  const added = await world.post('/api/v1/calendar/import', keys.bo, { url: server.url('/bo.ics?token=7e1d') })
  assert.deepEqual([added.status, added.body.events_created, added.body.notes_created], [200, 2, 2], added.text)
  assert.deepEqual(await meetings(), ['Launch', 'Review'])
  assert.deepEqual(await meetings(keys.adaRegular), ['Launch'])
})

test('a meeting is renamed and another cancelled: a quarter of an hour later the changes are here', async () => {
  content = calendar(launch({ SUMMARY: 'Launch of spring' }))
  await later()
  assert.deepEqual(await meetings(), ['Launch of spring'])
})

test('his provider is down: nothing is lost, Bo sees the reason, and the next reading succeeds', async () => {
  server.answering = (_received, response) => response.writeHead(503).end()
  await later()
  assert.deepEqual(await meetings(), ['Launch of spring'])
  assert.match((await feed()).last_error, /503/)
  server.answering = (_received, response) => response.end(content)
  content = calendar(launch(), review())
  world.advance({ hours: 1 })
  await world.settle()
  assert.deepEqual(await meetings(), ['Launch', 'Review'])
  assert.equal((await feed()).last_error, null)
})

test('Bo removes the feed: it is not read again', async () => {
  const { id } = await feed()
  assert.equal((await world.delete(`/api/v1/calendar/feed/${id}`, keys.bo)).status, 200)
  const asked = server.received.length
  await later()
  assert.equal(server.received.length, asked)
  assert.equal(await feed(), undefined)
})
