/**
 * The protocol's own conformance suite against `POST /mcp` (decision 48). Fetched for the run: it is 50 MB, and the release
 * that knows the newest revision is not called finished. It sends no keys, so a proxy adds one.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { acme, keys } from '../support/acme.ts'
import { openListeningWorld } from '../support/assistant.ts'

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'

/** Those of its scenarios that need no tools, prompts or resources of their own. */
const scenarios = [
  ['server-initialize', '2025-06-18'],
  ['server-initialize', '2025-11-25'],
  ['server-stateless', '2026-07-28'],
  ['ping', '2025-11-25'],
  ['tools-list', '2025-11-25'],
  ['tools-list', '2026-07-28'],
  ['dns-rebinding-protection', '2025-11-25'],
  ['dns-rebinding-protection', '2026-07-28'],
  ['caching', '2026-07-28'],
  ['http-header-validation', '2026-07-28'],
] as const

test('48: the conformance suite finds nothing wrong', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-conformance-'))
  await using world = await openListeningWorld()
  await world.load(...acme())
  await using proxy = await openProxy(world.url)
  const run = promisify(execFile)
  try {
    try {
      await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', suite])
    } catch (error) {
      return context.skip(`The suite could not be installed: ${(error as Error).message}`)
    }
    const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
    for (const [scenario, revision] of scenarios) {
      const args = [program, 'server', '--url', `${proxy.url}/mcp`, '--scenario', scenario, '--spec-version', revision]
      const { code = 0, stdout, stderr } = await run(process.execPath, args, { cwd: folder }).catch((error) => error)
      assert.equal(code, 0, `${scenario} ${revision}\n${stdout}\n${stderr}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Passes each request on as it is, with Bo's key. */
async function openProxy(service: string) {
  const server = createServer((incoming, answer) => {
    const { method, headers, url } = incoming
    const passed = request(`${service}${url}`, { method, headers: { ...headers, 'x-api-key': keys.bo } })
    passed.once('response', (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    })
    passed.once('error', () => answer.destroy())
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
