/** The samples for nginx and Caddy, in the real programs, in front of a program that tells what reaches it. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { certificateFor } from './support/authority.ts'
import { freePort } from './support/free-port.ts'
import { missing } from './support/installed-program.ts'
import { waitFor } from './support/waiting.ts'

const proxies = new URL('../deploy/proxy/', import.meta.url)

/** What the service behind the proxy has received. */
type Upstream = { server: Server; port: number; bytes: number; release(): void }

let folder: string
let upstream: Upstream
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-proxy-'))
  upstream = await openUpstream()
})
after(async () => {
  upstream.server.closeAllConnections()
  upstream.server.close()
  await rm(folder, { recursive: true, force: true })
})

/** `/stream` answers in two pieces, the second when it is released; other paths answer with what came. */
async function openUpstream(): Promise<Upstream> {
  let release = () => {}
  const server = createServer(async (incoming, response) => {
    if (incoming.url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': listening\n\n')
      release = () => response.end('data: {}\n\n')
      return
    }
    opened.bytes = 0
    for await (const piece of incoming) opened.bytes += piece.length
    response.end(JSON.stringify({ headers: incoming.headers, bytes: opened.bytes }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opened: Upstream = { server, port, bytes: 0, release: () => release() }
  return opened
}

type Proxy = { port: number; plainPort: number | null; stop(): Promise<void> }

async function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  port: number,
): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(program, args, { env: { PATH: `${process.env.PATH}:/usr/sbin`, ...env } })
  const complaint = text(child.stderr!)
  const ended = once(child, 'exit')
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  await waitFor(async () => isOver || (await accepts(port)))
  if (isOver) assert.fail(`${program} ended: ${await complaint}`)
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function startNginx(): Promise<Proxy> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const { cert, key } = await certificateFor(['meetings.example.com', 'acme.meetings.example.com'])
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
  const sample = (await readFile(new URL('nginx.conf', proxies), 'utf8'))
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream.port}`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('/etc/ssl/minutebook.crt', join(folder, 'cert.pem'))
    .replace('/etc/ssl/minutebook.key', join(folder, 'key.pem'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const whole = `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr;
    events {} http { access_log off; ${temporary.join(' ')} ${sample} }`
  await writeFile(join(folder, 'nginx.conf'), whole)
  const stop = await run('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'], {}, port)
  return { port, plainPort, stop }
}

async function startCaddy(): Promise<Proxy> {
  const port = await freePort()
  const { cert, key } = await certificateFor(['meetings.example.com', 'acme.meetings.example.com'])
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
  const sample = await readFile(new URL('Caddyfile', proxies), 'utf8')
  // The certificate of the tests in place of one that Caddy would ask a public authority for.
  const own = sample.replace(
    /^\{\$SITE.*\{$/m,
    `$&\n\tbind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
  )
  assert.notEqual(own, sample)
  const global = '{\n\tadmin off\n\tauto_https disable_redirects\n}\n'
  await writeFile(join(folder, 'Caddyfile'), `${global}${own}`)
  await mkdir(join(folder, 'home'), { recursive: true })
  const names = ['meetings.example.com', 'acme.meetings.example.com'].map((name) => `https://${name}:${port}`)
  const env = { HOME: join(folder, 'home'), SITE: names.join(', '), UPSTREAM: `127.0.0.1:${upstream.port}` }
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  return { port, plainPort: null, stop: await run('caddy', args, env, port) }
}

for (const [name, start] of [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const) {
  suite(name, { skip: missing(name, `Debian: apt-get install ${name}`) }, () => {
    let proxy: Proxy
    before(async () => {
      proxy = await start()
    })
    after(() => proxy?.stop())

    const host = 'acme.meetings.example.com'
    const begin = (path: string, options: RequestOptions = {}) =>
      request({
        host: '127.0.0.1',
        port: proxy.port,
        servername: host,
        path,
        agent: false,
        ...options,
        headers: { host, ...options.headers },
      })
    async function ask(path: string, options: RequestOptions = {}, body?: Buffer) {
      const asking = begin(path, options).end(body)
      const [answer] = (await once(asking, 'response')) as [IncomingMessage]
      return { status: answer.statusCode, text: await text(answer) }
    }

    test('the service gets workspace, client address and HTTPS; what a client claims does not replace its address', async () => {
      const { text } = await ask('/api/v1/me', {
        headers: { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'http' },
      })
      const { headers } = JSON.parse(text)
      assert.equal(headers.host.split(':')[0], host)
      assert.equal(headers['x-forwarded-proto'], 'https')
      assert.match(headers['x-forwarded-for'], /(^|, )127\.0\.0\.1$/)
    })

    test('metrics and probes are not reachable from outside', async () => {
      for (const path of ['/metrics', '/healthz', '/readyz']) assert.equal((await ask(path)).status, 404, path)
    })

    test('an event is forwarded before the stream ends', async () => {
      const asking = begin('/stream').end()
      const [answer] = (await once(asking, 'response')) as [IncomingMessage]
      const [first] = await once(answer, 'data')
      assert.equal(String(first), ': listening\n\n')
      upstream.release()
      assert.equal(await text(answer), 'data: {}\n\n')
    })

    test('a body of many megabytes is forwarded before it has ended', async () => {
      const half = Buffer.alloc(8_388_608)
      const asking = begin('/api/v1/recordings/upload/tus', {
        method: 'PATCH',
        headers: { 'content-length': String(2 * half.length) },
      })
      upstream.bytes = 0
      asking.write(half)
      await waitFor(() => upstream.bytes > half.length / 2)
      asking.end(half)
      const [answer] = (await once(asking, 'response')) as [IncomingMessage]
      assert.equal(JSON.parse(await text(answer)).bytes, 2 * half.length)
    })

    test('plain HTTP redirects to HTTPS', async (context) => {
      if (proxy.plainPort === null) return context.skip('Caddy does so by itself, on ports 80 and 443 alone')
      const answer = await fetch(`http://127.0.0.1:${proxy.plainPort}/x?y=1`, { redirect: 'manual' })
      assert.equal(answer.status, 308)
      assert.match(answer.headers.get('location')!, /^https:\/\/[^/]+\/x\?y=1$/)
    })
  })
}

test('the proxies wait longer than a request may wait for changes', async () => {
  const nginx = await readFile(new URL('nginx.conf', proxies), 'utf8')
  for (const name of ['proxy_read_timeout', 'proxy_send_timeout']) {
    assert(Number(new RegExp(`${name} (\\d+)s;`).exec(nginx)?.[1]) > 60, name)
  }
  // Caddy waits for ever unless it is told otherwise.
  assert.doesNotMatch(await readFile(new URL('Caddyfile', proxies), 'utf8'), /timeout/)
})
