/** A bundle of a small installation, and what is installed from it; `test/deep/bundle.deep.ts` has the whole one. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { addFolder } from '../../making/engines/local/models/add-folder.ts'
import { version } from '../../platform/version.ts'
import { chooseModels } from './choose-models.ts'
import { makeBundle } from './make-bundle.ts'
import { requireIntegrity } from './pack-package.ts'

const { signal } = new AbortController()
const tarLibrary = dirname(createRequire(import.meta.url).resolve('modern-tar/package.json'))

let root: string
let prefix: string
let target: string
let number = 0
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'minutebook-bundle-'))
  prefix = join(root, 'prefix')
  const says = `console.log('installed', require('plain').name, require('plain/inner.js'), process.argv.slice(2).join(' '))`
  await makePackage('minutebook', {
    dependencies: { plain: '1', 'modern-tar': '0' },
    optionalDependencies: { other: '1' },
  })
  await writeAt('minutebook/bin/minutebook.js', says)
  await makePackage('plain', { dependencies: { '@scope/deep': '2' }, devDependencies: { 'for-tests': '1' } })
  await writeAt('plain/index.js', "exports.name = require('@scope/deep')")
  await writeAt('plain/inner.js', "module.exports = 'inner'")
  await makePackage('@scope/deep', {}, 'plain/node_modules/@scope/deep')
  await writeAt('plain/node_modules/@scope/deep/index.js', "module.exports = 'deep'")
  await makePackage('@scope/deep', {})
  await makePackage('for-tests', {})
  await symlink(tarLibrary, join(prefix, 'node_modules/modern-tar'))
})
after(() => rm(root, { recursive: true }))
beforeEach(() => {
  target = join(root, String(++number))
})

async function writeAt(path: string, text: string) {
  const file = join(prefix, 'node_modules', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

const makePackage = (name: string, more: object, path = name) =>
  writeAt(`${path}/package.json`, JSON.stringify({ name, version: '1.2.3', main: 'index.js', ...more }))

const program = () => ({ folder: join(prefix, 'node_modules/minutebook'), isClone: false })
const options = { models: [], download: false, signal, say() {} }

async function install(from: string, to: string) {
  const done = await promisify(execFile)(process.execPath, [join(from, 'install.mjs'), to]).catch((error) => error)
  return { code: done.code ?? 0, out: done.stdout as string, err: done.stderr as string }
}

test('what is bundled is installed and runs: packages inside others too, and none of development', async () => {
  const digest = await makeBundle(program(), target, options)
  const { packages } = JSON.parse(await readFile(join(target, 'bundle.json'), 'utf8'))
  assert.deepEqual(
    packages.map(({ path }: { path: string }) => path),
    ['minutebook', 'modern-tar', 'plain', 'plain/node_modules/@scope/deep'].map((path) => `node_modules/${path}`),
  )
  const to = join(root, 'installed')
  const { code, out, err } = await install(target, to)
  assert.deepEqual([code, err], [0, ''])
  assert.equal(
    out,
    `Installed Minutebook ${version}. SHA-256 of SHA256SUMS: ${digest}\nStart it: ${join(to, 'minutebook')} start\n`,
  )
  const ran = await promisify(execFile)(join(to, 'minutebook'), ['a', 'b c'])
  assert.equal(ran.stdout, 'installed deep inner a b c\n')
  assert.deepEqual((await readdir(to)).sort(), ['minutebook', 'node_modules'])
  const again = await install(target, to)
  assert.deepEqual([again.code, again.err], [1, `${to} is not empty: name a new folder.\n`])
})

test('models are copied with their digests, and installed where the program looks for them', async () => {
  const [modelsDir, own] = [join(root, 'models'), join(root, 'own')]
  await mkdir(own)
  await writeFile(join(own, 'tiny.onnx'), 'a model')
  const adding = { modelsDir, clock: () => new Date('2026-11-29T10:00:00Z'), signal }
  await addFolder({ folder: own, name: 'tiny', purpose: 'voices' }, adding)
  await assert.rejects(chooseModels('tiny,speech', modelsDir), /The model silero-vad is not installed in /)
  await makeBundle(program(), target, { ...options, models: await chooseModels('tiny, tiny', modelsDir) })
  assert.match(await readFile(join(target, 'README.md'), 'utf8'), /^- tiny$/m)
  const manifest = JSON.parse(await readFile(join(target, 'models/tiny/model.json'), 'utf8'))
  assert.equal(manifest.files[0].sha256, createHash('sha256').update('a model').digest('hex'))
  const to = join(root, 'with-models')
  assert.equal((await install(target, to)).code, 0)
  assert.equal(await readFile(join(to, 'models/tiny/tiny.onnx'), 'utf8'), 'a model')

  await writeFile(join(modelsDir, 'tiny/tiny.onnx'), 'A model')
  const other = join(root, 'changed-model')
  await assert.rejects(
    makeBundle(program(), other, { ...options, models: await chooseModels('tiny', modelsDir) }),
    /^Error: tiny\.onnx of tiny has another digest; run minutebook models add tiny again\.$/,
  )
  assert.deepEqual(await readdir(other), [])
})

test('a language model is bundled with what runs it', async () => {
  const modelsDir = join(root, 'notes')
  const file = {
    role: 'model',
    name: 'words.gguf',
    bytes: 5,
    sha256: createHash('sha256').update('words').digest('hex'),
  }
  await mkdir(join(modelsDir, 'words'), { recursive: true })
  await writeFile(join(modelsDir, 'words/words.gguf'), 'words')
  const manifest = { purpose: 'notes', licence: 'MIT', added_at: '2026-11-29T10:00:00Z', files: [file] }
  await writeFile(join(modelsDir, 'words/model.json'), JSON.stringify(manifest))
  await assert.rejects(chooseModels('words', modelsDir), /runs by node-llama-cpp, which is not installed in /)
  const runtime = join(modelsDir, 'node_modules/node-llama-cpp')
  await mkdir(runtime, { recursive: true })
  await writeFile(join(runtime, 'package.json'), JSON.stringify({ name: 'node-llama-cpp', version: '3.0.0' }))
  await makeBundle(program(), target, { ...options, models: await chooseModels('words', modelsDir) })
  const to = join(root, 'with-notes')
  assert.equal((await install(target, to)).code, 0)
  assert(existsSync(join(to, 'models/node_modules/node-llama-cpp/package.json')))
})

test('a bundle that has changed, or is for another machine, is not installed', async () => {
  await makeBundle(program(), target, options)
  const to = join(root, 'refused')
  const refused = async (message: RegExp) => {
    const { code, out, err } = await install(target, to)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, message)
    assert.deepEqual(await readdir(to).catch(() => []), [])
  }
  const [archive] = (await readdir(join(target, 'packages'))).filter((name) => name.includes('plain'))
  const path = join(target, 'packages', archive!)
  const bytes = await readFile(path)
  await writeFile(path, bytes.subarray(0, -1))
  await refused(/^packages\/\d-plain-1\.2\.3\.tgz has changed: copy the bundle again\.\n$/)
  await rm(path)
  await refused(/^packages\/\d-plain-1\.2\.3\.tgz cannot be read \(ENOENT.*\): copy the bundle again\.\n$/)
  const facts = JSON.parse(await readFile(join(target, 'bundle.json'), 'utf8'))
  await writeFile(join(target, 'bundle.json'), JSON.stringify({ ...facts, platform: 'plan9-mips' }))
  await refused(/^This bundle is for plan9-mips; this machine is \S+\.\n$/)
})

test('a bundle to which somebody has added a file is not installed', async () => {
  await makeBundle(program(), target, options)
  assert.match(await readFile(join(target, 'README.md'), 'utf8'), /^sha256sum SHA256SUMS && sha256sum -c SHA256SUMS$/m)
  const to = join(root, 'added')
  const added = {
    'bin/node': (path: string) => writeFile(path, '#!/bin/sh'),
    'models/SHA256SUMS': (path: string) => writeFile(path, ''),
    'models/linked': (path: string) => symlink('/etc', path),
  }
  for (const [path, add] of Object.entries(added)) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await add(join(target, path))
    const { code, out, err } = await install(target, to)
    const sentence = `${path} is not of this bundle, somebody has added it: copy the bundle again.\n`
    assert.deepEqual([code, out, err], [1, '', sentence])
    assert.deepEqual(await readdir(to), [])
    await rm(dirname(join(target, path)), { recursive: true })
  }
  assert.equal((await install(target, to)).code, 0)
})

test('a bundle that cannot be made ends with a sentence and leaves nothing', async () => {
  await mkdir(target)
  await writeFile(join(target, 'mine'), '')
  await assert.rejects(makeBundle(program(), target, options), /is not empty: name a new folder/)
  assert.deepEqual(await readdir(target), ['mine'])
  const stopping = new AbortController()
  const say = (line: string) => line.startsWith('Packing 3') && stopping.abort(new Error('enough'))
  const other = join(root, 'stopped')
  await assert.rejects(makeBundle(program(), other, { ...options, signal: stopping.signal, say }), /enough/)
  assert.deepEqual(await readdir(other), [])
  await rm(join(prefix, 'node_modules/plain/node_modules'), { recursive: true })
  await rm(join(prefix, 'node_modules/@scope'), { recursive: true })
  await assert.rejects(
    makeBundle(program(), other, options),
    /^Error: @scope\/deep, which plain needs, is not installed/,
  )
  assert.deepEqual(await readdir(other), [])
  await assert.rejects(
    makeBundle(program(), other, { ...options, download: true }),
    /^Error: (@scope\/deep|The lock file)/,
  )
})

test('what a registry sends must be what the lock file names', async () => {
  await mkdir(target)
  const file = join(target, 'a.tgz')
  await writeFile(file, 'archive')
  const integrity = `sha512-${createHash('sha512').update('archive').digest('base64')}`
  await requireIntegrity(file, 'a@1', integrity)
  for (const other of [undefined, integrity.replace(/-.{6}/, '-AAAAAA'), 'sha512-']) {
    await assert.rejects(
      requireIntegrity(file, 'a@1', other),
      /^Error: What the registry sent as a@1 is not what the lock/,
    )
  }
})
