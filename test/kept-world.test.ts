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
  const first = await use(() => {})
  assert.equal(await use(() => {}), first)
  const changed = await use(({ engines }) => {
    engines.noteWriter = { write: () => Promise.reject(new Error('Another writer')) }
  })
  assert.equal(changed, first)
  assert.notEqual(await use(() => {}), changed)
})
