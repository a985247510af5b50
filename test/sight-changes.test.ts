/** Decisions 17 and 29c to 29e: whatever is shared, published, joined, left or deleted, the next read of everyone knows. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { keyOf, written } from './askers.ts'
import { compareLists, compareSight } from './compare-sight.ts'
import { randomChange } from './random-changes.ts'
import { randomWorkspace } from './random-world.ts'
import { type Change, change, type Living, requestOf, sharesThatCount } from './sight-changes.ts'
import { openWorld, type World } from './world.ts'

const seed = 20_260_110
const sequences = Math.ceil(Number(process.env.WORLDS ?? 2_000) / 40)
const lookEvery = 3

test('17, 29: after every few changes the answers of everyone are the model’s', async (t) => {
  await using world = await openWorld()
  const statuses = new Map<string, number>()
  await fc.assert(sightFollows(world, statuses), { numRuns: sequences, seed })
  const told = [...statuses].sort().map(([name, count]) => `${name}: ${count}`)
  t.diagnostic(told.join(', '))
  // A run in which a deed never succeeded would show nothing of it.
  if (sequences < 50) return
  for (const deed of deeds) assert(statuses.has(`${deed} ok`), `${deed} never succeeded`)
})

const deeds: Change['deed'][] = [
  ...(['share', 'unshare', 'publish', 'unpublish', 'make channel', 'hide channel', 'delete channel'] as const),
  ...(['add member', 'remove member', 'delete', 'set person', 'take in'] as const),
  ...(['call off', 'invite', 'write note'] as const),
]

const folder = new URL('../migrations/', import.meta.url)
const migrations = ['0002_sight.sql', '0014_sight_of_events_gone.sql']
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join()

const forgotten: [name: string, trigger: string, table: string][] = [
  ['a share that is taken back', 'sight_delete', 'note_shares'],
  ['a publication', 'sight_insert', 'recording_publications'],
  ['a new maker of a share', 'sight_update', 'series_shares'],
  ['someone who leaves a channel', 'sight_delete', 'channel_members'],
  ['a new account', 'sight_insert', 'users'],
  ['an event that is called off', 'sight_delete', 'events'],
]

for (const [name, trigger, table] of forgotten) {
  test(`what sight is not told of is caught: ${name}`, async () => {
    await using world = await openWorld()
    assert(migrations.includes(trigger))
    await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(trigger)}`.execute(world.db)
    await assert.rejects(
      fc.assert(sightFollows(world), { numRuns: 300, seed, endOnFailure: true }),
      /should (see|list|find)|Property failed/,
    )
  })
}

let runs = 0

/** The property: a random workspace, and a dozen changes one after the other. */
function sightFollows(world: World, statuses = new Map<string, number>()) {
  return fc.asyncProperty(
    randomWorkspace,
    fc.array(randomChange, { minLength: 12, maxLength: 12, size: 'max' }),
    async (start, changes) => {
      const name = `c${++runs}`
      const channels = start.channels.map((channel, index) => ({ ...channel, private: index === 1 }))
      const living: Living = {
        model: structuredClone({ ...start, channels }),
        gone: { notes: [], recordings: [], channels: [] },
        now: world.base.clock().toISOString(),
      }
      await world.load(written(name, living.model))
      const keys = new Map<string, string>()
      for (const [index, changeIn] of changes.entries()) {
        const each = changeIn(living.model)
        const status = await make(world, name, living, each, keys)
        const outcome = `${each.deed} ${status < 300 ? 'ok' : status}`
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
        if (index % lookEvery === lookEvery - 1) await compareLists(world, name, living.model, keys)
      }
      await compareSight(world, name, living.model, { keys, gone: living.gone })
    },
  )
}

/** Makes one change through the API and in the model. */
async function make(world: World, name: string, living: Living, each: Change, keys: Map<string, string>) {
  const { method, path, body, headers, byAdmin } = requestOf(each)
  const admin = keyOf(name, 'admin')
  const answer = await world.request(method, path, { key: byAdmin ? admin : keyOf(name, each.actor), body, headers })
  const made = answer.body?.user?.id ?? answer.body?.channel?.id ?? answer.body?.note?.id
  const status = change(living, each, () => made)
  assert.equal(answer.status, status, `${JSON.stringify(each)}: ${answer.text}`)
  if (each.deed === 'share' && status === 200) {
    const found = answer.body.shares.map(({ user, ...rest }: { user: { id: string } }) => ({ user: user.id, ...rest }))
    const expected = sharesThatCount(living, each).map(({ can_edit = false, ...rest }) => ({ ...rest, can_edit }))
    assert.deepEqual(found, expected, JSON.stringify(each))
  }
  if (each.deed === 'take in' && status === 201) {
    const as = { headers: { 'x-on-behalf-of': made } }
    keys.set(made, (await world.post('/api/v1/api_key', admin, { name: 'own' }, as)).body.secret)
  }
  return status
}
