/** Lists are searched by title and change in steps (server/meetings/lists/search-list.ts): which finds it changes nothing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { searchLimits } from '../server/meetings/lists/search-list.ts'
import { titleRuns } from '../server/meetings/lists/searches.ts'
import { asRows } from '../server/platform/postgres/db.ts'
import { limitsHere } from './support/limits-here.ts'
import { rowsRead } from './support/rows-read.ts'
import { statementsOf } from './support/statements.ts'
import { readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

limitsHere(searchLimits, { newest: 60, found: 90, manyEntries: 150, manyFound: 300 })
const { newest, found, manyEntries, manyFound } = searchLimits
const size = 1_201
const madeAt = (rank: number) => Date.parse('2026-01-01') - rank * 60_000

/** Which ranks have what in their title. Rank 1 is the newest; the caller made those of odd ranks, and sees these alone. */
const tags: Record<string, (rank: number) => boolean> = {
  often: (rank) => rank % 4 === 1,
  // 21 are a page and one more: the last is the last entry of the second step, or comes after it.
  within: (rank) => rank <= 39 || rank === 2 * newest - 1,
  beyond: (rank) => rank <= 39 || rank === 2 * newest + 1,
  fewer: (rank) => rank > size - found + 1,
  full: (rank) => rank > size - found,
  more: (rank) => rank > size - found - 1,
  // A page and one more: the last is the last entry of the fourth step, or comes after it.
  near: (rank) => (rank > 200 && rank <= 239) || rank === 2 * manyEntries - 1 || rank > size - found,
  far: (rank) => (rank > 200 && rank <= 239) || rank === 2 * manyEntries + 1 || rank > size - found,
  old: (rank) => rank > size - manyFound,
  aged: (rank) => rank > size - manyFound - 1,
  unseen: (rank) => rank % 2 === 0,
  seldom: (rank) => rank % 50 === 0 || rank % 50 === 49,
  single: (rank) => rank === size - 100,
  nowhere: () => false,
  // Signs are searched like letters, and texts of one or two characters too.
  '1:1': (rank) => rank % 400 === 1,
  '?!': (rank) => rank % 300 === 1,
  '#': (rank) => rank === 901,
  "o'\\b": (rank) => rank === 701 || rank === 801,
  日本語: (rank) => rank === 601,
}
const isLate = (rank: number) => rank > 600 && rank % 20 === 1

let world: World
before(async () => {
  world = await openWorld({}, { anew: true })
  await world.load({
    id: 'ws_search',
    subdomain: 'search',
    name: 'Search',
    users: ['u_0', 'u_1'].map((id) => ({ id, email: `${id}@acme.test`, full_name: 'Ada' })),
    api_keys: [{ id: 'k_0', user: 'u_0', name: 'own', secret: 'mb_search' }],
  })
  const rows = Array.from({ length: size }, (_, index) => {
    const rank = size - index
    const title = ['note', ...Object.keys(tags).filter((tag) => tags[tag]!(rank))].join(' ')
    const made = new Date(madeAt(rank))
    return {
      workspace_id: 'ws_search',
      id: idOf(rank),
      created_by: `u_${1 - (rank % 2)}`,
      title,
      title_folded: title,
      created_at: made,
      updated_at: isLate(rank) ? new Date('2026-01-05') : made,
    }
  })
  await sql`insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at)
    select workspace_id, id, created_by, title, title_folded, created_at, updated_at
    from ${asRows('notes', rows)}`.execute(world.base.db)
})
after(() => world[Symbol.asyncDispose]())

const ranks = Array.from({ length: size }, (_, index) => index + 1).filter((rank) => rank % 2 === 1)
const idOf = (rank: number) => `n_${String(rank).padStart(6, '0')}`
const read = (filters: object) => readPost(world, 'notes', 'mb_search', { filters })

async function assertFound(filters: object, isWanted: (rank: number) => boolean): Promise<void> {
  const wanted = ranks.filter(isWanted).map(idOf)
  for (const pageSize of wanted.length < 10 ? [50, 20, 1] : [50, 20]) {
    const notes = await walk(read(filters), () => pageSize)
    assert.deepEqual(
      notes.map(({ id }) => id),
      wanted,
    )
  }
}

for (const [title, isWanted] of Object.entries(tags)) {
  test(`a title is found that ${ranks.filter(isWanted).length} of the caller's notes have: ${title}`, () =>
    assertFound({ title }, isWanted))
}

/** How many statements look for the first page: one for each step, and in each index. */
async function lookupsOf(filters: object, page_size = 20): Promise<number> {
  const body = { filters, pagination: { page_size } }
  const statements = await statementsOf(world.base, () => world.post('/api/v1/notes', 'mb_search', body))
  // The key, the rows, and the transaction around them.
  return statements - 4
}

test('the number of search steps depends on where the first full page is found', async () => {
  const lookups = {
    // Among the newest of the workspace, or among the first of the list where many of the newest match.
    note: 1,
    within: 2,
    beyond: 3,
    // Few of the newest match: the index is next.
    single: 2,
    nowhere: 2,
    '#': 2,
    fewer: 2,
    full: 2,
    // The index finds too many: they are near in the list, or few enough for the second look, or too many for that too.
    often: 3,
    near: 3,
    far: 4,
    more: 4,
    old: 4,
    aged: 5,
    unseen: 6,
  }
  for (const [title, count] of Object.entries(lookups)) assert.equal(await lookupsOf({ title }), count, title)
})

test('the runs of a text cover all of it, and are as few as possible', () => {
  const runs = {
    a: 'a:*',
    ab: 'ab:*',
    abc: 'abc',
    abcd: 'abc bcd',
    abcde: 'abc cde',
    abcdef: 'abc def',
    abcdefg: 'abc def efg',
  }
  for (const [text, expected] of Object.entries(runs)) {
    assert.equal(titleRuns('w', text).replaceAll("'w ", '').replaceAll("'", '').replaceAll(' &', ''), expected)
  }
})

test('after a step that reads a list to its end there is no further search', async () => {
  for (const [oldest, count] of [
    [newest - 1, 1],
    [newest, 2],
    [2 * newest - 1, 2],
    [2 * newest + 1, 4],
    [2 * manyEntries - 1, 4],
    [2 * manyEntries + 1, 6],
  ] as const) {
    const filters = { created_at_start: new Date(madeAt(oldest)).toISOString() }
    assert.equal(await lookupsOf({ ...filters, title: 'unseen' }), count, String(oldest))
    await assertFound({ ...filters, title: 'unseen' }, () => false)
    await assertFound({ ...filters, title: 'seldom' }, (rank) => tags.seldom!(rank) && rank <= oldest)
  }
})

test('the first of the list are read only if more of the newest match than the page has', async () => {
  // 39 of the newest 60.
  assert.equal(await lookupsOf({ title: 'beyond' }, 38), 3)
  assert.equal(await lookupsOf({ title: 'beyond' }, 39), 2)
  // A page is full only with a note that tells of more.
  assert.equal(await lookupsOf({ title: 'note' }, 29), 1)
  assert.equal(await lookupsOf({ title: 'note' }, 30), 2)
})

test('changed notes are found by time, alone and with a title', async () => {
  await assertFound({ updated_at_start: '2026-01-02' }, isLate)
  await assertFound({ updated_at_start: '2026-01-05', updated_at_end: '2026-01-05' }, isLate)
  await assertFound({ updated_at_start: '2026-01-02', title: 'seldom' }, (rank) => isLate(rank) && tags.seldom!(rank))
  await assertFound({ updated_at_end: '2025-12-31', title: 'more' }, (rank) => tags.more!(rank) && !isLate(rank))
  assert.equal(await lookupsOf({ updated_at_start: '2026-01-02' }), 2)
})

test('a frequent title is searched by change time, and then further if that is no better', async () => {
  const few = { updated_at_start: '2026-01-02', title: 'more' }
  assert.equal(await lookupsOf(few), 3)
  await assertFound(few, (rank) => isLate(rank) && tags.more!(rank))
  const many = { updated_at_end: '2025-12-31', title: 'more' }
  assert.equal(await lookupsOf(many), 5)
})

test('notes of a time range are found by reading that range alone', async () => {
  const middle = madeAt(500)
  const bound = new Date(middle).toISOString()
  await assertFound({ created_at_end: bound, title: 'seldom' }, (rank) => rank >= 500 && tags.seldom!(rank))
  await assertFound({ created_at_start: bound, title: 'seldom' }, (rank) => rank <= 500 && tags.seldom!(rank))
})

test('a page reads as many notes as it shows, plus one that shows there are more', async () => {
  for (const page_size of [1, 20, 21, 50]) {
    const before = await rowsRead(world.base.requests.db, 'notes')
    const { body } = await world.post('/api/v1/notes', 'mb_search', { pagination: { page_size } })
    assert.deepEqual(
      [body.data.length, (await rowsRead(world.base.requests.db, 'notes')) - before],
      [page_size, page_size + 1],
    )
    assert(body.page_info.cursor)
  }
})

test('10: a note that is deleted while a page is searched does not end the list', async () => {
  let isDeleted = false
  const { pool } = world.base.requests
  const deleteBefore = (client: { query: unknown }) => {
    const query = client.query as (...args: unknown[]) => unknown
    client.query = async function (this: unknown, ...args: unknown[]) {
      // The rows of the page come after the ids.
      if (String(args[0]).startsWith('select "notes"')) {
        isDeleted = true
        await world.base.db.deleteFrom('notes').where('id', '=', idOf(5)).execute()
      }
      return query.apply(this, args)
    }
  }
  const restore = (_error: unknown, client: { query?: unknown }) => delete client.query
  pool.on('acquire', deleteBefore).on('release', restore)
  const { body } = await world.post('/api/v1/notes', 'mb_search', { filters: { title: 'within' } })
  pool.off('acquire', deleteBefore).off('release', restore)
  assert(isDeleted)
  assert(body.page_info.cursor)
})
