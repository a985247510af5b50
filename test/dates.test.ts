/** Date filters: which texts are dates, and which moments they take in (spec 2.7, decision 9). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

const moment = '2026-01-06T00:00:00.500Z'

let world: World
before(async () => {
  world = await openWorld()
  await loadOneOfEach('acme', keys.ada, moment)
})
after(() => world[Symbol.asyncDispose]())

/** A workspace with one row in each dated list, made and changed at that time. */
async function loadOneOfEach(subdomain: string, secret: string, time: string): Promise<void> {
  const user = { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' }
  const times = { created_at: time, updated_at: time }
  await world.load({
    id: `ws_${subdomain}`,
    subdomain,
    name: 'Acme',
    users: [user],
    api_keys: [{ id: 'k_ada', user: 'u_ada', name: 'ci', secret }],
    notes: [{ ...times, id: 'n_1', title: 'One', created_by: 'u_ada' }],
    recordings: [{ ...times, id: 'r_1', note: 'n_1', title: 'One' }],
    uploads: [{ ...times, recording_id: 'r_1', submitted_by: 'u_ada', title: 'One', status: 'SUCCESS' }],
    action_items: [{ ...times, id: 'ai_1', note: 'n_1', text: 'Do' }],
  })
}

/** Whether each dated list has its one row under this filter. */
async function shows(filters: object, key = keys.ada): Promise<boolean> {
  const lists = ['notes', 'recordings', 'recordings/upload/list', 'action_items']
  const counts = await Promise.all(
    lists.map(async (list) => {
      const { status, body, text } = await world.post(`/api/v1/${list}`, key, { filters })
      assert.equal(status, 200, `${list} ${JSON.stringify(filters)} ${text}`)
      return (body.data ?? body.uploads.data).length
    }),
  )
  assert(
    counts.every((count) => count === counts[0]),
    `${JSON.stringify(filters)}: ${counts}`,
  )
  return counts[0] === 1
}

test('bounds include what they name, at the given precision', async () => {
  const table: [text: string, asStart: boolean, asEnd: boolean][] = [
    ['2026-01-05', true, false],
    ['2026-01-06', true, true],
    ['2026-01-07', false, true],
    ['2026-01-05T23:59:59Z', true, false],
    ['2026-01-06T00:00:00Z', true, true],
    ['2026-01-06T00:00:01Z', false, true],
    ['2026-01-06T00:00:00.499Z', true, false],
    ['2026-01-06T00:00:00.500Z', true, true],
    ['2026-01-06T00:00:00.501Z', false, true],
    ['2026-01-06T05:30:00+05:30', true, true],
    ['2026-01-06T05:30:01+05:30', false, true],
    ['2026-01-06T05:29:59+05:30', true, false],
    ['2026-01-05T14:00:00-10:00', true, true],
    ['2026-01-05T13:59:59-10:00', true, false],
    ['2026-01-06T05:30:00.500+05:30', true, true],
    ['2026-01-06T05:30:00.501+05:30', false, true],
    ['2026-01-06T00:00:00+00:00', true, true],
    ['2026-01-06T00:00:00-00:00', true, true],
    ['2024-02-29', true, false],
    ['0001-01-01', true, false],
    ['9999-12-31', false, true],
    ['9999-12-31T23:59:59-23:59', false, true],
    ['0001-01-01T00:00:00+23:59', true, false],
  ]
  for (const [text, asStart, asEnd] of table) {
    for (const side of ['created_at', 'updated_at']) {
      assert.equal(await shows({ [`${side}_start`]: text }), asStart, `${side}_start ${text}`)
      assert.equal(await shows({ [`${side}_end`]: text }), asEnd, `${side}_end ${text}`)
    }
  }
  assert.equal(await shows({ created_at_start: moment, created_at_end: moment }), true)
  assert.equal(await shows({ created_at_start: '2026-01-07', created_at_end: '2026-01-05' }), false)
})

test('the first and the last possible moment belong to their days', async () => {
  const edges: [key: string, time: string, day: string, outside: object][] = [
    ['mb_first', '0001-01-01T00:00:00.000Z', '0001-01-01', { _end: '0001-01-01T00:00:00+00:01' }],
    ['mb_last', '9999-12-31T23:59:59.999Z', '9999-12-31', { _start: '9999-12-31T23:59:59-00:01' }],
  ]
  for (const [key, time, day, outside] of edges) {
    await loadOneOfEach(key.slice(3), key, time)
    for (const side of ['created_at', 'updated_at']) {
      assert.equal(await shows({ [`${side}_start`]: day, [`${side}_end`]: day }, key), true, `${side} on ${day}`)
      assert.equal(await shows({ [`${side}_start`]: time, [`${side}_end`]: time }, key), true, `${side} at ${time}`)
      const beyond = Object.entries(outside).map(([bound, text]) => [side + bound, text])
      assert.equal(await shows(Object.fromEntries(beyond), key), false, `${side} beyond ${day}`)
    }
  }
})

test('any other form, and a date or time that does not exist, is a 400', async () => {
  const refused = [
    '',
    'yesterday',
    '20260106',
    '2026-1-6',
    '2026-01',
    '2026',
    '26-01-06',
    '+002026-01-06',
    '-2026-01-06',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    ' 2026-01-06',
    '2026-01-06 ',
    '2026-01-06\n',
    '2026-01-06Z',
    '2026-01-06T',
    '2026-01-06T09',
    '2026-01-06T09:00Z',
    '2026-01-06T09:00:00',
    '2026-01-06 09:00:00Z',
    '2026-01-06t09:00:00Z',
    '2026-01-06T09:00:00z',
    '2026-01-06T24:00:00Z',
    '2026-01-06T09:60:00Z',
    '2026-01-06T09:00:60Z',
    '2026-01-06T23:59:60Z',
    '2026-02-30T09:00:00Z',
    '2026-01-06T09:00:00.Z',
    '2026-01-06T09:00:00.5Z',
    '2026-01-06T09:00:00.500000Z',
    '2026-01-06T09:00:00,500Z',
    '2026-01-06T09:00:00+01',
    '2026-01-06T09:00:00+0100',
    '2026-01-06T09:00:00+1:00',
    '2026-01-06T09:00:00+24:00',
    '2026-01-06T09:00:00+01:60',
    '2026-01-06T09:00:00+01:00Z',
    '2026-01-06T09:00:00 01:00',
    '２０２６-01-06',
    'Tue, 06 Jan 2026 09:00:00 GMT',
    '1767690000',
    'infinity',
    'now',
  ]
  for (const text of refused) {
    const { status, body } = await world.post('/api/v1/notes', keys.ada, { filters: { created_at_end: text } })
    assert.equal(status, 400, text)
    assert.deepEqual(
      body.errors.map((fault: { location: string }) => fault.location),
      ['body.filters.created_at_end'],
      text,
    )
  }
})
