/** The export of all that is a person's: what is in it, what never is, and who may ask (decision 50 on erasure). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { erasureWorld, keys, quirin } from './support/erasure-world.ts'
import { failureBody } from './support/failure-body.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...erasureWorld())
})
after(() => world[Symbol.asyncDispose]())

const path = `/api/v1/user/${quirin.id}/export`

test('50: an export has all lists, with the person’s objects and nothing of others', async () => {
  const identity = { issuer: 'https://sso.test', subject: 'q-1', bound_at: world.base.clock() }
  await world.db
    .insertInto('bound_identities')
    .values({ workspace_id: 'ws_acme', user_id: quirin.id, ...identity })
    .execute()
  await sql`insert into passkeys values
    ('ws_acme', 'pk_q', ${quirin.id}, 'acme.test', '\\x01', '\\x02', 0, '{}', 'Laptop', ${world.base.clock()})`.execute(
    world.db,
  )
  const { status, body } = await world.get(path, keys.ada)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body.export.passkeys[0]), ['id', 'name', 'host', 'created_at', 'last_used_at'])
  const { person, exported_at, ...lists } = body.export
  assert.equal(exported_at, '2026-01-10T12:00:00.000Z')
  assert.partialDeepStrictEqual(person, quirin)
  const shown = Object.fromEntries(
    Object.entries(lists as Record<string, Record<string, unknown>[]>).map(([name, rows]) => [
      name,
      rows.map((row) => row.guid ?? row.id ?? row.recording_id ?? row.note_id ?? row.series_id ?? row.subject),
    ]),
  )
  const { audit_log, ...others } = shown
  assert.deepEqual(audit_log, [], 'asked for by somebody else')
  assert.deepEqual(others, {
    directory: [],
    identity: ['q-1'],
    notifications: [],
    voice: [],
    voice_claims: [],
    voice_words: [],
    api_keys: ['k_q'],
    sessions: [],
    grants: [],
    webhooks: ['wh_q'],
    calendar_feeds: ['cal_q'],
    channels: ['ch_1'],
    events: ['evt_1', 'evt_alone'],
    notes: ['n_1', 'n_alone', 'n_own'],
    recordings: ['r_1', 'r_own'],
    uploads: ['r_1', 'r_failed', 'r_own'],
    said: ['r_1'],
    action_items: ['ai_1', 'ai_3', 'ai_own'],
    corrections: ['rc_1'],
    decisions: ['dec_q'],
    decision_changes: ['dc_q'],
    marks: [],
    former_texts: [],
    rules: [],
    passkeys: ['pk_q'],
    push_devices: [],
    todo_lists: [],
    todo_conflicts: [],
    reminders: [],
    note_plans: [],
    note_shares: ['n_1'],
    recording_shares: [],
    series_shares: ['se_w'],
    outside_links: [],
  })
  assert.deepEqual(lists.said[0].segments, [{ text: 'I am Quirin.', start_time: 0, end_time: 1 }])
  assert.partialDeepStrictEqual(lists.action_items[1], { created: true, assigned: true })
})

test('50: a name in an invitation brings no texts of others, and no address of an acting person is included', async () => {
  await world.db
    .updateTable('event_attendees')
    .set({ name: 'Ada Moreau' })
    .where('workspace_id', '=', 'ws_zeta')
    .where('name', '=', 'Quirin Z.')
    .execute()
  await world.get('/api/v1/me', keys.zoe, { headers: { 'x-on-behalf-of': quirin.id } })
  const { said, audit_log } = (await world.get(path, keys.zoe)).body.export
  assert.deepEqual(said[0].segments, [{ text: 'I am Quirin.', start_time: 0, end_time: 1 }])
  assert.partialDeepStrictEqual(audit_log, [{ user_id: 'u_ada', on_behalf_of: quirin.id, address: '' }])
  const { address } = await world.db
    .selectFrom('audit_log')
    .select('address')
    .where('on_behalf_of', '=', quirin.id)
    .executeTakeFirstOrThrow()
  assert.notEqual(address, '')
})

test('50: an export has what was said under a former name, unless somebody else has that name now', async () => {
  const rename = async (id: string, full_name: string) =>
    assert.equal((await world.patch(`/api/v1/user/${id}`, keys.ada, { full_name })).status, 200)
  const said = async () =>
    (await world.get(path, keys.ada)).body.export.said[0]?.segments.map(({ text }: { text: string }) => text)
  await rename(quirin.id, 'Quirin Moser')
  assert.deepEqual(await said(), ['I am Quirin.'])
  await rename('u_bo', quirin.full_name)
  assert.equal(await said(), undefined)
  await rename('u_bo', 'Bo Li')
  await rename(quirin.id, quirin.full_name)
})

test('50: an export has no secret and no hash', async () => {
  const signedIn = await world.post(
    '/api/v1/session',
    undefined,
    { api_key: keys.quirin },
    { headers: { 'sec-fetch-site': 'same-origin' } },
  )
  assert.equal(signedIn.status, 201)
  const { text } = await world.get(path, keys.ada)
  assert.match(text, /"user_agent"/)
  assert.doesNotMatch(text, /hash|secret|token|url_key|Buffer|mb_era/)
})

test('50: long lists are whole, page by page', async () => {
  const notes = Array.from({ length: 450 }, (_, index) => ({
    id: `n_many_${index}`,
    created_by: quirin.id,
    title: `Note ${index}`,
  }))
  const action_items = notes.map(({ id }, index) => ({ id: `ai_${id}`, text: `${index}`, created_by: quirin.id }))
  await world.load({ id: 'ws_zeta', subdomain: 'zeta', name: 'Zeta', notes, action_items })
  const { body } = await world.get(path, keys.zoe)
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const ours = (rows: { id: string }[]) => idsOf(rows).filter((id) => id.includes('many'))
  assert.deepEqual(ours(body.export.notes).sort(), idsOf(notes).sort())
  assert.deepEqual(ours(body.export.action_items).sort(), idsOf(action_items).sort())
})

test('50: only super admins can export, and each export is in the log', async () => {
  const as = { headers: { 'x-on-behalf-of': 'u_bo' } }
  for (const [key, more] of [
    [keys.bo, {}],
    [keys.quirin, {}],
    [keys.adaRegular, {}],
    [keys.ada, as],
  ] as const) {
    assert.equal((await world.get(path, key, more)).status, 403)
  }
  for (const id of ['u_none', 'u_zoe', '%00']) {
    const { status, body } = await world.get(`/api/v1/user/${id}/export`, keys.ada)
    assert.deepEqual([status, body], [404, failureBody('User not found')])
  }
  const before = (await world.get('/api/v1/audit_log', keys.ada)).body.data.length
  world.advance({ seconds: 1 })
  await world.get(path, keys.ada)
  const [last, ...rest] = (await world.get('/api/v1/audit_log', keys.ada)).body.data
  assert.equal(rest.length, before)
  assert.partialDeepStrictEqual(last, { action: 'user.export', user_id: 'u_ada', details: { user_id: quirin.id } })
})
