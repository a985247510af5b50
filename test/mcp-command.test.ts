/** `minutebook mcp` as a real process, as assistants start it (decision 48). */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { acme, keys } from './support/acme.ts'
import { connect, type Era, eras, openListeningWorld } from './support/assistant.ts'
import { somebodyWaits } from './support/waiting.ts'

const program = new URL('../bin/minutebook.js', import.meta.url).pathname

let world: Awaited<ReturnType<typeof openListeningWorld>>
before(async () => {
  world = await openListeningWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

/** An assistant that starts the command; the key is in the environment, out of the list of processes. */
function started(env: Record<string, string>, era: Era = 'stateless') {
  const args = [program, 'mcp', '--url', world.url]
  return connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }), era)
}

/** The command by itself. */
function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, 'mcp', ...args], { env: { PATH: process.env.PATH, ...env } })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const complaint = text(child.stderr)
  return {
    child,
    say: (message: unknown) =>
      child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    hear: async () => JSON.parse(String((await lines.next()).value)),
    async end() {
      child.stdin.end()
      const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
      return { code, rest: await lines.next(), complaint: await complaint }
    },
  }
}

const initialize = {
  jsonrpc: '2.0',
  id: 'first',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const call = (id: number, name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

test('48: the command has the same tools, however the client starts', async () => {
  for (const era of Object.keys(eras) as Era[]) {
    await using bo = await started({ MINUTEBOOK_KEY: keys.bo }, era)
    assert.equal(bo.tools.length, 12)
    assert.equal((await bo.read('who_am_i')).user.id, 'u_bo')
    const titles = await Promise.all(['n_1', 'n_bo'].map(async (id) => (await bo.read('get_meeting', { id })).title))
    assert.deepEqual(titles, ['⟦Weekly 5 Jan⟧', '⟦STRASSE⟧'])
    assert.equal(await bo.refused('get_meeting', { id: 'n_ada' }), 'Note not found')
  }
})

test('48: standard output has only the protocol, and the end of the input ends the command', async () => {
  const { say, hear, end } = run(['--url', `${world.url}/`, '--key', keys.bo])
  say(initialize)
  assert.equal((await hear()).result.protocolVersion, '2025-06-18')
  say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  say('this is no message')
  say(call(7, 'who_am_i'))
  const { id, result } = await hear()
  assert.deepEqual([id, result.structuredContent.user.id], [7, 'u_bo'])
  const { code, rest, complaint } = await end()
  assert.deepEqual([code, rest.done, complaint], [0, true, ''])
})

test('48: a refusal of the service is an error of that request, in its words', async () => {
  const { say, hear, end } = run(['--url', world.url, '--key', 'mb_wrong'])
  say(initialize)
  const { id, error } = await hear()
  assert.deepEqual([id, error.message], ['first', 'The service refused the request: Missing or invalid API key'])
  const { code, complaint } = await end()
  assert.deepEqual([code, complaint.includes('mb_wrong')], [0, false])
})

test('48: an error of the protocol is passed on unchanged, however the client starts', async () => {
  for (const era of Object.keys(eras) as Era[]) {
    await using bo = await started({ MINUTEBOOK_KEY: keys.bo }, era)
    await assert.rejects(bo.client.request({ method: 'resources/list' }), {
      code: -32_601,
      message: /Method not found/,
    })
  }
})

test('48: an unreachable service is an error of each request', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  await once(gone.close(), 'close')
  const { say, hear, end } = run(['--url', `http://127.0.0.1:${port}`, '--key', keys.bo])
  for (const number of [1, 2]) {
    say(call(number, 'who_am_i'))
    const { id, error } = await hear()
    const reason = 'The service cannot be reached: connection refused; is it running?'
    assert.deepEqual([id, error.message], [number, reason])
  }
  assert.equal((await end()).code, 0)
})

test('48: running requests are cancelled without output when the input ends', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { say, end } = run(['--url', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, '--key', keys.bo])
  say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const [socket] = await once(silent, 'connection')
  await once(socket, 'data')
  const { code, complaint } = await end()
  silent.close()
  assert.deepEqual([code, complaint], [0, ''])
})

test('48: a cancelled request gets no answer, and later requests get theirs', async () => {
  const { say, hear, end } = run(['--url', world.url, '--key', keys.bo])
  await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('action_items').select('id').where('id', '=', 'ai_2').forUpdate().execute()
    say(call(1, 'complete_action_item', { id: 'ai_2' }))
    await somebodyWaits(world.db)
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    say(call(2, 'who_am_i'))
    assert.equal((await hear()).id, 2)
  })
  say(call(3, 'complete_action_item', { id: 'ai_2' }))
  assert.equal((await hear()).id, 3)
  assert.equal((await end()).rest.done, true)
})

test('48: a cancellation without a known request ends nothing', async () => {
  const { say, hear, end } = run(['--url', world.url, '--key', keys.bo])
  for (const more of [{}, { params: {} }, { params: { requestId: 'none' } }])
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', ...more })
  say(call(1, 'who_am_i'))
  assert.equal((await hear()).id, 1)
  const { code, complaint } = await end()
  assert.deepEqual([code, complaint], [0, ''])
})

test('48: a missing or wrong argument gives one sentence', async () => {
  const mistakes: [args: string[], complaint: string][] = [
    [['--url', world.url], '--key, or MINUTEBOOK_KEY in the environment, is missing.\n'],
    [['--url', 'localhost:8080', '--key', 'x'], '--url must be an address that starts with http:// or https://.\n'],
    [
      ['--url', world.url, '--key', 'mb_a\nb'],
      '--key, or MINUTEBOOK_KEY in the environment, must be a key as it was printed.\n',
    ],
    [['--url', 'http://bo:secret@127.0.0.1', '--key', 'x'], '--url must have no user name or password.\n'],
    [['--url', 'not an address', '--key', 'x'], '--url must be an address that starts with http:// or https://.\n'],
  ]
  for (const [args, expected] of mistakes) {
    const { code, rest, complaint } = await run(args).end()
    assert.deepEqual([code, rest.done, complaint], [1, true, expected])
  }
})
