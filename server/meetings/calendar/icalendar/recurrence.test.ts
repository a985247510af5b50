import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayMs, monthBegin } from './days.ts'
import { UnsupportedEvent } from './errors.ts'
import { readProperty } from './property.ts'
import { Effort, timesOf } from './recurrence.ts'
import { readRule } from './rule.ts'

const ruleOf = (text: string) => readRule(readProperty({ name: 'RRULE', text: `RRULE:${text}`, line: 1 }))
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
const print = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ')

/** The first times of a rule, or those up to a given time. */
function times(text: string, start: string, { most = 20, from = start, to = '9999-12-31 00:00' } = {}): string[] {
  const found: string[] = []
  for (const time of timesOf(ruleOf(text), at(start), { from: at(from), to: at(to) }, new Effort(1_000_000))) {
    found.push(print(time))
    if (found.length === most) break
  }
  return found
}

/** The examples of RFC 5545, 3.8.5.3 all start in New York on 2 September 1997 at 9 o'clock. */
const example = (text: string, days: string[], start = '1997-09-02') =>
  assert.deepEqual(
    times(text, `${start} 09:00`, { most: days.length }),
    days.map((day) => `${day} 09:00`),
    text,
  )

test('the examples of RFC 5545 give its times', () => {
  example(
    'FREQ=DAILY;COUNT=10',
    Array.from({ length: 10 }, (_, index) => `1997-09-${String(index + 2).padStart(2, '0')}`),
  )
  example('FREQ=DAILY;INTERVAL=2', ['1997-09-02', '1997-09-04', '1997-09-06'])
  example('FREQ=DAILY;INTERVAL=10;COUNT=5', ['1997-09-02', '1997-09-12', '1997-09-22', '1997-10-02', '1997-10-12'])
  example('FREQ=DAILY;BYMONTH=1', ['1998-01-01', '1998-01-02', '1998-01-03'], '1998-01-01')
  example('FREQ=WEEKLY;INTERVAL=2;WKST=SU', ['1997-09-02', '1997-09-16', '1997-09-30', '1997-10-14', '1997-10-28'])
  example('FREQ=WEEKLY;WKST=SU;BYDAY=TU,TH', ['1997-09-02', '1997-09-04', '1997-09-09', '1997-09-11'])
  example(
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR',
    ['1997-09-01', '1997-09-03', '1997-09-05', '1997-09-15'],
    '1997-09-01',
  )
  example('FREQ=MONTHLY;BYDAY=1FR', ['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05'], '1997-09-05')
  example(
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU',
    ['1997-09-07', '1997-09-28', '1997-11-02', '1997-11-30'],
    '1997-09-07',
  )
  example('FREQ=MONTHLY;BYDAY=-2MO', ['1997-09-22', '1997-10-20', '1997-11-17', '1997-12-22'], '1997-09-22')
  example('FREQ=MONTHLY;BYMONTHDAY=-3', ['1997-09-28', '1997-10-29', '1997-11-28', '1997-12-29'], '1997-09-28')
  example('FREQ=MONTHLY;BYMONTHDAY=2,15', ['1997-09-02', '1997-09-15', '1997-10-02', '1997-10-15'])
  example('FREQ=MONTHLY;BYMONTHDAY=1,-1', ['1997-09-30', '1997-10-01', '1997-10-31', '1997-11-01'], '1997-09-30')
  example(
    'FREQ=MONTHLY;INTERVAL=18;BYMONTHDAY=10,11,12',
    ['1997-09-10', '1997-09-11', '1997-09-12', '1999-03-10'],
    '1997-09-10',
  )
  example('FREQ=MONTHLY;INTERVAL=2;BYDAY=TU', [
    '1997-09-02',
    '1997-09-09',
    '1997-09-16',
    '1997-09-23',
    '1997-09-30',
    '1997-11-04',
  ])
  example('FREQ=YEARLY;BYMONTH=6,7', ['1997-06-10', '1997-07-10', '1998-06-10', '1998-07-10'], '1997-06-10')
  example(
    'FREQ=YEARLY;INTERVAL=2;BYMONTH=1,2,3',
    ['1997-03-10', '1999-01-10', '1999-02-10', '1999-03-10'],
    '1997-03-10',
  )
  example(
    'FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200',
    ['1997-01-01', '1997-04-10', '1997-07-19', '2000-01-01', '2000-04-09'],
    '1997-01-01',
  )
  example('FREQ=YEARLY;BYDAY=20MO', ['1997-05-19', '1998-05-18', '1999-05-17'], '1997-05-19')
  example('FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', ['1997-05-12', '1998-05-11', '1999-05-17'], '1997-05-12')
  example('FREQ=YEARLY;BYMONTH=3;BYDAY=TH', ['1997-03-13', '1997-03-20', '1997-03-27', '1998-03-05'], '1997-03-13')
  example(
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    ['1997-06-05', '1997-06-12', '1997-06-19', '1997-06-26', '1997-07-03'],
    '1997-06-05',
  )
  example('FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', ['1998-02-13', '1998-03-13', '1998-11-13', '1999-08-13'], '1998-02-13')
  example(
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    ['1997-09-13', '1997-10-11', '1997-11-08'],
    '1997-09-13',
  )
  example(
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    ['1996-11-05', '2000-11-07', '2004-11-02'],
    '1996-11-05',
  )
  example('FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', ['1997-09-04', '1997-10-07', '1997-11-06'], '1997-09-04')
  example(
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    ['1997-09-29', '1997-10-30', '1997-11-27', '1997-12-30'],
    '1997-09-29',
  )
  example(
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
    '1997-08-05',
  )
  example(
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    '1997-08-05',
  )
  example(
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    ['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'],
    '2007-01-15',
  )

  const hours = ['09:00', '12:00', '15:00']
  assert.deepEqual(
    times('FREQ=HOURLY;INTERVAL=3', '1997-09-02 09:00', { most: 3 }),
    hours.map((hour) => `1997-09-02 ${hour}`),
  )
  const quarters = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15']
  assert.deepEqual(
    times('FREQ=MINUTELY;INTERVAL=15;COUNT=6', '1997-09-02 09:00'),
    quarters.map((time) => `1997-09-02 ${time}`),
  )
  const workday = times('FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16', '1997-09-02 09:00', { most: 25 })
  assert.deepEqual(workday.slice(22), ['1997-09-02 16:20', '1997-09-02 16:40', '1997-09-03 09:00'])
  assert.deepEqual(times('FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,30', '1997-09-02 09:00', { most: 5 }).slice(3), [
    '1997-09-02 10:30',
    '1997-09-03 09:00',
  ])
})

test('leap days, short months and years of 53 weeks are computed', () => {
  example('FREQ=YEARLY', ['2024-02-29', '2028-02-29', '2032-02-29'], '2024-02-29')
  example('FREQ=MONTHLY', ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31'], '2026-01-31')
  example('FREQ=YEARLY;BYYEARDAY=-1', ['2023-12-31', '2024-12-31', '2025-12-31'], '2023-12-31')
  example('FREQ=YEARLY;BYYEARDAY=366', ['2020-12-31', '2024-12-31'], '2020-12-31')
  example('FREQ=YEARLY;BYWEEKNO=53;BYDAY=TH', ['2020-12-31', '2026-12-31', '2032-12-30'], '2020-12-31')
  example('FREQ=YEARLY;BYWEEKNO=-1', ['2026-12-31', '2027-12-30'], '2026-12-31')
})

test('the start is always the first time, also if it does not match the rule, and is not repeated', () => {
  example('FREQ=WEEKLY;BYDAY=MO;COUNT=3', ['1997-09-02', '1997-09-08', '1997-09-15'])
  assert.deepEqual(times('FREQ=WEEKLY;BYDAY=MO;COUNT=3', '1997-09-02 09:00').length, 3)
  assert.deepEqual(times('FREQ=DAILY;COUNT=1', '1997-09-02 09:00'), ['1997-09-02 09:00'])
})

test('a range far from the start is computed directly, with the same result as from the start', () => {
  const rules = [
    'DAILY;INTERVAL=7',
    'WEEKLY;INTERVAL=3;BYDAY=MO,FR',
    'MONTHLY;INTERVAL=5',
    'YEARLY;BYMONTH=2;BYDAY=-1MO',
    'HOURLY;INTERVAL=5',
  ]
  for (const rule of rules) {
    const range = { from: at('2026-01-01 00:00'), to: at('2027-03-01 00:00') }
    const near = [...timesOf(ruleOf(`FREQ=${rule}`), at('1990-05-17 08:00'), range, new Effort(20_000))]
    const far = [...timesOf(ruleOf(`FREQ=${rule};COUNT=9999999`), at('1990-05-17 08:00'), range, new Effort(2_000_000))]
    assert.deepEqual(near.map(print), far.map(print), rule)
    assert(near.length > 0, rule)
  }
})

test('rules that never match, or match very often, stop at the effort limit', () => {
  const range = { from: at('2026-01-01 00:00'), to: at('2026-07-01 00:00') }
  const all = (text: string, effort: number, start = '2026-01-01 00:00') => [
    ...timesOf(ruleOf(text), at(start), range, new Effort(effort)),
  ]
  assert.equal(all('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 1_000).length, 1, 'only the first time')
  assert.equal(all('FREQ=YEARLY;INTERVAL=999999999999999', 1_000).length, 1)
  for (const text of ['FREQ=SECONDLY', 'FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,1,2,3;BYSECOND=0,1,2,3,4,5,6,7,8,9']) {
    assert.throws(() => all(text, 10_000), UnsupportedEvent, text)
  }
  assert.throws(() => all('FREQ=DAILY;COUNT=2000000000', 10_000, '0001-01-01 00:00'), UnsupportedEvent)
  const steps = 182 * 3
  assert.equal(all('FREQ=DAILY', steps + 1).length, 182)
  assert.throws(() => all('FREQ=DAILY', steps - 2), UnsupportedEvent)
})

test('an invalid rule is rejected with its line and part', () => {
  const refused = {
    'FREQ=NEVER': 'cannot be read',
    'COUNT=3': 'FREQ',
    'FREQ=DAILY;COUNT=0': 'COUNT',
    'FREQ=DAILY;COUNT=x': 'cannot be read',
  }
  const more = {
    'FREQ=DAILY;UNTIL=20260230': 'UNTIL',
    'FREQ=DAILY;BYMONTH=13': 'cannot be read',
    'FREQ=WEEKLY;BYDAY=XX': 'cannot be read',
  }
  for (const [text, words] of Object.entries({ ...refused, ...more })) {
    assert.throws(() => ruleOf(text), new RegExp(`line 1: .*${words}`), text)
  }
  assert.deepEqual(ruleOf('freq=weekly;byday=mo').weekdays, [{ day: 1, nth: 0 }])
  assert.equal(ruleOf('FREQ=DAILY;INTERVAL=0').interval, 1, 'as the library and most programs read it')
})

/** A second implementation: it tests every day from the first one on. */
function byDay(
  rule: { freq: string; interval: number; count: number; weekdays: number[]; nth: number },
  start: number,
  days: number,
) {
  const first = new Date(start)
  const monday = (time: number) => Math.floor((time / dayMs + 3) / 7)
  const found: number[] = []
  for (let index = 0; index < days && found.length < rule.count; index++) {
    const time = start + index * dayMs
    const day = new Date(time)
    const months = (day.getUTCFullYear() - first.getUTCFullYear()) * 12 + day.getUTCMonth() - first.getUTCMonth()
    const isWeekday = rule.weekdays.includes(day.getUTCDay())
    const nth = Math.floor((day.getUTCDate() - 1) / 7) + 1
    const isLast = day.getTime() + 7 * dayMs >= monthBegin(day.getUTCFullYear(), day.getUTCMonth() + 2)
    const fits =
      (rule.freq === 'DAILY' && index % rule.interval === 0) ||
      (rule.freq === 'WEEKLY' && isWeekday && (monday(time) - monday(start)) % rule.interval === 0) ||
      (rule.freq === 'MONTHLY' &&
        isWeekday &&
        months % rule.interval === 0 &&
        (rule.nth < 0 ? isLast : nth === rule.nth)) ||
      (rule.freq === 'YEARLY' && months % (12 * rule.interval) === 0 && day.getUTCDate() === first.getUTCDate())
    if (fits || index === 0) found.push(time)
  }
  return found
}

test('simple rules give the same times as a test of every day', () => {
  const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
  const rule = fc.record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    count: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(Number.POSITIVE_INFINITY)),
    weekdays: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 7 }),
    nth: fc.constantFrom(1, 2, 3, 4, 5, -1),
  })
  const start = fc.date({ min: new Date('1960-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(rule, start, fc.nat(900), (said, date, late) => {
      const first = Math.floor(date.getTime() / 1_000) * 1_000
      const nth = said.freq === 'MONTHLY' ? said.nth : ''
      const days = ['WEEKLY', 'MONTHLY'].includes(said.freq)
        ? `;BYDAY=${said.weekdays.map((day) => `${nth}${names[day]}`)}`
        : ''
      const text = `FREQ=${said.freq};INTERVAL=${said.interval}${days}${said.count < 100 ? `;COUNT=${said.count}` : ''}`
      const range = { from: first + late * dayMs, to: first + 1_499 * dayMs }
      const found = [...timesOf(ruleOf(text), first, range, new Effort(1_000_000))]
      const naive = byDay(said, first, 1_500).filter((time) => time >= range.from)
      assert.deepEqual(found.map(print), naive.map(print), `${text} from ${print(first)}`)
    }),
    { numRuns: 1_000 },
  )
})
