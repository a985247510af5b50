/** Media that travel beside a world: out, in, and out again the same to the byte. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fullWorld } from '../../../test/support/full-world.ts'
import { type OpenPlace, openPlace as openMediaPlace } from '../../../test/support/media-places.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/support/world-database.ts'
import { openMediaStore } from '../../base.ts'
import { readConfig } from '../../config.ts'
import { removeLeftovers } from '../../recordings/media/leftovers.ts'
import { MediaFolder } from './media-folder.ts'

async function openPlace() {
  const home = await mkdtemp(join(tmpdir(), 'minutebook-world-'))
  const at = (name: string) => join(home, name)
  await mkdir(at('in'))
  await writeFile(join(at('in'), 'call'), 'the sound of a meeting')
  const places = { one: await openMediaPlace(), two: await openMediaPlace() }
  const open = ({ settings }: OpenPlace) => openMediaStore(readConfig(settings))
  const stores = { one: await open(places.one), two: await open(places.two) }
  return {
    at,
    stores,
    folder: (name: string, store: keyof typeof stores = 'one') =>
      new MediaFolder(at(name), stores[store], { require: async () => {} }),
    stored: async (store: keyof typeof stores) => (await places[store].files()).length,
    async [Symbol.asyncDispose]() {
      for (const place of Object.values(places)) await place[Symbol.asyncDispose]()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function worldWith(media: object | null | undefined) {
  const world = fullWorld()
  Object.assign(world.workspaces[0]!.recordings[0]!, media !== undefined && { media })
  return world
}
/** The name in the store of the only file of media. */
async function storedFile({ db }: TestDatabase): Promise<string> {
  return (await db.selectFrom('recording_media').select('file').executeTakeFirstOrThrow()).file
}

const call = { file: 'call', content_type: 'audio/mpeg', name: 'Weekly.mp3' }
const callHash = createHash('sha256').update('the sound of a meeting').digest('hex')

test('a folder goes out, into an empty database, and comes out with the same bytes', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  await database.load(worldWith(call), place.folder('in'))
  const text = await database.print('acme', true, place.folder('out'))
  assert.deepEqual(JSON.parse(text).workspaces[0].recordings[0].media, { ...call, file: callHash })
  assert.deepEqual(await readdir(place.at('out')), [callHash])
  await other.load(text, place.folder('out', 'two'))
  assert.equal(await other.print('acme', true, place.folder('out-2', 'two')), text)
  assert.deepEqual(await readFile(join(place.at('out-2'), callHash)), await readFile(join(place.at('in'), 'call')))
  const again = await other.load(text, place.folder('out', 'two'))
  assert.deepEqual([again.created, again.updated, await place.stored('two')], [0, 0, 1])
})

test('two workspaces with the same ids go out into one folder, and no file is lost', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  await using other = await openTestDatabase()
  await writeFile(join(place.at('in'), 'other'), 'the sound of another meeting')
  await database.load(worldWith(call), place.folder('in'))
  await other.load(worldWith({ ...call, file: 'other' }), place.folder('in', 'two'))
  const texts = [
    await database.print('acme', true, place.folder('out')),
    await other.print('acme', true, place.folder('out', 'two')),
  ]
  await using third = await openTestDatabase()
  for (const [index, text] of texts.entries()) {
    await third.empty()
    await third.load(text, place.folder('out'))
    assert.equal(await third.print('acme', true, place.folder(`out-${index}`)), text)
    const { file } = JSON.parse(text).workspaces[0].recordings[0].media
    const sound = index === 0 ? 'the sound of a meeting' : 'the sound of another meeting'
    assert.equal(await readFile(join(place.at(`out-${index}`), file), 'utf8'), sound)
  }
})

test('without a folder media neither come nor go, and what is there stays', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  await database.load(worldWith(call))
  assert.equal((await database.read()).recordings[0].media, undefined)
  await database.load(worldWith(call), place.folder('in'))
  assert.equal((await database.read()).recordings[0].media, undefined)
  await database.load(worldWith(undefined), place.folder('in'))
  await database.load(worldWith(null))
  assert.match(await database.print('acme', false, place.folder('out')), new RegExp(`"media":\\{"file":"${callHash}"`))
})

test('other bytes or another name replace what was there; null removes it; the files go with it', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  const load = async (media: object | null) => {
    const { updated } = await database.load(worldWith(media), place.folder('in'))
    await removeLeftovers(database.db, place.stores.one)
    return [updated, await place.stored('one')]
  }
  await load(call)
  assert.deepEqual(await load(call), [0, 1])
  assert.deepEqual(await load({ ...call, name: 'Other.mp3' }), [1, 1])
  await writeFile(join(place.at('in'), 'call'), 'another sound')
  assert.deepEqual(await load({ ...call, name: 'Other.mp3' }), [1, 1])
  assert.deepEqual(await load(null), [1, 0])
  assert.deepEqual(await load(null), [0, 0])
})

test('the same world with another store brings the media there, and changes nothing else', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  await database.load(worldWith(call), place.folder('in'))
  const before = await database.print('acme', true, place.folder('out'))
  const { created, updated } = await database.load(before, place.folder('out', 'two'))
  assert.deepEqual([created, updated, await place.stored('two')], [0, 1, 1])
  assert.equal(await database.print('acme', true, place.folder('out-2', 'two')), before)
})

test('a missing file and a name that leads elsewhere are refused with the path, and nothing is loaded', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  const load = (file: string) => database.load(worldWith({ ...call, file }), place.folder('in'))
  await assert.rejects(load('none'), /workspaces\[0\]\.recordings\[0\]\.media\.file: there is no plain file none/)
  await assert.rejects(load('../in/call'), /workspaces\[0\]\.recordings\[0\]\.media\.file/)
  await assert.rejects(database.read(), /no workspace/)
})

test('a link, a folder and a pipe in place of a file are refused with the path, and not waited for', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  await writeFile(place.at('private'), 'of nobody else')
  await symlink(place.at('private'), join(place.at('in'), 'link'))
  await mkdir(join(place.at('in'), 'folder'))
  execFileSync('mkfifo', [join(place.at('in'), 'pipe')])
  for (const file of ['link', 'folder', 'pipe']) {
    const refused = new RegExp(`recordings\\[0\\]\\.media\\.file: there is no plain file ${file}`)
    await assert.rejects(database.load(worldWith({ ...call, file }), place.folder('in')), refused)
  }
  // Also where the bytes are those that are stored.
  await database.load(worldWith(call), place.folder('in'))
  await rm(join(place.at('in'), 'call'))
  await writeFile(place.at('same'), 'the sound of a meeting')
  await symlink(place.at('same'), join(place.at('in'), 'call'))
  await assert.rejects(database.load(worldWith(call), place.folder('in')), /there is no plain file call/)
  assert.equal(await place.stored('one'), 1)
})

test('what a link in the folder leads to is not written; the link is replaced', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  await database.load(worldWith(call), place.folder('in'))
  await mkdir(place.at('out'))
  await writeFile(place.at('victim'), 'untouched')
  const file = await storedFile(database)
  for (const name of [callHash, `${file}.part`]) await symlink(place.at('victim'), join(place.at('out'), name))
  await database.print('acme', false, place.folder('out'))
  assert.equal(await readFile(place.at('victim'), 'utf8'), 'untouched')
  assert((await lstat(join(place.at('out'), callHash))).isFile())
  await database.print('acme', false, place.folder('out'))
  assert.equal(await readFile(join(place.at('out'), callHash), 'utf8'), 'the sound of a meeting')
})

test('a stored file that is gone ends the export with a sentence that names recording and file', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  await database.load(worldWith(call), place.folder('in'))
  const file = await storedFile(database)
  await place.stores.one.remove([file])
  await assert.rejects(database.print('acme', false, place.folder('out')), {
    name: 'WorldError',
    message: `The media of recording r_1 are missing: the store has no file ${file}.`,
  })
})

test('29b: under zero-day retention none are taken in', async () => {
  await using place = await openPlace()
  await using database = await openTestDatabase()
  const world = worldWith(call)
  world.workspaces[0]!.retention = 'zero_day'
  await database.load(world, place.folder('in'))
  assert.equal(await place.stored('one'), 0)
})
