/**
 * The protocol's own conformance suite against `POST /mcp` (decision 48). Fetched for the run: it is 50 MB, and the release
 * that knows the newest revision is not called finished. It sends no keys, so a proxy adds one.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
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
  ['http-header-validation', '2026-07-28'],
] as const

/** `untestable` are those that call a tool of the suite's own. */
type Check = { id: string; status: string; errorMessage?: string; details?: { untestable?: boolean } }

test('48: the conformance suite finds nothing wrong', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-conformance-'))
  await using proxy = await openProxy()
  // The suite names the proxy as its origin.
  await using world = await openListeningWorld({ PUBLIC_URL: proxy.url })
  await world.load(...acme())
  proxy.service = world.url
  const run = promisify(execFile)
  try {
    try {
      await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', suite])
    } catch (error) {
      return context.skip(`The suite could not be installed: ${(error as Error).message}`)
    }
    const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
    for (const [scenario, revision] of scenarios) {
      const results = join(folder, `${scenario} ${revision}`)
      const which = ['--scenario', scenario, '--spec-version', revision, '--output-dir', results]
      // It ends with 1 also for checks that cannot be made here.
      await run(process.execPath, [program, 'server', '--url', `${proxy.url}/mcp`, ...which]).catch(() => {})
      const [file] = globSync(join(results, '**/checks.json'))
      assert(file, `${scenario} ${revision} gave no results`)
      const checks: Check[] = JSON.parse(await readFile(file, 'utf8'))
      const failed = checks.filter(({ status, details }) => status === 'FAILURE' && !details?.untestable)
      assert.deepEqual(failed, [], `${scenario} ${revision}`)
      assert(checks.some(({ status }) => status === 'SUCCESS'))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Passes each request on as it is, with Bo's key. */
async function openProxy() {
  const server = createServer((incoming, answer) => {
    const { method, headers, url } = incoming
    const passed = request(`${proxy.service}${url}`, { method, headers: { ...headers, 'x-api-key': keys.bo } })
    passed.once('response', (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    })
    passed.once('error', () => answer.destroy())
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = {
    service: '',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return proxy
}
