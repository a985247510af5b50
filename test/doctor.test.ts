/** `minutebook doctor` of a healthy installation, and of broken ones: each fault is named, with what to do. */
// In a third of the runs: it waits for time limits.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { checkAddress } from '../server/app/doctor/check-address.ts'
import { checkBackup } from '../server/app/doctor/check-backup.ts'
import { checkMachine } from '../server/app/doctor/check-machine.ts'
import { checkServices } from '../server/app/doctor/check-services.ts'
import type { Finding } from '../server/app/doctor/finding.ts'
import { writeFacts } from '../server/keeping/backup/format.ts'
import { readConfig } from '../server/platform/context/config.ts'
import { certificateFor } from './support/authority.ts'
import { freePort } from './support/free-port.ts'
import { openMailServer } from './support/mail-server.ts'
import { dataFolder, emptyDatabase, migratedDatabase, ofRepository } from './support/program.ts'

const now = new Date()
const { signal } = new AbortController()
const password = 'hunter2-is-secret'

let data: Awaited<ReturnType<typeof dataFolder>>
let database: Awaited<ReturnType<typeof migratedDatabase>>
let service: URL
/** Of the service that runs. */
let settings: Record<string, string>
before(async () => {
  ;[data, database] = await Promise.all([dataFolder(), migratedDatabase()])
  const port = String(await freePort())
  service = new URL(`http://127.0.0.1:${port}`)
  settings = { ...database.settings, PORT: port, PUBLIC_URL: service.origin, DEMO: 'off' }
  await data.start('serve', /ready at/, { ...settings, LOG_LEVEL: 'info' })
})
after(async () => {
  await data[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const configOf = (more: Record<string, string>) => readConfig({ DATA_DIR: data.folder, ...settings, ...more })

async function listed(findings: AsyncGenerator<Finding>): Promise<Finding[]> {
  const all: Finding[] = []
  for await (const finding of findings) all.push(finding)
  return all
}
const wrongOf = (findings: Finding[]) =>
  findings.filter(({ state }) => state === 'wrong').map(({ part, says, todo }) => `${part}: ${says} → ${todo}`)

/** Whatever stands before the service. */
async function openFront(
  answer: (received: IncomingMessage, reply: ServerResponse) => void,
  tls?: 'good' | 'self-signed' | 'expired',
) {
  const server = tls ? createTlsServer(await certificateFor(['127.0.0.1'], tls), answer) : createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http${tls ? 's' : ''}://127.0.0.1:${port}`, [Symbol.asyncDispose]: close }
}

/** Passes requests on, with the headers that the service sends changed. */
const proxy =
  (change: (headers: Record<string, string | string[] | undefined>) => object = (headers) => headers) =>
  (received: IncomingMessage, reply: ServerResponse) => {
    const { method, headers, url } = received
    const onwards = request(new URL(url!, service), { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode!, change(answer.headers) as Record<string, string>)
      answer.pipe(reply)
    })
    onwards.on('error', () => reply.destroy())
    received.pipe(onwards)
    onwards.flushHeaders()
  }

const through = async (url: string, key?: string) =>
  listed(checkAddress(configOf({ PUBLIC_URL: url }), { key }, () => new Date()))

test('a healthy installation: nothing is wrong, the exit code is 0 and no secret is printed', async () => {
  await using mail = await openMailServer()
  const { code, out, err } = await data.run(['doctor'], {
    ...settings,
    ...mail.settings,
    SMTP_URL: mail.settings.SMTP_URL.replace(/(?<=:\/\/)/, `minutebook:${password}@`),
  })
  assert.deepEqual([code, err], [0, ''], out)
  for (const part of [
    'machine',
    'DATA_DIR',
    'database',
    'schema',
    'key',
    'service',
    'PUBLIC_URL',
    'bodies',
    'uploads',
    'mail',
  ])
    assert.match(out, new RegExp(`^right  ${part}: `, 'm'))
  assert.match(out, /^– {6}streams: /m)
  for (const secret of [password, settings.SECRET_KEY!, new URL(settings.DATABASE_URL!).password])
    assert(secret === '' || !out.includes(secret))
})

test('a setting that cannot be read, a wrong key, a schema that lacks, a database that is away', async () => {
  const typo = await data.run(['doctor'], { ...settings, PORT: 'http' })
  assert.deepEqual([typo.code, typo.out], [1, ''])
  assert.match(typo.err, /^PORT /)
  const key = await data.run(['doctor'], { ...settings, SECRET_KEY: '11'.repeat(32) })
  assert.match(key.out, /^WRONG {2}key: .*SECRET_KEY/m)
  assert.deepEqual([key.code, key.err], [1, '1 thing is wrong.\n'])
  await using empty = await emptyDatabase()
  const fresh = await data.run(['doctor'], { ...settings, ...empty.settings })
  assert.match(fresh.out, /^– {6}schema: The database is empty/m)
  const DATABASE_URL = `postgres://minutebook:${password}@127.0.0.1:${await freePort()}/minutebook`
  const away = await data.run(['doctor'], { ...settings, DATABASE_URL })
  assert.match(away.out, /^WRONG {2}database: .*ECONNREFUSED[\s\S]*→ Check DATABASE_URL/m)
  assert.match(away.out, /^– {6}backup: /m, 'the rest is examined')
  assert(!away.out.includes(password))
})

test('another program on PORT is named, and the public address is examined too', async () => {
  for (const body of ['<h1>It works!</h1>', 'null']) {
    await using other = await openFront((_, reply) => reply.end(body))
    const { host, port } = new URL(other.url)
    const findings = await listed(checkAddress(configOf({ PORT: port }), {}, () => new Date()))
    assert.deepEqual(wrongOf(findings), [`service: ${host} answers, and not as Minutebook → Check PORT`])
    assert(findings.some(({ part, state }) => part === 'PUBLIC_URL' && state === 'right'))
  }
})

test('a public address that DNS, the certificate, the proxy or another program keeps from people', async () => {
  const [unnamed] = wrongOf(await through('https://minutebook.invalid'))
  assert.match(unnamed!, /^PUBLIC_URL: DNS knows no minutebook\.invalid/)
  for (const kind of ['self-signed', 'expired'] as const) {
    await using front = await openFront(proxy(), kind)
    assert.match(wrongOf(await through(front.url)).join(), /^PUBLIC_URL: The certificate of \S+ is refused: /, kind)
  }
  await using other = await openFront((_, reply) => void reply.writeHead(200).end('<h1>It works!</h1>'))
  assert.match(
    wrongOf(await through(other.url)).join(),
    /^PUBLIC_URL: \S+ answers with status 200, and not as Minutebook/,
  )
  const nobody = `http://127.0.0.1:${await freePort()}`
  assert.match(wrongOf(await through(nobody)).join(), /^PUBLIC_URL: \S+ does not answer: .*ECONNREFUSED/)
  await using tls = await openFront(proxy(), 'good')
  const ends = wrongOf(await through(tls.url))
  assert.equal(ends.length, 1)
  assert.match(ends[0]!, /^TLS: The certificate ends in [89] days → Renew it/)
})

test('a proxy that limits or holds back bodies, buffers streams, or has another time', async () => {
  await using limits = await openFront((received, reply) =>
    Number(received.headers['content-length'] ?? 0) > 1_000_000 ? reply.writeHead(413).end() : proxy()(received, reply),
  )
  const limited = wrongOf(await through(limits.url))
  assert.match(
    limited.join('\n'),
    /^bodies: A request of 5\.2 MB gets status 413 .*client_max_body_size 6m.*\nuploads: .* 413 /,
  )
  await using collects = await openFront((received, reply) => {
    if (Number(received.headers['content-length'] ?? 0) < 1_000_000) proxy()(received, reply)
  })
  assert.match(
    wrongOf(await through(collects.url)).join('\n'),
    /^uploads: A request of 64\.0 MB is held back: no answer within 5 s → .*proxy_request_buffering off[^\n]*$/,
  )
  await using later = await openFront(
    proxy((headers) => ({ ...headers, date: new Date(Date.now() + 90_000).toUTCString() })),
  )
  assert.match(wrongOf(await through(later.url)).join(), /^clock: .* (89|90|91) s apart → Set both by NTP/)
  const stream = await through(service.origin, 'mb_nobody')
  assert.match(wrongOf(stream).join(), /^streams: The stream of events gets status 401/)
})

test('where each workspace has its own host, that of none does', async () => {
  await using front = await openFront((received, reply) => {
    received.headers.host = 'minutebook-doctor.localhost'
    proxy()(received, reply)
  })
  assert.deepEqual(wrongOf(await through(front.url)), [])
})

test('mail, identity provider and model that do not answer, or answer otherwise', async () => {
  const gone = `127.0.0.1:${await freePort()}`
  await using provider = await openFront((_, reply) => void reply.end('{"issuer":"https://login.example.com"}'))
  const findings = await listed(
    checkServices(
      configOf({
        SMTP_URL: `smtp://minutebook:${password}@${gone}`,
        MAIL_FROM: 'minutebook@acme.test',
        OIDC_ISSUER: provider.url,
        OIDC_CLIENT_ID: 'minutebook',
        OIDC_CLIENT_SECRET: password,
        LLM_URL: `http://${gone}`,
        LLM_MODEL: 'm',
      }),
    ),
  )
  const says = wrongOf(findings).join('\n')
  assert.match(says, /^mail: 127\S+ does not let us in: .*ECONNREFUSED/)
  assert.match(says, /^sign-in: \S+ calls itself https:\/\/login\.example\.com → Set OIDC_ISSUER exactly/m)
  assert.match(says, /^LLM_URL: \S+ does not answer: .*ECONNREFUSED/m)
  assert(!says.includes(password))
})

test('too little memory, and folders that this user may not write to', async (t) => {
  const machineOf = async (memoryBytes: number, isLimited = false) =>
    (await listed(checkMachine(configOf({}), signal, { cores: 2, memoryBytes, isLimited })))[0]!
  assert.deepEqual([(await machineOf(1e9 - 1)).state, (await machineOf(1e9)).state], ['wrong', 'right'])
  assert.match(
    (await machineOf(2e9, true)).says,
    / 2 cores, 2\.0 GB of memory by the limit of its container or service$/,
  )
  if (process.getuid?.() !== 0) return t.skip('only root can be another user')
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-doctor-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
  await chmod(folder, 0o755)
  const { stdout } = await promisify(execFile)(process.execPath, [ofRepository.path, 'doctor'], {
    ...{ uid: 54_321, gid: 54_321 },
    env: { ...settings, DATA_DIR: folder, TMPDIR: folder },
  }).catch((error) => error)
  for (const name of ['DATA_DIR', 'MEDIA_DIR', 'TMPDIR'])
    assert.match(
      stdout,
      new RegExp(`^WRONG  ${name}: .* EACCES.*\n.*→ Give the user 54321 the right to write there$`, 'm'),
    )
})

test('a folder that is no folder, too little space, and backups that are old, unfinished or away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-doctor-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
  const file = join(folder, 'file')
  await writeFile(file, '')
  const full = configOf({ MEDIA_DIR: join(file, 'media'), MIN_FREE_BYTES: String(2 ** 40) })
  const says = wrongOf(await listed(checkMachine(full, signal))).join('\n')
  assert.match(says, /^DATA_DIR: \S+ has [\d.]+ GB free, less than MIN_FREE_BYTES/m)
  assert.match(says, /^MEDIA_DIR: \S+ cannot be used: ENOTDIR/m)
  const made = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const age = async () => wrongOf([await checkBackup(full, folder, now)])
  assert.match((await age()).join(), /has no finished backup/)
  for (const [name, days] of [
    ['old', 3],
    ['new', 1.9],
  ] as const) {
    await mkdir(join(folder, name))
    const facts = {
      format: 1,
      release: '0.1.0',
      secret_key: 'here',
      media: 'here',
      folders: [],
      files: 0,
      bytes: 0,
    } as const
    await writeFacts(
      join(folder, name),
      { ...facts, folders: [], tables: null, media_gone: [], made_at: made(days) },
      new Map(),
    )
    assert.equal((await age()).length, days > 2 ? 1 : 0, name)
  }
  assert.match(wrongOf([await checkBackup(full, join(folder, 'nowhere'), now)]).join(), /cannot be read: ENOENT/)
})
