/** `minutebook listen` as a developer meets it: a real process, a real service, a program of theirs. */
// In a third of the runs: it starts processes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { buildApi } from '../server/app/api.ts'
import { announce } from '../server/webhooks/announce/announce.ts'
import { keys } from './support/acme.ts'
import { openProxy } from './support/cutting-proxy.ts'
import { batchOf } from './support/event-batch.ts'
import { type Listening, openListening } from './support/listening.ts'

const program = new URL('../bin/minutebook.js', import.meta.url).pathname

let here: Listening
let url: string
before(async () => {
  here = await openListening()
  url = await here.world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => here[Symbol.asyncDispose]())
beforeEach(() => here.reset())

/** A running `minutebook listen` or another command, and what it prints. */
function start(args: string[], env: Record<string, string> = {}, command = 'listen') {
  // Nothing of a service: no database, no folder.
  const child = spawn(process.execPath, [program, command, ...args], { env: { PATH: process.env.PATH, ...env } })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
    child.emit('printed')
  })
  const complaint = text(child.stderr)
  const ended = once(child, 'exit')
  return {
    /** Resolves once it has printed this, and forgets all up to there. */
    async prints(words: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = words.exec(printed)
        if (found) {
          printed = printed.slice(found.index + found[0].length)
          return found
        }
        await Promise.race([
          once(child, 'printed'),
          ended.then(async () => assert.fail(`it ended without ${words}: ${printed} ${await complaint}`)),
        ])
      }
    },
    async end(signal?: NodeJS.Signals) {
      if (signal) child.kill(signal)
      const [code] = await ended
      return { code, complaint: await complaint }
    },
  }
}

/** A program of the developer's; answers as told. */
async function openProgram() {
  const received: { headers: Record<string, string>; body: string }[] = []
  const program = { received, answering: (response: ServerResponse) => void response.end() }
  const server = createServer(async (request: IncomingMessage, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) })
    program.answering(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return Object.assign(program, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, close })
}

/** Something that Bo hears of. @returns its id */
async function happen(what: string): Promise<string> {
  const { id } = await here.create({ text: what, assignees: ['u_bo'] })
  await here.sentAfter(31)
  return id
}

/** The same in the service's own tables: its API is away. */
async function happenWithoutApi(what: string): Promise<void> {
  const { db, clock } = here.world.base
  const type = 'action_item.assigned'
  const audience = sql<boolean>`webhooks.user_id = 'u_bo'`
  const news = batchOf({ type, keys: [what], audience, user: () => ({ event_type: type, text: what }) })
  await db.transaction().execute((tx) => announce(tx, clock(), news))
}

test('listen shows events, forwards them signed, prints the program’s answers, and ends with 0', async () => {
  const own = await openProgram()
  const env = { WEBHOOK_HEADER_PREFIXES: 'hook,webhook' }
  const { prints, end } = start(['--forward', own.url, '--key', keys.bo, '--url', url], env)
  const [, secret] = await prints(/^Forwarding to http:\S+, signed with (whsec_\S+)\n/)
  await prints(/^Listening at http:\S+\n/)
  const id = await happen('Call "Ada"')
  await prints(new RegExp(`^\\d\\d:\\d\\d:\\d\\d  action_item\\.assigned  ${id}  "Call .*Ada.*" -> 200\\n`))
  const [{ headers, body }] = own.received as [(typeof own.received)[number]]
  assert.deepEqual(new Webhook(secret!).verify(body, headers), JSON.parse(body))
  assert.match(headers['hook-id']!, /^msg_[\w-]{1,60}$/)
  assert.equal(headers['hook-signature'], headers['webhook-signature'])
  assert.equal(headers['content-type'], 'application/json')

  own.answering = (response) => void response.writeHead(500).end()
  await happen('Fail')
  await prints(/"Fail" -> 500, which is a failure: a webhook would be sent it again\n/)
  await own.close()
  await happen('Nobody')
  await prints(/"Nobody" -> no answer from http:\S+: connection refused; is it running\?\n/)
  assert.deepEqual(await end('SIGINT'), { code: 0, complaint: '' })
})

test('trigger sends the example of any type to a program, signed as listen signs, or prints it', async () => {
  const own = await openProgram()
  const env = { MINUTEBOOK_KEY: keys.bo, WEBHOOK_HEADER_PREFIXES: 'hook,webhook' }
  const sent = start(['note.shared', '--forward', own.url, '--url', url], env, 'trigger')
  const [, secret] = await sent.prints(/^note\.shared -> 200\nSigned with (whsec_\S+)\n/)
  assert.deepEqual(await sent.end(), { code: 0, complaint: '' })
  const [{ headers, body }] = own.received as [(typeof own.received)[number]]
  new Webhook(secret!).verify(body, headers)
  const { event_type, test } = JSON.parse(body)
  assert.deepEqual([event_type, test], ['note.shared', true])
  await own.close()
  const printed = start(['webhook.failed', '--url', url], env, 'trigger')
  await printed.prints(/^\{"event_type":"webhook\.failed".*"test":true\}\n/)
  await printed.end()
  for (const [args, expected] of [
    [['note.gone'], /^There is no event note\.gone\. There are: action_item\.assigned, .*webhook\.recovered\.\n$/],
    [[], /^The type of the event is missing\.\n$/],
  ] as const) {
    const { code, complaint } = await start([...args, '--url', url], env, 'trigger').end()
    assert.equal(code, 1)
    assert.match(complaint, expected)
  }
})

test('the secret is the same for a key each time, differs between keys, or is the given one', async () => {
  const own = await openProgram()
  const secretOf = async (...args: string[]) => {
    const { prints, end } = start(['--forward', own.url, '--url', url, ...args])
    const [, secret] = await prints(/^Forwarding to http:\S+, signed with (whsec_\S+)\n/)
    await end('SIGINT')
    return secret
  }
  const first = await secretOf('--key', keys.bo)
  assert.equal(await secretOf('--key', keys.bo), first)
  assert.notEqual(await secretOf('--key', keys.ada), first)
  const given = `whsec_${Buffer.alloc(24, 'x').toString('base64')}`
  assert.equal(await secretOf('--key', keys.bo, '--secret', given), given)
  await own.close()
})

test('an error is one sentence', async () => {
  const mistakes: [args: string[], complaint: RegExp][] = [
    [[], /^--key, or MINUTEBOOK_KEY in the environment, is missing\.\n$/],
    [
      ['--key', 'none', '--url', url],
      /^http:\S+ refuses the key: 401 Missing or invalid API key\. Check MINUTEBOOK_KEY or --key\.\n$/,
    ],
    // A program of the network would quote it.
    [
      ['--key', 'mb_a\nb', '--url', url],
      /^--key, or MINUTEBOOK_KEY in the environment, must be a key as it was printed\.\n$/,
    ],
    [
      ['--key', 'ключ', '--url', url],
      /^--key, or MINUTEBOOK_KEY in the environment, must be a key as it was printed\.\n$/,
    ],
    [['--key', keys.bo, '--url', 'http://bo:secret@127.0.0.1'], /^--url must have no user name or password\.\n$/],
    [['--key', keys.bo, '--url', 'localhost:8080'], /^--url must be an address that starts with http/],
    [['--key', keys.bo, '--url', url, '--forward', 'here'], /^--forward must be an address that starts with http/],
    [['--key', keys.bo, '--url', url, '--secret', 'whsec_c2hvcnQ='], /^--secret must be whsec_ and at least 24 bytes/],
    [['--key', keys.bo, '--url', `${url}/elsewhere`], /^http:\S+ does not tell of events: 404 Path not found\n$/],
  ]
  for (const [args, expected] of mistakes) {
    const { code, complaint } = await start(args).end()
    assert.equal(code, 1)
    assert.match(complaint, expected)
  }
})

test('a wrong setting is named', async () => {
  const { code, complaint } = await start(['--key', keys.bo, '--url', url], { WEBHOOK_HEADER_PREFIXES: 'HOOK' }).end()
  assert.equal(code, 1)
  assert.match(complaint, /^WEBHOOK_HEADER_PREFIXES must be a comma list of prefixes/)
})

test('listen loses nothing behind a proxy that keeps cutting its connections and answers 502 in between', async () => {
  await using proxy = await openProxy(Number(new URL(url).port))
  // By the environment the key stays out of the list of processes.
  const { prints, end } = start(['--url', proxy.url], { MINUTEBOOK_KEY: keys.bo })
  await prints(/^Listening at/)
  await happen('One')
  await prints(/"One"\n/)
  proxy.cut()
  await prints(/Listening at/)
  proxy.cut()
  proxy.isDown = true
  await prints(/502 Bad Gateway; trying again in \d+ s\n/)
  await happen('Two')
  proxy.isDown = false
  await prints(/"Two"\n/)
  assert.deepEqual(await end('SIGINT'), { code: 0, complaint: '' })
})

test('listen reconnects when the service returns, and shows the missed events once', async () => {
  const { prints, end } = start(['--key', keys.bo, '--url', url])
  await prints(/^Listening at/)
  await happen('Before')
  await prints(/"Before"\n/)
  await here.world.api.close()
  await prints(/ended the connection; trying again in 1 s\n/)
  await prints(/cannot be reached: connection refused; is it running\?; trying again in \d+ s\n/)
  await happenWithoutApi('Meanwhile')
  const again = await buildApi(here.world.base)
  await again.api.listen({ port: Number(new URL(url).port), host: '127.0.0.1' })
  const [between] = await prints(/[\s\S]*"Meanwhile"\n/)
  assert.doesNotMatch(between, /"Before"/)
  await here.world.db.updateTable('api_keys').set({ active: false }).where('id', '=', 'k_bo').execute()
  await prints(/ended the connection/)
  const { code, complaint } = await end()
  assert.deepEqual(
    [code, complaint],
    [1, `${url} refuses the key: 401 Missing or invalid API key. Check MINUTEBOOK_KEY or --key.\n`],
  )
  await again.close()
})
