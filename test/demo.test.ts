/** The demo is there with its keys, or not at all. */
import assert from 'node:assert/strict'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadDemo } from '../server/app/commands/demo.ts'
import { openWorld } from './support/world.ts'

test('a start that ended before the demo keys were stored leaves none, and the next start creates them', async () => {
  await using world = await openWorld({}, { anew: true })
  await world.empty()
  const file = join(world.config.dataDir, 'demo-keys.json')
  await mkdir(file, { recursive: true })
  await assert.rejects(loadDemo(world.base), { code: 'EISDIR' })
  await rm(file, { recursive: true })
  const made = await loadDemo(world.base)
  assert.deepEqual([made?.keys.length, made?.tokens.length], [3, 3])
  for (const { secret, email } of made!.keys) {
    const { status, body } = await world.get('/api/v1/me', secret)
    assert.deepEqual([status, body.user.email], [200, email])
  }
  const again = await loadDemo(world.base)
  assert.deepEqual(again, { keys: made!.keys, tokens: [] })
})
