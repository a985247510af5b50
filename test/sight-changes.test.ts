/** Decisions 17 and 29c to 29e: whatever is shared, published, joined, left or deleted, the next read of everyone knows. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { written } from './support/askers.ts'
import { compareLists, compareSight } from './support/compare-sight.ts'
import { loadImport, makeChange } from './support/make-changes.ts'
import { seed, someOf, tries } from './support/random.ts'
import { randomChange } from './support/random-changes.ts'
import { randomWorkspace } from './support/random-world.ts'
import type { Change, Living } from './support/sight-changes.ts'
import { type Import, randomImport } from './support/sight-imports.ts'
import { openWorld, type World } from './support/world.ts'

const sequences = tries({ suite: 6, deep: 500 })
const lookEvery = 3

// What is broken in it is mended after each test.
let broken: World
before(async () => {
  broken = await openWorld({}, { anew: true })
})
after(() => broken[Symbol.asyncDispose]())

test('17, 29: after every few changes the answers of everyone are the model’s', async (t) => {
  await using world = await openWorld()
  const statuses = new Map<string, number>()
  const missing = () => actions.filter((action) => !statuses.has(`${action} ok`))
  await fc.assert(sightFollows(world, statuses), { numRuns: sequences })
  // A run in which an action never succeeded would show nothing of it: the next ones have only what is missing.
  for (let more = 1; more <= 50 && missing().length > 0; more++) {
    await fc.assert(sightFollows(world, statuses, missing()), { seed: seed + more, numRuns: 1 })
  }
  const told = [...statuses].sort().map(([name, count]) => `${name}: ${count}`)
  t.diagnostic(told.join(', '))
  assert.deepEqual(missing(), [])
})

type Action = (Change | Import)['action']

const actions: Action[] = [
  ...(['share', 'unshare', 'publish', 'unpublish', 'make channel', 'hide channel', 'delete channel'] as const),
  ...(['add member', 'remove member', 'delete', 'set person', 'take in', 'move', 'withdraw'] as const),
  ...(['call off', 'invite', 'write note', 'import event', 'import note', 'import person'] as const),
]

// The random changes by which all of these show within a few runs.
const soonShown = 2

const trigger = (name: string, table: string) =>
  [`alter table ${table} disable trigger ${name}`, `alter table ${table} enable trigger ${name}`] as const
const refresh =
  'refresh_shared_without_event(workspace text, series_ids text[], makers text[]) returns void language sql'

// What is rarer by chance is tested one by one in series-shares.test.ts.
const forgotten: [name: string, forgetting: string, remembering: string][] = [
  ['a share that is taken back', ...trigger('sight_delete', 'shares')],
  ['a publication', ...trigger('sight_insert', 'publications')],
  ['a publication that is taken back', ...trigger('sight_delete', 'publications')],
  ['an address that comes', ...trigger('sight_insert', 'addresses')],
  ['someone who is invited', ...trigger('sight_insert', 'event_attendees')],
  ['someone who is invited no longer', ...trigger('sight_delete', 'event_attendees')],
  [
    'whose notes without an event an invitation opens',
    `alter function refresh_shared_without_event rename to kept; create function ${refresh} as ''`,
    'drop function refresh_shared_without_event; alter function kept rename to refresh_shared_without_event',
  ],
]

for (const [name, forgetting, remembering] of someOf(forgotten)) {
  test(`a missing update of sight is caught: ${name}`, async () => {
    await sql.raw(forgetting).execute(broken.db)
    await assert.rejects(
      fc.assert(sightFollows(broken), { numRuns: 300, seed: soonShown, endOnFailure: true }),
      /should (see|list|find)|Property failed/,
    )
    await sql.raw(remembering).execute(broken.db)
  })
}

let runs = 0

/**
 * The property: a random workspace, and 16 changes one after the other, a quarter of them by worlds.
 * @param wanted  changes of other actions are passed over; so many more are drawn that about 16 are left
 */
function sightFollows(world: World, statuses = new Map<string, number>(), wanted: Action[] = actions) {
  const drawn = Math.ceil((16 * actions.length) / wanted.length)
  return fc.asyncProperty(
    randomWorkspace,
    fc.array(fc.oneof({ weight: 3, arbitrary: randomChange }, { weight: 1, arbitrary: randomImport }), {
      minLength: drawn,
      maxLength: drawn,
      size: 'max',
    }),
    async (start, changes) => {
      const name = `c${++runs}`
      const channels = start.channels.map((channel, index) => ({ ...channel, private: index === 1 }))
      const living: Living = {
        model: structuredClone({ ...start, channels }),
        gone: { notes: [], recordings: [], channels: [] },
        written: [],
        calledOff: new Set(),
        now: world.base.clock().toISOString(),
      }
      await world.load(written(name, living.model))
      const keys = new Map<string, string>()
      for (const [index, changeIn] of changes.entries()) {
        const each = typeof changeIn === 'function' ? changeIn(living.model) : changeIn
        if (!wanted.includes(each.action)) continue
        const status =
          'actor' in each
            ? await makeChange(world, name, living, each, keys)
            : await loadImport(world, name, living, each)
        const outcome = `${each.action} ${status < 300 ? 'ok' : status}`
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
        if (index % lookEvery === lookEvery - 1) await compareLists(world, name, living.model, keys)
      }
      await compareSight(world, name, living.model, { keys, gone: living.gone })
    },
  )
}
