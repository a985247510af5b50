/** Groups of the identity provider become channels, by sign-ins (OIDC_GROUPS_CLAIM). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { lockKey } from '../server/platform/postgres/db.ts'
import { acme, keys } from './support/acme.ts'
import { openBrowser } from './support/browser.ts'
import { type Identities, openIdentityProvider } from './support/identity-provider.ts'
import { statementsOf } from './support/statements.ts'
import { openWorld, type World } from './support/world.ts'

let identities: Identities
let world: World
before(async () => {
  identities = await openIdentityProvider()
  world = await openWorld({ ...identities.settings, OIDC_GROUPS_CLAIM: 'groups' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await identities[Symbol.asyncDispose]()
})

const people = { ada: { sub: 'a', email: 'ada@acme.test' }, bo: { sub: 'b', email: 'bo@acme.test' } }
async function signIn(who: keyof typeof people, claims: object, to = world) {
  const browser = openBrowser(to)
  to.advance({ seconds: 1 })
  const answer = await identities.signIn(browser, { ...people[who], email_verified: true, name: who, ...claims })
  assert.equal(answer.status, 302, answer.text)
}

/** The channels but those of the world, such as `Sales: u_ada u_bo`. */
async function channels(): Promise<string[]> {
  const { body } = await world.get('/api/v1/channels', keys.ada)
  const own = body.data.filter(({ id }: { id: string }) => !['ch_eng', 'ch_ada'].includes(id))
  const rows = await world.db.selectFrom('channel_members').selectAll().orderBy('user_id').execute()
  return own.map(({ id, title, private: isPrivate }: { id: string; title: string; private: boolean }) => {
    assert(isPrivate)
    return [`${title}:`, ...rows.filter((row) => row.channel_id === id).map((row) => row.user_id)].join(' ')
  })
}

const audited = async (action: string) => {
  const { data } = (await world.get(`/api/v1/audit_log?filters=${JSON.stringify({ action })}`, keys.ada)).body
  return data.map(({ user_id, details }: { user_id: string; details: object }) => ({ user_id, ...details }))
}

test('each sign-in makes people members of their groups and of no other; a group is made once', async () => {
  await signIn('bo', { groups: ['Sales', 'Support'] })
  assert.deepEqual((await channels()).sort(), ['Sales: u_bo', 'Support: u_bo'])
  await signIn('ada', { groups: ['Sales'] })
  await signIn('bo', { groups: ['Sales'] })
  assert.deepEqual((await channels()).sort(), ['Sales: u_ada u_bo', 'Support:'])
  await signIn('bo', {})
  assert.deepEqual((await channels()).sort(), ['Sales: u_ada', 'Support:'])
  const made = await audited('channel.create')
  assert.deepEqual(
    made.map(({ title, user_id, by }: Record<string, string>) => [title, user_id, by]).sort(),
    ['Sales', 'Support'].map((title) => [title, 'u_bo', 'identity provider']),
  )
  const changed = await audited('channel.change')
  assert.deepEqual(
    changed.map(({ title, added, removed }: Record<string, unknown>) => [title, added, removed]).reverse(),
    [
      ['Sales', ['u_ada'], []],
      ['Support', [], ['u_bo']],
      ['Sales', [], ['u_bo']],
    ],
  )
})

test('a renamed channel stays the group; one that was deleted is made again', async () => {
  await signIn('bo', { groups: ['Sales'] })
  const { id } = await world.db
    .selectFrom('channels')
    .select('id')
    .where('title', '=', 'Sales')
    .executeTakeFirstOrThrow()
  assert.equal((await world.patch(`/api/v1/channel/${id}`, keys.bo, { title: 'Selling' })).status, 200)
  await signIn('ada', { groups: ['Sales'] })
  assert.deepEqual(await channels(), ['Selling: u_ada u_bo'])
  assert.equal((await world.delete(`/api/v1/channel/${id}`, keys.bo)).status, 200)
  await signIn('bo', { groups: ['Sales'] })
  assert.deepEqual(await channels(), ['Sales: u_bo'])
})

test('the channel of a group stays private: no member opens it, and the next sign-in closes one that is open', async () => {
  await signIn('bo', { groups: ['Sales'] })
  const { id } = (await world.get('/api/v1/channels', keys.bo)).body.data.find(
    ({ title }: { title: string }) => title === 'Sales',
  )
  assert.equal((await world.patch(`/api/v1/channel/${id}`, keys.bo, { private: false })).status, 403)
  await world.db.updateTable('channels').set({ private: false }).where('id', '=', id).execute()
  await signIn('bo', { groups: ['Sales'] })
  assert.equal((await world.get(`/api/v1/channel/${id}`, keys.bo)).body.channel.private, true)
  assert.deepEqual(await audited('channel.change'), [
    {
      ...{ user_id: 'u_bo', channel_id: id, title: 'Sales', by: 'identity provider' },
      ...{ before: { private: false }, after: { private: true } },
    },
  ])
})

test('who came into a group while it was open leaves at the next sign-in that names it; who has its claim stays', async () => {
  await signIn('bo', { groups: ['Sales'] })
  const { id } = (await world.get('/api/v1/channels', keys.bo)).body.data.find(
    ({ title }: { title: string }) => title === 'Sales',
  )
  const open = () => world.db.updateTable('channels').set({ private: false }).where('id', '=', id).execute()
  const join = async () =>
    assert.equal((await world.post(`/api/v1/channel/${id}/members`, keys.ada, { user: 'u_ada' })).status, 200)
  await open()
  await join()
  await signIn('bo', { groups: ['Sales'] })
  assert.deepEqual(await channels(), ['Sales: u_bo'])
  const [closed] = await audited('channel.change')
  assert.deepEqual([closed.after, closed.added, closed.removed], [{ private: true }, [], ['u_ada']])
  await open()
  await join()
  await signIn('ada', { groups: ['Sales'] })
  assert.deepEqual(await channels(), ['Sales: u_ada u_bo'])
  // She is a member by her sign-in now.
  await signIn('ada', { groups: [] })
  assert.deepEqual(await channels(), ['Sales: u_bo'])
})

test('whom people added stays, in the groups and in the channels of the same name', async () => {
  await signIn('ada', { groups: ['Sales', 'Engineering'] })
  const { id } = await world.db
    .selectFrom('channels')
    .select('id')
    .where('title', '=', 'Sales')
    .executeTakeFirstOrThrow()
  assert.equal((await world.post(`/api/v1/channel/${id}/members`, keys.ada, { user: 'u_bo' })).status, 200)
  for (const groups of [['Sales'], []]) await signIn('bo', { groups })
  assert.deepEqual((await channels()).sort(), ['Engineering: u_ada', 'Sales: u_ada u_bo'])
  const members = await world.db
    .selectFrom('channel_members')
    .select('user_id')
    .where('channel_id', '=', 'ch_eng')
    .execute()
  assert.equal(members.length, 2)
})

test('a member whom a sign-in added stays once a person added them too, and the audit log says who', async () => {
  for (const who of ['ada', 'bo'] as const) await signIn(who, { groups: ['Sales'] })
  const { id } = await world.db
    .selectFrom('channels')
    .select('id')
    .where('title', '=', 'Sales')
    .executeTakeFirstOrThrow()
  world.advance({ seconds: 1 })
  const add = () => world.post(`/api/v1/channel/${id}/members`, keys.ada, { user: 'u_bo' })
  for (const answer of [await add(), await add()]) assert.equal(answer.body.channel?.member_count, 2, answer.text)
  await signIn('bo', {})
  assert.deepEqual(await channels(), ['Sales: u_ada u_bo'])
  const changed = await audited('channel.change')
  assert.deepEqual(
    changed.map(({ user_id, added }: Record<string, unknown>) => [user_id, added]),
    [
      ['u_ada', ['u_bo']],
      ['u_bo', ['u_bo']],
    ],
  )
})

test('nobody stays by adding themself: who is a member by their group alone goes with it, and the answer is the same', async () => {
  await signIn('bo', { groups: ['Sales'] })
  const { id } = (await world.get('/api/v1/channels', keys.bo)).body.data.find(
    ({ title }: { title: string }) => title === 'Sales',
  )
  const answer = await world.post(`/api/v1/channel/${id}/members`, keys.bo, { user: 'bo@acme.test' })
  assert.deepEqual([answer.status, answer.body.channel?.member_count], [200, 1], answer.text)
  await signIn('bo', {})
  assert.deepEqual(await channels(), ['Sales:'])
})

test('a sign-in with many groups takes as many statements as one with two, and waits for nobody if they are known', async () => {
  await signIn('bo', {})
  const groups = (count: number) => Array.from({ length: count }, (_, n) => `group ${n} of ${count}`)
  const statements: number[][] = []
  for (const count of [2, 40]) {
    const of = (names: string[]) => statementsOf(world.base, () => signIn('bo', { groups: names }))
    statements.push([await of(groups(count)), await of(groups(count)), await of([])])
  }
  assert.deepEqual(statements[0], statements[1])
  await world.db.transaction().execute(async (tx) => {
    await lockKey(tx, 'groups of sign-ins ws_acme')
    await signIn('bo', { groups: groups(2) })
  })
})

test('groups that Entra ID left out change nothing, and the audit log says so', async () => {
  await signIn('bo', { groups: ['Sales'] })
  await signIn('bo', { _claim_names: { groups: 'src1' } })
  await signIn('bo', { hasgroups: true })
  await signIn('bo', { groups: { not: 'a list' } })
  assert.deepEqual(await channels(), ['Sales: u_bo'])
  const begun = await audited('session.begin')
  assert.deepEqual(
    begun.map(({ groups_unread = null }: Record<string, unknown>) => groups_unread),
    ['not_a_list', 'left_out', 'left_out', null],
  )
})

test('two people who sign in at once share a group that both bring', async () => {
  await signIn('ada', {})
  await Promise.all([signIn('bo', { groups: ['New'] }), signIn('bo', { groups: ['New'] })])
  assert.deepEqual(await channels(), ['New: u_bo'])
})

test('without the setting no group is read', async () => {
  await using plain = await openWorld(identities.settings)
  await plain.load(...acme())
  await signIn('bo', { groups: ['Sales'] }, plain)
  assert.deepEqual(await plain.db.selectFrom('sign_in_groups').selectAll().execute(), [])
})
