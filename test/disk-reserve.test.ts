/** A disk that runs full: media is refused in time, and everything else goes on. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { MediaFolder } from '../server/keeping/world/format/media-folder.ts'
import { importWorld } from '../server/keeping/world/import/import-world.ts'
import { DiskReserve, diskFreeBytes } from '../server/platform/disk-reserve.ts'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import { tusClient } from './support/tus-client.ts'
import { refusal } from './support/webhook-world.ts'

const gib = 1_073_741_824
const sentence = 'There is too little free space on the server for media; try again later'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld({ UPLOAD_RETRY_DELAYS_SECONDS: '5' })
})
after(() => here[Symbol.asyncDispose]())

const { ask, create, send } = tusClient(() => here.world)

test('below the reserve no bytes of a file are accepted; at it, as many as fit', async () => {
  const { world } = here
  world.leaveFree(gib + words.length)
  const url = (await create()).headers.location!
  assert.deepEqual(refusal(await create({ title: 'x' }, words.length + 1)), [507, sentence])
  world.leaveFree(gib)
  assert.equal((await send(url, 0, words.slice(0, 10))).status, 204)
  assert.deepEqual((await world.get('/readyz')).body, { status: 'ready' })
  world.leaveFree(gib - 1)
  assert.deepEqual(refusal(await send(url, 10, words.slice(10))), [507, sentence])
  assert.equal((await ask('HEAD', url)).headers['upload-offset'], '10', 'what has arrived is kept')
  assert.deepEqual(refusal(await create()), [507, sentence])
  const { status, body } = await world.get('/readyz')
  assert.deepEqual([status, body.status], [200, 'ready'])
  assert.match(body.warnings[0], /^Media are refused: 1073741823 bytes are free in MEDIA_DIR, less than MIN_FREE_BYTES/)
  assert.match((await world.get('/metrics')).text, /^disk_free_bytes\{folder="MEDIA_DIR"\} 1073741823$/m)
  assert.equal((await world.post('/api/v1/note', keys.bo, { title: 'x' })).status, 201, 'the database goes on')
  world.leaveFree(2 * gib)
  assert.equal((await send(url, 10, words.slice(10))).status, 204)
})

test('fetched media wait for space as for any temporary error, and then fail with the sentence', async () => {
  const { world } = here
  const outcome = async (id: string) => {
    const { status, failure_reason } = await here.upload(id)
    return [status, failure_reason]
  }
  const files = (await here.files()).length
  world.leaveFree(0)
  const [first, second] = [await here.processed(), await here.processed()]
  assert.deepEqual(await outcome(first), ['PENDING', null])
  assert.equal((await here.files()).length, files)
  world.advance({ seconds: 5 })
  await world.settle()
  assert.deepEqual([await outcome(first), await outcome(second)], Array(2).fill(['FAILED', sentence]))
  const third = await here.processed()
  world.leaveFree(2 * gib)
  world.advance({ seconds: 5 })
  await world.settle()
  assert.deepEqual(await outcome(third), ['SUCCESS', null])
})

test('a world with media is refused as a whole, with the folder named', async () => {
  const { world } = here
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-in-'))
  await writeFile(join(folder, 'call'), words)
  const recordings = [{ id: 'r_1', note: 'n_1', title: 'Weekly', media: { file: 'call' } }]
  const workspaces = [{ id: 'ws_acme', subdomain: 'acme', name: 'Renamed', recordings }]
  const load = () =>
    importWorld(world.db, Readable.from([JSON.stringify({ version: 1, workspaces })]), {
      ...world.base,
      mediaFolder: new MediaFolder(folder, world.base.media, world.base.disk),
    })
  world.leaveFree(gib)
  await assert.rejects(load(), { message: `workspaces[0].recordings[0].media: t${sentence.slice(1)}` })
  assert.equal((await world.get('/api/v1/workspace', keys.bo)).body.workspace.name, 'Acme')
  world.leaveFree(2 * gib)
  await load()
  assert.equal((await world.get('/api/v1/workspace', keys.bo)).body.workspace.name, 'Renamed')
  await rm(folder, { recursive: true })
})

test('MIN_FREE_BYTES=0 refuses nothing', async () => {
  await using off = await openMediaWorld({ MIN_FREE_BYTES: '0' })
  off.world.leaveFree(0)
  assert.equal((await tusClient(() => off.world).create()).status, 201)
  assert.deepEqual((await off.world.get('/readyz')).body, { status: 'ready' })
})

test('a measured free space is valid for a second, and a missing folder is measured where it will be created', async () => {
  let looks = 0
  let now = 0
  const reserve = new DiskReserve({
    folders: { A: '/a', B: '/b' },
    minBytes: 1,
    freeBytes: async () => ++looks,
    clock: () => new Date(now),
  })
  await Promise.all([reserve.require(), reserve.require(), reserve.warning()])
  assert.equal(looks, 2)
  now = 999
  await reserve.require()
  assert.equal(looks, 2)
  now = 1_000
  await reserve.require()
  assert.equal(looks, 4)
  const there = await diskFreeBytes(tmpdir())
  assert(there > 0 && (await diskFreeBytes(join(tmpdir(), 'not', 'there', 'yet'))) > 0)
})

const run = promisify(execFile)

test('a disk that fills up in the middle of a file: 507, the received bytes are kept, and the upload continues', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-small-'))
  t.after(async () => {
    await run('umount', ['-l', folder]).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder])
  } catch {
    return t.skip('mounting is not allowed here')
  }
  await using small = await openMediaWorld({ MEDIA_DIR: folder, MIN_FREE_BYTES: '0' })
  const client = tusClient(() => small.world)
  const file = 'b'.repeat(1_500_000)
  const url = (await client.create({ title: 'x' }, file.length)).headers.location!
  assert.deepEqual(refusal(await client.send(url, 0, file)), [507, sentence])
  const offset = Number((await client.ask('HEAD', url)).headers['upload-offset'])
  assert(offset > 0 && offset < file.length, String(offset))
  assert((await statfs(folder)).bavail === 0)
  await run('mount', ['-o', 'remount,size=8m', folder])
  assert.equal((await client.send(url, offset, file.slice(offset))).status, 204)
})
