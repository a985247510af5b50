/**
 * The limits of uploads per person and media per workspace: at, below and above, alone and at once (decision 29c on
 * people and keys).
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'
import { idOf, piece, tusClient } from './support/tus-client.ts'
import { refusal } from './support/webhook-world.ts'

const most = 10_000
const bytes = (count: number) => 'a'.repeat(count)

let here: MediaWorld
before(async () => {
  here = await openMediaWorld({
    MEDIA_MAX_BYTES: '4096',
    MAX_OPEN_UPLOADS_PER_PERSON: '3',
    UPLOAD_RETRY_DELAYS_SECONDS: '5',
    MAX_MEDIA_BYTES_PER_WORKSPACE: String(most),
  })
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['upload_sessions', 'recordings', 'uploads'] as const) await db.deleteFrom(table).execute()
  assert.equal(await used(), 0)
})
after(() => here[Symbol.asyncDispose]())

const { ask, create, send } = tusClient(() => here.world)

const usage = async (key = keys.bo) => (await here.world.get('/api/v1/workspace', key)).body.usage
const used = async () => (await usage()).media_bytes
const tooMany = [
  409,
  'You have 3 unfinished uploads, and a person may have 3 (MAX_OPEN_UPLOADS_PER_PERSON); finish one or take it back first',
]
const full = (inUse: number, more: number) =>
  `The media of this workspace may take ${most} bytes (MAX_MEDIA_BYTES_PER_WORKSPACE); ${inUse} are used, and ${more} more do not fit`

test('a person’s unfinished uploads are limited: a finished, cancelled or expired one allows another', async () => {
  const urls: string[] = []
  for (let number = 0; number < 3; number++) urls.push((await create({ title: 'x' }, 10)).headers.location!)
  assert.deepEqual(refusal(await create({ title: 'x' }, 10)), tooMany)
  assert.equal((await create({ title: 'x' }, 10, keys.ada)).status, 201, 'others have their own')
  assert.equal((await send(urls[0]!, 0, bytes(10))).status, 204)
  assert.equal((await create({ title: 'x' }, 10)).status, 201)
  assert.deepEqual(refusal(await create({ title: 'x' }, 10)), tooMany)
  await ask('DELETE', urls[1]!)
  assert.equal((await create({ title: 'x' }, 10)).status, 201)
  assert.deepEqual([(await usage()).open_uploads, (await usage(keys.ada)).open_uploads], [3, 1])
  here.world.advance({ days: 1 })
  assert.equal((await create({ title: 'x' }, 10)).status, 201)
})

test('concurrent uploads cannot exceed either limit together', async () => {
  const made = async (length: number) => {
    const answers = await Promise.all([...Array(8).keys()].map(() => create({ title: 'x' }, length)))
    return answers.filter(({ status }) => status === 201).length
  }
  const files = (await here.files()).length
  assert.equal(await made(10), 3)
  await here.world.db.deleteFrom('upload_sessions').execute()
  assert.equal(await made(4_000), 2)
  assert.equal((await here.files()).length, files + 5, 'what is refused leaves no file')
})

test('a workspace’s media: stored files, uploads in processing, and the declared sizes of unfinished uploads', async () => {
  const first = (await create({ title: 'x' }, 4_000)).headers.location!
  assert.equal(await used(), 4_000)
  await send(first, 0, bytes(4_000))
  assert.equal(await used(), 4_000, 'while it is processed')
  await here.world.settle()
  assert.equal(await used(), 4_000, 'as the media of a recording')
  assert.equal((await create({ title: 'x' }, 4_000, keys.ada)).status, 201)
  assert.deepEqual(refusal(await create({ title: 'x' }, 2_001)), [409, full(8_000, 2_001)])
  const last = await create({ title: 'x' }, 2_000)
  assert.equal(last.status, 201, 'at the limit')
  assert.deepEqual(refusal(await create({ title: 'x' }, 1, keys.ada)), [409, full(10_000, 1)])
  assert.deepEqual((await usage()).media_bytes_limit, most)
  assert.equal((await create({ title: 'x' }, 4_000, keys.zoe)).status, 201, 'other workspaces have their own')
  await here.world.delete(`/api/v1/recording/${idOf(first)}`, keys.ada)
  assert.equal(await used(), 6_000)
})

test('an upload without a declared length counts as the longest until it declares one', async () => {
  const defer = { 'upload-defer-length': '1', 'upload-metadata': 'title eA==' }
  const url = (await ask('POST', '/api/v1/recordings/upload/tus', defer)).headers.location!
  assert.equal(await used(), 4_096)
  assert.equal((await ask('POST', '/api/v1/recordings/upload/tus', defer)).status, 201)
  assert.deepEqual(refusal(await ask('POST', '/api/v1/recordings/upload/tus', defer)), [409, full(8_192, 4_096)])
  const rest = { ...piece, 'upload-offset': '0', 'upload-length': '5' }
  assert.equal((await ask('PATCH', url, rest, { body: 'abc' })).status, 204)
  assert.equal(await used(), 4_101)
})

const outcome = async (id: string) => {
  const { status, failure_reason } = await here.upload(id)
  return [status, failure_reason]
}

test('fetched media: a declared length is checked before the first byte is stored', async () => {
  const asked = async (length: number) => {
    here.receiver.answering = (_, response) => response.writeHead(200, { 'content-length': length }).end(bytes(length))
    return outcome(await here.processed())
  }
  assert.deepEqual(await asked(4_000), ['SUCCESS', null])
  assert.deepEqual(await asked(4_000), ['SUCCESS', null])
  const files = (await here.files()).length
  let sent = 0
  here.receiver.answering = (_, response) => {
    response.writeHead(200, { 'content-length': 2_001 }).write(bytes(1))
    sent++
    // The rest never comes: a reader that waits for it would not finish.
  }
  const id = await here.processed()
  assert.deepEqual(await outcome(id), ['FAILED', full(8_000, 2_001)])
  assert.deepEqual([sent, (await here.files()).length, await used()], [1, files, 8_000])
  assert.deepEqual(await asked(2_000), ['SUCCESS', null], 'at the limit')
  assert.equal(await used(), most)
})

test('media without a length are refused as soon as they exceed the limit, and leave nothing', async () => {
  const asked = async (length: number) => {
    here.receiver.answering = (_, response) => {
      response.writeHead(200)
      for (let sent = 0; sent < length; sent += 500) response.write(bytes(500))
      response.end()
    }
    return outcome(await here.processed())
  }
  assert.deepEqual(await asked(4_000), ['SUCCESS', null])
  assert.deepEqual(await asked(3_000), ['SUCCESS', null])
  const files = (await here.files()).length
  const [status, reason] = await asked(3_500)
  assert.equal(status, 'FAILED')
  assert.match(reason, /; 7000 are used, and \d+ more do not fit$/)
  assert.deepEqual([(await here.files()).length, await used()], [files, 7_000])
  assert.deepEqual(await asked(3_000), ['SUCCESS', null], 'at the limit')
})

test('media fetched at once cannot exceed the limit together', async () => {
  here.receiver.answering = (_, response) => response.writeHead(200, { 'content-length': 3_000 }).end(bytes(3_000))
  const ids = await Promise.all([...Array(6).keys()].map(() => here.submit()))
  const process = backgroundJobs(here.world.base).find(({ name }) => name === 'process-upload')!
  await Promise.all(ids.map((recording_id) => process.run({ workspace_id: 'ws_acme', recording_id })))
  await here.world.settle()
  const outcomes = await Promise.all(ids.map(outcome))
  assert.equal(outcomes.filter(([status]) => status === 'SUCCESS').length, 3)
  assert.equal(await used(), 9_000)
})

test('the sum of media is right whatever happens to the rows', async () => {
  const { db } = here.world
  here.receiver.answering = (_, response) => response.end(bytes(1_000))
  const ids = [await here.processed(), await here.processed(), await here.processed()]
  assert.equal(await used(), 3_000)
  await db.updateTable('recording_media').set({ media_bytes: 7 }).where('recording_id', '=', ids[0]!).execute()
  assert.equal(await used(), 2_007)
  await here.submit()
  await db.updateTable('upload_sources').set({ media_bytes: 500 }).execute()
  assert.equal(await used(), 2_507)
  await db.updateTable('upload_sources').set({ media_bytes: null }).execute()
  await db.deleteFrom('recording_media').where('recording_id', '!=', ids[0]!).execute()
  assert.equal(await used(), 7)
})
