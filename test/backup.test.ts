/** `minutebook backup` of a service that goes on working, and `minutebook restore` elsewhere. */
// In a third of the runs: it starts and kills services.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { dataFolder, migratedDatabase, ofRepository } from './support/program.ts'

/** Many requests on a machine that may be busy. */
const calm = { API_RATE_PER_SECOND: '0', SHED_DELAY_MS: '0' }

let root: string
let data: Awaited<ReturnType<typeof dataFolder>>
let service: Awaited<ReturnType<typeof data.start>>
let key: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'minutebook-backup-'))
  await chmod(root, 0o711)
  data = await dataFolder()
  service = await data.start('start', /Try it:/, calm)
  ;[key] = service.output.text.match(/mb_[\w-]{43}/)! as unknown as [string]
})
after(async () => {
  await data[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

const addressOf = ({ output }: { output: { text: string } }) => /ready at (http:\/\/\S+)/.exec(output.text)![1]!

async function ask(url: string, path: string, body?: object) {
  const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${url}${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  return { status: answer.status, body: (await answer.json()) as any }
}

/** Writes notes until it is stopped. @returns the ids that the service has confirmed, in order */
function keepWriting(url: string) {
  const confirmed: string[] = []
  const stopping = new AbortController()
  const done = (async () => {
    while (!stopping.signal.aborted) confirmed.push((await ask(url, '/api/v1/note', { title: 'n' })).body.note.id)
  })()
  const stop = () => {
    stopping.abort()
    return done
  }
  return { confirmed, stop }
}

async function soundOf(url: string): Promise<string> {
  const { body } = await ask(url, '/api/v1/recordings', { include: { media_url: true }, pagination: { page_size: 50 } })
  const { media_url } = body.data.find((each: { media_url: string | null }) => each.media_url)
  const { pathname, search } = new URL(media_url)
  return createHash('sha256')
    .update(Buffer.from(await (await fetch(`${url}${pathname}${search}`)).arrayBuffer()))
    .digest('hex')
}

test('a backup of a running service restores everything that existed when it began', async () => {
  const url = addressOf(service)
  const folder = join(root, 'taken')
  const writing = keepWriting(url)
  while (writing.confirmed.length < 5) await ask(url, '/api/v1/me')
  const before = writing.confirmed.length
  const taken = await data.run(['backup', folder], { LOG_LEVEL: 'error' })
  await writing.stop()
  assert.deepEqual([taken.code, taken.err], [0, ''])
  assert.match(taken.out, /^Backed up \d+ files, \d+ MiB to \S+\.\n$/)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await stat(join(folder, 'secret-key'))).mode & 0o777, 0o600)

  await using other = await dataFolder(root)
  const restored = await other.run(['restore', folder], { LOG_LEVEL: 'error' })
  assert.deepEqual([restored.code, restored.err], [0, ''])
  assert.match(
    restored.out,
    /^Restored \d+ files, .* \(release \S+\) to \S+: 2 workspaces, \d+ notes, \d+ recordings, \d+ of them with media\.\n$/,
  )
  const again = await other.start('start', /Try it:/, calm)
  const there = addressOf(again)
  for (const id of writing.confirmed.slice(0, before))
    assert.equal((await ask(there, `/api/v1/note/${id}`)).status, 200)
  assert.equal(await soundOf(there), await soundOf(url))
  // It is a service of its own, which can be backed up in turn.
  assert.equal((await ask(there, '/api/v1/note', { title: 'after' })).status, 201)
  assert.equal(await again.stop(), 0)
  const refused = await other.run(['restore', folder])
  assert.deepEqual([refused.code, refused.out], [1, ''])
  assert.match(refused.err, /^\S+ is not empty: a backup is restored into a new folder\.\n$/)
})

test('--verify makes a backup, restores it beside the service that writes, and compares every table and file', async () => {
  const writing = keepWriting(addressOf(service))
  while (writing.confirmed.length < 5) await ask(addressOf(service), '/api/v1/me')
  const folder = join(root, 'verified')
  const { code, out, err } = await data.run(['backup', folder, '--verify'], { LOG_LEVEL: 'error' })
  await writing.stop()
  assert.deepEqual([code, err], [0, ''])
  assert.match(
    out,
    /^Backed up .*\nVerified \d+ files, .*: [1-9]\d+ rows in [1-9]\d+ tables are those that were backed up, and [1-9]\d* files of media are there\.\n$/,
  )
  assert.deepEqual(await scratchOf(data.folder), [])
  const { tables } = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8'))
  assert(Number(tables['public.notes'].rows) >= 5 && tables['pgboss.queue'], 'the tables of the job queue too')

  // The next night in the same folder makes none, and says so.
  const next = await data.run(['backup', folder, '--verify'], { LOG_LEVEL: 'error' })
  assert.deepEqual([next.code, next.out], [1, ''])
  assert.match(next.err, /^\S+\/verified is not empty: name a new folder\.\n$/)

  // A finished one is checked on another machine too.
  await using other = await dataFolder(root)
  const again = await other.run(['backup', folder, '--verify-only'], { LOG_LEVEL: 'error' })
  assert.deepEqual([again.code, again.err], [0, ''])
  assert.match(again.out, /^Verified .* of \d{4}-\d\d-\d\dT\S+ .* No backup was made\.\n$/)
  assert.deepEqual(await readdir(other.folder), [])
})

test('--verify-only refuses a broken backup and names what is wrong', async () => {
  const folder = join(root, 'spoilt')
  await cp(join(root, 'taken'), folder, { recursive: true })
  const verify = () => data.run(['backup', folder, '--verify-only'], { LOG_LEVEL: 'error' })
  const list = await readFile(join(folder, 'SHA256SUMS'), 'utf8')
  const [medium] = /media\/\w\w\/\w{32}/.exec(list)!
  const [relation] = /postgres\/base\/\d+\/\d+$/m.exec(list)!
  const facts = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8'))
  const change = (path: string, how: (bytes: Buffer) => Buffer | null) => async () => {
    const bytes = how(await readFile(join(folder, path)))
    await (bytes === null ? rm(join(folder, path)) : writeFile(join(folder, path), bytes))
  }
  const tell = async (more: object, text: string) => {
    await writeFile(join(folder, 'SHA256SUMS'), text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    await writeFile(join(folder, 'backup.json'), JSON.stringify({ ...facts, ...more, sha256 }))
  }
  const lineOf = (path: string) => list.split('\n').find((line) => line.endsWith(path))
  const cases: [spoil: () => Promise<void>, message: RegExp][] = [
    [change(relation, (bytes) => bytes.subarray(0, bytes.length / 2)), new RegExp(`broken: ${relation} has changed`)],
    [change(medium, (bytes) => Buffer.from(bytes).fill(7, 9, 10)), new RegExp(`broken: ${medium} has changed`)],
    [change(medium, () => null), new RegExp(`broken: ${medium} is missing`)],
    // The list of files fits, and the database differs in each way at once.
    [
      async () => {
        await change(medium, () => null)()
        const changed = { 'public.notes': { rows: '1', hash: '1' }, 'public.lost': { rows: '0', hash: '0' } }
        const users = { ...facts.tables['public.users'], hash: '1' }
        const text = list.replace(`${lineOf(medium)}\n`, '')
        await tell({ tables: { ...facts.tables, ...changed, 'public.users': users } }, text)
      },
      new RegExp(
        `is broken\\.
The table public\\.lost is missing\\.
The table public\\.notes has \\d+ rows instead of 1\\.
The rows of the table public\\.users are not those that were backed up\\.
The file ${medium.slice(-32)} of media is missing\\.\n$`,
      ),
    ],
  ]
  for (const [spoil, message] of cases) {
    await spoil()
    const { code, out, err } = await verify()
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, message)
    await Promise.all(
      ['backup.json', 'SHA256SUMS', medium, relation].map((path) =>
        copyFile(join(root, 'taken', path), join(folder, path)),
      ),
    )
  }
  assert.deepEqual(await scratchOf(data.folder), [])
})

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a check that ${signal} stops leaves no scratch folder and no database that runs`, async () => {
    await using other = await dataFolder(root)
    const checking = spawn(process.execPath, [ofRepository.path, 'backup', join(root, 'taken'), '--verify-only'], {
      env: { PATH: process.env.PATH, DATA_DIR: other.folder },
      stdio: 'ignore',
    })
    const ended = once(checking, 'exit')
    const isRunning = async () => {
      const [name] = await scratchOf(other.folder)
      return name !== undefined && existsSync(join(other.folder, name, 'postgres/postmaster.pid'))
    }
    while (!(await isRunning()) && checking.exitCode === null) await wait(5)
    checking.kill(signal)
    assert.deepEqual(await ended, signal === 'SIGTERM' ? [1, null] : [null, signal])
    while ((await scratchOf(other.folder)).length > 0) await wait(5)
  })
}

const scratchOf = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('verify'))

test('a backup that cannot be made ends with a sentence and leaves no files', async () => {
  await using database = await migratedDatabase()
  const linked = join(data.folder, 'media/linked')
  await symlink(root, linked)
  const refused = await data.run(['backup', join(root, 'with-link')], { LOG_LEVEL: 'error' })
  await rm(linked)
  assert.match(refused.err, /media\/linked is a link: put what it leads to in its place\.\n$/)
  assert.deepEqual(await readdir(join(root, 'with-link')), [])
  const full = join(root, 'full')
  await mkdir(full)
  await writeFile(join(full, 'mine'), '')
  const cases: [args: string[], settings: Record<string, string>, message: RegExp][] = [
    [['backup'], {}, /^Name the folder to make: minutebook backup DIR\n$/],
    [['restore'], {}, /^Name the folder of the backup: minutebook restore DIR\n$/],
    [['backup', full], {}, /^\S+\/full is not empty: name a new folder\.\n$/],
    [['backup', join(data.folder, 'inside')], {}, /^\S+\/inside lies in \S+, which is backed up\.\n$/],
    [['backup', join(root, 'x')], database.settings, /^This is for the embedded database; .*\n$/],
    [['restore', join(root, 'x')], database.settings, /^This is for the embedded database; .*\n$/],
    [['restore', join(root, 'none')], { DATA_DIR: join(root, 'new') }, /^\S+\/none is not a finished backup: .*\n$/],
  ]
  for (const [args, settings, message] of cases) {
    const { code, out, err } = await data.run(args, { LOG_LEVEL: 'error', ...settings })
    assert.deepEqual([code, out], [1, ''], args.join(' '))
    assert.match(err, message)
  }
  assert.deepEqual(await readdir(full), ['mine'])
  assert(!(await readdir(root)).includes('new'))
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`a backup that ${signal} stops ends with a sentence and leaves no files`, async () => {
    const folder = join(root, signal)
    const making = spawn(process.execPath, [ofRepository.path, 'backup', folder], {
      env: { PATH: process.env.PATH, DATA_DIR: data.folder, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [ended, said] = [once(making, 'exit'), text(making.stderr)]
    while (!existsSync(join(folder, 'postgres')) && making.exitCode === null) await wait(5)
    making.kill(signal)
    assert.deepEqual(await ended, [1, null])
    assert.equal(await said, 'The backup was stopped, and its files were removed.\n')
    assert.deepEqual(await readdir(folder), [])
  })
}

test('a restore that SIGINT stops ends with a sentence and leaves no files', async () => {
  await using other = await dataFolder(root)
  const restoring = spawn(process.execPath, [ofRepository.path, 'restore', join(root, 'taken')], {
    env: { PATH: process.env.PATH, DATA_DIR: other.folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [ended, said] = [once(restoring, 'exit'), text(restoring.stderr)]
  while (!existsSync(join(other.folder, 'postgres')) && restoring.exitCode === null) await wait(5)
  restoring.kill('SIGINT')
  assert.deepEqual(await ended, [1, null])
  assert.equal(await said, 'The restore was stopped, and its files were removed.\n')
  assert.deepEqual(await readdir(other.folder), [])
})

test('a killed restore does not look like a service: no command opens it', async () => {
  // Of the first test.
  const folder = join(root, 'taken')
  await using other = await dataFolder(root)
  const restoring = spawn(process.execPath, [ofRepository.path, 'restore', folder], {
    env: { PATH: process.env.PATH, DATA_DIR: other.folder },
    stdio: 'ignore',
  })
  const ended = once(restoring, 'exit')
  // Its first folder; copying the others takes far longer than to see this one.
  while (!existsSync(join(other.folder, 'postgres')) && restoring.exitCode === null) await wait(5)
  restoring.kill('SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  const { code, err } = await other.run(['migrate'], { LOG_LEVEL: 'error' })
  assert.equal(code, 1)
  assert.match(err, /it was not finished: empty the folder, and restore anew\.\n$/)
})

test('a key from the settings is not in the backup; the backup says so, and the restore requires it', async () => {
  await using own = await dataFolder()
  const settings = { SECRET_KEY: '33'.repeat(32), LOG_LEVEL: 'error' }
  assert.equal((await own.run(['migrate'], settings)).code, 0)
  const folder = join(root, 'keyless')
  const { out } = await own.run(['backup', folder], settings)
  assert.match(out, /The SECRET_KEY of the settings is not in it: keep it elsewhere\.\n$/)
  assert(!(await readdir(folder)).includes('secret-key'))
  assert(!(await readFile(join(folder, 'backup.json'), 'utf8')).includes('33'.repeat(32)))
  await using other = await dataFolder(root)
  const without = await other.run(['restore', folder], { LOG_LEVEL: 'error' })
  assert.equal(without.code, 1)
  assert.match(without.err, /secret-key, the key that opens the secrets of the database beside it, is missing/)
  assert.deepEqual(await readdir(other.folder), [])
  assert.equal((await other.run(['restore', folder], settings)).code, 0)
})
