/** Changes of one workspace's sight take turns: at the same moment, none fails and none is lost (docs/decisions/sight.md). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { exportWorld } from '../server/keeping/world/export/export-world.ts'
import { acme, keys } from './support/acme.ts'
import { keyOf, written } from './support/askers.ts'
import { compareSight } from './support/compare-sight.ts'
import { tries } from './support/random.ts'
import { randomChange } from './support/random-changes.ts'
import { randomWorkspace } from './support/random-world.ts'
import { requestOf } from './support/sight-changes.ts'
import type { ModelWorkspace } from './support/sight-model.ts'
import { openWorld, type World } from './support/world.ts'

const rounds = tries({ suite: 3, deep: 20 })
const atOnce = 60

test('29: concurrent changes never fail each other, and sight follows the rule for their result', async (t) => {
  await using world = await openWorld()
  const start = fc.sample(randomWorkspace, { numRuns: rounds })
  const changes = fc.sample(randomChange, { numRuns: rounds * atOnce })
  const statuses = new Map<number, number>()
  for (const [round, model] of start.entries()) {
    const name = `t${round}`
    const before = { ...model, plan: 'enterprise' as const }
    await world.load(written(name, before))
    const requests = changes.slice(round * atOnce, (round + 1) * atOnce).map(async (changeIn) => {
      const each = changeIn(before)
      const { method, path, body, headers, byAdmin } = requestOf(each)
      const key = keyOf(name, byAdmin ? 'admin' : each.actor)
      const { status, text } = await world.request(method, path, { key, body, headers })
      assert(status < 500, `${JSON.stringify(each)}: ${text}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    // Imports, settings and notes are changes among the others.
    const more = ['u_1', 'u_2', 'u_3'].flatMap((id, index) => [
      ['POST', '/api/v1/note', id, { title: 'Made', event_guid: `evt_${index}` }] as const,
      ['POST', '/api/v1/note', 'admin', { title: 'Made', event_guid: `evt_${index}` }] as const,
      ['POST', `/api/v1/note/n_${index}/agenda/append`, id, { content_native_markdown: '- Said' }] as const,
      ['PATCH', '/api/v1/workspace', 'admin', { retention: ['zero_day', 'standard'][index % 2] }] as const,
    ])
    const others = more.map(async ([method, path, by, body]) => {
      const { status, text } = await world.request(method, path, { key: keyOf(name, by), body })
      assert(status < 500, `${method} ${path}: ${text}`)
    })
    await Promise.all([...requests, ...others, world.load(written(name, before))])
    await compareSight(world, name, await readModel(world, name))
  }
  t.diagnostic([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '))
  const changed = (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)
  assert(changed > (rounds * atOnce) / 8, 'an eighth of them changes something')
})

test('29c: of two admins who deactivate each other at the same moment one stays active', async () => {
  await using world = await openWorld()
  const people = ['a', 'b'].map((id) => ({ id, email: `${id}@acme.test`, full_name: id, admin: true }))
  const api_keys = people.map(({ id }) => ({ id: `k_${id}`, user: id, secret: `mb_${id}`, super_admin: true }))
  for (let round = 0; round < 10; round++) {
    const name = `two${round}`
    const secrets = api_keys.map((key) => ({ ...key, secret: `${key.secret}_${name}` }))
    await world.load({ id: name, subdomain: name, name, plan: 'enterprise', users: people, api_keys: secrets })
    const answers = await Promise.all(
      [
        ['a', 'b'],
        ['b', 'a'],
      ].map(([by, whom]) =>
        world.request('PATCH', `/api/v1/user/${whom}`, { key: `mb_${by}_${name}`, body: { active: false } }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert(['200,401', '200,409'].includes(statuses.join()), statuses.join())
  }
})

test('many requests that wait for the lock of one workspace delay no other workspace', async () => {
  await using world = await openWorld()
  await world.load(...acme())
  const holder = new pg.Client({ connectionString: world.base.databaseUrl })
  await holder.connect()
  await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('sight ws_acme', 0))`)
  const made = Array.from({ length: 30 }, () => world.post('/api/v1/channel', keys.bo, { title: 'New' }))
  // Asked so often that all of them come as far as they can meanwhile.
  let status = 200
  for (let asked = 0; asked < 100 && status === 200; asked++) status = (await world.get('/api/v1/me', keys.zoe)).status
  await holder.query('commit')
  await holder.end()
  assert.equal(status, 200)
  assert.deepEqual(new Set((await Promise.all(made)).map(({ status }) => status)), new Set([201]))
})

/** The workspace as it is now, in the words of the model. */
async function readModel(world: World, subdomain: string): Promise<ModelWorkspace> {
  let text = ''
  const options = { subdomain, withSecrets: false, secretKey: world.base.secretKey }
  for await (const piece of exportWorld(world.db, options)) text += piece
  const [{ users, ...rest }] = JSON.parse(text).workspaces
  // The admin whose key reads everything comes first; newcomers have no key of their own.
  return { ...rest, users: users.filter(({ id }: { id: string }) => /^u_\d$/.test(id)) }
}
