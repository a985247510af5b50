/**
 * Titles and changes are sought nearby, by fortnight, by their index or along the whole list
 * (server/sight/sought-ids.ts). Which place it is depends on how many there are; what is found does not.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { asRows } from '../server/platform/postgres/db.ts'
import { reaches } from '../server/sight/sought-ids.ts'
import { rowsRead } from './support/rows-read.ts'
import { readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

const { nearest, further, short, fortnights, inFortnight, inWorkspace } = reaches
const size = 34_001
/** A fortnight begins there; before it the newest 8,000 were made a minute apart, and the others a quarter of an hour. */
const end = Date.parse('2026-01-01')
const dense = 8_000
const madeAt = (rank: number) => end - (rank <= dense ? rank : dense + (rank - dense) * 15) * 60_000
/** The oldest of the list's newest fortnights: 810 follow the dense ones in the first, and 1,344 are in each other. */
const lastOf = (fortnight: number) => dense + 810 + (fortnight - 1) * 1_344

/** Which ranks have what in their title. Rank 1 is the newest; the caller made those of odd ranks, and sees these alone. */
const tags: Record<string, (rank: number) => boolean> = {
  often: (rank) => rank % 4 === 1,
  seldom: (rank) => rank % 100 === 1,
  // 21 are a page and one more: the last of them is the last that is looked at, or comes after it.
  first: (rank) => rank <= 39 || rank === 2 * nearest.byTitle - 1,
  next: (rank) => rank <= 39 || rank === 2 * nearest.byTitle + 1,
  within: (rank) => rank <= 39 || rank === 2 * further.byTitle - 1,
  beyond: (rank) => rank <= 39 || rank === 2 * further.byTitle + 1,
  // Two of those nearby, or one, and a page further on.
  promising: (rank) => rank <= 3 || (rank > 2 * nearest.byTitle && rank <= 2 * nearest.byTitle + 39),
  lonely: (rank) => rank === 1 || (rank > 2 * nearest.byTitle && rank <= 2 * nearest.byTitle + 41),
  latest: (rank) => rank <= 39 || rank === lastOf(fortnights) - 1,
  later: (rank) => rank <= 39 || rank === lastOf(fortnights) + 1,
  // All of the fourth fortnight; as many as are read of the fifth, or one more.
  fourth: (rank) => rank > lastOf(3) && rank <= lastOf(4),
  fifth: (rank) => rank > lastOf(4) && rank <= lastOf(4) + inFortnight / 5,
  overfull: (rank) => rank > lastOf(4) && rank <= lastOf(4) + inFortnight / 5 + 1,
  whole: (rank) => rank > 2 * nearest.byTitle && rank <= 2 * nearest.byTitle + inFortnight,
  throng: (rank) => rank === 1 || (rank > 2 * nearest.byTitle && rank <= 2 * nearest.byTitle + inFortnight),
  crowd: (rank) => rank > 2 * nearest.byTitle && rank <= 2 * nearest.byTitle + inFortnight + 1,
  less: (rank) => rank > size - inWorkspace + 1,
  most: (rank) => rank > size - inWorkspace,
  more: (rank) => rank > size - inWorkspace - 1,
  unseen: (rank) => rank % 2 === 0,
  // A fortnight is cut, and what is seen of it comes last in the table.
  hidden: (rank) => rank === 2 * further.byTitle + 1 || (rank > 2 * nearest.byTitle && rank < dense && rank % 2 === 0),
  single: (rank) => rank === size - 100,
  // Signs are sought like letters; text of two characters is not indexed.
  '1:1': (rank) => rank % 1_000 === 1,
  x2: (rank) => rank % 100 === 1,
  x3: (rank) => rank <= 39 || rank === 2 * nearest.byOther - 1,
  x4: (rank) => rank <= 39 || rank === 2 * nearest.byOther + 1,
  x5: (rank) => rank <= 7 || rank > size - 41,
  nowhere: () => false,
}
const isLate = (rank: number) => rank > 600 && rank % 50 === 1

let world: World
before(async () => {
  world = await openWorld()
  await world.load({
    ...{ id: 'ws_sought', subdomain: 'sought', name: 'Sought' },
    users: ['u_0', 'u_1'].map((id) => ({ id, email: `${id}@acme.test`, full_name: 'Ada' })),
    api_keys: [{ id: 'k_0', user: 'u_0', name: 'own', secret: 'mb_sought' }],
  })
  const rows = Array.from({ length: size }, (_, index) => {
    const rank = size - index
    const title = ['note', ...Object.keys(tags).filter((tag) => tags[tag]!(rank))].join(' ')
    const made = new Date(madeAt(rank))
    return {
      ...{ workspace_id: 'ws_sought', id: idOf(rank), created_by: `u_${1 - (rank % 2)}`, title, title_folded: title },
      ...{ created_at: made, updated_at: isLate(rank) ? new Date('2026-01-05') : made },
    }
  })
  await sql`insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at)
    select workspace_id, id, created_by, title, title_folded, created_at, updated_at
    from ${asRows('notes', rows)}`.execute(world.base.db)
  await sql`vacuum analyze`.execute(world.base.db)
})
after(() => world[Symbol.asyncDispose]())

const ranks = Array.from({ length: size }, (_, index) => index + 1).filter((rank) => rank % 2 === 1)
const idOf = (rank: number) => `n_${String(rank).padStart(6, '0')}`

async function assertSought(filters: object, isWanted: (rank: number) => boolean): Promise<void> {
  const found = await walk(readPost(world, 'notes', 'mb_sought', { filters }), () => 50)
  const wanted = ranks.filter(isWanted).map(idOf)
  assert.deepEqual(
    found.map(({ id }) => id),
    wanted,
  )
  const [first, ...others] = await walk(readPost(world, 'notes', 'mb_sought', { filters }), () => 20)
  assert.deepEqual([first?.id, others.length], [wanted[0], Math.max(0, wanted.length - 1)])
}

for (const [title, isWanted] of Object.entries(tags)) {
  test(`a title is found that ${ranks.filter(isWanted).length} of the caller's notes have: ${title}`, () =>
    assertSought({ title }, isWanted))
}

/** Entries of the list that were looked at, and how often the index of titles was asked. */
async function costOf(filters: object): Promise<{ walked: number; searches: number }> {
  const counted = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(world.base.requests.db)
    const { rows } = await sql<{ walked: string; searches: string }>`
      select sum(idx_tup_read) filter (where indexrelname = 'note_sight_pkey') as walked,
        sum(idx_scan) filter (where indexrelname = 'notes_title_keys') as searches
      from pg_stat_user_indexes`.execute(world.base.requests.db)
    return { walked: Number(rows[0]!.walked), searches: Number(rows[0]!.searches) }
  }
  const before = await counted()
  await world.post('/api/v1/notes', 'mb_sought', { filters })
  const after = await counted()
  return { walked: after.walked - before.walked, searches: after.searches - before.searches }
}

test('each place ends where it has led to a page, and the others are not gone to', async () => {
  for (const title of ['often', 'first']) {
    assert.deepEqual(await costOf({ title }), { walked: nearest.byTitle, searches: 0 }, title)
  }
  for (const title of ['next', 'promising', 'within']) {
    assert.deepEqual(await costOf({ title }), { walked: further.byTitle, searches: 0 }, title)
  }
  // One entry more tells that the list goes on, and another where it ends.
  for (const [title, searches] of Object.entries({ lonely: 1, whole: 1, fourth: 4, fifth: 5 })) {
    assert.deepEqual(await costOf({ title }), { walked: nearest.byTitle + 2, searches }, title)
  }
  for (const [title, searches] of Object.entries({ seldom: 1, beyond: 1, latest: fortnights })) {
    assert.deepEqual(await costOf({ title }), { walked: further.byTitle + 2, searches }, title)
  }
  // The list is found not to be short.
  const all = fortnights + 1
  const others = { crowd: 2, hidden: 2, overfull: 6, later: all, single: all, nowhere: all, most: all }
  for (const [title, searches] of Object.entries(others)) {
    assert.deepEqual(await costOf({ title }), { walked: short + 2, searches }, title)
  }
  const more = await costOf({ title: 'more' })
  assert(more.walked > inWorkspace / 2 && more.searches === all, JSON.stringify(more))
})

test('no more fortnights are searched than the list has', async () => {
  assert.equal((await costOf({ title: 'beyond', created_at_start: '2025-12-31T20:00:00Z' })).searches, 0)
  assert.equal((await costOf({ title: 'later', created_at_start: '2025-11-20' })).searches, 3)
  assert.equal((await costOf({ title: 'later', created_at_start: '2025-11-20T00:00:01Z' })).searches, 3)
  assert.equal((await costOf({ title: 'later', created_at_end: '2025-11-19' })).searches, fortnights + 1)
})

test('a short list is looked through before the index is asked for all that the workspace has', async () => {
  for (const [entries, searches] of [
    [short, 1],
    [short + 1, 2],
  ] as const) {
    const oldest = 2 * entries - 1
    for (const title of ['crowd', 'throng', 'hidden']) {
      const filters = { title, created_at_start: new Date(madeAt(oldest)).toISOString() }
      assert.deepEqual(await costOf(filters), { walked: entries + 1, searches }, `${title} ${entries}`)
      await assertSought(filters, (rank) => tags[title]!(rank) && rank <= oldest)
    }
  }
})

test('what is not indexed by fortnight is sought further along the list, if that is promising', async () => {
  const often = await costOf({ updated_at_end: '2026-01-01' })
  assert(often.walked < nearest.byOther && often.searches === 0, JSON.stringify(often))
  for (const title of ['x2', 'x4']) {
    const { walked, searches } = await costOf({ title })
    assert(walked > nearest.byOther && walked <= further.byOther && searches === 0, `${title} ${walked}`)
  }
  assert.deepEqual(await costOf({ title: 'x3' }), { walked: nearest.byOther, searches: 0 })
  assert.deepEqual(await costOf({ title: 'x5' }), { walked: short + 1, searches: 0 })
})

test('a page reads as many notes as it shows, and one that tells of more', async () => {
  for (const page_size of [1, 20, 21, 50]) {
    const before = await rowsRead(world.base.requests.db, 'notes')
    const { body } = await world.post('/api/v1/notes', 'mb_sought', { pagination: { page_size } })
    assert.deepEqual(
      [body.data.length, (await rowsRead(world.base.requests.db, 'notes')) - before],
      [page_size, page_size + 1],
    )
    assert(body.page_info.cursor)
  }
})

test('what a request leaves out, or its kind of page, makes few statements', async () => {
  const maybe = <T>(value: T) => [undefined, null, value]
  const cursor = (await world.post('/api/v1/notes', 'mb_sought', {})).body.page_info.cursor
  for (const created_at_start of maybe('2025-12-20')) {
    for (const updated_at_end of maybe('2026-01-05')) {
      for (const title of ['often', 'of', undefined]) {
        for (const content_markdown of [true, false]) {
          for (const pagination of [{}, { cursor, page_size: 1 }, { page_size: 50 }]) {
            const filters = { created_at_start, updated_at_end, title }
            const body = { filters, include: { content_markdown, event_attendees: !content_markdown }, pagination }
            assert.equal((await world.post('/api/v1/notes', 'mb_sought', body)).status, 200)
          }
        }
      }
    }
  }
  const { rows } = await sql`select from pg_prepared_statements where statement like '%note_sight%'`.execute(
    world.base.requests.db,
  )
  assert(rows.length > 0 && rows.length <= 12, String(rows.length))
})

test('what has changed is found, alone and with a title', async () => {
  await assertSought({ updated_at_start: '2026-01-02' }, isLate)
  await assertSought({ updated_at_start: '2026-01-05', updated_at_end: '2026-01-05' }, isLate)
  await assertSought({ updated_at_start: '2026-01-02', title: 'seldom' }, (rank) => isLate(rank) && rank % 100 === 1)
  await assertSought(
    { updated_at_end: '2025-12-31', title: 'most' },
    (rank) => rank > size - inWorkspace && !isLate(rank),
  )
})

test('a title that too many have is sought by the change', async () => {
  const filters = { updated_at_start: '2026-01-02', title: 'more' }
  await assertSought(filters, (rank) => isLate(rank) && tags.more!(rank))
  assert.equal((await costOf(filters)).walked, short + 2)
})

test('what was made in a time is found among it alone', async () => {
  const isBefore = (rank: number) => madeAt(rank) < Date.parse('2025-12-27')
  await assertSought({ created_at_end: '2025-12-26', title: 'seldom' }, (rank) => rank % 100 === 1 && isBefore(rank))
  await assertSought({ created_at_start: '2025-12-27', title: 'crowd' }, (rank) => tags.crowd!(rank) && !isBefore(rank))
  // One fortnight more than are searched.
  const start = new Date(end - (fortnights + 1) * 14 * 24 * 60 * 60_000).toISOString()
  await assertSought({ created_at_start: start, title: 'later' }, tags.later!)
  await assertSought({ created_at_start: '2025-12-20', title: 'hidden' }, tags.hidden!)
})
