/** Compares each list with a naive filter of the world, page by page, with every filter alone, in pairs and more. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { type Asker, askersOf, written } from './askers.ts'
import { runSql } from './databases.ts'
import { expectedIds, type Filters, filterNames, type List, type ListWorkspace, lists, rowsOf } from './list-model.ts'
import { combinations, filtersFor, otherFilters, randomListWorkspace } from './list-world.ts'
import { seed, tries } from './random.ts'
import { idOf, readPost, walk } from './walk.ts'
import { openWorld, type World } from './world.ts'

const numRuns = tries({ suite: 2, deep: 50 })

/**
 * @param nth      number of the run, so that runs do not repeat the same requests
 * @param without  scan methods that PostgreSQL must not use
 */
export async function assertListsHold(nth: number, without: string[] = []): Promise<void> {
  // Existing connections would not get the changed setting.
  await using world = await openWorld({}, { anew: without.length > 0 })
  const database = new URL(world.base.databaseUrl).pathname.slice(1)
  for (const way of without) await runSql(world.base.databaseUrl, `alter database ${database} set enable_${way} = off`)
  const walks = { refused: 0, none: 0, some: 0, all: 0 }
  await fc.assert(listsHold(world, walks), { seed: seed + nth, numRuns, endOnFailure: true })
  // Filters that match nothing or everything test little.
  assert(walks.some > (walks.none + walks.all) / 2, JSON.stringify(walks))
}

let workspaces = 0

function listsHold(world: World, walks: Record<'refused' | 'none' | 'some' | 'all', number>) {
  return fc.asyncProperty(randomListWorkspace, fc.gen(), async (model, gen) => {
    workspaces += 1
    const name = `w${workspaces}`
    await world.load(written(name, model))
    const askers = askersOf(name, model)
    for (const list of lists) {
      const many = gen(fc.array, fc.uniqueArray(fc.constantFrom(...filterNames), { minLength: 3 }), { maxLength: 5 })
      for (const names of [...combinations(list), ...many]) {
        const asker = gen(fc.constantFrom, ...askers)
        const rows = rowsOf(list, model)
        const filters = gen(filtersFor, names, gen(fc.constantFrom, ...rows))
        for (const name of otherFilters(list)) delete filters[name]
        const sizes = gen(fc.constantFrom, [1, 7], [50, 50], [1, 50], [2, 9], [20, 20])
        const size = () => gen(fc.integer, { min: sizes[0], max: sizes[1] })
        const seen = await compareList(world, model, { list, asker, filters, size })
        walks[seen === 400 ? 'refused' : seen === 0 ? 'none' : seen === rows.length ? 'all' : 'some'] += 1
      }
    }
  })
}

type Question = { list: List; asker: Asker; filters: Filters; size: () => number }

async function compareList(world: World, model: ListWorkspace, question: Question): Promise<number> {
  const { list, asker, filters, size } = question
  const what = `${list} for ${asker.name} with ${JSON.stringify(filters)}`
  const expected = expectedIds(list, model, asker.viewer, filters)
  if (expected === 400) {
    const refused = await world.post(`/api/v1/${list}`, asker.key, { filters }, { headers: asker.headers })
    assert.equal(refused.status, 400, what)
    assert.equal(refused.body.message, 'Invalid filters: channel not found or not accessible', what)
    return 400
  }
  const found = (await walk(readPost(world, list, asker.key, { filters }, asker.headers), size)).map(idOf)
  const rows = new Map(rowsOf(list, model).map((row) => [row.id, row]))
  const inFull = (ids: string[]) => ids.map((id) => rows.get(id) ?? id)
  assert.deepEqual(inFull(found), inFull(expected), what)
  return found.length
}
