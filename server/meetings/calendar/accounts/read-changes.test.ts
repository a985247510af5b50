/** The pages of an account: their number, and what they may hold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxInAll } from '../icalendar/read-calendar.ts'
import {
  AccessWithdrawn,
  type CalendarProvider,
  type ChangesPage,
  CursorRefused,
  type ProviderChange,
  ProviderError,
  Throttled,
  TokenRefused,
} from '../vendors/provider.ts'
import { maxPages, readChanges } from './read-changes.ts'

const span = { from: new Date(0), to: new Date(1) }

/** Gives these pages, one after the other. */
function vendor(pageOf: (number: number, cursor: string | null) => ChangesPage) {
  let number = 0
  const readPage: CalendarProvider['readChanges'] = async (_token, { cursor, next }) => {
    number = next === null ? 0 : number + 1
    return pageOf(number, cursor)
  }
  return { title: 'Vendor', readChanges: readPage } as CalendarProvider
}

const meeting = (id: string, attendees: object[] = []) =>
  ({ id, meeting: { uid: id, title: id, attendees } }) as ProviderChange
const page = (changes: ProviderChange[], isLast: boolean): ChangesPage => ({
  changes,
  wholeSeries: [],
  next: isLast ? null : 'next',
  cursor: isLast ? 'cursor' : null,
})
const read = (provider: CalendarProvider, cursor: string | null = null) =>
  readChanges(provider, 'token', { span, cursor, isFullDue: false, clock: () => new Date(0) })

test('a calendar may have 200 pages, and not one more', async () => {
  const of = (pages: number) => vendor((number) => page([meeting(`m${number}`)], number === pages - 1))
  assert.equal((await read(of(maxPages))).changes.length, maxPages)
  await assert.rejects(read(of(maxPages + 1)), new ProviderError('The calendar has more than 200 pages'))
})

test('a calendar may have 10,000 meetings and 200,000 attendees, and not one more', async () => {
  const meetings = (count: number) => Array.from({ length: count }, (_, index) => meeting(`m${index}`))
  const of = (changes: ProviderChange[]) => vendor(() => page(changes, true))
  assert.equal((await read(of(meetings(maxInAll.meetings)))).changes.length, maxInAll.meetings)
  const words = 'The calendar has more than 10000 meetings in the window'
  await assert.rejects(read(of(meetings(maxInAll.meetings + 1))), new ProviderError(words))
  const crowded = (last: number) =>
    Array.from({ length: 200 }, (_, index) => meeting(`m${index}`, Array(index === 0 ? last : 1_000).fill({})))
  assert.equal((await read(of(crowded(1_000)))).changes.length, 200)
  await assert.rejects(
    read(of(crowded(1_001))),
    new ProviderError('The calendar has more than 200000 attendees in the window'),
  )
})

test('of what changed twice the last word counts', async () => {
  const gone: ProviderChange = { id: 'm', meeting: null }
  const { changes } = await read(vendor(() => page([meeting('m'), meeting('n'), gone], true)))
  assert.deepEqual(changes, [meeting('n'), gone])
})

test('a page that leads nowhere is an error, and so is a cursor that is refused without one', async () => {
  const words = 'Vendor gave an answer that cannot be read'
  await assert.rejects(read(vendor(() => ({ ...page([], false), next: null }))), new ProviderError(words))
  const refuses = vendor((_number, cursor) => {
    if (cursor === null) return page([meeting('m')], true)
    throw new CursorRefused('too old')
  })
  assert.equal((await read(refuses, 'old')).isFull, true)
  const always = vendor(() => {
    throw new CursorRefused('too old')
  })
  await assert.rejects(read(always, 'old'), CursorRefused)
})

test('a read may tell 50,000 changes, and not one more', async () => {
  const gone = (count: number) =>
    Array.from({ length: count }, (_, index): ProviderChange => ({ id: `m${index}`, meeting: null }))
  assert.equal((await read(vendor(() => page(gone(50_000), true)))).changes.length, 50_000)
  await assert.rejects(
    read(vendor(() => page(gone(50_001), true))),
    new ProviderError('Vendor told more than 50000 changes at once'),
  )
})

test('a read may take ten minutes, and what its pages ask for counts', async () => {
  const take = async (minutes: number) => {
    let passed = 0
    const slow = vendor(() => page([meeting('m')], true))
    const provider = {
      ...slow,
      readChanges: (...asked: Parameters<CalendarProvider['readChanges']>) => {
        passed += minutes * 60_000
        asked[1].read.requireTime()
        return slow.readChanges(...asked)
      },
    }
    return readChanges(provider, 'token', { span, cursor: null, isFullDue: true, clock: () => new Date(passed) })
  }
  assert.equal((await take(9.999)).changes.length, 1)
  await assert.rejects(take(10), new ProviderError('Vendor took more than 10 minutes to give the calendar'))
})

test('if not everything can be read what changed is, but not without access', async () => {
  const of = (error: Error) =>
    vendor((_number, cursor) => {
      if (cursor === null) throw error
      return page([meeting('m')], true)
    })
  const due = (error: Error) =>
    readChanges(of(error), 'token', { span, cursor: 'old', isFullDue: true, clock: () => new Date(0) })
  const { isFull, problem } = await due(new ProviderError('no'))
  assert.deepEqual([isFull, problem], [false, 'Not everything could be read: no'])
  for (const error of [new Throttled('wait', 1), new TokenRefused('no'), new AccessWithdrawn('no'), new Error('no')])
    await assert.rejects(due(error), error)
})
