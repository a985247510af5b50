/** What people do while a world is imported over their workspace: they sign in, and switch keys off. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { importWorld } from '../server/keeping/world/import/import-world.ts'
import { acme, keys } from './support/acme.ts'
import { openBrowser, tokenFor } from './support/browser.ts'
import { somebodyWaits } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

/** Imports it, and does something between its last statement and its end. */
async function importAnd(workspaces: object[], meanwhile: () => Promise<void>): Promise<void> {
  const file = Readable.from([JSON.stringify({ version: 1, workspaces })])
  await importWorld(world.db, file, { ...world.base, finish: meanwhile })
}

const isActive = async (id: string) =>
  (await world.db.selectFrom('api_keys').select('active').where('id', '=', id).executeTakeFirstOrThrow()).active

test('people sign in by a key and by a link while a file with their accounts is imported', async () => {
  await importAnd(acme(), async () => {
    assert.equal((await openBrowser(world).signIn({ api_key: keys.bo })).user.id, 'u_bo')
    await openBrowser(world).signIn({ token: await tokenFor(world, 'ada@acme.test') })
  })
})

test('nobody changes an account meanwhile', async () => {
  await importAnd(acme(), async () => {
    const change = sql`select from users where id = 'u_bo' for no key update nowait`.execute(world.db)
    await assert.rejects(change, /could not obtain lock/)
  })
})

test('a key is switched off meanwhile and stays so, if the file leaves it as it is', async () => {
  await importAnd(acme(), async () => {
    assert.equal((await world.patch('/api/v1/api_key/k_bo', keys.bo, { active: false })).status, 200)
  })
  assert.equal(await isActive('k_bo'), false)
  assert.equal((await world.get('/api/v1/me', keys.bo)).status, 401)
})

for (const [said, stays] of [
  [{}, 'off'],
  [{ active: true }, 'on, as the file says'],
] as const) {
  test(`a key that somebody is switching off, and the file renames with ${JSON.stringify(said)}, is ${stays}`, async () => {
    const [here] = acme() as [{ api_keys: { id: string; active?: boolean }[] }]
    const api_keys = here.api_keys.map(({ active, ...key }) =>
      key.id === 'k_bo' ? { ...key, name: 'renamed', ...said } : { ...key, active },
    )
    const imported = await world.db.transaction().execute(async (tx) => {
      await tx.updateTable('api_keys').set({ active: false }).where('id', '=', 'k_bo').execute()
      const importing = world.load({ ...here, api_keys })
      await somebodyWaits(world.db)
      return { importing }
    })
    await imported.importing
    const key = await world.db.selectFrom('api_keys').select(['name', 'active']).where('id', '=', 'k_bo').execute()
    assert.deepEqual(key, [{ name: 'renamed', active: 'active' in said }])
  })
}
