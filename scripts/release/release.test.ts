/** What stops a release. */
import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { findContentFaults, findSecrets, rules } from './contents.ts'
import { isSignedBy, makeThrowawayKey, sign, signerLine } from './sign.ts'
import { findHeadingFault, findVersionFaults, versionPlaces } from './versions.ts'

const root = new URL('../../', import.meta.url).pathname

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-release-'))
})
after(() => rm(folder, { recursive: true }))

test('all places name the version of package.json, and one that does not is named', async () => {
  assert.deepEqual(await findVersionFaults(root), [])
  const copy = join(folder, 'copy')
  for (const file of versionPlaces) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(root, file), join(copy, file))
  }
  assert.deepEqual(await findVersionFaults(copy), [])
  const { version } = JSON.parse(await readFile(join(copy, 'package.json'), 'utf8'))
  for (const file of versionPlaces.filter((name) => name !== 'package.json')) {
    const path = join(copy, file)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll(version, '9.9.9'))
    assert.deepEqual(await findVersionFaults(copy), [`${file} names 9.9.9, and package.json ${version}.`])
    await writeFile(path, text)
  }
})

test('a release has its day in CHANGELOG.md, a dry run need not', () => {
  const [open, dated] = ['# Changelog\n## 0.1.0, not yet released\n', '# Changelog\n## 0.1.0, 1 December 2026\n']
  assert.equal(findHeadingFault(open, true), null)
  assert.equal(findHeadingFault(dated, true), null)
  assert.equal(findHeadingFault(dated, false), null)
  assert.match(findHeadingFault(open, false)!, /begins with "## 0\.1\.0, not yet released": it must name/)
  assert.match(findHeadingFault('# Changelog\n', true)!, /begins with ""/)
})

test('files that do not belong in a package are named, and so is one that is too large', () => {
  const files = (...paths: string[]) => paths.map((path) => ({ path, size: 1 }))
  assert.deepEqual(findContentFaults('minutebook', files('bin/minutebook.js', 'dist/a.js', 'docs/use/walk.md')), [])
  assert.deepEqual(findContentFaults('@minutebook/client', files('dist/client.js', 'dist/client.d.ts')), [])
  for (const path of [
    'server/a.ts',
    'dist/a.ts',
    'dist/a.test.js',
    'dist/.env',
    'dist/key.pem',
    'dist/node_modules/a/b.js',
    '.npmrc',
  ])
    assert.deepEqual(findContentFaults('minutebook', files(path)), [`${path} does not belong in minutebook.`])
  for (const [name, { maxBytes }] of Object.entries(rules)) {
    const ofSize = (size: number) => findContentFaults(name, [{ path: 'package.json', size }]).length
    assert.deepEqual([ofSize(maxBytes - 1), ofSize(maxBytes), ofSize(maxBytes + 1)], [0, 1, 1])
  }
})

test('what looks like a secret is found, and is not repeated', async () => {
  const secrets = {
    'key.txt': `mb_${'a1'.repeat(21)}b`,
    'private.txt': `-----BEGIN OPENSSH PRIVATE KEY-----\n${'A'.repeat(64)}\n`,
    'npmrc.txt': '//registry.example/:_authToken=abc',
  }
  for (const [name, text] of Object.entries({ ...secrets, 'plain.txt': 'mb_… and whsec_…' }))
    await writeFile(join(folder, name), `before\n${text}\nafter`)
  const files = [...Object.keys(secrets), 'plain.txt'].map((path) => ({ path, size: 1 }))
  const found = await findSecrets(folder, files)
  assert.deepEqual(
    found.map((each) => each.split(' ')[0]),
    Object.keys(secrets),
  )
  assert(found.every((each) => each.length < 100))
})

test('a signature holds for its file and its key alone', async () => {
  const [file, allowed] = [join(folder, 'SHA256SUMS'), join(folder, 'allowed_signers')]
  const [mine, other] = [join(folder, 'mine'), join(folder, 'other')]
  await mkdir(mine)
  await mkdir(other)
  const key = await makeThrowawayKey(mine)
  await writeFile(file, 'sums\n')
  await writeFile(allowed, await signerLine(key))
  await sign(file, key)
  assert.equal(await isSignedBy(file, allowed), true)
  await writeFile(file, 'sumS\n')
  assert.equal(await isSignedBy(file, allowed), false)
  await writeFile(file, 'sums\n')
  await writeFile(allowed, await signerLine(await makeThrowawayKey(other)))
  assert.equal(await isSignedBy(file, allowed), false)
})
