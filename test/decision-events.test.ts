/** The events of decisions, as each receiver may read them; and what happens to decisions of an erased person (decision 63). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
import { announceDecisionJob } from '../server/meetings/decisions/hold-decisions.ts'
import { acme, keys } from './support/acme.ts'
import { openAssistant, openListeningWorld } from './support/assistant.ts'
import { checkPayloads } from './support/payloads.ts'

const types = ['decision.made', 'decision.superseded']
const hook = (id: string, owner: string, more: object = {}) => ({ id, owner, url: `https://${id}.test/`, ...more })
const webhooks = [
  hook('wh_ada', 'u_ada', { enabled_events: types }),
  hook('wh_bo', 'u_bo', { enabled_events: types }),
  hook('wh_unnamed', 'u_ada'),
  hook('ws_all', 'u_ada', { scope: 'workspace', api_key: 'k_ada', enabled_events: types }),
]

let world: Awaited<ReturnType<typeof openListeningWorld>>
before(async () => {
  world = await openListeningWorld({ LOG_LEVEL: 'error' })
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.empty()
  const [first, ...others] = acme() as [object]
  await world.load({ ...first, webhooks }, ...others)
})

/** The bodies by receiver. */
async function told() {
  await world.settle()
  await checkPayloads(world.db)
  const rows = await world.db.deleteFrom('messages').returning(['webhook_id', 'event_type', 'body']).execute()
  return rows
    .filter(({ event_type }) => types.includes(event_type))
    .map(({ webhook_id, body }) => ({ to: webhook_id, ...JSON.parse(String(body)) }))
    .sort((one, other) => (`${one.to} ${one.event_type}` < `${other.to} ${other.event_type}` ? -1 : 1))
}
const briefly = (bodies: { to: string; event_type: string; id: string }[]) =>
  bodies.map(({ to, event_type, id }) => `${to} ${event_type} ${id}`)

async function write(body: object, key = keys.ada): Promise<{ id: string }> {
  const answer = await world.request('POST', '/api/v1/decision', {
    key,
    body: { note_id: 'n_1', text: 'Rent', ...body },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.decision
}

test('who sees a decision and names the type receives it as they read it, a workspace webhook whole', async () => {
  const decision = await write({ recording_id: 'r_1', quote: 'Good morning' })
  const bodies = await told()
  assert.deepEqual(
    briefly(bodies),
    ['wh_ada', 'wh_bo', 'ws_all'].sort().map((to) => `${to} decision.made ${decision.id}`),
  )
  const { to, event_type, ...body } = bodies.find((each) => each.to === 'wh_bo')!
  assert.deepEqual(body, decision)
  assert.equal(bodies.find((each) => each.to === 'ws_all')!.scope, 'workspace')
  await write({ note_id: 'n_ada' })
  assert.deepEqual(
    (await told()).map(({ to }) => to),
    ['wh_ada', 'ws_all'].sort(),
  )
})

test('one that is superseded by what a receiver may not see is told without it', async () => {
  const older = await write({ text: 'Old' })
  await told()
  const newer = await write({ note_id: 'n_bo', text: 'New', supersedes: [older.id] }, keys.bo)
  const bodies = await told()
  assert.deepEqual(briefly(bodies), [
    `wh_ada decision.superseded ${older.id}`,
    ...[`wh_bo decision.made ${newer.id}`, `wh_bo decision.superseded ${older.id}`],
    ...[`ws_all decision.made ${newer.id}`, `ws_all decision.superseded ${older.id}`],
  ])
  const superseded = (to: string) => bodies.find((each) => each.to === to && each.event_type === types[1])!
  assert.partialDeepStrictEqual(superseded('wh_ada'), { status: 'superseded', superseded_by: null })
  assert.equal(superseded('wh_bo').superseded_by, newer.id)
  assert.equal(superseded('ws_all').superseded_by, newer.id)
})

test('26: one typed into an agenda is told when it has words and nobody changed it for 30 s, and only once', async () => {
  const agenda = '::agenda{version=1}\n\n::decision[Rent it]{#dec_1}\n'
  const send = (text: string) =>
    world.request('POST', '/api/v1/note/n_ada/agenda', { key: keys.ada, body: { content_native_markdown: text } })
  assert.equal((await send(agenda.replace('Rent it', ''))).status, 200)
  const rewrite = async (from: string, to: string) => {
    const { body } = await world.request('GET', '/api/v1/note/n_ada', { key: keys.ada })
    assert.equal((await send(body.note.content_native_markdown.replace(from, to))).status, 200)
  }
  const toldLater = async (seconds: number) => {
    world.advance({ seconds })
    return (await told()).map(({ to, text }) => [to, text])
  }
  assert.deepEqual(await toldLater(31), [])
  await rewrite('[]', '[Rent]')
  assert.deepEqual(await toldLater(20), [])
  await rewrite('[Rent]', '[Rent it]')
  assert.deepEqual(await toldLater(20), [])
  assert.deepEqual(await toldLater(11), [
    ['wh_ada', 'Rent it'],
    ['ws_all', 'Rent it'],
  ])
  await rewrite('Rent it', 'Rent both')
  assert.deepEqual(await toldLater(31), [])
  assert.equal((await send('::agenda{version=1}\n\n::decision[]{#dec_2}\n')).status, 200)
  const { body } = await world.request('GET', '/api/v1/note/n_ada', { key: keys.ada })
  const [, id] = /#(dec_\w+)/.exec(body.note.content_native_markdown)!
  const worded = { key: keys.ada, body: { text: 'Paint it' } }
  assert.equal((await world.request('PATCH', `/api/v1/decision/${id}`, worded)).status, 200)
  assert.deepEqual(await toldLater(31), [
    ['wh_ada', 'Paint it'],
    ['ws_all', 'Paint it'],
  ])
  assert.deepEqual(await world.db.selectFrom('change_holds').selectAll().execute(), [])
})

test('one typed into an agenda and withdrawn is told when it stands again for 30 s; nothing is left of one that is deleted', async () => {
  const typed = (words: string, state = '') => {
    const body = { content_native_markdown: `::agenda{version=1}\n\n::decision[${words}]${state}\n` }
    return world.request('POST', '/api/v1/note/n_ada/agenda', { key: keys.ada, body })
  }
  const only = async () => (await world.db.selectFrom('decisions').select('id').executeTakeFirstOrThrow()).id
  const change = (id: string, status: string) =>
    world.request('PATCH', `/api/v1/decision/${id}`, { key: keys.ada, body: { status } })
  const toldLater = async (seconds: number) => {
    world.advance({ seconds })
    return (await told()).map(({ to, text }) => [to, text])
  }
  await typed('Rent it')
  const id = await only()
  await change(id, 'withdrawn')
  assert.deepEqual(await toldLater(31), [])
  await change(id, 'stands')
  const both = ['wh_ada', 'ws_all'].map((to) => [to, 'Rent it'])
  assert.deepEqual(await toldLater(31), both)
  await change(id, 'withdrawn')
  await change(id, 'stands')
  assert.deepEqual(await toldLater(31), [])
  await typed('Paint it', '{status=withdrawn}')
  assert.deepEqual(await toldLater(31), [])
  await typed('Paint it', `{#${await only()}}`)
  assert.deepEqual(
    await toldLater(31),
    ['wh_ada', 'ws_all'].map((to) => [to, 'Paint it']),
  )
  await typed('Sell it', '{status=withdrawn}')
  assert.deepEqual(await toldLater(31), [])
  await world.request('DELETE', '/api/v1/note/n_ada', { key: keys.ada })
  assert.deepEqual(await world.db.selectFrom('change_holds').selectAll().where('kind', '=', 'decision').execute(), [])
})

test('one typed into an agenda is told by its job, although the clock of the worker is behind', async () => {
  const body = { content_native_markdown: '::agenda{version=1}\n\n::decision[Rent it]\n' }
  const answer = await world.request('POST', '/api/v1/note/n_ada/agenda', { key: keys.ada, body })
  assert.equal(answer.status, 200)
  const { rows } = await sql<{ data: object }>`
    delete from pgboss.job where name = ${announceDecisionJob} returning data`.execute(world.db)
  assert.equal(rows.length, 1)
  // PostgreSQL's clock starts the job.
  await backgroundJobs(world.base)
    .find(({ name }) => name === announceDecisionJob)!
    .run(rows[0]!.data)
  assert.deepEqual(
    (await told()).map(({ to, text }) => [to, text]),
    [
      ['wh_ada', 'Rent it'],
      ['ws_all', 'Rent it'],
    ],
  )
})

test('a successor that stands again is told again', async () => {
  const older = await write({ text: 'Old' })
  const newer = await write({ text: 'New', supersedes: [older.id] })
  const change = (body: object) => world.request('PATCH', `/api/v1/decision/${newer.id}`, { key: keys.ada, body })
  await told()
  await change({ status: 'withdrawn' })
  assert.deepEqual(await told(), [])
  await change({ status: 'stands' })
  const bodies = await told()
  const receivers = ['wh_ada', 'wh_bo', 'ws_all']
  assert.deepEqual(
    briefly(bodies),
    receivers.map((to) => `${to} decision.superseded ${older.id}`),
  )
})

test('no event quotes another recap', async () => {
  const quoted = await write({ recording_id: 'r_1', quote: 'Good morning' })
  const agenda = { content_native_markdown: '::agenda{version=1}\n\n::decision[Rent it]\n' }
  assert.equal((await world.post('/api/v1/note/n_ada/agenda', keys.ada, agenda)).status, 200)
  await told()
  await sql`insert into decision_proposals (workspace_id, newer, older, kind)
    select workspace_id, id, ${quoted.id}, 'repeats' from decisions where note_id = 'n_ada'`.execute(world.db)
  world.advance({ seconds: 31 })
  const bodies = await told()
  assert(bodies.length > 0)
  for (const { proposals } of bodies) assert.deepEqual(proposals, [{ id: quoted.id, kind: 'repeats', quote: null }])
})

test('one written by the API stands in the agenda, and is read, changed and removed there', async () => {
  const { id } = await write({ note_id: 'n_ada', text: 'Rent it' })
  const read = async () =>
    (await world.request('GET', '/api/v1/note/n_ada', { key: keys.ada })).body.note.content_native_markdown as string
  assert.match(await read(), new RegExp(`^::decision\\[Rent it\\]\\{#${id}\\}$`, 'm'))
  await world.request('PATCH', `/api/v1/decision/${id}`, { key: keys.ada, body: { status: 'withdrawn' } })
  assert.match(await read(), /status=withdrawn/)
  assert.equal((await world.request('DELETE', `/api/v1/decision/${id}`, { key: keys.ada })).status, 200)
  assert.doesNotMatch(await read(), /decision/)
  const ofRecap = await write({ recording_id: 'r_1' })
  const note = await world.request('GET', '/api/v1/note/n_1', { key: keys.ada })
  assert.doesNotMatch(note.body.note.content_native_markdown, /decision/)
  assert.equal((await world.request('GET', `/api/v1/decision/${ofRecap.id}`, { key: keys.bo })).status, 200)
})

test('an assistant lists what its person may see, with what still stands', async () => {
  const older = await write({ text: 'Old' })
  const newer = await write({ text: 'New', supersedes: [older.id] })
  await write({ note_id: 'n_ada', text: 'Not for Bo' })
  await using bo = await openAssistant(world.url, { 'x-api-key': keys.bo })
  const { decisions } = await bo.read('list_decisions', {})
  const shown = decisions.map(({ id, text, status, superseded_by }: Record<string, string>) => {
    return { id, text, status, superseded_by }
  })
  assert.deepEqual(
    shown.toSorted((a: { text: string }, b: { text: string }) => (a.text < b.text ? -1 : 1)),
    [
      { id: newer.id, text: '⟦New⟧', status: 'stands', superseded_by: null },
      { id: older.id, text: '⟦Old⟧', status: 'superseded', superseded_by: newer.id },
    ],
  )
  assert.deepEqual((await bo.read('list_decisions', { query: 'bo' })).decisions, [])
})

test('44: a search finds decisions by their words, for who sees them, at once after a change', async () => {
  const ofRecap = await write({ recording_id: 'r_1', text: 'Rent the grand ballroom', quote: 'Good morning' })
  const ofNote = await write({ note_id: 'n_ada', text: 'Paint the ballroom' })
  const search = async (key: string, filters = {}) => {
    const body = { query: 'ballroom', filters: { kinds: ['decision'], ...filters } }
    const answer = await world.request('POST', '/api/v1/search', { key, body })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  assert.deepEqual((await search(keys.ada)).map(idOf).sort(), [ofRecap.id, ofNote.id].sort())
  const [hit, ...others] = await search(keys.bo)
  assert.deepEqual(others, [])
  assert.partialDeepStrictEqual(hit, {
    kind: 'decision',
    decision_id: ofRecap.id,
    action_item_id: null,
    note_id: 'n_1',
    recording_id: 'r_1',
    title: 'Weekly 5 Jan',
  })
  assert.deepEqual((await search(keys.ada, { recording_id: 'r_1' })).map(idOf), [ofRecap.id])
  assert.deepEqual((await search(keys.ada, { channel_id: 'ch_eng' })).map(idOf), [ofRecap.id])
  assert.deepEqual((await search(keys.ada, { note_id: 'n_ada' })).map(idOf), [ofNote.id])
  await world.request('PATCH', `/api/v1/decision/${ofRecap.id}`, { key: keys.ada, body: { text: 'Rent nothing' } })
  await world.request('PATCH', `/api/v1/decision/${ofNote.id}`, { key: keys.ada, body: { status: 'withdrawn' } })
  await world.request('DELETE', `/api/v1/decision/${ofNote.id}`, { key: keys.ada })
  assert.deepEqual(await search(keys.ada), [])
})

const idOf = ({ decision_id }: { decision_id: string }) => decision_id
