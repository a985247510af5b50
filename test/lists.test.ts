/** Spec 2.7: over random workspaces each list shows what a naive filter of the written world leaves, page by page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expectedIds, type Filters, filterNames, type List, type ListWorkspace, lists, rowsOf } from './list-model.ts'
import { combinations, filtersFor, randomListWorkspace } from './list-world.ts'
import type { Viewer } from './sight-model.ts'
import { idOf, readPost, walk } from './walk.ts'
import { openWorld, runSql, type World } from './world.ts'

const seed = Number(process.env.LISTS_SEED ?? 20_260_110)
const numRuns = Number(process.env.LISTS_RUNS ?? 7)

type Asker = { name: string; key: string; viewer: Viewer; headers: Record<string, string> }

// Small tables are read whole, whatever the filter. Without that, the indexes that large ones need have to be right too.
const plans: [name: string, without: string[]][] = [
  ['as it comes', []],
  ['by indexes', ['seqscan']],
  ['by bitmaps', ['seqscan', 'indexscan']],
]

for (const [index, [name, without]] of plans.entries()) {
  test(`2.7: every filter alone, in pairs and in larger numbers, ${name}`, async (t) => {
    await using world = await openWorld()
    const database = new URL(world.base.databaseUrl).pathname.slice(1)
    for (const way of without) await runSql(world.base.databaseUrl, `alter database ${database} set enable_${way} = off`)
    const walks = { refused: 0, none: 0, some: 0, all: 0 }
    await fc.assert(listsHold(world, walks), { seed: seed + index, numRuns, endOnFailure: true })
    t.diagnostic(`seed ${seed}; ${JSON.stringify(walks)}`)
    // Filters that leave nothing, or everything, show little.
    assert(walks.some > (walks.none + walks.all) / 2, JSON.stringify(walks))
  })
}

let workspaces = 0

function listsHold(world: World, walks: Record<'refused' | 'none' | 'some' | 'all', number>) {
  return fc.asyncProperty(randomListWorkspace, fc.gen(), async (model, gen) => {
    workspaces += 1
    const name = `w${workspaces}`
    await world.load(written(name, model))
    const askers = askersOf(name)
    for (const list of lists) {
      const many = gen(fc.array, fc.uniqueArray(fc.constantFrom(...filterNames), { minLength: 3 }), { maxLength: 5 })
      for (const names of [...combinations(list), ...many]) {
        const asker = gen(fc.constantFrom, ...askers)
        const rows = rowsOf(list, model)
        const filters = gen(filtersFor, names, gen(fc.constantFrom, ...rows))
        if (list !== 'recordings/upload/list') delete filters.status
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
  assert.deepEqual(found, expected, what)
  return found.length
}

const keyOf = (name: string, userId: string) => `mb_${name}_${userId}`

function written(name: string, model: ListWorkspace) {
  const keys = model.users.map(({ id }) => ({ id: `k_${id}`, user: id, name: id, secret: keyOf(name, id) }))
  const admin = { id: 'k_admin', user: 'u_0', name: 'admin', secret: keyOf(name, 'admin'), super_admin: true }
  return { id: `ws_${name}`, subdomain: name, name, ...model, api_keys: [...keys, admin] }
}

/** A person, a super admin, and a super admin in the place of another person, named either way. */
function askersOf(name: string): Asker[] {
  const admin = keyOf(name, 'admin')
  const of = (userId: string) => ({ userId, superAdmin: false })
  return [
    { name: 'u_1', key: keyOf(name, 'u_1'), viewer: of('u_1'), headers: {} },
    { name: 'the admin', key: admin, viewer: { userId: 'u_0', superAdmin: true }, headers: {} },
    { name: 'the admin as u_2', key: admin, viewer: of('u_2'), headers: { 'x-on-behalf-of': 'u_2' } },
    { name: 'the admin as themself', key: admin, viewer: of('u_0'), headers: { 'x-on-behalf-of': 'U_0@acme.test' } },
  ]
}
