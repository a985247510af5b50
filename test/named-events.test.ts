/** The events that must be named: who receives them, what they say, and that nobody pays for them unasked (decision 61). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
import { acme, keys } from './support/acme.ts'
import { checkPayloads } from './support/payloads.ts'
import { statementsOf } from './support/statements.ts'
import { openWorld, type World } from './support/world.ts'

const types = [
  'recording.ready',
  'recording.changed',
  'recording.deleted',
  'upload.failed',
  'note.changed',
  'note.shared',
]
const hook = (id: string, owner: string, more: object = {}) => ({ id, owner, url: `https://${id}.test/`, ...more })
const webhooks = [
  hook('wh_ada', 'u_ada', { enabled_events: types }),
  hook('wh_bo', 'u_bo', { enabled_events: types }),
  hook('wh_unnamed', 'u_ada'),
  hook('ws_all', 'u_ada', { scope: 'workspace', api_key: 'k_ada', enabled_events: types }),
]

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())
const load = async (hooks: object[]) => {
  await world.empty()
  const [first, ...others] = acme() as [object]
  await world.load({ ...first, webhooks: hooks }, ...others)
}
beforeEach(() => load(webhooks))

/** The messages of these types within so many seconds, such as `wh_bo note.changed n_1`, and the bodies. */
async function told(seconds = 0) {
  world.advance({ seconds })
  await world.settle()
  await checkPayloads(world.db)
  const rows = await world.db.deleteFrom('messages').returning(['webhook_id', 'event_type', 'status', 'body']).execute()
  const named = rows.filter(({ event_type }) => types.includes(event_type))
  assert(named.every(({ status, body }) => status === 'pending' && body !== null))
  const bodies = named.map(({ webhook_id, body }) => ({ to: webhook_id, ...JSON.parse(String(body)) }))
  bodies.sort((one, other) => (`${one.to} ${one.id}` < `${other.to} ${other.id}` ? -1 : 1))
  return { bodies, brief: bodies.map(({ to, event_type, id }) => `${to} ${event_type} ${id}`) }
}

async function call(method: string, path: string, body?: object, key = keys.ada) {
  const answer = await world.request(method, `/api/v1${path}`, { key, body })
  assert(answer.status < 300, answer.text)
  return answer.body
}

const all = (type: string, id: string) => ['wh_ada', 'wh_bo', 'ws_all'].map((to) => `${to} ${type} ${id}`)
const toAll = (type: string, id: string) => all(type, id).sort()
const shown = {
  event_id: 'evt1_20260105T090000Z',
  event_start: '2026-01-05T09:00:00.000Z',
  event_end: '2026-01-05T09:30:00.000Z',
}

test('changes of a note within 30 seconds are one event with its last title; later ones are the next', async () => {
  await call('PATCH', '/note/n_1', { title: 'First' })
  await call('PATCH', '/note/n_1', { title: 'Second' })
  assert.deepEqual((await told(29)).brief, [])
  const { brief, bodies } = await told(1)
  assert.deepEqual(brief, toAll('note.changed', 'n_1'))
  const { to, ...body } = bodies.find((each) => each.to === 'wh_bo')!
  const url = 'https://minutebook.test/note/n_1'
  assert.deepEqual(body, { event_type: 'note.changed', id: 'n_1', title: 'Second', ...shown, url })
  assert.deepEqual((await told(60)).brief, [])
  const agenda = '::agenda{version=1}\n\n# Other goals\n'
  await call('POST', '/note/n_1/agenda', { content_native_markdown: agenda })
  await call('PATCH', '/note/n_ada', { title: 'Only Ada sees it' })
  assert.deepEqual(
    (await told(30)).brief,
    [...all('note.changed', 'n_1'), 'ws_all note.changed n_ada', 'wh_ada note.changed n_ada'].sort(),
  )
})

test('a window whose job was lost does not keep later changes silent; a deleted note announces none', async () => {
  await call('PATCH', '/note/n_1', { title: 'Lost' })
  await sql`delete from pgboss.job where name = 'announce-change'`.execute(world.db)
  assert.deepEqual((await told(31)).brief, [])
  await call('PATCH', '/note/n_1', { title: 'Found' })
  assert.deepEqual((await told(30)).brief, toAll('note.changed', 'n_1'))
  await call('PATCH', '/note/n_ada', { title: 'Gone soon' })
  await call('DELETE', '/note/n_ada')
  assert.deepEqual((await told(30)).brief, [])
})

test('a corrected recording is one event for those who see the recording', async () => {
  await call('PATCH', '/recording/r_2', { title: 'Other part' })
  await call('PATCH', '/recording/r_2', { speakers: { 'Ada Moreau': 'Ada' } })
  const { brief, bodies } = await told(30)
  assert.deepEqual(brief, toAll('recording.changed', 'r_2'))
  const { to, ...body } = bodies.find((each) => each.to === 'ws_all')!
  assert.deepEqual(body, {
    event_type: 'recording.changed',
    id: 'r_2',
    note_id: 'n_1',
    title: 'Other part',
    ...shown,
    recording_start: '2026-01-05T09:00:10.000Z',
    recording_end: '2026-01-05T09:29:50.000Z',
    url: 'https://minutebook.test/recap/r_2',
    scope: 'workspace',
  })
})

test('an upload that succeeds is ready for those who see the recording; rewritten notes are a change of it', async () => {
  const segments = [{ speaker: 'Bo', text: 'I will send the deck.', start_time: 0, end_time: 3 }]
  const upload = { title: 'Recorded', transcript: { language_code: 'en', speech_segments: segments } }
  const { recording_id: alone } = await call('POST', '/recordings/upload', upload, keys.bo)
  assert.deepEqual((await told()).brief, [`wh_bo recording.ready ${alone}`, `ws_all recording.ready ${alone}`])
  const { recording_id: seen } = await call('POST', '/recordings/upload', { ...upload, event_guid: shown.event_id })
  assert.deepEqual((await told()).brief, toAll('recording.ready', seen))
  await call('POST', `/recording/${seen}/ai_notes`, {})
  assert.deepEqual((await told(31)).brief, [])
  assert.deepEqual((await told(30)).brief, toAll('recording.changed', seen))
})

test('who saw a recording learns that it was deleted, alone or with its note; the message quotes nothing', async () => {
  await call('DELETE', '/recording/r_2')
  const { brief, bodies } = await told()
  assert.deepEqual(brief, toAll('recording.deleted', 'r_2'))
  const { to, ...body } = bodies.find((each) => each.to === 'wh_bo')!
  assert.deepEqual(body, { event_type: 'recording.deleted', id: 'r_2', note_id: 'n_1' })
  await call('DELETE', '/note/n_1')
  assert.deepEqual((await told()).brief, toAll('recording.deleted', 'r_1'))
})

test('retention announces what it deletes', async () => {
  await call('PATCH', '/workspace', { retention_days: { everything: 1 } })
  await backgroundJobs(world.base)
    .find(({ name }) => name === 'apply-retention')!
    .run(null)
  const { brief } = await told()
  assert.deepEqual(brief, ['r_1', 'r_2'].flatMap((id) => all('recording.deleted', id)).sort())
})

test('a failed upload is told to who made it', async () => {
  // The upload of the world has no source, so it cannot go on.
  await backgroundJobs(world.base)
    .find(({ name }) => name === 'tidy-uploads')!
    .run(null)
  const { brief, bodies } = await told()
  assert.deepEqual(brief, ['wh_bo upload.failed r_bo', 'ws_all upload.failed r_bo'])
  assert.match(bodies[0].failure_reason, /upload it again$/)
  assert.deepEqual([bodies[0].title, bodies[0].user_id], ['New call', 'u_bo'])
})

test('a new share of a note or recording is told to who received it', async () => {
  await call('POST', '/note/n_ada/share', { user: 'u_bo' })
  const { brief, bodies } = await told()
  assert.deepEqual(brief, ['wh_bo note.shared n_ada', 'ws_all note.shared n_ada'])
  const { to, ...body } = bodies[0]
  assert.deepEqual(body, {
    event_type: 'note.shared',
    id: 'n_ada',
    recording_id: null,
    title: '100% of 𝒜da_s \\ plans',
    event_id: null,
    event_start: null,
    event_end: null,
    url: 'https://minutebook.test/note/n_ada',
    shared_by: { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
    shared_with: { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist' },
    can_edit: false,
  })
  await call('POST', '/note/n_ada/share', { user: 'u_bo', can_edit: true })
  await call('POST', '/series/se_w/share', { user: 'u_bo' })
  assert.deepEqual((await told()).brief, [])
  await call('POST', '/recording/r_1/share', { user: 'u_bo' })
  assert.deepEqual(
    (await told()).bodies.map(({ id, recording_id, url }) => [id, recording_id, url]),
    Array(2).fill(['n_1', 'r_1', 'https://minutebook.test/recap/r_1']),
  )
})

test('without anybody who names them, a write takes no statement more and writes nothing', async () => {
  const write = (title: string) => statementsOf(world.base, () => call('PATCH', '/note/n_1', { title }))
  await write('Warm')
  await load(webhooks)
  const awaited = await write('Awaited')
  await load(webhooks.filter(({ id }) => id === 'wh_unnamed'))
  const unawaited = await write('Not awaited')
  // The window, its job, and its announcement.
  assert.equal(awaited - unawaited, 3)
  assert.deepEqual(await world.db.selectFrom('change_holds').selectAll().execute(), [])
  assert.deepEqual((await told(30)).brief, [])
})
