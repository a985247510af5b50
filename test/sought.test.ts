/**
 * Titles and changes are sought nearby, by their index or along the whole list (server/workspace/page-ids.ts). Which way it
 * is depends on how many there are; what is found does not.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readPost, walk } from './walk.ts'
import { openWorld, type World } from './world.ts'

const [nearest, short, further, mostFound] = [300, 1_300, 3_300, 10_000]
const size = 2 * mostFound + 101

let world: World
before(async () => {
  world = await openWorld()
  await world.load({
    ...{ id: 'ws_sought', subdomain: 'sought', name: 'Sought' },
    users: ['u_0', 'u_1'].map((id) => ({ id, email: `${id}@acme.test`, full_name: 'Ada' })),
    api_keys: [{ id: 'k_0', user: 'u_0', name: 'own', secret: 'mb_sought' }],
  })
  // Rank 1 is the newest. The caller made those of odd ranks, and sees these alone: the 300th of theirs has rank 599.
  await sql`
    insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at)
    select 'ws_sought', 'n_' || lpad(rank::text, 6, '0'), 'u_' || 1 - rank % 2, title, title, made,
      case when rank > 600 and rank % 50 = 1 then timestamptz '2026-01-05' else made end
    from generate_series(${size}::integer, 1, -1) rank,
      lateral (select timestamptz '2026-01-01' - rank * interval '1 minute' as made) at,
      lateral (select concat_ws(' ', 'note',
        case when rank % 4 = 1 then 'often' end, case when rank % 100 = 1 then 'seldom' end,
        case when rank <= 39 or rank = 599 then 'within' end, case when rank <= 39 or rank = 601 then 'beyond' end,
        case when rank > ${size - mostFound + 1}::integer then 'less' end,
        case when rank > ${size - mostFound}::integer then 'most' end,
        case when rank > ${size - mostFound - 1}::integer then 'more' end,
        case when rank % 2 = 0 then 'unseen' end, case when rank = 20001 then 'single' end) as title) named`.execute(
    world.base.db,
  )
})
after(() => world[Symbol.asyncDispose]())

const ranks = Array.from({ length: size }, (_, index) => index + 1).filter((rank) => rank % 2 === 1)
const idOf = (rank: number) => `n_${String(rank).padStart(6, '0')}`
const isLate = (rank: number) => rank > 600 && rank % 50 === 1

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

const titles: [title: string, isWanted: (rank: number) => boolean][] = [
  ['often', (rank) => rank % 4 === 1],
  ['seldom', (rank) => rank % 100 === 1],
  // 21 are a page and one more: the last of them is the 300th that is looked at, or the 301st.
  ['within', (rank) => rank <= 39 || rank === 2 * nearest - 1],
  ['beyond', (rank) => rank <= 39 || rank === 2 * nearest + 1],
  ['less', (rank) => rank > size - mostFound + 1],
  ['most', (rank) => rank > size - mostFound],
  ['more', (rank) => rank > size - mostFound - 1],
  ['unseen', () => false],
  ['single', (rank) => rank === 20_001],
  ['nowhere', () => false],
]

for (const [title, isWanted] of titles) {
  test(`a title is found that ${ranks.filter(isWanted).length} of the caller's notes have: ${title}`, () =>
    assertSought({ title }, isWanted))
}

/** Entries of the list that were looked at, and how often the index of titles was asked. */
async function costOf(title: string): Promise<{ walked: number; searches: number }> {
  const counted = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(world.db)
    const { rows } = await sql<{ walked: string; searches: string }>`
      select sum(idx_tup_read) filter (where indexrelname = 'note_sight_pkey') as walked,
        sum(idx_scan) filter (where indexrelname = 'notes_title') as searches
      from pg_stat_user_indexes`.execute(world.db)
    return { walked: Number(rows[0]!.walked), searches: Number(rows[0]!.searches) }
  }
  const before = await counted()
  await world.post('/api/v1/notes', 'mb_sought', { filters: { title } })
  const after = await counted()
  return { walked: after.walked - before.walked, searches: after.searches - before.searches }
}

test('each way ends where it has led to a page, and the others are not gone', async () => {
  await sql`vacuum analyze`.execute(world.db)
  const often = await costOf('often')
  assert(often.walked < nearest && often.searches === 0, JSON.stringify(often))
  const seldom = await costOf('seldom')
  assert(seldom.walked > 1_000 && seldom.walked <= further && seldom.searches === 0, JSON.stringify(seldom))
  for (const title of ['single', 'nowhere', 'most']) {
    assert.deepEqual(await costOf(title), { walked: short, searches: 1 }, title)
  }
  const more = await costOf('more')
  assert(more.walked > mostFound / 2 && more.searches === 1, JSON.stringify(more))
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
  const { rows } = await sql`select from pg_prepared_statements where statement like '%note_sight%'`.execute(world.db)
  assert(rows.length > 0 && rows.length <= 12, String(rows.length))
})

test('what has changed is found, alone and with a title', async () => {
  await assertSought({ updated_at_start: '2026-01-02' }, isLate)
  await assertSought({ updated_at_start: '2026-01-05', updated_at_end: '2026-01-05' }, isLate)
  await assertSought({ updated_at_start: '2026-01-02', title: 'seldom' }, (rank) => isLate(rank) && rank % 100 === 1)
  await assertSought(
    { updated_at_end: '2025-12-31', title: 'most' },
    (rank) => rank > size - mostFound && !isLate(rank),
  )
})

test('what was made in a time is found among it alone', async () => {
  const filters = { created_at_end: '2025-12-25', title: 'seldom' }
  const end = Date.parse('2025-12-26')
  const made = (rank: number) => Date.parse('2026-01-01') - rank * 60_000
  await assertSought(filters, (rank) => rank % 100 === 1 && made(rank) < end)
})
