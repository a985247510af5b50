/** Resumable uploads whose clients left: finished if all bytes have arrived, deleted after a day (decision 27). */
import assert from 'node:assert/strict'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { buildApi } from '../server/app/api.ts'
import { backgroundJobs } from '../server/app/worker.ts'
import { finishSession } from '../server/making/uploads/tus/finish-session.ts'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import { idOf, piece, tus, tusClient } from './support/tus-client.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'info' })
})
after(() => here[Symbol.asyncDispose]())

const { ask, create, send } = tusClient(() => here.world)

const tidy = () =>
  backgroundJobs(here.world.base)
    .find(({ name }) => name === 'tidy-uploads')!
    .run({})

test('a client that left after the last byte: the upload is finished at its next request, or by the hourly job', async () => {
  for (const wake of ['ask', 'hour']) {
    const url = (await create()).headers.location!
    // The last byte is on disk, and the process died before it answered.
    const { jobs } = here.world.base
    here.world.base.jobs = { send: () => Promise.reject(new Error('killed')) } as never
    const dying = await buildApi(here.world.base)
    const answer = await dying.api.inject({
      method: 'PATCH',
      url,
      payload: words,
      headers: { ...tus, ...piece, 'upload-offset': '0', 'x-api-key': keys.bo },
    })
    assert.equal(answer.statusCode, 500)
    await dying.close()
    here.world.base.jobs = jobs
    assert.equal((await here.world.get(`/api/v1/recordings/upload/${idOf(url)}`, keys.bo)).status, 404)
    if (wake === 'ask') assert.equal((await ask('HEAD', url)).headers['upload-offset'], String(words.length))
    else await tidy()
    await here.world.settle()
    assert.equal((await here.upload(idOf(url))).status, 'SUCCESS', wake)
  }
})

test('after a day an unfinished session is deleted with its bytes', async () => {
  const url = (await create()).headers.location!
  await send(url, 0, 'abc')
  here.world.advance({ hours: 23, minutes: 59 })
  await tidy()
  assert.equal((await ask('HEAD', url)).headers['upload-offset'], '3')
  here.world.advance({ minutes: 1 })
  assert.equal((await ask('HEAD', url)).status, 404)
  assert.equal((await send(url, 3, 'def')).status, 404)
  await tidy()
  assert(!(await here.files()).includes(idOf(url)))
  assert.deepEqual(await here.world.db.selectFrom('upload_sessions').select('recording_id').execute(), [])
})

test('a session that cannot be read does not stop the others', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(async () => (await create({ title: 'x' }, 5)).headers.location!))
  // A folder replaces its file: it cannot be read or removed, and its size is that of a complete upload.
  const broken = [idOf(made[0]!), idOf(made[3]!)].sort()
  for (const id of broken) {
    const place = join(here.world.base.media.uploadsFolder, id)
    await rm(place)
    await mkdir(place)
    await here.world.db
      .updateTable('upload_sessions')
      .set({ length: (await stat(place)).size })
      .where('recording_id', '=', id)
      .execute()
  }
  const left = () =>
    here.world.db.selectFrom('upload_sessions').select('recording_id').orderBy('recording_id').execute()
  const reported = () => here.world.logged.map((line) => JSON.parse(line)).filter(({ msg }) => /tidied/.test(msg))
  await tidy()
  assert.deepEqual(
    reported()
      .map(({ recordingId }) => recordingId)
      .sort(),
    broken,
  )
  here.world.advance({ days: 1 })
  await tidy()
  assert.deepEqual(
    (await left()).map(({ recording_id }) => recording_id),
    broken,
  )
  for (const id of broken) await rm(join(here.world.base.media.uploadsFolder, id), { recursive: true })
  await tidy()
  assert.deepEqual(await left(), [])
})

test('a complete upload that is refused leaves no copy in the store, however often it is tried', async () => {
  const url = (await create({ title: 'Call', channel_id: 'ch_eng' })).headers.location!
  const { db } = here.world
  const member = { workspace_id: 'ws_acme', channel_id: 'ch_eng', user_id: 'u_bo' }
  await db.deleteFrom('channel_members').where('user_id', '=', 'u_bo').execute()
  const before = await here.files()
  const refused = [(await send(url, 0, words)).status]
  for (let again = 0; again < 3; again++) refused.push((await ask('HEAD', url)).status)
  assert.deepEqual(refused, [400, 400, 400, 400])
  assert.deepEqual(await here.files(), before)
  await db.insertInto('channel_members').values(member).execute()
  assert.equal((await ask('DELETE', url)).status, 204)
})

test('an upload that was taken back while its last bytes arrived is not found', async () => {
  const id = idOf((await create()).headers.location!)
  const deps = { ...here.world.base, store: here.world.base.media }
  const isGone = () =>
    assert.rejects(finishSession(deps, { workspaceId: 'ws_acme', userId: 'u_bo' }, id), { status: 404 })
  await rm(join(deps.store.uploadsFolder, id))
  await isGone()
  await here.world.db.deleteFrom('upload_sessions').where('recording_id', '=', id).execute()
  await isGone()
})

test('an upload whose bytes are gone can be taken back, once; a complete one cannot', async () => {
  const url = (await create()).headers.location!
  await rm(join(here.world.base.media.uploadsFolder, idOf(url)))
  assert.deepEqual([(await ask('DELETE', url)).status, (await ask('DELETE', url)).status], [204, 404])
  const complete = (await create()).headers.location!
  await send(complete, 0, words)
  assert.equal((await ask('DELETE', complete)).status, 404)
  await here.world.settle()
})

test('58: a consent without its time was given when the upload began', async () => {
  const began = here.world.base.clock().toISOString()
  const url = (await create({ title: 'Call', consent: '{"text":"We record."}' })).headers.location!
  here.world.advance({ hours: 1 })
  await send(url, 0, words)
  const { facts } = await here.world.db
    .selectFrom('upload_sources')
    .select('facts')
    .where('recording_id', '=', idOf(url))
    .executeTakeFirstOrThrow()
  assert.equal(facts.consent?.at, began)
  await here.world.settle()
})

test('a person erased while the last part arrives: there is no upload, and nothing of it stays', async () => {
  const url = (await create()).headers.location!
  const serving = await buildApi(here.world.base)
  await serving.api.listen({ port: 0, host: '127.0.0.1' })
  const { readable, writable } = new TransformStream()
  const pieces = writable.getWriter()
  const answer = fetch(serving.api.listeningOrigin + url, {
    method: 'PATCH',
    body: readable,
    duplex: 'half',
    headers: { ...tus, ...piece, 'upload-offset': '0', 'x-api-key': keys.bo },
  } as RequestInit)
  await pieces.write(Buffer.from(words.slice(0, 9)))
  const file = join(here.world.base.media.uploadsFolder, idOf(url))
  while ((await stat(file)).size < 9) await setTimeout(10)
  assert.equal((await here.world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await here.world.settle()
  const kept = await here.files()
  await pieces.write(Buffer.from(words.slice(9)))
  await pieces.close()
  assert.equal((await answer).status, 404)
  await serving.close()
  assert.deepEqual(
    await here.files(),
    kept.filter((name) => name !== idOf(url)),
  )
})

test('of all this only the staged crash and the unreadable session were logged as errors', () => {
  const errors = here.world.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  const unexpected = errors.filter(({ msg, err }) => err.message !== 'killed' && !/tidied/.test(msg))
  assert.deepEqual(unexpected, [])
})
