/** Searched lists where each step ends after a few things, and the next is gone to (server/meetings/lists/search-list.ts). */
// In a process of its own: it shortens the steps of every search in its process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { itemLimits } from '../server/meetings/action-items/item-sources.ts'
import { searchLimits } from '../server/meetings/lists/search-list.ts'
import { assertListsHold } from './support/compare-lists.ts'
import { limitsHere } from './support/limits-here.ts'
import { tries } from './support/random.ts'
import { idOf, readPost, walk } from './support/walk.ts'
import { openWorld } from './support/world.ts'

limitsHere(searchLimits, { newest: 10, found: 70, manyEntries: 100, manyFound: 140 })
limitsHere(itemLimits, { near: 6 })

test('2.7: every filter, whichever search step finds the page', () => assertListsHold(3))

const words = ['alpha', 'beta', 'alphabet', 'bet', 'al', "o'b\\\\et", '1:1 %_', 'b\u0001a', 'βήτα', '']
// Several at the same moment: then ids decide the order.
const days = [1, 2, 3, 15, 16, 29, 30, 43, 44, 57, 58, 71]
const randomThings = fc.array(
  fc.record({ title: fc.constantFrom(...words), daysAgo: fc.constantFrom(...days), isSeen: fc.boolean() }),
  { minLength: 60, maxLength: 300 },
)
const dayOf = (daysAgo: number) => new Date(Date.parse('2026-01-01') - daysAgo * 86_400_000).toISOString()
const maybeDay = fc.option(fc.constantFrom(...days.map(dayOf)), { nil: undefined, freq: 2 })
const randomFilters = fc.record({
  title: fc.constantFrom(
    'alpha',
    'bet',
    'a',
    'b',
    'alphabeta',
    'ALPHABET',
    "'",
    '\\\\e',
    '1:',
    ':1 %',
    'b\u0001',
    '\u0001a',
    'Βή',
    'ήτα',
    ' ',
  ),
  created_at_start: maybeDay,
  created_at_end: maybeDay,
  updated_at_start: maybeDay,
  updated_at_end: maybeDay,
})

test('2.7: a title that many or few notes have, at the same moments', async () => {
  await using world = await openWorld()
  let worlds = 0
  const property = fc.asyncProperty(
    randomThings,
    fc.array(randomFilters, { minLength: 12, maxLength: 12 }),
    async (things, questions) => {
      worlds += 1
      const name = `w${worlds}`
      const rows = things.map(({ title, daysAgo, isSeen }, index) => ({
        title,
        created_by: isSeen ? 'u_0' : 'u_1',
        isSeen,
        id: `n_${String(index).padStart(3, '0')}`,
        created_at: dayOf(daysAgo),
        updated_at: dayOf(daysAgo),
      }))
      await world.load({
        id: name,
        subdomain: name,
        name,
        plan: 'enterprise',
        users: ['u_0', 'u_1'].map((id) => ({ id, email: `${id}@acme.test`, full_name: id, admin: id === 'u_0' })),
        api_keys: ['own', 'all'].map((id) => ({
          id,
          name: id,
          user: 'u_0',
          secret: `mb_${name}_${id}`,
          super_admin: id === 'all',
        })),
        notes: rows.map(({ isSeen, ...row }) => row),
        recordings: rows.map(({ isSeen, created_by, ...row }) => ({
          ...row,
          id: row.id.replace('n', 'r'),
          note: row.id,
        })),
      })
      for (const filters of questions) {
        for (const key of ['own', 'all']) {
          const expected = rows.filter(
            ({ title, created_at, isSeen }) =>
              (isSeen || key === 'all') &&
              title.includes(filters.title.toLowerCase()) &&
              [filters.created_at_start, filters.updated_at_start].every((start) => !start || created_at >= start) &&
              [filters.created_at_end, filters.updated_at_end].every((end) => !end || created_at <= end),
          )
          expected.sort((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? 1 : -1))
          for (const list of ['notes', 'recordings'] as const) {
            const found = await walk(readPost(world, list, `mb_${name}_${key}`, { filters }), () => 20)
            const ids = found.map((row) => idOf(row).replace('r_', 'n_'))
            assert.deepEqual(
              ids,
              expected.map(({ id }) => id),
              `${list} for ${key} with ${JSON.stringify(filters)}`,
            )
          }
        }
      }
    },
  )
  await fc.assert(property, { numRuns: tries({ suite: 5, deep: 100 }), endOnFailure: true })
})
