/** The package installed by npm into an empty prefix, without development packages, and run on each Node that it is for. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { packProgram } from '../support/packed-program.ts'
import { dataFolder } from '../support/program.ts'

const run = promisify(execFile)
const platform = `${process.platform}-${process.arch}`
/** The lower one is the oldest that bin/minutebook.js takes; the other runs the tests. */
const releases = ['26.0.0', process.versions.node]
/** 274 on 30 November, of them PostgreSQL 60, speech 32 and traces 20. */
const mebibytes = 290

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-installed-'))
  await chmod(folder, 0o711)
})
after(() => rm(folder, { recursive: true, force: true }))

const install = (prefix: string, ...names: string[]) =>
  run('npm', ['install', '--prefix', prefix, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...names])

test('installed in an empty prefix it is small and starts on every Node', async (context) => {
  const { archive } = await packProgram(folder)
  const prefix = join(folder, 'prefix')
  await mkdir(prefix)
  try {
    await install(prefix, archive)
    for (const release of releases) await install(join(folder, release), `node-${platform}@${release}`)
  } catch (error) {
    return context.skip(`npm could not install it: ${(error as Error).message}`)
  }
  const { stdout } = await run('du', ['-sm', prefix])
  assert(Number.parseInt(stdout, 10) <= mebibytes, stdout)
  const { devDependencies } = JSON.parse(await readFile(join(prefix, 'node_modules/minutebook/package.json'), 'utf8'))
  const needless = ['typescript', 'vite', '@biomejs/biome'].filter((name) =>
    existsSync(join(prefix, 'node_modules', name)),
  )
  assert.deepEqual(needless, [])
  assert(devDependencies.typescript, 'it is named, so that the line above looks for something')
  for (const release of releases) {
    const node = join(folder, release, 'node_modules', `node-${platform}`, 'bin/node')
    const path = join(prefix, 'node_modules/minutebook/bin/minutebook.js')
    await using data = await dataFolder(folder, { path, node })
    const { output, stop } = await data.start('start', /Try it:/)
    const url = /ready at (http:\/\/\S+)/.exec(output.text)![1]!
    assert.equal(JSON.parse(output.text.split('\n')[0]!).msg, 'Minutebook is starting', release)
    assert.equal((await fetch(`${url}/readyz`)).status, 200, release)
    assert.match(await (await fetch(`${url}/`)).text(), /<div id="root">/)
    assert.equal(await stop(), 0, release)
  }
})
