/** An upload under way is stopped (decision 72). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type MediaWorld, openMediaWorld, readAloud, words } from './support/media-world.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
after(() => here[Symbol.asyncDispose]())
beforeEach(() => {
  here.world.base.engines.transcriber = readAloud
  here.receiver.answering = (_, response) => response.end(words)
})

const own = 'Cancelled by the person who sent it'
const cancel = (id: string, key = keys.bo, headers = {}) =>
  here.world.post(`/api/v1/recordings/upload/${id}/cancel`, key, undefined, { headers })

/** Nothing of it is left: no file, no source, no recording, and no later job makes one. */
async function isGone(id: string, files: number): Promise<void> {
  await here.world.settle()
  const source = await here.world.db.selectFrom('upload_sources').select('recording_id').execute()
  assert.deepEqual([source, (await here.files()).length], [[], files])
  assert.equal((await here.world.get(`/api/v1/recording/${id}`, keys.bo)).status, 404)
  assert.equal((await here.upload(id)).status, 'FAILED')
}

test('before its job begins: FAILED with the sentence, and nothing is fetched', async () => {
  const [files, asked] = [(await here.files()).length, here.receiver.received.length]
  const id = await here.submit()
  const { status, body } = await cancel(id)
  assert.deepEqual([status, body.upload.status, body.upload.failure_reason], [200, 'FAILED', own])
  assert.equal(body.upload.progress, undefined)
  await isGone(id, files)
  assert.equal(here.receiver.received.length, asked)
})

test('while its media are fetched: the connection ends', async () => {
  const files = (await here.files()).length
  const [begun, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  here.receiver.answering = (_, response) => {
    response.write(words)
    response.on('close', () => closed.resolve())
    begun.resolve()
  }
  const id = await here.submit()
  const settled = here.world.settle()
  await begun.promise
  assert.equal((await cancel(id)).status, 200)
  await Promise.all([closed.promise, settled])
  await isGone(id, files)
})

test('while it is transcribed: the work is aborted, and its media go', async () => {
  const files = (await here.files()).length
  const begun = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  here.world.base.engines.transcriber = {
    transcribe: (_media, _hints, signal) => {
      begun.resolve()
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          aborted.resolve()
          reject(signal.reason)
        }),
      )
    },
  }
  const id = await here.submit()
  const settled = here.world.settle()
  await begun.promise
  assert.equal((await cancel(id)).status, 200)
  await Promise.all([aborted.promise, settled])
  await isGone(id, files)
})

test('while it waits for its next try, or for a transcription service', async () => {
  const files = (await here.files()).length
  here.receiver.answering = (_, response) => response.writeHead(503).end()
  const retried = await here.processed()
  assert.equal((await cancel(retried)).status, 200)
  here.receiver.answering = (_, response) => response.end(words)
  here.world.base.engines.transcriber = null
  const waiting = await here.processed({ may_wait: true })
  assert.equal((await here.upload(waiting)).progress.stage, 'waiting')
  assert.equal((await cancel(waiting)).status, 200)
  here.world.advance({ hours: 1 })
  await isGone(retried, files)
  await isGone(waiting, files)
})

test('one that has ended is a 409, and stays as it is', async () => {
  const done = await here.processed()
  const stopped = await here.submit()
  await cancel(stopped)
  const answer = failureBody('This upload has ended, and cannot be cancelled')
  for (const id of [done, stopped]) {
    const { status, body } = await cancel(id)
    assert.deepEqual([status, body], [409, answer])
  }
  assert.equal((await here.upload(done)).status, 'SUCCESS')
  assert.equal((await here.world.get(`/api/v1/recording/${done}`, keys.bo)).status, 200)
})

test('others do not know it; a super admin stops it as an administrator, and on behalf of its person as that person', async () => {
  const [first, second, third] = [await here.submit(), await here.submit(), await here.submit({}, keys.ada)]
  assert.equal((await cancel('r_none')).status, 404)
  assert.equal((await cancel(third)).status, 404)
  assert.equal((await here.upload(third, keys.ada)).status, 'PENDING')
  const byAdmin = await cancel(first, keys.ada)
  assert.equal(byAdmin.body.upload.failure_reason, 'Cancelled by an administrator')
  const acting = { 'x-on-behalf-of': 'u_bo', 'x-on-behalf-of-reason': 'asked' }
  const onBehalf = await cancel(second, keys.ada, acting)
  assert.deepEqual([onBehalf.status, onBehalf.body.upload?.failure_reason], [200, own])
  assert.equal((await cancel(third, keys.ada)).body.upload.failure_reason, own)
  const rows = await here.world.db
    .selectFrom('audit_log')
    .select(['user_id', 'on_behalf_of', 'details'])
    .where('action', '=', 'upload.cancel')
    .execute()
  const rowOf = (id: string) => rows.find(({ details }) => JSON.stringify(details).includes(id))
  const byId = (id: string) => [rowOf(id)?.user_id, rowOf(id)?.on_behalf_of]
  assert.deepEqual([first, second, third].map(byId), [
    ['u_ada', null],
    ['u_ada', 'u_bo'],
    ['u_ada', null],
  ])
})
