/** Two processes with one database and one MEDIA_DIR: concurrent requests to both do not mix up files. */
// In a third of the runs: it starts and kills processes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { buildApi, type Server } from '../server/app/api.ts'
import { ProcessConnection } from '../server/platform/postgres/process-connection.ts'
import { keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'

let here: MediaWorld
let servers: [Server, Server]
let connections: ProcessConnection[]
before(async () => {
  here = await openMediaWorld({ LOG_LEVEL: 'warn', MAX_OPEN_UPLOADS_PER_PERSON: '40' })
  const { base } = here.world
  connections = [0, 1].map(() => new ProcessConnection(base.databaseUrl, base.log))
  const [one, two] = connections.map((processConnection) => buildApi({ ...base, processConnection }))
  servers = [await one!, await two!]
  for (const { api } of servers) await api.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  for (const server of servers) await server.close()
  for (const connection of connections) await connection.close()
  await here[Symbol.asyncDispose]()
})

const always = { 'tus-resumable': '1.0.0', 'x-api-key': keys.bo }
const piece = { 'content-type': 'application/offset+octet-stream' }

const ask = (server: Server, method: string, path: string, headers = {}, body?: string) =>
  fetch(server.api.listeningOrigin + path, { method, headers: { ...always, ...headers }, ...(body && { body }) })
const send = (server: Server, path: string, offset: number, body: string) =>
  ask(server, 'PATCH', path, { ...piece, 'upload-offset': String(offset) }, body)

async function create(length: number): Promise<string> {
  const metadata = `title ${Buffer.from('Call').toString('base64')}`
  const headers = { 'upload-length': String(length), 'upload-metadata': metadata }
  const made = await ask(servers[0], 'POST', '/api/v1/recordings/upload/tus', headers)
  assert.equal(made.status, 201)
  return made.headers.get('location')!
}

async function offsetOf(server: Server, path: string): Promise<number> {
  const answer = await ask(server, 'HEAD', path)
  assert.equal(answer.status, 200)
  return Number(answer.headers.get('upload-offset'))
}

/** The bytes of a complete upload. */
async function mediaOf(path: string): Promise<string> {
  await here.world.settle()
  const recording = await here.recording(path.split('/').at(-1)!)
  const link = new URL(recording.media_url)
  return (await here.world.get(link.pathname + link.search)).text
}

const bytesOf = (path: string) => readFile(join(here.world.base.media.uploadsFolder, path.split('/').at(-1)!), 'utf8')

/** Begins to send, and keeps the request open. */
async function begin(server: Server, path: string, text: string, length: number): Promise<Socket> {
  const socket = connect((server.api.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const headers = Object.entries({
    host: 'localhost',
    ...always,
    ...piece,
    'upload-offset': 0,
    'content-length': length,
  })
  const lines = [`PATCH ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`)
  socket.on('error', () => {})
  while ((await bytesOf(path)).length < text.length) await setTimeout(10)
  return socket
}

test('an upload that continues over another connection takes over: the first one stores nothing more, though still open', async () => {
  const path = await create(2_000)
  const left = await begin(servers[0], path, 'a'.repeat(900), 2_000)
  const answered = once(left, 'data')
  assert.equal(await offsetOf(servers[1], path), 900)
  assert.match(String(await answered), /^HTTP\/1\.1 204 [\s\S]*upload-offset: 900/i)
  const rest = await send(servers[1], path, 900, 'b'.repeat(1_100))
  assert.equal(rest.status, 204)
  left.write('a'.repeat(1_100))
  await setTimeout(200)
  left.destroy()
  assert.equal(await mediaOf(path), 'a'.repeat(900) + 'b'.repeat(1_100))
})

test('two parts for the same offset at two processes: one is stored whole, and the file is what the answers said', async () => {
  const path = await create(100_000)
  let file = ''
  for (let round = 0; round < 20; round++) {
    const [one, two] = ['a', 'b'].map((letter, index) => letter.repeat(300 + ((round * 7 + index * 13) % 40)))
    const sent = [send(servers[0], path, file.length, one!), send(servers[1], path, file.length, two!)]
    const answers = await Promise.all(sent)
    const statuses = answers.map(({ status }) => status)
    assert(
      statuses.every((status) => [204, 409, 423].includes(status)),
      String(statuses),
    )
    const taken = answers.filter(({ status }) => status === 204)
    const grown = taken.filter(({ headers }) => Number(headers.get('upload-offset')) > file.length)
    assert(grown.length <= 1, 'not both')
    for (const { headers } of grown) {
      file += (answers[0]!.headers === headers ? one! : two!).slice(
        0,
        Number(headers.get('upload-offset')) - file.length,
      )
    }
    assert.equal(await bytesOf(path), file)
  }
  assert(file.length > 3_000, 'most rounds took a piece')
})

test('the last part at two processes at once, with HEAD requests: one upload, whole', async () => {
  for (let round = 0; round < 10; round++) {
    const path = await create(600)
    await send(servers[0], path, 0, 'x'.repeat(500))
    const asked = servers.flatMap((server) => [
      send(server, path, 500, 'y'.repeat(100)),
      ask(server, 'HEAD', path),
      ask(server, 'HEAD', path),
    ])
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    assert(
      statuses.every((status) => [200, 204, 409, 423].includes(status)),
      String(statuses),
    )
    const offset = await offsetOf(servers[1], path)
    if (offset < 600) assert.equal((await send(servers[1], path, offset, 'y'.repeat(600 - offset))).status, 204)
    assert.equal(await mediaOf(path), 'x'.repeat(500) + 'y'.repeat(100))
  }
})

test('a process that does not release the session: 423; after its end the upload continues', async () => {
  const path = await create(20)
  const hung = new pg.Client({ connectionString: here.world.base.databaseUrl })
  await hung.connect()
  const name = `upload ${path.split('/').at(-1)}`
  await hung.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  const refused = await send(servers[0], path, 0, 'abc')
  assert.deepEqual([refused.status, await refused.json()], [423, failureBody('The upload is busy; try again')])
  assert.equal((await ask(servers[1], 'HEAD', path)).status, 423)
  await hung.end()
  assert.equal((await send(servers[0], path, 0, 'abc')).status, 204)
  assert.equal(await offsetOf(servers[1], path), 3)
})

const sessions = async () => {
  const { rows } = await here.world.base.pool.query(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'minutebook process'`,
  )
  return rows.map(({ pid }) => pid as number)
}

test('many unfinished uploads use one database connection a process; if it is lost their requests end and can continue', async () => {
  const paths = await Promise.all(Array.from({ length: 30 }, () => create(1_000)))
  const under = await Promise.all(paths.map((path, index) => begin(servers[index % 2]!, path, 'a'.repeat(400), 1_000)))
  const before = await sessions()
  assert.equal(before.length, 2)
  const answered = under.map((socket) => once(socket, 'data'))
  await here.world.base.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [before])
  for (const answer of await Promise.all(answered)) assert.match(String(answer), /^HTTP\/1\.1 204 /)
  for (const [index, path] of paths.entries()) {
    const other = servers[(index + 1) % 2]!
    assert.equal(await offsetOf(other, path), 400)
    assert.equal((await send(other, path, 400, 'b'.repeat(600))).status, 204)
  }
  assert.equal((await sessions()).length, 2)
  for (const socket of under) socket.destroy()
  assert.equal(await mediaOf(paths[0]!), 'a'.repeat(400) + 'b'.repeat(600))
})
