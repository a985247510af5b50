/**
 * Real CalDAV servers, Radicale and Xandikos, each behind a door with TLS as a provider has one. The door counts the
 * requests, and can answer in the server's place.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { missing } from './installed-program.ts'
import { openReceiver, type Received } from './receiver.ts'

export const noRadicale = missing('radicale', 'apt-get install radicale')
export const noXandikos = missing('xandikos', 'apt-get install xandikos')

export type CaldavServer = Awaited<ReturnType<typeof openRadicale>>

/** By user name. */
export const passwords: Record<string, string> = { bo: 'Kx3-Rain-Drum', ada: 'Lm7-Sand-Hill' }

export async function openRadicale() {
  const folder = await mkdtemp(join(tmpdir(), 'radicale-'))
  const port = await freePort()
  await mkdir(join(folder, 'data'))
  await writeUsers(folder)
  const settings = `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${folder}/users
htpasswd_encryption = plain
delay = 0
[rights]
type = from_file
file = ${folder}/rights
[storage]
filesystem_folder = ${folder}/data
[web]
type = none
[logging]
level = error
`
  // As a server whose people share calendars: Bo reads a calendar of Ada's.
  const rights = `[root]
user: .+
collection:
permissions: R
[own]
user: .+
collection: {user}(/.*)?
permissions: RWrw
[shared]
user: .+
collection: ada(/.*)?
permissions: Rr
`
  await writeFile(join(folder, 'settings'), settings)
  await writeFile(join(folder, 'rights'), rights)
  return behindDoor(folder, port, 'radicale', ['--config', join(folder, 'settings')])
}

/** It knows one person and no passwords: its door asks for them. */
export async function openXandikos() {
  const folder = await mkdtemp(join(tmpdir(), 'xandikos-'))
  const port = await freePort()
  const args = ['-d', join(folder, 'data'), '-l', '127.0.0.1', '-p', String(port)]
  return behindDoor(folder, port, 'xandikos', [...args, '--current-user-principal', '/bo/', '--defaults'], true)
}

const writeUsers = (folder: string) =>
  writeFile(
    join(folder, 'users'),
    Object.entries(passwords)
      .map((each) => `${each.join(':')}\n`)
      .join(''),
  )

async function behindDoor(folder: string, port: number, program: string, args: string[], asksItself = false) {
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await listening(port)
  const door = await openReceiver()
  const state = {
    /** True if it has answered in the server's place. */
    answer: (_received: Received, _response: ServerResponse): boolean | Promise<boolean> => false,
    /** What is given of the server's answer. */
    rewrite: (_received: Received, body: string) => body,
  }
  door.answering = async (received, response) => {
    if (await state.answer(received, response)) return
    const isKnown = Object.entries(passwords).some((each) => received.headers.authorization === basic(...each))
    if (asksItself && !isKnown) return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
    await forward(port, received, response, state.rewrite)
  }
  const send = async (method: string, path: string, body = '', user = 'bo', headers: Record<string, string> = {}) => {
    const authorization = basic(user, passwords[user]!)
    const answer = await plainRequest(port, { method, path, headers: { ...headers, authorization }, body })
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    return answer
  }
  return {
    folder,
    door,
    state,
    url: (path = '/') => door.url(path),
    /** Makes a calendar. */
    make: (path: string, properties = '', user = 'bo', name = 'x') =>
      send(
        'MKCALENDAR',
        path,
        `<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>${properties}` +
          `<D:displayname>${name}</D:displayname></D:prop></D:set></C:mkcalendar>`,
        user,
        { 'content-type': 'application/xml' },
      ),
    get: (path: string, user = 'bo') => send('GET', path, '', user),
    put: (path: string, file: string, user = 'bo') =>
      send('PUT', path, file, user, { 'content-type': 'text/calendar' }),
    /** Lists a collection with what tells of changes. */
    list: (path: string, user = 'bo') =>
      send('PROPFIND', path, '<D:propfind xmlns:D="DAV:"><D:prop><D:sync-token/></D:prop></D:propfind>', user, {
        'content-type': 'application/xml',
        depth: '1',
      }),
    remove: (path: string, user = 'bo') => send('DELETE', path, '', user),
    /** What was asked since the last call. */
    asked: () => door.received.splice(0).map(({ method, path }) => `${method} ${path}`),
    async changePassword(user: string, password: string) {
      passwords[user] = password
      await writeUsers(folder)
    },
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
      await door[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await setTimeout(100)
  }
  throw new Error(`Nothing listens on port ${port}`)
}

type Plain = { method: string; path: string; headers: Record<string, unknown>; body: string }

async function plainRequest(port: number, { method, path, headers, body }: Plain) {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { ...(headers as object), connection: 'close' },
  })
  outgoing.end(body)
  const [answer] = await once(outgoing, 'response')
  return { status: answer.statusCode as number, headers: answer.headers, body: (await buffer(answer)).toString('utf8') }
}

async function forward(
  port: number,
  received: Received,
  response: ServerResponse,
  rewrite: (received: Received, body: string) => string,
): Promise<void> {
  const { host: _, 'content-length': __, ...headers } = received.headers
  const answer = await plainRequest(port, { ...received, headers })
  const { 'content-length': ___, 'transfer-encoding': ____, connection: _____, ...kept } = answer.headers
  response.writeHead(answer.status, kept).end(rewrite(received, answer.body))
}
