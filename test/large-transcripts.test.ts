/** Pages of recordings with their transcripts, which may have megabytes each. */
// In a third of the runs: its transcripts are long.
import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { request } from 'undici'
import { failureBody } from './support/failure-body.ts'
import { waitFor } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

const count = 9
const ids = Array.from({ length: count }, (_, index) => `r_${index + 1}`)
/** Newest first, as in lists; every third has no transcript. */
const transcriptOf = (id: string, workspace = 'large') => {
  const number = Number(id.slice(2))
  const speaker = `Ada of ${workspace} ${number} "\\ \ud83d\ude80 \u2028 </script>`
  const segment = { speaker, text: `Point ${number}.`, start_time: 0.25, end_time: number }
  return number % 3 === 0 ? null : { language_code: 'en', speech_segments: [segment] }
}

/** Two of them, so that the same ids are in both. */
const workspace = (name: string) => ({
  id: `ws_${name}`,
  subdomain: name,
  name,
  plan: 'enterprise',
  users: ['ada', 'bo'].map((id) => ({ id: `u_${id}`, email: `${id}@${name}.test`, full_name: id, admin: true })),
  api_keys: [
    { id: 'k_0', user: 'u_ada', name: 'own', secret: `mb_${name}` },
    { id: 'k_1', user: 'u_bo', name: 'all', secret: `mb_${name}_all`, super_admin: true },
  ],
  notes: ids.map((id) => ({ id: `n_${id}`, created_by: 'u_ada', title: 'Weekly', created_at: '2026-01-05T09:00:00Z' })),
  recordings: ids.map((id, index) => ({
    id,
    note: `n_${id}`,
    title: 'Weekly',
    created_at: `2026-01-05T09:00:${59 - index}Z`,
    transcript: transcriptOf(id, name),
  })),
})

let world: World
before(async () => {
  world = await openWorld({ LOG_LEVEL: 'info' })
  await world.load(workspace('large'), workspace('other'))
  await world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => world[Symbol.asyncDispose]())

test('each recording has its own transcript or null, whatever the size of the page', async () => {
  for (const page_size of [1, 4, 5, 8, 9, 50]) {
    const asked = { include: { transcript: true, media_url: true }, pagination: { page_size } }
    const { body, headers } = await world.post('/api/v1/recordings', 'mb_large', asked)
    assert.equal(body.page_info.cursor === null, page_size >= count)
    // A few are sent as one text, whose length is known.
    assert.equal('content-length' in headers, page_size <= 4)
    const expected = ids.slice(0, page_size).map((id) => ({ id, transcript: transcriptOf(id), media_url: null }))
    assert.deepEqual(
      body.data.map(({ id, transcript, media_url }: Record<string, unknown>) => ({ id, transcript, media_url })),
      expected,
    )
  }
  for (const id of ids) {
    const { recording } = (await world.get(`/api/v1/recording/${id}`, 'mb_large')).body
    assert.deepEqual([recording.id, recording.transcript], [id, transcriptOf(id)])
    const alone = await world.get(`/api/v1/recording/${id}/transcript`, 'mb_large')
    assert.deepEqual(alone.status === 404 ? null : alone.body, transcriptOf(id))
  }
  const { body } = await world.post('/api/v1/recordings', 'mb_other', { include: { transcript: true } })
  assert.deepEqual(body.data[0].transcript, transcriptOf(ids[0]!, 'other'))
  const none = { filters: { title: 'nothing' }, include: { transcript: true } }
  assert.deepEqual((await world.post('/api/v1/recordings', 'mb_large', none)).body.data, [])
})

const headers = { 'x-api-key': 'mb_large', 'content-type': 'application/json' }

/** Sends a request over a connection whose bytes the test reads later. */
const askForAll = (more: object = {}) =>
  request(`${world.api.api.listeningOrigin}/api/v1/recordings`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify({ include: { transcript: true } }),
  })

async function lengthen(): Promise<string> {
  const long = { speaker: 'Ada', text: 'on and on '.repeat(600_000), start_time: 0, end_time: 1 }
  const transcript = JSON.stringify({ language_code: 'en', speech_segments: [long] })
  await sql`update recordings set transcript = ${transcript}::json where workspace_id = 'ws_large'`.execute(world.db)
  return transcript
}

type Answer = { data: { id: string; transcript: object | null }[] }

test('transcripts are read from the database as the client reads them: those deleted in the meantime are not sent', async () => {
  const transcript = await lengthen()
  const answer = await askForAll()
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/json; charset=utf-8'])
  assert.equal((await world.delete(`/api/v1/recording/${ids.at(-1)}`, 'mb_large_all')).status, 200)
  const { data } = (await answer.body.json()) as Answer
  assert.deepEqual(data[0]!.transcript, JSON.parse(transcript))
  assert.deepEqual(
    data.map((recording) => [recording.id, recording.transcript !== null]),
    ids.map((id) => [id, id !== ids.at(-1)]),
  )
})

test('a person who is deactivated during an answer reads no more transcripts', async () => {
  const { users, api_keys, notes, recordings, ...rest } = workspace('large')
  const activate = (active: boolean) => world.load({ ...rest, users: users.map((user) => ({ ...user, active })) })
  const answer = await askForAll()
  await activate(false)
  const { data } = (await answer.body.json()) as Answer
  await activate(true)
  const read = data.filter(({ transcript }) => transcript !== null)
  assert(read.length > 0 && read.length < ids.length - 1, String(read.length))
})

test('a client that disconnects before the answer begins is not logged as an error', async () => {
  world.logged.length = 0
  const socket = connect((world.api.api.server.address() as AddressInfo).port, '127.0.0.1')
  const body = JSON.stringify({ include: { transcript: true } })
  const lines = ['POST /api/v1/recordings HTTP/1.1', 'host: x.test', 'x-api-key: mb_large_all', 'x-on-behalf-of: u_ada']
  socket.write([...lines, 'content-type: application/json', `content-length: ${body.length}`, '', body].join('\r\n'))
  const audited = async () =>
    (await sql<{ status: number }>`select status from audit_log where on_behalf_of = 'u_ada'`.execute(world.db)).rows
  await waitFor(async () => (await audited()).length > 0)
  socket.destroy()
  await waitFor(async () => (await audited())[0]!.status !== null)
  // Others are answered meanwhile, and after.
  for (let count = 0; count < 20; count++) await world.get('/api/v1/me', 'mb_large')
  assert.deepEqual(await audited(), [{ status: 200 }])
  const errors = world.logged.filter((line) => JSON.parse(line).level >= 50)
  assert.deepEqual(errors, [])
})

test('unreadable transcripts are an error, or end an answer that has begun, and the log says so', async () => {
  const answer = await askForAll()
  await sql`alter table recordings rename column transcript to lost`.execute(world.db)
  world.logged.length = 0
  await assert.rejects(answer.body.text(), { code: 'ECONNRESET' })
  assert.deepEqual(
    world.logged.map((line) => JSON.parse(line).msg),
    ['An answer was cut off'],
  )
  const { status, body } = await world.post('/api/v1/recordings', 'mb_large', { include: { transcript: true } })
  assert.deepEqual([status, body], [500, failureBody('Internal error')])
})
