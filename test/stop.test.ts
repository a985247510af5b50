/** How a service stops: what is under way may finish, what does not come is cut off, and nothing keeps running. */
// In a third of the runs: it waits for time limits.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { openMediaWorld } from './support/media-world.ts'
import { dataFolder, migratedDatabase } from './support/program.ts'
import { lines, replies } from './support/raw-http.ts'
import { openWorld, type World } from './support/world.ts'

const host = 'Host: localhost'
const key = `X-API-KEY: ${keys.ada}`
const post = (length: number) =>
  lines('POST /api/v1/notes HTTP/1.1', host, key, 'Content-Type: application/json', `Content-Length: ${length}`)

/** A service on a port, that waits so long for what is under way when it stops. */
async function listen(world: World, drainMs: number): Promise<number> {
  world.api.api.drain.milliseconds = drainMs
  await world.api.api.listen({ port: 0, host: '127.0.0.1' })
  return (world.api.api.server.address() as AddressInfo).port
}

/** A connection on which these bytes were sent and have arrived; what comes back is read on demand. */
async function sent(t: TestContext, world: World, port: number, bytes: string) {
  const accepted = once(world.api.api.server, 'connection')
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  t.after(() => socket.destroy())
  const [served] = await accepted
  const arrived = once(served, 'data')
  socket.write(bytes)
  await arrived
  return {
    socket,
    async rest() {
      let text = ''
      for await (const chunk of socket) text += chunk
      return replies(text)
    },
  }
}

test('a running request gets its answer, and its connection ends', { timeout: 30_000 }, async (t) => {
  await using world = await openWorld()
  await world.load(...acme())
  const port = await listen(world, 60_000)
  const half = await sent(t, world, port, `${post(2)}{`)
  const late = await sent(t, world, port, 'GET /readyz HTTP/1.1\r\n')
  const closing = world.api.close()
  half.socket.write('}')
  late.socket.write(`${host}\r\n\r\n`)
  const [list] = await half.rest()
  assert.equal(list?.status, 200)
  const [ready] = await late.rest()
  assert.equal(ready?.headers.connection, 'close')
  assert.deepEqual([ready?.status, JSON.parse(ready?.body ?? '')], [503, failureBody('Stopping')])
  assert.match(ready?.headers['x-request-id'] ?? '', /^req_/)
  await closing
})

test('after the time limit requests that have not arrived, or answers that are not read, are cut off', {
  timeout: 30_000,
}, async (t) => {
  await using media = await openMediaWorld({ LOG_LEVEL: 'warn' })
  const { world } = media
  media.receiver.answering = (_received, response) => {
    response.setHeader('content-type', 'audio/mpeg')
    response.end(Buffer.alloc(40 * 1_048_576, 'Good morning. '))
  }
  const { media_url } = await media.recording(await media.processed(), keys.bo)
  const port = await listen(world, 100)
  const { pathname, search } = new URL(media_url)
  await sent(t, world, port, `${post(100)}{`)
  await sent(t, world, port, 'GET /api/v1/me HTTP/1.1\r\nHost: lo')
  const listening = await sent(t, world, port, lines('GET /api/v1/events HTTP/1.1', host, key))
  await once(listening.socket, 'readable')
  const reading = await sent(t, world, port, lines(`GET ${pathname}${search} HTTP/1.1`, host))
  await once(reading.socket, 'readable')
  await world.api.close()
  const warned = world.logged.map((line) => JSON.parse(line))
  assert.deepEqual(
    warned.map(({ connections, msg }) => [connections, msg]),
    [[3, 'Connections that did not end in time were cut off']],
    'the stream of events had ended by itself',
  )
})

test('an endless query does not keep a service from stopping', { timeout: 30_000 }, async (t) => {
  await using world = await openWorld()
  await world.load(...acme())
  const port = await listen(world, 100)
  const blocker = new pg.Client({ connectionString: world.base.databaseUrl })
  await blocker.connect()
  await blocker.query('begin; lock table notes')
  const { socket } = await sent(t, world, port, `${post(2)}{}`)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  // Not by the blocker: within its transaction PostgreSQL would tell it the same each time.
  while ((await world.base.pool.query(waiting)).rowCount === 0);
  await world.api.close()
  if (!socket.resume().closed) await once(socket, 'close')
  await world.base.close()
  await blocker.end()
})

test('20 s after SIGTERM, however many signals follow, the process has ended with 0 and its database is stopped', {
  timeout: 120_000,
}, async () => {
  await using data = await dataFolder()
  const { child, output, stop } = await data.start('start', /Try it:\n {2}curl .*\n/)
  const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(output.text)!
  const [demoKey] = /mb_[\w-]{43}/.exec(output.text)!
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {})
  socket.write(`${lines('POST /api/v1/notes HTTP/1.1', host, `X-API-KEY: ${demoKey}`, 'Content-Length: 20')}{`)
  // By the time that this is answered the other has arrived.
  await fetch(`${origin}/api/v1/me`, { headers: { 'x-api-key': demoKey } })
  // npm sends each signal a second time, and people are impatient.
  let sent = 0
  const more = setInterval(() => child.kill(sent++ % 2 === 0 ? 'SIGINT' : 'SIGTERM'), 700)
  // The process itself ends with 1 where it takes longer.
  assert.equal(await stop(), 0, output.text)
  clearInterval(more)
  assert(sent > 3, 'the request that does not end keeps it for 10 s')
  assert(!existsSync(join(data.folder, 'postgres', 'postmaster.pid')))
  socket.destroy()
})

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} to npm start stops the service`, { timeout: 120_000 }, async (t) => {
    await using data = await dataFolder()
    await using database = await migratedDatabase()
    const env = { ...process.env, ...database.settings, DATA_DIR: data.folder, DEMO: 'off', PORT: '0' }
    const npm = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    // It is closed when no process is left that could write to its output.
    let isClosed = false
    const closed = once(npm, 'close').then(() => {
      isClosed = true
    })
    t.after(() => isClosed || process.kill(-npm.pid!, 'SIGKILL'))
    let output = ''
    await new Promise<void>((resolve) => {
      npm.stdout.on('data', (bytes) => {
        output += bytes
        if (output.includes('is ready at')) resolve()
      })
    })
    npm.kill(signal)
    await closed
  })
}
