/** Media with a world: exported, imported, and exported again as the same bytes. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fullWorld } from '../../../../test/support/full-world.ts'
import { type OpenLocation, openLocation as openMediaLocation } from '../../../../test/support/media-locations.ts'
import { openTestDatabase, secretKey, type TestDatabase } from '../../../../test/support/world-database.ts'
import { openMediaStore } from '../../../app/base.ts'
import { removeLeftovers } from '../../../meetings/recordings/media/leftovers.ts'
import { readConfig } from '../../../platform/context/config.ts'
import { exportWorld } from '../export/export-world.ts'
import { MediaFolder } from './media-folder.ts'

async function openLocation() {
  const home = await mkdtemp(join(tmpdir(), 'minutebook-world-'))
  const at = (name: string) => join(home, name)
  await mkdir(at('in'))
  await writeFile(join(at('in'), 'call'), 'the sound of a meeting')
  const locations = { one: await openMediaLocation(), two: await openMediaLocation() }
  const open = ({ settings }: OpenLocation) => openMediaStore(readConfig(settings))
  const stores = { one: await open(locations.one), two: await open(locations.two) }
  return {
    at,
    stores,
    folder: (name: string, store: keyof typeof stores = 'one') =>
      new MediaFolder(at(name), stores[store], { require: async () => {} }),
    stored: async (store: keyof typeof stores) => (await locations[store].files()).length,
    async [Symbol.asyncDispose]() {
      for (const location of Object.values(locations)) await location[Symbol.asyncDispose]()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function worldWith(media: object | null | undefined) {
  const world = fullWorld()
  Object.assign(world.workspaces[0]!.recordings[0]!, media !== undefined && { media })
  return world
}
/** The name of the only media file in the store. */
async function storedFile({ db }: TestDatabase): Promise<string> {
  return (await db.selectFrom('recording_media').select('file').executeTakeFirstOrThrow()).file
}

const call = { file: 'call', content_type: 'audio/mpeg', name: 'Weekly.mp3' }
const callHash = createHash('sha256').update('the sound of a meeting').digest('hex')

test('an exported folder is imported into an empty database and exports the same bytes', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  await database.load(worldWith(call), location.folder('in'))
  const text = await database.print('acme', true, location.folder('out'))
  assert.deepEqual(JSON.parse(text).workspaces[0].recordings[0].media, { ...call, file: callHash })
  assert.deepEqual(await readdir(location.at('out')), [callHash])
  await other.load(text, location.folder('out', 'two'))
  assert.equal(await other.print('acme', true, location.folder('out-2', 'two')), text)
  assert.deepEqual(
    await readFile(join(location.at('out-2'), callHash)),
    await readFile(join(location.at('in'), 'call')),
  )
  const again = await other.load(text, location.folder('out', 'two'))
  assert.deepEqual([again.created, again.updated, await location.stored('two')], [0, 0, 1])
})

test('an exported folder and its files are for their owner only', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  await database.load(worldWith(call), location.folder('in'))
  await database.print('acme', true, location.folder('out'))
  const modes = [location.at('out'), join(location.at('out'), callHash)].map(async (path) => (await lstat(path)).mode)
  assert.deepEqual(
    (await Promise.all(modes)).map((mode) => mode & 0o777),
    [0o700, 0o600],
  )
})

test('two workspaces with the same ids export into one folder, and no file is lost', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  await writeFile(join(location.at('in'), 'other'), 'the sound of another meeting')
  await database.load(worldWith(call), location.folder('in'))
  await other.load(worldWith({ ...call, file: 'other' }), location.folder('in', 'two'))
  const texts = [
    await database.print('acme', true, location.folder('out')),
    await other.print('acme', true, location.folder('out', 'two')),
  ]
  await using third = await openTestDatabase()
  for (const [index, text] of texts.entries()) {
    await third.empty()
    await third.load(text, location.folder('out'))
    assert.equal(await third.print('acme', true, location.folder(`out-${index}`)), text)
    const { file } = JSON.parse(text).workspaces[0].recordings[0].media
    const sound = index === 0 ? 'the sound of a meeting' : 'the sound of another meeting'
    assert.equal(await readFile(join(location.at(`out-${index}`), file), 'utf8'), sound)
  }
})

test('without a folder media are neither imported nor exported, and stored ones stay', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  await database.load(worldWith(call))
  assert.equal((await database.read()).recordings[0].media, undefined)
  await database.load(worldWith(call), location.folder('in'))
  assert.equal((await database.read()).recordings[0].media, undefined)
  await database.load(worldWith(undefined), location.folder('in'))
  await database.load(worldWith(null))
  assert.match(
    await database.print('acme', false, location.folder('out')),
    new RegExp(`"media":\\{"file":"${callHash}"`),
  )
})

test('other bytes or another name replace the media, null removes them, and unused files are removed', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  const load = async (media: object | null) => {
    const { updated } = await database.load(worldWith(media), location.folder('in'))
    await removeLeftovers(database.db, location.stores.one)
    return [updated, await location.stored('one')]
  }
  await load(call)
  assert.deepEqual(await load(call), [0, 1])
  assert.deepEqual(await load({ ...call, name: 'Other.mp3' }), [1, 1])
  await writeFile(join(location.at('in'), 'call'), 'another sound')
  assert.deepEqual(await load({ ...call, name: 'Other.mp3' }), [1, 1])
  assert.deepEqual(await load(null), [1, 0])
  assert.deepEqual(await load(null), [0, 0])
})

test('importing the same world with another store copies the media there and changes nothing else', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  await database.load(worldWith(call), location.folder('in'))
  const before = await database.print('acme', true, location.folder('out'))
  const { created, updated } = await database.load(before, location.folder('out', 'two'))
  assert.deepEqual([created, updated, await location.stored('two')], [0, 1, 1])
  assert.equal(await database.print('acme', true, location.folder('out-2', 'two')), before)
})

test('a missing file and a name outside the folder are errors with the path, and nothing is loaded', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  const load = (file: string) => database.load(worldWith({ ...call, file }), location.folder('in'))
  await assert.rejects(load('none'), /workspaces\[0\]\.recordings\[0\]\.media\.file: there is no plain file none/)
  await assert.rejects(load('../in/call'), /workspaces\[0\]\.recordings\[0\]\.media\.file/)
  await assert.rejects(database.read(), /no workspace/)
})

test('a link, a folder or a pipe in place of a file is an error with the path, without waiting', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  await writeFile(location.at('private'), 'of nobody else')
  await symlink(location.at('private'), join(location.at('in'), 'link'))
  await mkdir(join(location.at('in'), 'folder'))
  execFileSync('mkfifo', [join(location.at('in'), 'pipe')])
  for (const file of ['link', 'folder', 'pipe']) {
    const refused = new RegExp(`recordings\\[0\\]\\.media\\.file: there is no plain file ${file}`)
    await assert.rejects(database.load(worldWith({ ...call, file }), location.folder('in')), refused)
  }
  // Also if the bytes are the same as the stored ones.
  await database.load(worldWith(call), location.folder('in'))
  await rm(join(location.at('in'), 'call'))
  await writeFile(location.at('same'), 'the sound of a meeting')
  await symlink(location.at('same'), join(location.at('in'), 'call'))
  await assert.rejects(database.load(worldWith(call), location.folder('in')), /there is no plain file call/)
  assert.equal(await location.stored('one'), 1)
})

test('the target of a link in the folder is not written; the link is replaced', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  await database.load(worldWith(call), location.folder('in'))
  await mkdir(location.at('out'))
  await writeFile(location.at('victim'), 'untouched')
  const file = await storedFile(database)
  for (const name of [callHash, `${file}.part`]) await symlink(location.at('victim'), join(location.at('out'), name))
  await database.print('acme', false, location.folder('out'))
  assert.equal(await readFile(location.at('victim'), 'utf8'), 'untouched')
  assert((await lstat(join(location.at('out'), callHash))).isFile())
  await database.print('acme', false, location.folder('out'))
  assert.equal(await readFile(join(location.at('out'), callHash), 'utf8'), 'the sound of a meeting')
})

test('media that are deleted while an export runs are left out of it', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  await database.load(worldWith(call), location.folder('in'))
  const mediaFolder = location.folder('out')
  const pieces = exportWorld(database.db, { subdomain: 'acme', withSecrets: false, secretKey, mediaFolder })
  let text = (await pieces.next()).value as string
  await database.db.deleteFrom('recording_media').execute()
  await removeLeftovers(database.db, location.stores.one)
  for await (const piece of pieces) text += piece
  assert.equal(text, await database.print())
})

test('a missing stored file ends the export with an error that names recording and file', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  await database.load(worldWith(call), location.folder('in'))
  const file = await storedFile(database)
  await location.stores.one.remove([file])
  await assert.rejects(database.print('acme', false, location.folder('out')), {
    name: 'WorldError',
    message: `The media of recording r_1 are missing: the store has no file ${file}.`,
  })
})

test('29b: with zero-day retention no media are imported', async () => {
  await using location = await openLocation()
  await using database = await openTestDatabase()
  const world = worldWith(call)
  world.workspaces[0]!.retention = 'zero_day'
  await database.load(world, location.folder('in'))
  assert.equal(await location.stored('one'), 0)
})

test('a folder that cannot be created is an error at once', {
  skip: process.platform !== 'linux',
  timeout: 20_000,
}, async () => {
  await using location = await openLocation()
  const { file } = (await location.folder('in').take('call'))!
  const folder = new MediaFolder('/proc/no/such', location.stores.one, { require: async () => {} })
  await assert.rejects(folder.put(file), { code: 'ENOENT', path: '/proc/no' })
  // A file that stays open would crash the process when it is garbage-collected.
  const opened = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  assert(!opened.some((path) => path.endsWith(file)), 'the file of the store is closed')
})
