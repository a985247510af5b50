/** Notes and recordings by who is invited: `filters.event_attendees` (compatibility 8), also where only an index finds them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { searchLimits } from '../server/meetings/lists/search-list.ts'
import { acme, keys } from './support/acme.ts'
import { limitsHere } from './support/limits-here.ts'
import { idOf, readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

limitsHere(searchLimits, { newest: 4, found: 6, manyEntries: 8, manyFound: 10 })

const numbers = Array.from({ length: 24 }, (_, index) => index)
const everyone = 'all@acme.test'
const second = 'Second@acme.test'
const rare = 'rare@acme.test'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
  const at = (number: number) => new Date(Date.parse('2025-06-01') + number * 86_400_000).toISOString()
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    events: numbers.map((number) => ({
      guid: `evt_${number}`,
      title: 'Plan',
      start: at(number),
      end: at(number),
      attendees: ['bo@acme.test', everyone, ...(number % 2 ? [second] : []), ...(number === 3 ? [rare] : [])].map(
        (email) => ({ email }),
      ),
    })),
    notes: numbers.map((number) => ({
      id: `n_${number}x`,
      title: 'Plan',
      event: `evt_${number}`,
      created_at: at(number),
      updated_at: at(number),
    })),
    recordings: numbers.map((number) => ({
      id: `r_${number}x`,
      note: `n_${number}x`,
      title: 'Plan',
      created_at: at(number),
      updated_at: at(number),
    })),
  })
})
after(() => world[Symbol.asyncDispose]())

const numbersOf = async (kind: 'notes' | 'recordings', filters: object, size: number, key: string) => {
  const found = await walk(readPost(world, kind, key, { filters }), () => size)
  return found.map((each) => Number.parseInt(idOf(each).slice(2), 10))
}

const newestFirst = [...numbers].reverse()
const odd = newestFirst.filter((number) => number % 2 === 1)
const cases: [event_attendees: unknown, expected: number[]][] = [
  [everyone, newestFirst],
  ['SECOND@ACME.TEST', odd],
  [[everyone, second], odd],
  [[second, second.toUpperCase()], odd],
  [rare, [3]],
  [[everyone, rare], [3]],
  [[everyone, second, rare, 'bo@acme.test'], [3]],
  ['nobody@acme.test', []],
  [[rare, 'nobody@acme.test'], []],
  ['all@acme', []],
  ['%', []],
]

test('every listed address must be invited, in any case; pages and all ways to find them agree', async () => {
  for (const kind of ['notes', 'recordings'] as const) {
    for (const [event_attendees, expected] of cases) {
      for (const [size, key] of [
        [3, keys.bo],
        [50, keys.bo],
        [20, keys.ada],
      ] as [number, string][]) {
        assert.deepEqual(await numbersOf(kind, { event_attendees }, size, key), expected, `${kind} ${event_attendees}`)
      }
    }
    const before = { event_attendees: second, created_at_end: '2025-06-06' }
    assert.deepEqual(await numbersOf(kind, before, 50, keys.bo), [5, 3, 1])
    const one = { event_attendees: [everyone, second], event_guid: 'evt_3' }
    assert.deepEqual(await numbersOf(kind, one, 50, keys.bo), [3])
    assert.deepEqual(await numbersOf(kind, { ...one, event_guid: 'evt_4' }, 50, keys.bo), [])
    assert.deepEqual(await numbersOf(kind, { event_attendees: rare, title: 'plan' }, 50, keys.bo), [3])
    assert.deepEqual(await numbersOf(kind, { event_attendees: rare }, 50, keys.adaRegular), [], 'not theirs to see')
    assert.deepEqual(await numbersOf(kind, { event_attendees: rare }, 50, keys.zoe), [])
  }
})

test('an empty list and null do not filter; 20 addresses of 1,024 characters are accepted, one more is a 400', async () => {
  const long = `${'x'.repeat(1_014)}@acme.test`
  const ask = (event_attendees: unknown) => world.post('/api/v1/notes', keys.bo, { filters: { event_attendees } })
  const all = (await ask(null)).body.data.length
  assert.equal((await ask([])).body.data.length, all)
  assert.deepEqual((await ask(Array(20).fill(long))).body.data, [])
  assert.deepEqual((await ask(long)).body.data, [])
  const refused: [unknown, string, string][] = [
    [Array(21).fill(rare), 'body.filters.event_attendees', 'must have at most 20 entries'],
    [`x${long}`, 'body.filters.event_attendees', 'must have at most 1024 characters'],
    [[`x${long}`], 'body.filters.event_attendees[0]', 'must have at most 1024 characters'],
    [5, 'body.filters.event_attendees', 'must be a string or an array'],
    [{}, 'body.filters.event_attendees', 'must be a string or an array'],
    [[null], 'body.filters.event_attendees[0]', 'must be a string'],
  ]
  for (const [given, location, message] of refused) {
    const { status, body } = await ask(given)
    assert.deepEqual([status, body.errors], [400, [{ location, message }]])
  }
})

test('9: media_url in the list body adds the link and its expiry, with the limits of the contract', async () => {
  const ask = (body: object) =>
    world.post('/api/v1/recordings', keys.ada, { filters: { event_guid: 'evt_3' }, ...body })
  const media = async (body: object) => (await ask(body)).body.data[0].media_url
  assert.equal(await media({}), undefined)
  for (const body of [{ media_url: {} }, { media_url: { expire_in: 3_600 } }, { media_url: { expire_in: 86_400 } }]) {
    assert.equal(await media(body), null, 'there are no media')
  }
  for (const expire_in of [3_599, 86_401, '3600']) {
    const { status, body } = await ask({ media_url: { expire_in } })
    assert.deepEqual([status, body.errors[0].location], [400, 'body.media_url.expire_in'])
  }
})
