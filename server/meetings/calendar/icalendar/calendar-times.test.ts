/** Times of a calendar as moments: zones, changes of the clock, floating times, durations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar, vevent } from '../../../../test/support/calendars.ts'
import { meetingsOf, problemOf, startOf } from '../../../../test/support/reading-calendars.ts'

test('zones are IANA names, described in the calendar, Windows names, or unknown', () => {
  const start = (zone: string, ...more: string[]) => startOf({ [`DTSTART;TZID=${zone}`]: '20260112T090000' }, ...more)
  const known = {
    'Europe/Berlin': '08',
    'europe/berlin': '08',
    'Asia/Kolkata': '03:30',
    UTC: '09',
    'US/Eastern': '14',
    '"Pacific Standard Time"': '17',
    'w. europe standard time': '08',
    '/mozilla.org/20050126_1/Europe/Berlin': '08',
    '/example.org/America/Argentina/Ushuaia': '12',
  }
  for (const [name, hour] of Object.entries(known)) {
    assert.equal(start(name), `2026-01-12T${hour.padEnd(5, ':00')}:00.000Z`, name)
  }
  for (const name of ['Mars/Olympus', 'Somewhere', '+25:00', '', 'constructor', '2026-01-01T00:00[Europe/Berlin]']) {
    const problem = problemOf(vevent({ UID: 'z', [`DTSTART;TZID="${name}"`]: '20260112T090000' }))
    assert.equal(problem, `line 4: VEVENT z: the time zone ${name} of DTSTART at line 7 is not known`)
  }
  const described = (tzid: string) => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    'BEGIN:STANDARD',
    'DTSTART:20000101T000000',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:-0330',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  assert.equal(start('Ours', ...described('Ours')), '2026-01-12T12:30:00.000Z')
  assert.equal(
    start('"Romance Standard Time"', ...described('Romance Standard Time')),
    '2026-01-12T12:30:00.000Z',
    'its own words first',
  )
  assert.equal(
    start('Europe/Berlin', ...described('Europe/Berlin')),
    '2026-01-12T08:00:00.000Z',
    'an IANA zone wins over the description',
  )
  const inOurs = (...zone: string[]) =>
    problemOf(
      ...zone,
      vevent({ UID: 'z', 'DTSTART;TZID=Ours': '20260112T090000' }),
      vevent({ 'DTSTART;TZID=Ours': '1' }),
    )
  assert.match(
    inOurs('BEGIN:VTIMEZONE', 'TZID:Ours', 'END:VTIMEZONE'),
    /VEVENT z: this VTIMEZONE has no STANDARD and no DAYLIGHT \(line 4\)/,
  )
  assert.match(
    inOurs(...described('Ours').map((line) => line.replace('-0330', 'west'))),
    /VEVENT z: TZOFFSETTO .* no offset \(line 9\)/,
  )
})

test('clock changes skip and repeat hours, with IANA and described zones', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Own',
    ...observance('DAYLIGHT', '19810329T020000', '+0100', '+0200', '3'),
    ...observance('STANDARD', '19961027T030000', '+0200', '+0100', '10'),
    'END:VTIMEZONE',
  ]
  const times = {
    '20260329T015959': '2026-03-29T00:59:59',
    '20260329T023000': '2026-03-29T01:30:00',
    '20260329T030000': '2026-03-29T01:00:00',
    '20251026T013000': '2025-10-25T23:30:00',
    '20251026T023000': '2025-10-26T00:30:00',
    '20251026T030000': '2025-10-26T02:00:00',
  }
  for (const [wall, moment] of Object.entries(times)) {
    for (const name of ['Europe/Berlin', 'Own']) {
      assert.equal(startOf({ [`DTSTART;TZID=${name}`]: wall }, ...zone), `${moment}.000Z`, `${wall} ${name}`)
    }
  }
})

function observance(name: string, start: string, from: string, to: string, month: string): string[] {
  const rule = `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`
  return [`BEGIN:${name}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, rule, `END:${name}`]
}

test('floating times have the zone of the calendar, or else UTC', () => {
  assert.equal(startOf({ DTSTART: '20260112T090000' }), '2026-01-12T09:00:00.000Z')
  assert.equal(startOf({ DTSTART: '20260112T090000' }, 'X-WR-TIMEZONE:Asia/Tokyo'), '2026-01-12T00:00:00.000Z')
  assert.equal(startOf({ DTSTART: '20260112T090000' }, 'X-WR-TIMEZONE:Nowhere'), '2026-01-12T09:00:00.000Z')
})

test('DTEND gives elapsed time; the days of a DURATION are calendar days', () => {
  const end = (fields: Record<string, string>) =>
    meetingsOf(
      calendar(vevent({ 'DTSTART;TZID=Europe/Berlin': '20260328T120000', ...fields })),
    ).meetings[0]!.ends_at.toISOString()
  assert.equal(end({ DURATION: 'P1D' }), '2026-03-29T10:00:00.000Z')
  assert.equal(end({ DURATION: 'PT24H' }), '2026-03-29T11:00:00.000Z')
  assert.equal(end({ DURATION: 'P1DT2H30M' }), '2026-03-29T12:30:00.000Z')
  assert.equal(end({ DTEND: '20260328T123000Z' }), '2026-03-28T12:30:00.000Z')
  assert.equal(end({}), '2026-03-28T11:00:00.000Z')
  assert.match(problemOf(vevent({ DTSTART: '20260112T090000Z', DTEND: '20260112T085959Z' })), /ends before it begins/)
  assert.match(problemOf(vevent({ DTSTART: '20260112T090000Z', DURATION: 'P9999999999D' })), /years 1 to 9999/)
  assert.match(
    problemOf(vevent({ DTSTART: '20260112T090000Z', 'DTEND;VALUE=DATE': '20260329' })),
    /one@acme.test: DTEND is a day and DTSTART is not \(line 4\)/,
  )
})
