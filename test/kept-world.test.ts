/** The next test file gets the service of the one before only as it was at first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './support/world.ts'

test('a service is kept for the next test file, unless one of its engines was replaced', async () => {
  const use = async (change: (base: Awaited<ReturnType<typeof openWorld>>['base']) => void) => {
    await using world = await openWorld()
    change(world.base)
    return world.base
  }
  let [first, second] = [await use(() => {}), await use(() => {})]
  // While a job of its own runs, it is not kept.
  for (let tries = 0; tries < 20 && second !== first; tries++) [first, second] = [second, await use(() => {})]
  assert.equal(second, first)
  const changed = await use(({ engines }) => {
    engines.noteWriter = { write: () => Promise.reject(new Error('Another writer')) }
  })
  assert.notEqual(await use(() => {}), changed)
})
