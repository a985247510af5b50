/** The next test file gets a service of one before only as it was at first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from './support/world.ts'

test('a service is kept for a later test file, unless one of its engines was replaced', async () => {
  type Base = Awaited<ReturnType<typeof openWorld>>['base']
  const use = async (change: (base: Base) => void = () => {}) => {
    await using world = await openWorld()
    change(world.base)
    return world.base
  }
  // Several may be kept by files before, which come in turn; while a job of its own runs, one is not kept.
  const used = new Set<Base>()
  let base = await use()
  for (let tries = 0; tries < 20 && !used.has(base); tries++) {
    used.add(base)
    base = await use()
  }
  assert(used.has(base))
  const changed = await use(({ engines }) => {
    engines.noteWriter = { write: () => Promise.reject(new Error('Another writer')) }
  })
  for (let tries = 0; tries < 6; tries++) assert.ok((await use()) !== changed)
})
