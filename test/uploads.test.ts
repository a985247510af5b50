/** Uploads: who sees them, their fields, and that they are no recordings before success (spec 2.4, 4.3; decision 28). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { failureBody } from './support/failure-body.ts'
import { idOf } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

const keys = { admin: 'mb_up_admin', ada: 'mb_up_ada', bo: 'mb_up_bo', cy: 'mb_up_cy', zoe: 'mb_up_zoe' }
const times = { created_at: '2026-01-06T10:00:00.007Z', updated_at: '2026-01-06T10:02:00.000Z' }

let world: World
before(async () => {
  world = await openWorld()
  await world.load(
    {
      id: 'ws_up',
      subdomain: 'up',
      name: 'Up',
      plan: 'enterprise',
      users: [
        { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true },
        { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' },
        { id: 'u_cy', email: 'cy@acme.test', full_name: 'Cy Okafor' },
      ],
      api_keys: [
        { id: 'k_admin', user: 'u_ada', name: 'ci', secret: keys.admin, super_admin: true },
        { id: 'k_ada', user: 'u_ada', name: 'own', secret: keys.ada },
        { id: 'k_bo', user: 'u_bo', name: 'own', secret: keys.bo },
        { id: 'k_cy', user: 'u_cy', name: 'own', secret: keys.cy },
      ],
      channels: [{ id: 'ch_1', title: 'One', members: ['u_ada', 'u_bo', 'u_cy'] }],
      events: [
        {
          guid: 'evt_1',
          title: 'Weekly',
          start: '2026-01-06T09:00:00Z',
          end: '2026-01-06T09:30:00Z',
          attendees: [{ email: 'ada@acme.test' }, { email: 'bo@acme.test' }],
        },
      ],
      notes: [{ ...times, id: 'n_1', event: 'evt_1', title: 'Weekly' }],
      recordings: [
        { ...times, id: 'r_done', note: 'n_1', title: 'Done', published_to: [{ channel: 'ch_1', by: 'u_ada' }] },
      ],
      uploads: [
        {
          ...times,
          recording_id: 'r_done',
          submitted_by: 'u_ada',
          title: 'Done',
          status: 'SUCCESS',
          event: 'evt_1',
          channel: 'ch_1',
        },
        {
          ...times,
          recording_id: 'r_wait',
          submitted_by: 'u_ada',
          title: 'Waits',
          status: 'PENDING',
          event: 'evt_1',
          channel: 'ch_1',
        },
        {
          ...times,
          recording_id: 'r_bad',
          submitted_by: 'u_bo',
          title: 'Bad "call"',
          status: 'FAILED',
          failure_reason: 'The media could not be read.',
        },
      ],
    },
    {
      id: 'ws_zeta',
      subdomain: 'zeta',
      name: 'Zeta',
      plan: 'enterprise',
      users: [{ id: 'u_ada', email: 'ada@acme.test', full_name: 'Zoe', admin: true }],
      api_keys: [{ id: 'k_admin', user: 'u_ada', name: 'ci', secret: keys.zoe, super_admin: true }],
      uploads: [{ recording_id: 'r_wait', submitted_by: 'u_ada', title: 'Theirs', status: 'FAILED', ...times }],
    },
  )
})
after(() => world[Symbol.asyncDispose]())

const get = async (id: string, key: string, headers = {}) =>
  world.get(`/api/v1/recordings/upload/${id}`, key, { headers })
const list = async (key: string, filters: object = {}, headers = {}) => {
  const { status, body } = await world.post('/api/v1/recordings/upload/list', key, { filters }, { headers })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['uploads'])
  return body.uploads.data
}

test('28: people see their own uploads, whoever sees the recording; a super admin sees all', async () => {
  const asBo = { 'x-on-behalf-of': 'u_bo' }
  const asAda = { 'x-on-behalf-of': 'u_ada' }
  const table: [who: string, key: string, headers: object, sees: string[]][] = [
    ['the uploader', keys.ada, {}, ['r_wait', 'r_done']],
    ['an attendee', keys.bo, {}, ['r_bad']],
    ['a member of the channel', keys.cy, {}, []],
    ['a super admin', keys.admin, {}, ['r_wait', 'r_done', 'r_bad']],
    ['a super admin as an attendee', keys.admin, asBo, ['r_bad']],
    ['a super admin as themself', keys.admin, asAda, ['r_wait', 'r_done']],
    ['a super admin of another workspace', keys.zoe, {}, ['r_wait']],
  ]
  for (const [who, key, headers, sees] of table) {
    assert.deepEqual((await list(key, {}, headers)).map(idOf), sees, who)
    for (const id of ['r_done', 'r_wait', 'r_bad', 'r_none', 'n_1']) {
      const { status, body } = await get(id, key, headers)
      assert.equal(status, sees.includes(id) ? 200 : 404, `${who} ${id}`)
      if (status === 404) assert.deepEqual(body, failureBody('Upload not found'))
    }
  }
  for (const key of [keys.bo, keys.cy]) {
    assert.equal((await world.get('/api/v1/recording/r_done', key)).status, 200, 'the recording is another matter')
  }
})

test('2.4: an upload in each status, alone and in the list', async () => {
  const expected = [
    { recording_id: 'r_wait', title: 'Waits', status: 'PENDING', failure_reason: null },
    { recording_id: 'r_done', title: 'Done', status: 'SUCCESS', failure_reason: null },
    { recording_id: 'r_bad', title: 'Bad "call"', status: 'FAILED', failure_reason: 'The media could not be read.' },
  ].map((upload) => ({ ...upload, ...times }))
  for (const upload of expected) {
    const { body } = await get(upload.recording_id, keys.admin)
    assert.deepEqual(body, { upload })
    assert.deepEqual(await list(keys.admin, { status: upload.status }), [upload])
  }
  assert.deepEqual(await list(keys.admin), expected)
  assert.equal((await get('r_wait', keys.zoe)).body.upload.title, 'Theirs')
})

test('28: before success no recording is listed, retrieved or deleted', async () => {
  for (const key of [keys.admin, keys.ada]) {
    const recordings = await world.post('/api/v1/recordings', key, {})
    assert.deepEqual(recordings.body.data.map(idOf), ['r_done'])
    const ofEvent = await world.post('/api/v1/recordings', key, { filters: { channel_id: 'ch_1' } })
    assert.deepEqual(ofEvent.body.data.map(idOf), ['r_done'])
    assert.deepEqual((await world.get('/api/v1/note/n_1', key)).body.note.recording_ids, ['r_done'])
    for (const id of ['r_wait', 'r_bad']) {
      const { status, body } = await world.get(`/api/v1/recording/${id}`, key)
      assert.deepEqual([status, body], [404, failureBody('Recording not found')], id)
    }
  }
  for (const id of ['r_wait', 'r_bad']) {
    const { status, body } = await world.delete(`/api/v1/recording/${id}`, keys.admin)
    assert.deepEqual([status, body], [404, failureBody('Recording not found')], id)
    assert.equal((await get(id, keys.admin)).status, 200, 'the upload is still there')
  }
  const log = await world.get('/api/v1/audit_log?filters={"action":"recording.delete"}', keys.admin)
  assert.deepEqual(log.body.data, [])
})

test('8, 28: `list` is a path and therefore never an id', async () => {
  const wrong: [method: string, path: string, allow: string][] = [
    ['GET', 'list', 'POST'],
    ['DELETE', 'list', 'POST'],
    ['POST', 'r_done', 'GET, HEAD'],
    ['DELETE', 'r_done', 'GET, HEAD'],
  ]
  for (const [method, path, allow] of wrong) {
    const answer = await world.request(method, `/api/v1/recordings/upload/${path}`, { key: keys.admin })
    assert.deepEqual([answer.status, answer.headers.allow], [405, allow], `${method} ${path}`)
  }
  const upload = { recording_id: 'list', submitted_by: 'u_ada', title: 'x', status: 'PENDING' }
  const workspace = { id: 'ws_up', subdomain: 'up', name: 'Up', uploads: [upload] }
  await assert.rejects(world.load(workspace), /uploads\[0\]\.recording_id/)
  assert.deepEqual((await list(keys.admin)).map(idOf), ['r_wait', 'r_done', 'r_bad'])
})

test('28: an upload whose source is not here ends with a reason; one with a source goes on', async () => {
  const { body } = await world.post('/api/v1/recordings/upload', keys.bo, {
    title: 'Goes on',
    transcript: { speech_segments: [{ text: 'Hello', start_time: 0, end_time: 1, speaker: 'Bo' }] },
  })
  const tidy = backgroundJobs(world.base).find(({ name }) => name === 'tidy-uploads')!
  await tidy.run({})
  const { upload } = (await get('r_wait', keys.admin)).body
  assert.deepEqual(
    [upload.status, upload.failure_reason],
    ['FAILED', 'The recording did not come along with this upload; upload it again'],
  )
  assert(upload.updated_at > times.updated_at)
  assert.notEqual((await get(body.recording_id, keys.admin)).body.upload.status, 'FAILED')
  assert.equal((await get('r_done', keys.admin)).body.upload.updated_at, times.updated_at)
})
