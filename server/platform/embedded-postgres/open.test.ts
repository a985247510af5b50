/** The embedded database: opened, shared, killed and recovered. */
// In a third of the runs: it starts and kills databases.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  isRoot,
  newDatabase,
  newFolder,
  query,
  startChild,
  untilGone,
} from '../../../test/support/embedded-database.ts'
import { stopUnused } from './open.ts'
import { run } from './programs.ts'
import { asSuperuser } from './role.ts'

test('the first start makes a database, which opens again with its rows', async () => {
  await using folder = await newFolder()
  const first = await folder.open()
  assert.deepEqual(await query(first.url, 'select current_database(), current_user'), [
    'minutebook',
    'minutebook_service',
  ])
  assert.deepEqual(
    await query(asSuperuser(first.url), `select name, setting from pg_settings order by name`).then((pairs) =>
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

test('a second process uses the same server, and the last process stops it', async () => {
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

test('four processes open an empty folder at the same time', async () => {
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

test('processes start while the last one ends', async () => {
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
  assert.equal(await folder.serverPid(), 0, 'one of the processes that leave at once stops the server')
})

test('the server survives a killed process, and the next process uses it', async () => {
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

test('a server stops by itself when its last user was killed, and not before', async () => {
  await using folder = await newDatabase()
  const killed = startChild(folder.dataDir, { graceSeconds: 0.1 })
  const { url } = await killed.answer
  const pid = await folder.serverPid()
  await query(url!, 'create table kept as select 42')
  await stopUnused(folder.dataDir)
  assert.deepEqual(await query(url!, 'table kept'), [42], 'it is used')
  await killed.kill()
  await untilGone(pid)
  await stopUnused(folder.dataDir)
  const next = await folder.open()
  assert.deepEqual(await query(next.url, 'table kept'), [42])
  assert(await hasGuard(folder.dataDir))
  await next.release()
  assert(!(await hasGuard(folder.dataDir)))
})

/** Whether a process waits for the end of one that uses this folder. */
async function hasGuard(dataDir: string): Promise<boolean> {
  const { output } = await run('ps', ['-ww', '-A', '-o', 'args='])
  return output.split('\n').some((line) => line.includes('read -r _') && line.endsWith(dataDir))
}

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

test('a killed server is started again by the processes that use it, at the same address', async () => {
  await using folder = await newDatabase()
  const warnings: string[] = []
  const log = { info: () => {}, warn: (_details: object, message: string) => warnings.push(message) }
  const ours = await folder.open(60, log)
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

test('a process that ends right after the server was killed leaves no server behind', async () => {
  await using folder = await newDatabase()
  const ours = await folder.open()
  const pid = await folder.serverPid()
  process.kill(pid, 'SIGKILL')
  await untilGone(pid)
  await ours.release()
  assert([0, pid].includes(await folder.serverPid()))
})

test('a lock file that names an unrelated process, or the server of another folder, is ignored', async () => {
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

test('draft folders of dead processes are removed, those of running processes are not', async () => {
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

function pick(pairs: unknown[], names: string[]) {
  return Object.fromEntries(names.map((name) => [name, pairs[pairs.indexOf(name) + 1]]))
}
