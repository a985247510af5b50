/** A first publication is announced once, in one transaction with it (spec 6, decision 40). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharingWorld } from '../../../../test/support/sharing-world.ts'
import { openWorld, type World } from '../../../../test/support/world.ts'
import { type Publishing, publishThing, unpublishThing } from './publish.ts'
import { share } from './share.ts'

const ann = {
  workspace: { id: 'ws_doors', name: 'Doors', subdomain: 'doors' },
  user: { id: 'u_ann', email: 'ann@doors.test', full_name: 'ann' },
  superAdmin: false,
  via: { kind: 'key', id: 'k_ann', keyId: 'k_ann', userId: 'u_ann', scopes: null, expires_at: null },
  switches: { webhooks: 'enabled', workspaceWebhooks: true },
  compatibility: 'none',
  frozen: null,
} as const
const thing = { kind: 'note', id: 'n_1' } as const

const published = (world: World) => world.db.selectFrom('publications').select('channel_id').execute()

test('40: a new publication is announced in its transaction, an existing one is not', async () => {
  await using world = await openWorld()
  await world.load(...sharingWorld())
  const announced: Publishing[] = []
  const publish = (channelId: string) =>
    publishThing(world.db, ann, { thing, channelId }, async (tx, publishing) => {
      const rows = await tx.selectFrom('publications').where('channel_id', '=', channelId).select('note_id').execute()
      assert.deepEqual(rows, [{ note_id: 'n_1' }], 'it is there, and no one else sees it yet')
      announced.push(publishing)
    })
  for (const channel of ['ch_open', 'ch_open', 'ch_shut']) await publish(channel)
  const about = { workspaceId: 'ws_doors', thing, byUserId: 'u_ann' }
  assert.deepEqual(announced, [
    { ...about, channelId: 'ch_open' },
    { ...about, channelId: 'ch_shut' },
  ])
  await unpublishThing(world.db, ann, thing, 'ch_open')
  await publish('ch_open')
  assert.equal(announced.length, 3, 'publishing again after taking it back is new')
})

test('40: nothing is published if the announcement fails', async () => {
  await using world = await openWorld()
  await world.load(...sharingWorld())
  const fail = () => Promise.reject(new Error('no room'))
  await assert.rejects(publishThing(world.db, ann, { thing, channelId: 'ch_open' }, fail), /no room/)
  assert.deepEqual(await published(world), [])
})

test('61: a share that replaces one without effect is new; another edit right is not', async () => {
  await using world = await openWorld()
  await world.load(...sharingWorld())
  await world.db
    .insertInto('shares')
    .values({ workspace_id: 'ws_doors', note_id: 'n_1', user_id: 'u_cat', by_user_id: 'u_eve' })
    .execute()
  let told = 0
  for (const canEdit of [null, true]) {
    await share(world.db, ann, thing, { user: 'u_cat', canEdit }, async () => void told++)
    assert.equal(told, 1)
  }
})

test('17: a publication has no effect if its maker no longer attends; one by an attendee then counts as new', async () => {
  await using world = await openWorld()
  await world.load(...sharingWorld())
  await world.db
    .insertInto('publications')
    .values({ workspace_id: 'ws_doors', note_id: 'n_1', channel_id: 'ch_open', by_user_id: 'u_eve' })
    .execute()
  let announced = 0
  const found = await publishThing(world.db, ann, { thing, channelId: 'ch_open' }, async () => void announced++)
  assert.deepEqual(
    [announced, found],
    [1, [{ channel: { id: 'ch_open', title: 'Open', private: false }, by: 'u_ann' }]],
  )
})
