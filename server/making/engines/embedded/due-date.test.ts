import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueDateIn } from './due-date.ts'

// A Monday.
const startedAt = new Date('2026-01-05T09:00:00Z')
const due = (when: string, from: Date | null = startedAt) =>
  dueDateIn(`I will send the new deck to the board ${when}.`, from)

test('a due date is the workday that the words usually mean', () => {
  const days = {
    'by Friday': '2026-01-09',
    'by next Friday': '2026-01-16',
    today: '2026-01-05',
    'by the end of the day': '2026-01-05',
    'by EOD': '2026-01-05',
    'this afternoon': '2026-01-05',
    tomorrow: '2026-01-06',
    'the day after tomorrow': '2026-01-07',
    'this week': '2026-01-09',
    'by the end of the week': '2026-01-09',
    'by EOW': '2026-01-09',
    'next week': '2026-01-16',
    'by the end of next week': '2026-01-16',
    'on Tuesday': '2026-01-06',
    'on Monday': '2026-01-12',
    'by the end of the month': '2026-01-31',
    'by the end of next month': '2026-02-28',
    'in two weeks': '2026-01-19',
    'by March 3rd': '2026-03-03',
    'on 12 February 2026': '2026-02-12',
    'by 2026-02-12': '2026-02-12',
    'by January 2nd': '2027-01-02',
    'on 4 January 2028': '2028-01-04',
  }
  for (const [when, day] of Object.entries(days)) assert.equal(due(when), day, when)
})

test('words without a future day are no due date', () => {
  for (const when of ['last Friday', 'yesterday', 'two days ago', 'in five minutes', 'for two weeks', 'for an hour']) {
    assert.equal(due(when), null, when)
  }
  for (const when of [
    'at 10:30',
    'again',
    'on 6 January 2028',
    'on 1 January 2026',
    'in May',
    'now',
    'one of 3/4',
    '',
  ]) {
    assert.equal(due(when), null, when)
  }
})

test('on a weekend, this week is the coming week', () => {
  const saturday = new Date('2026-01-10T09:00:00Z')
  assert.deepEqual([due('this week', saturday), due('by the end of next week', saturday)], ['2026-01-16', '2026-01-23'])
})

test('days are UTC days, also just before midnight', () => {
  assert.equal(due('today', new Date('2026-01-05T23:59:59Z')), '2026-01-05')
  assert.equal(due('tomorrow', new Date('2026-01-05T00:00:00Z')), '2026-01-06')
  assert.equal(due('tomorrow', new Date('2026-12-31T23:59:59Z')), '2027-01-01')
})

test('without a start only a date with a year is found', () => {
  const days = ['by Friday', 'tomorrow', 'by March 3rd', 'on 12 February 2026', 'by 2026-02-12']
  assert.deepEqual(
    days.map((when) => due(when, null)),
    [null, null, null, '2026-02-12', '2026-02-12'],
  )
})
