/** Calendars that are refused, whole and with the line, and bodies that are none. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { assertCounts, calendarHeaders, everythingIn, sendCalendar, single } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  await world.load(...acme())
})
afterEach(() => world[Symbol.asyncDispose]())

const upload = (text: string | Buffer, key = keys.adaRegular) => sendCalendar(world, text, key)

test('an invalid calendar is refused as a whole, with the line', async () => {
  const before = await everythingIn(world)
  const good = single({ UID: 'good' })
  const broken: [name: string, text: string | Buffer, words: RegExp][] = [
    ['no calendar', 'hello', /line 1: .*NAME:value/],
    ['another format', '{"a":1}', /line 1/],
    ['an event alone', good, /line 1: BEGIN:VCALENDAR/],
    ['cut off', calendar(good).split('END:VCALENDAR')[0]!, /line 1: this VCALENDAR has no END/],
    ['cut off in an event', calendar(good).split('END:VEVENT')[0]!, /line 4: this VEVENT has no END/],
    ['crossed', calendar(good, 'BEGIN:VEVENT'), /line 12: END:VEVENT is expected, for the VEVENT of line 11/],
    ['a line of nothing', calendar(good, 'garbage'), /line 11: this is no property/],
    ['an event in an event', calendar('BEGIN:VEVENT', good, 'END:VEVENT'), /line 5: a VEVENT stands inside/],
    ['not UTF-8', Buffer.from(calendar(single({ SUMMARY: 'Caf\xe9' })), 'latin1'), /line 9: this is not UTF-8/],
    ['NUL', calendar(single({ SUMMARY: 'a\0b' })), /line 9: there is a NUL/],
    [
      'too deep',
      calendar(...Array.from({ length: 10 }, () => 'BEGIN:X-A'), ...Array.from({ length: 10 }, () => 'END:X-A')),
      /line 13: more than 10/,
    ],
  ]
  for (const [name, text, words] of broken) {
    const answer = await upload(text)
    assert.equal(answer.status, 400, `${name}: ${answer.text}`)
    assert.match(answer.body.message, words, name)
    assert.equal(answer.body.errors[0].location, 'body')
  }
  assert.deepEqual(await everythingIn(world), before)
  const nested = Array.from({ length: 9 }, () => 'X-A')
  assertCounts(
    await upload(calendar(...nested.map((name) => `BEGIN:${name}`), ...nested.map((name) => `END:${name}`))),
    {},
  )
})

test('an event with a value that cannot be read is skipped, and the others are taken', async () => {
  const bad: [fields: Record<string, string>, words: RegExp][] = [
    [{ DTSTART: '' }, /this VEVENT has no DTSTART \(line 11\)$/],
    [{ DTSTART: 'soon' }, /DTSTART is no date or time that exists \(line 14\)$/],
    [{ DTSTART: 'Invalid date' }, /DTSTART is no date/],
    [{ DTSTART: '20260230T090000Z' }, /DTSTART is no date/],
    [{ DTSTART: '20260228T250000Z' }, /DTSTART is no date/],
    [{ DTEND: '', DURATION: 'soon' }, /DURATION is no length of time \(line 17\)$/],
    [{ DTEND: '', DURATION: '-PT1H' }, /DURATION is no length/],
    [{ RRULE: 'FREQ=OFTEN' }, /RRULE cannot be read \(line 17\)$/],
    [{ 'SUMMARY;X="a': 'b' }, /SUMMARY cannot be read \(line 17\)$/],
  ]
  for (const [index, [fields, words]] of bad.entries()) {
    const UID = `bad${index}`
    const { status, body } = await upload(calendar(single({ UID: `good${index}` }), single({ UID, ...fields })))
    assert.deepEqual([status, body.events_created, body.events_skipped, body.problems.length], [200, 1, 1, 1], UID)
    assert.match(body.problems[0], new RegExp(`^line 11: VEVENT ${UID}: ${words.source}`))
  }
})

test('the accepted types of body', async () => {
  const as = (type: string, body: string | Buffer | undefined, key = keys.bo) =>
    world.post('/api/v1/calendar/import', key, body, { headers: { 'content-type': type } })
  for (const type of ['text/calendar', 'Text/Calendar;charset=UTF-8;method=REQUEST']) {
    assert.equal((await as(type, calendar(single()))).status, 200, type)
  }
  for (const type of ['text/plain', 'text/calendars', 'application/octet-stream', '']) {
    const answer = await as(type, calendar(single()))
    assert.deepEqual(
      [answer.status, answer.body.message],
      [415, 'Send the body as application/json or text/calendar'],
      type,
    )
  }
  assert.equal((await as('text/calendar', undefined)).body.message, 'body is required')
  for (const body of ['{}', '{"url":null}'])
    assert.equal((await as('application/json', body)).body.message, 'body.url is required')
  assert.equal((await as('application/json', '{"url":5}')).body.message, 'body.url must be a string')
  assert.equal((await as('text/calendar', calendar(single()), 'mb_none')).status, 401, 'the key comes before the type')
  assert.equal((await as('text/plain', 'x', 'mb_none')).status, 401)
  const elsewhere = await world.post('/api/v1/notes', keys.bo, calendar(single()), { headers: calendarHeaders })
  assert.equal(elsewhere.status, 415, 'only where a route says so')
})
