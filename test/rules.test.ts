/** Rules (decision 64): who makes and changes them, their order and limits, what is rejected, and what is kept of them. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { maxChannels, maxName, maxPeople, maxRules } from '../server/making/rules/schemas.ts'
import { acme, keys } from './support/acme.ts'
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

const make = (body: object, key = keys.bo) => world.post('/api/v1/rule', key, body)
const simple = { name: 'All', match: {}, do: { record: 'never' } }
const made = async (body: object = simple, key = keys.bo) => {
  const answer = await make(body, key)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.rule
}
const change = (id: string, body: object, key = keys.bo) => world.request('PATCH', `/api/v1/rule/${id}`, { key, body })
const list = async (key = keys.bo) => (await world.get('/api/v1/rules', key)).body.data
const names = async (key = keys.bo) => (await list(key)).map((rule: { name: string }) => rule.name)
const said = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]

test('a person makes, reads, changes and deletes their own; others do not see them', async () => {
  const given = {
    name: 'Weekly',
    match: {
      series_id: 'se_w',
      organizer: 'ADA@acme.test',
      domain: 'ACME.test',
      title_contains: 'Week',
      outsiders: true,
    },
    do: { record: 'remind', notes_language: 'FR-fr', publish: ['ch_eng'], share: [{ user: 'Ada@ACME.test' }] },
  }
  const rule = await made(given)
  const { id, created_at } = rule
  assert.deepEqual(rule, {
    id,
    name: 'Weekly',
    scope: 'person',
    position: 0,
    match: { ...given.match, organizer: 'ada@acme.test', domain: 'acme.test' },
    do: { record: 'remind', notes_language: 'fr-FR', publish: ['ch_eng'], share: [{ user: 'u_ada', can_edit: false }] },
    last_problem: null,
    created_at,
    updated_at: created_at,
  })
  assert.deepEqual(await list(), [rule])
  for (const key of [keys.ada, keys.zoe]) {
    assert.deepEqual(await list(key), [])
    assert.deepEqual(said(await change(id, { name: 'x' }, key)), [404, 'Rule not found'])
    assert.equal((await world.delete(`/api/v1/rule/${id}`, key)).status, 404)
  }
  const changed = await change(id, { match: { people_min: 2, people_max: null }, do: { record: 'never' } })
  assert.deepEqual([changed.body.rule.match, changed.body.rule.do], [{ people_min: 2 }, { record: 'never' }])
  assert.equal(changed.body.rule.name, 'Weekly', 'what is absent stays')
  assert.deepEqual((await change(id, {})).body.rule, changed.body.rule)
  assert.deepEqual((await world.delete(`/api/v1/rule/${id}`, keys.bo)).body, { rule_id: id, deleted: true })
  assert.deepEqual(await list(), [])
  const audited = await world.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute()
  assert.deepEqual(audited.map(({ action }) => action).sort(), ['rule.change', 'rule.create', 'rule.delete'])
  assert(audited.every(({ details }) => details.rule_id === id && !JSON.stringify(details).includes('Week')))
})

test('a key of a super admin makes, changes and deletes those of the workspace only with the scope admin', async () => {
  const { id } = await made({ ...simple, scope: 'workspace' }, keys.ada)
  const asked = { name: 'writes', super_admin: true, scopes: ['read', 'write'] }
  const { secret: api_key } = (await world.post('/api/v1/api_key', keys.ada, asked)).body
  const refused = [403, 'This key lacks the scope: admin']
  assert.deepEqual(said(await make({ ...simple, scope: 'workspace' }, api_key)), refused)
  assert.deepEqual(said(await change(id, { name: 'x' }, api_key)), refused)
  assert.deepEqual(said(await world.delete(`/api/v1/rule/${id}`, api_key)), refused)
  assert.deepEqual(await names(api_key), ['All'])
  const own = await made(simple, api_key)
  assert.equal((await world.delete(`/api/v1/rule/${own.id}`, api_key)).status, 200)
})

test('a super admin makes those of the workspace, which everyone reads after their own', async () => {
  assert.deepEqual(said(await make({ ...simple, scope: 'workspace' })), [
    403,
    'This operation requires super admin privileges',
  ])
  const rule = await made({ ...simple, name: 'Ours', scope: 'workspace' }, keys.ada)
  assert.equal(rule.scope, 'workspace')
  await made()
  assert.deepEqual(await names(), ['All', 'Ours'])
  assert.deepEqual(await names(keys.adaRegular), ['Ours'])
  assert.deepEqual(await names(keys.zoe), [])
  assert.equal((await change(rule.id, { name: 'Mine' })).status, 403)
  assert.equal((await world.delete(`/api/v1/rule/${rule.id}`, keys.bo)).status, 403)
  assert.equal((await change(rule.id, { name: 'Still ours' }, keys.ada)).status, 200)
})

test('rules have an order, without gaps', async () => {
  for (const name of ['a', 'b', 'c']) await made({ ...simple, name })
  const first = await made({ ...simple, name: 'd', position: 1 })
  assert.equal(first.position, 1)
  assert.deepEqual(await names(), ['a', 'd', 'b', 'c'])
  assert.equal((await change(first.id, { position: maxRules })).body.rule.position, 3, 'at most the last')
  assert.deepEqual(await names(), ['a', 'b', 'c', 'd'])
  await change(first.id, { position: 0 })
  await world.delete(`/api/v1/rule/${(await list())[1].id}`, keys.bo)
  assert.deepEqual(await names(), ['d', 'b', 'c'])
  assert.deepEqual(
    (await list()).map(({ position }: { position: number }) => position),
    [0, 1, 2],
  )
  assert.equal((await make({ ...simple, position: maxRules + 1 })).status, 400)
  assert.equal((await make({ ...simple, position: -1 })).status, 400)
})

test('at most so many a person, and so many of the workspace', async () => {
  for (let n = 0; n < maxRules; n++) await made({ ...simple, name: `${n}` })
  assert.deepEqual(said(await make(simple)), [409, `You have ${maxRules} rules, as many as a person may; delete one`])
  await made(simple, keys.ada)
  for (let n = 0; n < maxRules; n++) await made({ ...simple, scope: 'workspace' }, keys.ada)
  assert.deepEqual(said(await make({ ...simple, scope: 'workspace' }, keys.ada)), [
    409,
    `The workspace has ${maxRules} rules, as many as a workspace may; delete one`,
  ])
  await world.delete(`/api/v1/rule/${(await list())[0].id}`, keys.bo)
  await made()
})

test('texts and lists have limits', async () => {
  const cases: [(size: number) => object, number, string][] = [
    [(size) => ({ ...simple, name: 'x'.repeat(size) }), maxName, 'body.name'],
    [(size) => ({ ...simple, match: { title_contains: 'x'.repeat(size) } }), 255, 'body.match.title_contains'],
    [(size) => ({ ...simple, match: { domain: 'x'.repeat(size) } }), 255, 'body.match.domain'],
    [(size) => ({ ...simple, match: { organizer: `a@${'x'.repeat(size - 2)}` } }), 320, 'body.match.organizer'],
  ]
  for (const [body, most, location] of cases) {
    await made(body(most - 1))
    await made(body(most))
    const answer = await make(body(most + 1))
    assert.equal(answer.status, 400, location)
    assert.equal(answer.body.errors[0].location, location)
  }
  const id = (n: number) => `ch_${n}`
  const channels = (many: number) => ({ do: { publish: Array.from({ length: many }, (_, n) => id(n)) } })
  const rows = Array.from({ length: maxChannels }, (_, n) => ({ ...channelRow, id: id(n) }))
  await world.db.insertInto('channels').values(rows).execute()
  await made({ ...simple, ...channels(maxChannels - 1) })
  await made({ ...simple, ...channels(maxChannels) })
  assert.equal((await make({ ...simple, ...channels(maxChannels + 1) })).status, 400)
  const people = (many: number) => ({ do: { share: Array.from({ length: many }, (_, n) => ({ user: `u_${n}` })) } })
  const accounts = Array.from({ length: maxPeople }, (_, n) => ({
    id: `u_${n}`,
    email: `${n}@acme.test`,
    full_name: 'x',
  }))
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users: accounts })
  await made({ ...simple, ...people(maxPeople - 1) })
  await made({ ...simple, ...people(maxPeople) })
  assert.equal((await make({ ...simple, ...people(maxPeople + 1) })).status, 400)
})

const channelRow = { workspace_id: 'ws_acme', id: '', title: 'x', private: false, created_at: new Date('2026-01-01') }

test('what its maker does not see is a 404; what contradicts itself is a 400 that names the place', async () => {
  await world.db
    .insertInto('channels')
    .values({ ...channelRow, id: 'ch_private', private: true })
    .execute()
  await world.db.insertInto('series').values({ workspace_id: 'ws_acme', id: 'se_x', title: 'x' }).execute()
  const feed = {
    workspace_id: 'ws_acme',
    id: 'cal_1',
    user_id: 'u_ada',
    host: 'x.test',
    created_at: new Date('2026-01-01'),
  }
  await world.db.insertInto('calendar_feeds').values(feed).execute()
  const missing: [object, string][] = [
    [{ match: { series_id: 'se_x' } }, 'Series not found'],
    [{ match: { series_id: 'se_none' } }, 'Series not found'],
    [{ match: { feed_id: 'cal_1' } }, 'Calendar feed not found'],
    [{ do: { publish: ['ch_private'] } }, 'Channel not found'],
    [{ do: { template_id: 'nt_none' } }, 'Note template not found'],
    [{ do: { record: 'bot', recorder_id: 'rec_1' } }, 'Recorder not found'],
    [{ do: { share: [{ user: 'nobody@acme.test' }] } }, 'User not found in workspace'],
  ]
  const { id } = await made()
  for (const [part, message] of missing) {
    assert.deepEqual(said(await make({ ...simple, ...part })), [404, message])
    assert.deepEqual(said(await change(id, part)), [404, message])
  }
  for (const match of [{ series_id: 'se_x' }, { feed_id: 'cal_1' }])
    await made({ ...simple, match, scope: 'workspace' }, keys.ada)
  const wrong: [object, string][] = [
    [{ do: {} }, 'body.do'],
    [{ do: { record: null } }, 'body.do'],
    [{ do: { record: 'maybe' } }, 'body.do.record'],
    [{ do: { record: 'never', recorder_id: 'rec_1' } }, 'body.do.recorder_id'],
    [{ do: { notes_language: 'french!' } }, 'body.do.notes_language'],
    [{ do: { share: [{ user: 'u_ada' }, { user: 'ada@acme.test' }] } }, 'body.do.share[1].user'],
    [{ do: { share: [{ user: 'u_bo' }] } }, 'body.do.share[0].user'],
    [{ match: { people_min: 3, people_max: 2 } }, 'body.match.people_max'],
    [{ match: { domain: 'a@b' } }, 'body.match.domain'],
    [{ match: { organizer: 'nobody' } }, 'body.match.organizer'],
    [{ name: '' }, 'body.name'],
    [{ name: ' x' }, 'body.name'],
  ]
  for (const [part, location] of wrong)
    for (const answer of [await make({ ...simple, ...part }), await change(id, part)]) {
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.body.errors[0].location, location)
    }
  for (const notes_language of ['spoken', 'pt-BR']) await made({ ...simple, do: { notes_language } })
})

test('rules made at once stay in an order without gaps', async () => {
  await Promise.all(Array.from({ length: 8 }, () => made({ ...simple, position: 0 })))
  const places = (await list()).map(({ position }: { position: number }) => position)
  assert.deepEqual(places, [0, 1, 2, 3, 4, 5, 6, 7])
})

test('a person’s export has their rules', async () => {
  const rule = await made({ ...simple, name: 'Mine' })
  const answer = await world.get('/api/v1/user/u_bo/export', keys.ada)
  const [exported, ...others] = answer.body.export.rules
  assert.deepEqual([exported.id, exported.name, exported.does, others], [rule.id, 'Mine', { record: 'never' }, []])
})
