/** Models that administrators install and remove where the operator lets them (MODELS_FROM_CONSOLE), with files of a server here. */
// In a third of the runs: it installs models.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hasOthers, noteHourly, noteInstallation } from '../server/making/engines/local/models/installations.ts'
import { want } from '../server/making/engines/local/models/wanted.ts'
import { keyIdOf } from '../server/platform/secrets.ts'
import { acme, keys } from './support/acme.ts'
import type { Peculiar } from './support/model-host.ts'
import { smallModels, useSmallModels } from './support/small-models.ts'
import { waitFor } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-installer-'))
})
after(() => rm(folder, { recursive: true }))

async function openWith(MODELS_FROM_CONSOLE: string, name: string) {
  const world = await openWorld({ MODELS_DIR: join(folder, name), MODELS_FROM_CONSOLE }, { anew: true })
  await world.load(...acme())
  return world
}

const list = async (world: World) => (await world.get('/api/v1/models', keys.ada)).body
const add = (world: World, name: string, key = keys.ada) => world.post('/api/v1/models/add', key, { name })
const cancel = (world: World, key = keys.ada) => world.post('/api/v1/models/cancel', key)
const remove = (world: World, name: string, key = keys.ada) => world.post('/api/v1/models/remove', key, { name })
const isOver = (world: World) => waitFor(async () => (await list(world)).installing === null)
const installed = async (world: World) =>
  (await list(world)).models.flatMap((model: { name: string; installed: boolean }) =>
    model.installed ? [model.name] : [],
  )
const audited = async (world: World) =>
  (await world.db.selectFrom('audit_log').selectAll().orderBy('at').orderBy('id').execute())
    .filter(({ action }) => action.startsWith('model.'))
    .map(({ action, user_id, status, details }) => [action, user_id, status, details])

/** The model for words comes in two parts; the second one when it is let go. The detector comes before it. */
function inTwoParts(first = 100_000) {
  const { promise: letGo, resolve: go } = Promise.withResolvers<void>()
  let answers = 0
  const peculiar: Peculiar = (_, response, { path, bytes, etag }) => {
    if (!path.startsWith('/parakeet') || answers++ > 0) return false
    response.writeHead(200, { 'content-length': bytes.length, etag })
    response.write(bytes.subarray(0, first))
    void letGo.then(() => response.end(bytes.subarray(first)))
    return true
  }
  const hasFirst = (world: World) => waitFor(async () => first <= ((await list(world)).installing?.bytes ?? 0))
  return { peculiar, go, hasFirst }
}

test('without MODELS_FROM_CONSOLE it is listed, and a change is a 403 with the command', async () => {
  await using world = await openWith('off', 'off')
  await using _ = await useSmallModels(world)
  const { from_console, installing, failed, sets, models } = await list(world)
  assert.deepEqual([from_console, installing, failed], [false, null, null])
  const small = sets.find(({ name }: { name: string }) => name === 'speech-small')
  assert.deepEqual(
    [small.command, small.download_bytes, small.disk_bytes, small.installed, small.licences],
    ['npx --no minutebook models add speech-small', 302_000, 302_000, false, ['MIT']],
  )
  assert.equal(models.length, 2)
  for (const [answer, command] of [
    [await add(world, 'speech-small'), 'add speech-small'],
    [await cancel(world), 'list'],
    [await remove(world, 'silero-vad'), 'remove silero-vad'],
  ] as const) {
    assert.equal(answer.status, 403)
    assert(answer.body.message.includes(`npx --no minutebook models ${command} `), answer.text)
  }
  assert.deepEqual(await audited(world), [])
})

test('only super admins, also where administrators may', async () => {
  await using world = await openWith('on', 'members')
  await using _ = await useSmallModels(world)
  for (const answer of [
    await world.get('/api/v1/models', keys.bo),
    await add(world, 'speech-small', keys.bo),
    await cancel(world, keys.bo),
    await remove(world, 'silero-vad', keys.bo),
  ])
    assert.equal(answer.status, 403)
  assert.equal((await list(world)).installing, null)
})

test('an installation runs in the background, one at a time, and counts at once; so does a removal', async () => {
  await using world = await openWith('on', 'good')
  const parts = inTwoParts()
  await using small = await useSmallModels(world, parts.peculiar)
  const begun = await add(world, 'speech-small')
  assert.equal(begun.status, 202, begun.text)
  assert.deepEqual([begun.body.installing.name, begun.body.installing.of], ['speech-small', 302_000])
  await parts.hasFirst(world)
  const { model, stage } = (await list(world)).installing
  assert.deepEqual([model, stage], ['parakeet-tdt-110m.en', 'downloading'])
  const second = await add(world, 'parakeet-tdt-110m.en')
  assert.deepEqual(
    [second.status, second.body.message],
    [409, 'speech-small is being installed; only one is at a time'],
  )
  parts.go()
  await isOver(world)
  assert.deepEqual(await installed(world), ['parakeet-tdt-110m.en', 'silero-vad'])
  const { sets } = await list(world)
  assert.equal(sets.find(({ name }: { name: string }) => name === 'speech-small').installed, true)
  const engines = async () => (await world.get('/api/v1/engines', keys.bo)).body.transcription?.model ?? null
  assert.equal(await engines(), 'parakeet-tdt-110m.en')
  assert.deepEqual(
    small.host.requests.map(({ path }) => path),
    ['/silero-vad.onnx', '/parakeet-tdt-110m.en.onnx'],
    'words last, so that nothing is transcribed without the other models',
  )
  assert.equal((await add(world, 'speech-small')).status, 409)
  assert.equal((await add(world, 'no-such')).status, 404)
  assert.equal((await world.post('/api/v1/models/add', keys.ada, { name: '' })).status, 400)

  world.advance({ seconds: 1 })
  assert.equal((await remove(world, 'silero-vad')).status, 204)
  assert.equal(await engines(), null)
  for (const name of ['silero-vad', '.wanted', '../../etc']) assert.equal((await remove(world, name)).status, 404)
  assert.deepEqual(await audited(world), [
    ['model.add', 'u_ada', 202, { name: 'speech-small' }],
    ['model.remove', 'u_ada', 204, { name: 'silero-vad' }],
  ])
})

test('a cancelled one leaves nothing, and the next may begin', async () => {
  await using world = await openWith('on', 'cancelled')
  const parts = inTwoParts()
  await using _ = await useSmallModels(world, parts.peculiar)
  assert.equal((await cancel(world)).status, 409)
  await add(world, 'parakeet-tdt-110m.en')
  await parts.hasFirst(world)
  assert.equal((await remove(world, 'silero-vad')).status, 404)
  assert.equal((await cancel(world)).status, 204)
  const { installing, failed } = await list(world)
  assert.deepEqual([installing, failed], [null, null])
  const unfinished = join(world.config.modelsDir!, '.unfinished')
  await waitFor(async () => (await readdir(unfinished)).length === 0)
  assert.equal((await add(world, 'parakeet-tdt-110m.en')).status, 202)
  await isOver(world)
  assert.deepEqual(await installed(world), ['parakeet-tdt-110m.en'])
})

test('a file with another digest is not installed, and the reason is a sentence until the next one begins', async () => {
  await using world = await openWith('on', 'other')
  const other = { bytes: 300_000, sha256: '0'.repeat(64) }
  const [words, detector] = smallModels
  const wrong = { ...words!, source: { ...words!.source, ...other }, files: [{ ...words!.files[0]!, ...other }] }
  await using _ = await useSmallModels(world, undefined, [wrong, detector!])
  await add(world, 'speech-small')
  await isOver(world)
  const { failed } = await list(world)
  assert.equal(failed.name, 'speech-small')
  assert.match(
    failed.reason,
    /^What parakeet-tdt-110m\.en\.onnx sent has another digest: it is not the file of the catalogue/,
  )
  assert.doesNotMatch(failed.reason, /127\.0\.0\.1|localhost|\//, 'no address and no folder')
  assert.deepEqual(await installed(world), ['silero-vad'])
  await remove(world, 'silero-vad')
  await add(world, 'silero-vad')
  await isOver(world)
  assert.equal((await list(world)).failed, null)
})

test('the free space of the disk is asked first, to the byte', async () => {
  await using world = await openWith('on', 'full')
  await using small = await useSmallModels(world)
  small.disk.free = world.config.minFreeBytes + 302_000 - 1
  const refused = await add(world, 'speech-small')
  assert.equal(refused.status, 507)
  assert.match(refused.body.message, /^speech-small needs 1 MB, and 0 MB may be used on the disk of the models$/)
  assert.equal((await list(world)).installing, null)
  small.disk.free += 1
  assert.equal((await add(world, 'speech-small')).status, 202)
  await isOver(world)
  assert.equal((await installed(world)).length, 2)
})

test('what the service had begun when it stopped goes on where it was', async () => {
  await using world = await openWith('on', 'stopped')
  const parts = inTwoParts()
  await using small = await useSmallModels(world, parts.peculiar)
  await add(world, 'speech-small')
  await parts.hasFirst(world)
  await world.base.models.close()
  small.open()
  assert.equal((await list(world)).installing.bytes, 102_000)
  world.base.models.work()
  await isOver(world)
  assert.deepEqual(await installed(world), ['parakeet-tdt-110m.en', 'silero-vad'])
  assert.deepEqual(
    small.host.requests.map(({ range }) => range),
    [undefined, undefined, 'bytes=100000-'],
  )
})

test('two administrators press at once, at two processes: one installs, the other reads which one; each may cancel', async () => {
  await using world = await openWith('on', 'two')
  const parts = inTwoParts()
  await using small = await useSmallModels(world, parts.peculiar)
  const first = world.base.models
  small.open()
  const second = world.base.models
  const pressed = await Promise.all([add(world, 'speech-small'), add(world, 'silero-vad')])
  assert.deepEqual(pressed.map(({ status }) => status).sort(), [202, 409])
  await waitFor(async () => (await audited(world)).length === 1)
  await cancel(world)
  await isOver(world)

  const outcomes = await Promise.allSettled([first.begin('speech-small'), second.begin('speech-small')])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  for (const each of [first, second]) each.work()
  await parts.hasFirst(world)
  const seen = await Promise.all([first.installing(), second.installing()])
  assert.deepEqual(seen[0], seen[1])
  await second.cancel()
  await waitFor(async () => (await readdir(join(world.config.modelsDir!, '.unfinished'))).length === 0)
  assert.equal(await first.installing(), null)
  await first.close()
})

test('of many at once in one process, one is wanted', async () => {
  const modelsDir = join(folder, 'many')
  const wanted = await Promise.all(Array.from({ length: 20 }, () => want(modelsDir, 'silero-vad')))
  assert.equal(wanted.filter(Boolean).length, 1)
  assert.deepEqual(await readdir(modelsDir), ['.wanted'])
})

test('a host that breaks off is asked for the rest', async () => {
  await using world = await openWith('on', 'broken')
  let answers = 0
  await using small = await useSmallModels(world, (_, response, { path, bytes, etag }) => {
    if (!path.startsWith('/parakeet') || answers++ > 0) return false
    response.writeHead(200, { 'content-length': bytes.length, etag })
    response.write(bytes.subarray(0, 100_000))
    void waitFor(async () => (await list(world)).installing?.bytes === 102_000).then(() => response.destroy())
    return true
  })
  await add(world, 'speech-small')
  await isOver(world)
  assert.equal((await installed(world)).length, 2)
  assert.deepEqual(
    small.host.requests.map(({ range }) => range),
    [undefined, undefined, 'bytes=100000-'],
  )
})

test('where another installation uses the folder, it is the operator who changes it', async () => {
  await using world = await openWith('on', 'shared')
  await using _ = await useSmallModels(world)
  const { modelsDir } = world.base.models
  const [own, former] = [randomBytes(32), randomBytes(32)]
  const { secretKey } = world.base
  await noteInstallation(modelsDir, { current: former, old: [] }, 'https://former.example')
  await noteInstallation(modelsDir, { current: own, old: [former] }, 'https://other.example')
  const isShared = await hasOthers(modelsDir, { current: own, old: [] })
  assert.equal(isShared, false, 'a key that was rotated is the same one')
  await noteInstallation(modelsDir, secretKey, 'https://own.example')
  assert.equal((await list(world)).from_console, false)
  for (const answer of [await add(world, 'silero-vad'), await cancel(world), await remove(world, 'silero-vad')]) {
    assert.equal(answer.status, 403)
    assert.match(
      answer.body.message,
      /^Another installation may use this folder of models too, .* npx --no minutebook models /,
    )
  }
  const others = join(modelsDir, '.installations')
  for (const name of await readdir(others)) {
    if ((await readFile(join(others, name), 'utf8')) === 'https://other.example\n') await rm(join(others, name))
  }
  assert.equal((await add(world, 'silero-vad')).status, 202)
  await isOver(world)
})

const keyOf = () => ({ current: randomBytes(32), old: [] })

function openLog() {
  const warnings: string[] = []
  return { warnings, warn: (_: object, message: string) => void warnings.push(message) }
}

/** Sets when the file of an installation was renewed, as the file system would. */
const stamp = (modelsDir: string, { current }: ReturnType<typeof keyOf>, at: Date) =>
  utimes(join(modelsDir, '.installations', keyIdOf(current).toString('hex')), at, at)

test('an installation counts while it runs, and for nine days after it was killed', async (t) => {
  const modelsDir = join(folder, 'gone')
  const [own, killed, running] = [keyOf(), keyOf(), keyOf()]
  const begun = new Date('2026-01-10T11:00:00Z')
  const after = (hours: number, milliseconds = 0) => new Date(begun.getTime() + hours * 3_600_000 + milliseconds)
  assert.equal(await hasOthers(modelsDir, own), false)
  await noteInstallation(modelsDir, killed, 'https://killed.example')
  await stamp(modelsDir, killed, begun)
  assert.equal(await hasOthers(modelsDir, own), true, 'this one has no file to compare it with')
  await noteInstallation(modelsDir, own, 'https://own.example')
  for (const [now, counts] of [
    [after(9 * 24, -1), true],
    [after(9 * 24), false],
    [after(9 * 24, 1), false],
  ] as const) {
    await stamp(modelsDir, own, now)
    assert.equal(await hasOthers(modelsDir, own), counts)
  }
  t.mock.timers.enable({ apis: ['setInterval'] })
  const log = openLog()
  using _ = await noteHourly(modelsDir, running, 'https://running.example', log)
  await noteInstallation(modelsDir, own, 'https://own.example')
  await stamp(modelsDir, running, begun)
  assert.equal(await hasOthers(modelsDir, own), false)
  t.mock.timers.tick(3_600_000)
  await waitFor(() => hasOthers(modelsDir, own))
  assert.deepEqual(log.warnings, [])
})

test('a clock that is wrong by years makes nobody absent', async (t) => {
  const modelsDir = join(folder, 'clocks')
  const [own, other] = [keyOf(), keyOf()]
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2020-01-01T00:00:00Z') })
  await noteInstallation(modelsDir, other, 'https://other.example')
  t.mock.timers.setTime(Date.parse('2040-01-01T00:00:00Z'))
  await noteInstallation(modelsDir, own, 'https://own.example')
  assert.deepEqual([await hasOthers(modelsDir, own), await hasOthers(modelsDir, other)], [true, true])
})

test('where no file can be left it warns once, and where none can be read others count', async (t) => {
  await using world = await openWith('on', 'denied')
  await using _ = await useSmallModels(world)
  const { modelsDir } = world.base.models
  await mkdir(modelsDir)
  const files = join(modelsDir, '.installations')
  await writeFile(files, '')
  assert.equal((await list(world)).from_console, false)
  assert.equal((await add(world, 'silero-vad')).status, 403)

  t.mock.timers.enable({ apis: ['setInterval'] })
  const log = openLog()
  using __ = await noteHourly(modelsDir, keyOf(), 'https://other.example', log)
  t.mock.timers.tick(3_600_000)
  await rm(files)
  t.mock.timers.tick(3_600_000)
  await waitFor(async () => (await readdir(files).catch(() => [])).length === 1)
  assert.equal(log.warnings.length, 1)
  assert.match(log.warnings[0]!, /MODELS_FROM_CONSOLE=off$/)
})

test('a folder that cannot be written to is a sentence, and a list all the same', async () => {
  await writeFile(join(folder, 'file'), '')
  await using world = await openWith('on', 'file/models')
  await using _ = await useSmallModels(world)
  assert.deepEqual(await installed(world), [])
  await assert.rejects(world.base.models.begin('speech-small'), {
    status: 409,
    message: /^The service cannot write to the folder of its models;/,
  })
  assert.equal((await add(world, 'speech-small')).status, 403, 'nor can it see whether others use it')
})
