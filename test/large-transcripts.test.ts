/** Pages of recordings with their transcripts, which may have megabytes each. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { request } from 'undici'
import { openWorld, type World } from './world.ts'

const count = 9
const ids = Array.from({ length: count }, (_, index) => `r_${index + 1}`)
/** Newest first, as lists are; every third has none. */
const transcriptOf = (id: string) => {
  const number = Number(id.slice(2))
  const speaker = `Ada ${number} "\\ \ud83d\ude80 \u2028 </script>`
  const segment = { speaker, text: `Point ${number}.`, start_time: 0.25, end_time: number }
  return number % 3 === 0 ? null : { language_code: 'en', speech_segments: [segment] }
}

let world: World
before(async () => {
  world = await openWorld()
  await world.load({
    ...{ id: 'ws_large', subdomain: 'large', name: 'Large', plan: 'enterprise' },
    users: [{ id: 'u_0', email: 'ada@large.test', full_name: 'Ada', admin: true }],
    api_keys: [
      { id: 'k_0', user: 'u_0', name: 'own', secret: 'mb_large' },
      { id: 'k_1', user: 'u_0', name: 'all', secret: 'mb_large_all', super_admin: true },
    ],
    notes: ids.map((id) => ({ id: `n_${id}`, created_by: 'u_0', title: 'Weekly', created_at: '2026-01-05T09:00:00Z' })),
    recordings: ids.map((id, index) => ({
      ...{ id, note: `n_${id}`, title: 'Weekly', created_at: `2026-01-05T09:00:${59 - index}Z` },
      transcript: transcriptOf(id),
    })),
  })
  await world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => world[Symbol.asyncDispose]())

test('each recording has its own transcript or null, whatever the size of the page', async () => {
  for (const page_size of [1, 4, 5, 8, 9, 50]) {
    const asked = { include: { transcript: true, media_url: true }, pagination: { page_size } }
    const { body } = await world.post('/api/v1/recordings', 'mb_large', asked)
    assert.equal(body.page_info.cursor === null, page_size >= count)
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
  const none = { filters: { title: 'nothing' }, include: { transcript: true } }
  assert.deepEqual((await world.post('/api/v1/recordings', 'mb_large', none)).body.data, [])
})

/** Asks over a connection, and takes what has come when it is read. */
const askForAll = () =>
  request(`${world.api.api.listeningOrigin}/api/v1/recordings`, {
    ...{ method: 'POST', headers: { 'x-api-key': 'mb_large', 'content-type': 'application/json' } },
    body: JSON.stringify({ include: { transcript: true } }),
  })

test('transcripts leave as the reader takes them: what is deleted meanwhile is not read any more', async () => {
  const long = { speaker: 'Ada', text: 'on and on '.repeat(600_000), start_time: 0, end_time: 1 }
  const transcript = JSON.stringify({ language_code: 'en', speech_segments: [long] })
  await sql`update recordings set transcript = ${transcript}::json`.execute(world.db)
  const answer = await askForAll()
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/json; charset=utf-8'])
  assert.equal((await world.delete(`/api/v1/recording/${ids.at(-1)}`, 'mb_large_all')).status, 200)
  const { data } = (await answer.body.json()) as { data: { id: string; transcript: object | null }[] }
  assert.deepEqual(data[0]!.transcript, JSON.parse(transcript))
  assert.deepEqual(
    data.map((recording) => [recording.id, recording.transcript !== null]),
    ids.map((id) => [id, id !== ids.at(-1)]),
  )
})

test('transcripts that cannot be read are an error, or cut off an answer that has begun', async () => {
  const answer = await askForAll()
  await sql`alter table recordings rename column transcript to lost`.execute(world.db)
  await assert.rejects(answer.body.text(), { code: 'UND_ERR_SOCKET' })
  const { status, body } = await world.post('/api/v1/recordings', 'mb_large', { include: { transcript: true } })
  assert.deepEqual([status, body], [500, { message: 'Internal error' }])
})
