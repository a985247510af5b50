/** The build of the console: what a failed one leaves behind, and its server for development. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { buildConsole } from '../scripts/console-build.ts'

test('a failed build is repeated, and leaves the console of an earlier build unchanged', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'minutebook-console-'))
  t.after(() => rm(root, { recursive: true }))
  const [page, script] = [join(root, 'console/dist/index.html'), join(root, 'console/main.js')]
  await mkdir(join(root, 'console'))
  await symlink(fileURLToPath(new URL('../node_modules', import.meta.url)), join(root, 'node_modules'))
  await writeFile(join(root, 'console/index.html'), '<script type="module" src="/main.js"></script>')
  const write = (text: string) => writeFile(script, text)
  const build = () => buildConsole(() => {}, root)

  await write("import 'not-installed'")
  await assert.rejects(build(), /not-installed/)
  await assert.rejects(build(), /not-installed/)
  await write("document.title = 'works'")
  await build()
  const first = await readFile(page, 'utf8')
  await write("import 'not-installed'")
  await assert.rejects(build(), /not-installed/)
  assert.equal(await readFile(page, 'utf8'), first)
})

test('while developing, requests for sources reach the sources, not the service', async () => {
  const configFile = fileURLToPath(new URL('../console/vite.config.ts', import.meta.url))
  const options = { server: { port: 0, watch: null }, optimizeDeps: { noDiscovery: true }, logLevel: 'silent' } as const
  const server = await createServer({ configFile, ...options })
  try {
    await server.listen()
    const { port } = server.httpServer!.address() as AddressInfo
    const { status, headers } = await fetch(`http://localhost:${port}/api/client.ts`)
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/javascript'])
  } finally {
    await server.close()
  }
})
