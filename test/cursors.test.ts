/** Pages and cursors of every list: how they end, and where a cursor counts (spec 2.5, 2.6; decision 10). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { adminKey, kinds, ownKey, written } from './support/cursor-kinds.ts'
import { failureBody } from './support/failure-body.ts'
import { idOf, pagesOf, type ReadPage, readGet, readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

/** All lists that have cursors, in a workspace where each has this many rows. */
async function allLists(name: string, rows: number): Promise<[name: string, read: ReadPage][]> {
  const ids = Array.from({ length: rows }, (_, index) => `x${String(index).padStart(3, '0')}`)
  const time = '2026-01-05T09:00:00.000Z'
  const all = ids.map((id) => ({ id, created_at: time, updated_at: time, due_date: null }))
  const workspace = written(name, all)
  const { users, api_keys } = workspace
  await world.load({
    ...workspace,
    users: [...users, ...ids.slice(users.length).map((id) => ({ id, email: `${id}@acme.test`, full_name: id }))],
    api_keys: [
      ...api_keys,
      ...ids.slice(api_keys.length).map((id) => ({ id, user: 'u_0', secret: `mb_${name}_${id}` })),
    ],
    channels: ids.map((id) => ({ id, title: id, members: ['u_0'] })),
  })
  const as = { headers: { 'x-on-behalf-of': 'u_0' } }
  for (const _ of ids) await world.get('/api/v1/me', adminKey(name), as)
  return [
    ...kinds.map((kind) => [kind.name, readPost(world, kind.list, adminKey(name), kind.body)] as [string, ReadPage]),
    ['channels', readGet(world, 'channels', adminKey(name))],
    ['users', readGet(world, 'users', adminKey(name))],
    ['api_keys', readGet(world, 'api_keys', adminKey(name))],
    ['audit_log', readGet(world, 'audit_log', adminKey(name))],
  ]
}

test('10: pages of 1 and of 50; the last page has no cursor, even if it is full', async () => {
  for (const rows of [50, 51]) {
    for (const [name, read] of await allLists(`full${rows}`, rows)) {
      for (const [size, pages] of [
        [50, rows === 50 ? [50] : [50, 1]],
        [21, [21, 21, rows - 42]],
        [20, [20, 20, rows - 40]],
        [1, Array(rows).fill(1)],
      ] as const) {
        if (size === 1 && rows === 51) continue
        const lengths: number[] = []
        const ids: string[] = []
        for await (const page of pagesOf(read, () => size)) {
          lengths.push(page.length)
          ids.push(...page.map(idOf))
        }
        assert.deepEqual(lengths, pages, `${name} by ${size}`)
        assert.equal(new Set(ids).size, rows, `${name} by ${size}`)
      }
    }
  }
})

test('10: a cursor of another kind of list or another order is rejected', async () => {
  const all = await allLists('kinds', 3)
  const cursors = await Promise.all(
    all.map(async ([name, read]) => {
      const { body } = await read({ page_size: 1, cursor: null })
      return [name, (body.uploads ?? body).page_info.cursor as string] as const
    }),
  )
  assert.equal(new Set(cursors.map(([, cursor]) => cursor)).size, all.length)
  for (const [list, read] of all) {
    for (const [from, cursor] of cursors) {
      const { status, body } = await read({ page_size: 1, cursor })
      if (list === from) assert.equal(status, 200, list)
      else assert.deepEqual([status, body], [400, failureBody('Invalid cursor')], `${from} in ${list}`)
    }
  }
})

test('10: a cursor continues from its position with other filters, sizes, fields and callers', async () => {
  const times = ['09:00', '08:00', '07:00', '06:00', '05:00', '04:00'].map((clock) => `2026-01-05T${clock}:00.000Z`)
  const all = times.map((time, index) => ({ id: `x${index}`, created_at: time, updated_at: time, due_date: null }))
  await world.load(written('position', all))
  const first = readPost(world, 'notes', adminKey('position'))
  const { cursor } = (await first({ page_size: 2, cursor: null })).body.page_info
  const rest = async (body: object, key = adminKey('position')) => {
    const answer = await world.post('/api/v1/notes', key, { pagination: { cursor, page_size: 2 }, ...body })
    return answer.body.data.map(idOf)
  }
  assert.deepEqual(await rest({}), ['x2', 'x3'])
  assert.deepEqual(await rest({ pagination: { cursor } }), ['x2', 'x3', 'x4', 'x5'])
  assert.deepEqual(await rest({ filters: { title: 'X' }, include: { content_markdown: true } }), ['x2', 'x3'])
  assert.deepEqual(await rest({ filters: { title: 'x4' } }), ['x4'])
  assert.deepEqual(await rest({ filters: { title: 'x1' } }), [], 'it is before the position')
  assert.deepEqual(await rest({ filters: { created_at_end: times[4] } }), ['x4', 'x5'])
  assert.deepEqual(await rest({ filters: { created_at_start: times[2] } }), ['x2'])
  assert.deepEqual(await rest({ filters: { updated_at_start: times[3] } }), ['x2', 'x3'])
  assert.deepEqual(await rest({}, ownKey('position')), ['x2', 'x3'])
  await world.load(written('elsewhere', all))
  assert.deepEqual(await rest({}, ownKey('elsewhere')), ['x2', 'x3'])

  for (const id of ['x0', 'x1', 'x2']) await world.delete(`/api/v1/note/${id}`, adminKey('position'))
  assert.deepEqual(await rest({}), ['x3', 'x4'], 'the rows around the position are gone')
  world.advance({ days: 4_000 })
  assert.deepEqual(await rest({}), ['x3', 'x4'], 'it never expires')
})

test('10: the log and the channels may grow while they are read', async () => {
  await world.load(written('growing', []))
  const key = adminKey('growing')
  const channel = async (id: string) => {
    world.advance({ seconds: 1 })
    await world.load({ ...written('growing', []), channels: [{ id, title: id, members: [] }] })
  }
  const act = async () => {
    world.advance({ seconds: 1 })
    const { headers } = await world.get('/api/v1/me', key, { headers: { 'x-on-behalf-of': 'u_0' } })
    return headers['x-request-id']
  }
  const requests: unknown[] = []
  for (const id of ['ch_1', 'ch_2', 'ch_3', 'ch_4', 'ch_5']) {
    await channel(id)
    requests.unshift(await act())
  }
  const channels: string[] = []
  for await (const page of pagesOf(readGet(world, 'channels', key), () => 2)) {
    channels.push(...page.map(idOf))
    await channel(`ch_new_${channels.length}`)
  }
  assert.deepEqual(channels, ['ch_5', 'ch_4', 'ch_3', 'ch_2', 'ch_1'])
  const seen: unknown[] = []
  for await (const page of pagesOf(readGet(world, 'audit_log', key), () => 2)) {
    seen.push(...page.map(({ request_id }) => request_id))
    await act()
  }
  assert.deepEqual(seen, requests)
  assert.equal((await walk(readGet(world, 'channels', key), () => 50)).length, 8)
})
