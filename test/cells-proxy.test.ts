/** Two cells behind nginx, and load on the workspace that moves: nothing acknowledged is lost, nothing is told twice. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApi } from '../server/app/api.ts'
import { type Base, openBase } from '../server/app/base.ts'
import { withCell } from '../server/app/commands/workspace.ts'
import { sealedKinds } from '../server/app/rooms.ts'
import { startWorker } from '../server/app/worker.ts'
import { moveWorkspace } from '../server/keeping/cells/move-workspace.ts'
import { importWorld } from '../server/keeping/world/import/import-world.ts'
import { readConfig } from '../server/platform/context/config.ts'
import { acme, keys } from './support/acme.ts'
import { openDatabase } from './support/databases.ts'
import { freePort } from './support/free-port.ts'
import { missing } from './support/installed-program.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { encode, piece, tus, path as tusPath } from './support/tus-client.ts'
import { waitFor } from './support/waiting.ts'

type Cell = { base: Base; port: number; [Symbol.asyncDispose](): Promise<void> }

let outside: Outside
let cells: Cell[]
let proxy: Awaited<ReturnType<typeof startProxy>>

/** API and worker, as `minutebook serve` has them. */
async function openCell(): Promise<Cell> {
  const database = await openDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-cell-'))
  const config = readConfig({
    ...outside.settings,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: '00'.repeat(32),
    LOG_LEVEL: 'silent',
    CONSOLE: 'off',
    PUBLIC_URL: 'http://{subdomain}.meet.example',
    BASE_DOMAIN: 'meet.example',
    ACTION_ITEM_HOLD_SECONDS: '0',
    API_RATE_PER_SECOND: '0',
    WEBHOOK_RATE_PER_SECOND: '0',
    SHED_DELAY_MS: '0',
  })
  const base = await openBase(config, pino({ level: 'silent' }))
  // It works until its worker stops.
  base.engines.transcriber = {
    async transcribe(_media, _hints, signal) {
      if (!signal.aborted) await once(signal, 'abort')
      throw signal.reason
    },
  }
  const server = await buildApi(base)
  await server.api.listen({ port: 0, host: '127.0.0.1' })
  const worker = await startWorker(base)
  return {
    base,
    port: (server.api.server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      await Promise.all([server.close(), worker.close()])
      await base.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** nginx with a map of hosts to cells. */
async function startProxy() {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-proxy-'))
  const port = await freePort()
  const lead = (moved: number) =>
    writeFile(
      join(folder, 'cells.map'),
      `acme.meet.example 127.0.0.1:${moved};\ndefault 127.0.0.1:${cells[0]!.port};\n`,
    )
  await lead(cells[0]!.port)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr;
    events {} http { access_log off; ${temporary.join(' ')}
      map $host $cell { include ${join(folder, 'cells.map')}; }
      server { listen 127.0.0.1:${port}; client_max_body_size 0; proxy_request_buffering off;
        location / { proxy_pass http://$cell; proxy_http_version 1.1; proxy_set_header Host $host; } } }`,
  )
  const args = ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr']
  const child = spawn('nginx', args, { env: { PATH: `${process.env.PATH}:/usr/sbin` }, stdio: 'ignore' })
  await waitFor(() =>
    ask('zeta', 'GET', '/healthz', { port }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  return {
    port,
    async leadTo(cell: Cell) {
      await lead(cell.port)
      child.kill('SIGHUP')
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Asked = { port?: number; key?: string; body?: object | string; headers?: Record<string, string> }

async function ask(
  subdomain: string,
  method: string,
  path: string,
  { port = proxy.port, key, body, headers = {} }: Asked = {},
) {
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  const asking = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    agent: false,
    headers: {
      host: `${subdomain}.meet.example`,
      'content-type': 'application/json',
      ...(key && { 'x-api-key': key }),
      ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }),
      ...headers,
    },
  })
  asking.end(sent)
  const [answer] = await once(asking, 'response')
  return {
    status: answer.statusCode as number,
    headers: answer.headers as Record<string, string>,
    text: await text(answer),
  }
}

/** Creates items until it is stopped, and asks again where it is told to. @returns the texts that were acknowledged */
async function load(subdomain: string, key: string, assignee: string, name: string, state: { stopped: boolean }) {
  const [acknowledged, others]: [string[], number[]] = [[], []]
  for (let number = 0; !state.stopped; number++) {
    const words = `${name} number ${number}.`
    const { status, headers } = await ask(subdomain, 'POST', '/api/v1/action_item', {
      key,
      body: { text: words, assignees: [assignee] },
    })
    if (status === 201) acknowledged.push(words)
    else others.push(status === 503 && headers['retry-after'] ? 503 : status * 10)
    await pause(20)
  }
  return { acknowledged, others }
}

suite('cells behind nginx', { skip: missing('nginx', 'apt-get install nginx') }, () => {
  before(async () => {
    outside = await openOutside()
    cells = await Promise.all([openCell(), openCell()])
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const hook = { id: 'wh', owner: 'u_bo', url: outside.receiver.url('/hook'), enabled_events: [], secret }
    const [first, ...others] = acme()
    const world = { version: 1, workspaces: [{ ...first, webhooks: 'enabled', webhook_list: [hook] }, ...others] }
    await importWorld(cells[0]!.base.db, Readable.from([JSON.stringify(world)]), cells[0]!.base)
    proxy = await startProxy()
  })
  after(async () => {
    await proxy[Symbol.asyncDispose]()
    await Promise.all(cells.map((cell) => cell[Symbol.asyncDispose]()))
    await outside[Symbol.asyncDispose]()
  })

  test('a workspace moves under load', async () => {
    const [source, target] = cells as [Cell, Cell]
    const upload = { title: 'Talk', filename: 'talk.mp3' }
    const created = await ask('acme', 'POST', tusPath, {
      key: keys.bo,
      headers: { ...tus, 'upload-length': '10', 'upload-metadata': encode(upload) },
    })
    assert.equal(created.status, 201, created.text)
    const address = new URL(created.headers.location!, `http://acme.meet.example${tusPath}/`).pathname
    const send = (offset: number, body: string) =>
      ask('acme', 'PATCH', address, {
        key: keys.bo,
        body,
        headers: { ...tus, ...piece, 'upload-offset': String(offset) },
      })
    assert.equal((await send(0, 'hello')).status, 204)
    const state = { stopped: false }
    const loads = [1, 2].map((client) => load('acme', keys.ada, 'bo@acme.test', `Client ${client}`, state))
    const neighbour = load('zeta', keys.zoe, 'zoe@zeta.test', 'Neighbour', state)
    await pause(1_000)
    await withCell(source.base, (from) =>
      withCell(target.base, (to) =>
        moveWorkspace(from, to, 'acme', { sealedKinds, sharesMedia: false, print: () => {} }),
      ),
    )
    await pause(200)
    await proxy.leadTo(target)
    await pause(1_000)
    state.stopped = true
    const [done, { others: disturbed }] = [await Promise.all(loads), await neighbour]
    const acknowledged = done.flatMap((each) => each.acknowledged)
    assert.deepEqual(disturbed, [], 'the neighbour saw nothing')
    assert.deepEqual(
      [...new Set(done.flatMap(({ others }) => others))],
      [503],
      'what was refused was to be tried again',
    )

    const items = await target.base.db
      .selectFrom('action_items')
      .select('text')
      .where('text', 'like', 'Client%')
      .execute()
    assert.deepEqual(items.map((item) => item.text).sort(), acknowledged.toSorted())
    const told = () => outside.receiver.received.flatMap(({ body }) => /Client \d number \d+\./.exec(body) ?? [])
    await waitFor(() => new Set(told()).size === acknowledged.length)
    assert.deepEqual(told().sort(), acknowledged.toSorted(), 'each is told once')
    assert.equal((await send(5, 'world')).status, 204)
    const { status } = await target.base.db
      .selectFrom('uploads')
      .select('status')
      .where('title', '=', 'Talk')
      .executeTakeFirstOrThrow()
    assert.equal(status, 'PENDING')
  })
})
