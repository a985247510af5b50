/**
 * compose.yaml is started as it is delivered, by podman-compose, and does what its comments and docs/operate/deploy.md say. Where no
 * registry is reached, its images are stand-ins: Debian's PostgreSQL and Caddy, and versitygw, under the same names.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent } from 'undici'
import { parse } from 'yaml'
import { createClient, dataOf } from '../../sdk/src/client.ts'
import { missing } from '../support/installed-program.ts'
import { imagesNamed } from '../support/service-images.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const read = (name: string) => readFile(`${root}deploy/container/${name}`, 'utf8')
const podman = async (...args: string[]) => (await run('podman', args)).stdout.trim()
const skip =
  missing('podman-compose', 'Debian: apt-get install podman podman-compose buildah mmdebstrap') ||
  missing('versitygw', 'go install github.com/versity/versitygw/cmd/versitygw@v1.8.0')

const acme = {
  subdomain: 'acme',
  name: 'Acme',
  plan: 'enterprise',
  users: [
    { email: 'ada@acme.example', full_name: 'Ada Moreau', admin: true },
    { email: 'bo@acme.example', full_name: 'Bo Lindqvist' },
  ],
}

test('compose.yaml runs a whole service, which keeps what it was given', { skip }, async () => {
  const { services } = parse(await read('compose.yaml'), { merge: true })
  const named = ['postgres', 'storage', 'proxy'].map((name) => services[name].image as string)
  const base = /^ARG BASE=(\S+)$/m.exec(await readFile(`${root}deploy/container/Containerfile`, 'utf8'))![1]!
  await using _ = await imagesNamed(named, base)
  await using stt = await openTranscriber()
  await using project = await openProject({ STT_URL: stt.url })

  await project.compose(['up', '--build', '--detach'])
  await project.healthy()
  const world = JSON.stringify({ version: 1, workspaces: [acme] })
  await project.compose(['run', '--rm', '-T', 'api', 'import', '/dev/stdin'], world)
  const ofAda = ['--workspace', 'acme', '--user', 'ada@acme.example', '--super-admin']
  const made = await project.compose(['run', '--rm', '-T', 'api', 'key', 'create', ...ofAda])
  const key = /\bmb_[\w-]+/.exec(made)![0]

  const fetch = await project.throughProxy()
  assert.match(await (await fetch('/')).text(), /<div id="root">/)
  for (const path of ['/metrics', '/readyz']) assert.equal((await fetch(path)).status, 404)
  const client = createClient({ url: project.url, key, fetch })
  const { note } = dataOf(await client.POST('/api/v1/note', { body: { title: 'Kept' } }))
  // More than S3 takes in one piece of ours.
  const media = Buffer.concat([Buffer.from('RIFF....WAVEfmt '), randomBytes(11 * 1_048_576)])
  const id = await client.upload(new File([media], 'call.wav', { type: 'audio/wav' }), { title: 'Call', wait: true })
  const digest = createHash('sha256').update(media).digest('hex')
  const stored = () => project.exec('storage', 'sh', '-c', 'cd /media/meetings && find . -type f -exec sha256sum {} +')
  assert(stt.heard >= media.length)
  assert.match(await stored(), new RegExp(`^${digest} `, 'm'))

  await addressIsTheClients(project, fetch, key)
  await onlyTheProxyIsReached(project)
  await mayDoLittle(project)

  // A connection that is open while the service stops.
  const leave = new AbortController()
  const listening = (async () => {
    for await (const _ of client.listen({ signal: leave.signal }));
  })().catch(() => null)
  await setTimeout(2_000)
  await project.compose(['stop', 'api'])
  assert.equal(await project.inspect('api', '{{.State.ExitCode}}'), '0')
  leave.abort()
  await listening
  await project.compose(['down'])
  assert.equal(await podman('ps', '--quiet', '--filter', `name=${project.name}_`), '')

  await project.compose(['up', '--detach'])
  await project.healthy()
  const again = createClient({ url: project.url, key, fetch: await project.throughProxy() })
  assert.equal(
    dataOf(await again.GET('/api/v1/note/{note_id}', { params: { path: { note_id: note.id } } })).note.title,
    'Kept',
  )
  assert.match(await stored(), new RegExp(`^${digest} `, 'm'))
  const { data } = dataOf(await again.POST('/api/v1/recordings', { body: { include: { media_url: true } } }))
  assert.deepEqual([data[0]!.id], [id])
  const { pathname, search } = new URL(data[0]!.media_url!)
  assert.deepEqual(Buffer.from(await (await fetch(pathname + search)).arrayBuffer()), media)
})

type Project = Awaited<ReturnType<typeof openProject>>
type Fetch = Awaited<ReturnType<Project['throughProxy']>>

/** A copy of the sources, as `git clone` gives them, with env.example filled in. */
async function openProject(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-compose-'))
  const files = 'git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --create'
  await run('sh', ['-c', `${files} | tar --extract --directory="$0"`, folder], { cwd: root })
  const cwd = `${folder}/deploy/container`
  const port = randomInt(20_000, 30_000)
  const secrets = { SECRET_KEY: randomBytes(32).toString('base64'), POSTGRES_PASSWORD: randomBytes(12).toString('hex') }
  const given: Record<string, string> = {
    ...secrets,
    S3_SECRET_ACCESS_KEY: randomBytes(12).toString('hex'),
    BASE_DOMAIN: 'localhost',
    SITE: 'localhost, acme.localhost',
    HTTP_PORT: String(port),
    HTTPS_PORT: String(port + 1),
    ...settings,
  }
  const example = await read('env.example')
  const kept = example.split('\n').filter((line) => !Object.keys(given).some((name) => line.startsWith(`${name}=`)))
  const lines = Object.entries(given).map(([name, value]) => `${name}=${value}`)
  await writeFile(`${cwd}/.env`, [...kept, ...lines].join('\n'))
  const name = `minutebook-test-${port}`
  const container = (service: string) => podman('ps', '--all', '--quiet', '--filter', `name=${name}[_-]${service}[_-]`)
  const inspect = async (service: string, format: string) =>
    podman('inspect', '--format', format, await container(service))
  const exec = async (service: string, ...args: string[]) => podman('exec', await container(service), ...args)
  // Builds without a network of its own, as image.deep.ts.
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }

  async function compose(args: string[], input = '') {
    const done = run('podman-compose', ['--project-name', name, ...args], { cwd, env, maxBuffer: 64 * 1_048_576 })
    done.child.stdin!.end(input)
    const { stdout, stderr } = await done
    return stdout + stderr
  }
  /** Podman asks for health by systemd's timers, which are not everywhere. */
  async function healthy() {
    for (const service of ['postgres', 'api', 'worker']) {
      const asked = async () => podman('healthcheck', 'run', await container(service))
      for (
        let tries = 1;
        !(await asked().then(
          () => true,
          () => false,
        ));
        tries++
      ) {
        assert(tries < 300, `${service} is not healthy`)
        await setTimeout(1_000)
      }
    }
  }
  return {
    name,
    compose,
    healthy,
    inspect,
    exec,
    ports: async (service: string) => podman('port', await container(service)),
    url: `https://acme.localhost:${port + 1}`,
    /** By the certificate that Caddy made, as a browser that trusts it. */
    async throughProxy() {
      const ca = await exec('proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt')
      const loopback = [{ address: '127.0.0.1', family: 4 }]
      const lookup = (_host: string, _options: object, done: (error: null, found: typeof loopback) => void) =>
        done(null, loopback)
      const dispatcher = new Agent({ connect: { ca, lookup: lookup as never } })
      return (asked: string | URL | Request, init: RequestInit = {}) =>
        fetch(
          typeof asked === 'string' && asked.startsWith('/') ? `https://acme.localhost:${port + 1}${asked}` : asked,
          { ...init, dispatcher } as RequestInit,
        )
    },
    async [Symbol.asyncDispose]() {
      await podman('pod', 'rm', '--force', `pod_${name}`).catch(() => null)
      const ids = (await podman('ps', '--all', '--quiet', '--filter', `name=${name}_`)).split('\n').filter(Boolean)
      if (ids.length > 0) await podman('rm', '--force', '--volumes', ...ids)
      for (const volume of ['postgres', 'media', 'uploads', 'certificates']) {
        await podman('volume', 'rm', '--force', `${name}_${volume}`).catch(() => null)
      }
      await podman('network', 'rm', '--force', `${name}_default`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** TRUST_PROXY has the proxy's network: neither the proxy's own address is written down, nor what a client says. */
async function addressIsTheClients(project: Project, fetch: Fetch, key: string) {
  const headers = { 'X-API-KEY': key, 'X-On-Behalf-Of': 'bo@acme.example', 'X-Forwarded-For': '203.0.113.7' }
  assert.equal((await fetch('/api/v1/me', { headers })).status, 200)
  const answer = await fetch('/api/v1/audit_log', { headers: { 'X-API-KEY': key } })
  const { data } = (await answer.json()) as { data: { action: string; address: string }[] }
  const own = await project.inspect('proxy', '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{.Gateway}}{{end}}')
  const [proxy, gateway] = own.split(' ')
  assert.notEqual(proxy, gateway)
  // From this machine podman leads a request in by the gateway.
  assert.deepEqual([data[0]?.action, data[0]?.address], ['impersonate', gateway])
}

async function onlyTheProxyIsReached(project: Project) {
  for (const service of ['api', 'worker', 'postgres', 'storage'])
    assert.equal(await project.ports(service), '', service)
  assert.match(await project.ports('proxy'), /^80\/tcp -> \S+\n443\/tcp -> \S+$/)
}

async function mayDoLittle(project: Project) {
  for (const service of ['api', 'worker']) {
    assert.equal(await project.inspect(service, '{{.HostConfig.ReadonlyRootfs}}'), 'true')
    assert.equal(await project.exec(service, 'id', '-u'), '1000')
    const status = await project.exec(service, 'cat', '/proc/1/status')
    for (const set of ['CapEff', 'CapPrm', 'CapBnd']) assert.match(status, new RegExp(`^${set}:\\t0+$`, 'm'))
    assert.match(status, /^NoNewPrivs:\t1$/m)
    const touched = await project.exec(service, 'sh', '-c', 'touch /opt/x 2>&1; touch /data/x /tmp/x && echo written')
    assert.match(touched, /Read-only file system\nwritten$/)
  }
}

/** A transcription service on this machine, which containers reach as host.containers.internal. */
async function openTranscriber() {
  const answer = {
    task: 'transcribe',
    language: 'english',
    duration: 4,
    text: 'I will send the sheet.',
    segments: [{ id: 0, start: 0, end: 4, text: 'I will send the sheet.' }],
  }
  const stt = { heard: 0, url: '' }
  const server = createServer(async (request, response) => {
    for await (const piece of request) stt.heard += piece.length
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }).listen(0, '0.0.0.0')
  await new Promise((resolve) => server.once('listening', resolve))
  stt.url = `http://host.containers.internal:${(server.address() as AddressInfo).port}`
  return Object.assign(stt, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
