/** The operator's interface as an operator meets it: services as processes, signals, exit codes, what is printed. */
// In a third of the runs: it starts processes.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { dataFolder, demoDatabase, emptyDatabase, migratedDatabase, ofRepository } from './support/program.ts'

const demoWorld = new URL('../demo/world.json', import.meta.url).pathname

const greeting = /Try it:\n {2}curl .*\n/
/** What is opened first stands last, after all that is logged. */
const lastLine = /models add speech\n\n[\s\S]*\n {2}chidi@acme\.test, .+\n {2}http:\/\/\S+\n\n/

test('start: an empty folder becomes a service with real meetings, and the printed link works', async () => {
  await using data = await dataFolder()
  const first = await data.start('start', lastLine)
  const line = greeting.exec(first.output.text)![0].split('\n')[1]!.trim()
  const { stdout } = await promisify(execFile)('bash', ['-c', line])
  const notes = JSON.parse(stdout).data
  assert(notes.length > 0, line)
  const keys = first.output.text.match(/mb_[\w-]{43}/g)!
  assert.equal(new Set(keys).size, 3)
  const links = [...first.output.text.matchAll(/^ {2}([^\s,]+), .+\n {2}(http:\/\/\S+)\/sign-in#token=([\w-]{43})$/gm)]
  assert.deepEqual(
    links.map(([, email]) => email),
    ['ada@acme.test', 'bo@acme.test', 'chidi@acme.test'],
  )
  for (const [, email, origin, token] of links) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/v1/session`, { method: 'POST', headers, body: JSON.stringify({ token }) })
    const { session } = (await answer.json()) as { session: { user: { email: string } } }
    assert.equal(session.user.email, email)
  }
  // Beside the service, with the key of its folder.
  for (const args of [['write-notes', '--workspace', 'acme', '--missing'], ['migrate']]) {
    const { code, err } = await data.run(args, { LOG_LEVEL: 'error' })
    assert.deepEqual([code, err], [0, ''], args.join(' '))
  }
  assert.equal(await first.stop(), 0)
  assert(!existsSync(join(data.folder, 'postgres', 'postmaster.pid')), 'the last to leave stops the database')
  const log = first.output.text.split('\n').filter((each) => each.startsWith('{'))
  assert(log.length > 0 && log.every((each) => JSON.parse(each).time), 'every line of the log is an object')
  assert.deepEqual(
    log.slice(0, 3).map((each) => JSON.parse(each).msg),
    ['Minutebook is starting', 'A new database is being made', 'PostgreSQL is being started'],
  )
  const secrets = [...keys, ...links.map(([, , , token]) => token!)]
  assert(!secrets.some((secret) => log.join('').includes(secret)), 'no key in a log')

  const again = await data.start('start', greeting)
  assert.deepEqual(again.output.text.match(/mb_[\w-]{43}/g), first.output.text.match(/mb_[\w-]{43}/g))
  assert(!again.output.text.includes('sign-in#'), 'only when the demo is made')
  assert.equal(await again.stop('SIGKILL'), null)
  const recovered = await data.start('start', greeting)
  assert.equal(await recovered.stop('SIGINT'), 0)
})

test('api and worker share one embedded database and stop in any order', async () => {
  await using data = await dataFolder()
  const [api, worker] = await Promise.all([
    data.start('api', /Minutebook is ready at (\S+)/),
    data.start('worker', /The worker is ready/),
  ])
  const origin = /ready at (\S+)/.exec(api.output.text)![1]!
  assert.equal((await fetch(`${origin}/readyz`)).status, 200)
  const [, ofWorker] = /"address":"([^"]+)"/.exec(worker.output.text)!
  assert.equal((await fetch(`${ofWorker}/readyz`)).status, 200)
  assert.match(await (await fetch(`${ofWorker}/metrics`)).text(), /^webhook_messages_due 0$/m)
  assert.equal(await worker.stop(), 0)
  assert.equal((await fetch(`${origin}/readyz`)).status, 200)
  assert.match(
    await (await fetch(`${origin}/metrics`)).text(),
    /http_request_duration_seconds_count\{.*route="\/readyz"/,
  )
  assert(!api.output.text.includes('mb_'), 'only start makes a demo')
  assert.equal(await api.stop(), 0)
  assert(!existsSync(join(data.folder, 'postgres', 'postmaster.pid')))
})

test('networks that requests may reach are logged as a warning at each start', async () => {
  await using data = await dataFolder()
  await using database = await migratedDatabase()
  const settings = { ...database.settings, LOG_LEVEL: 'warn', WEBHOOK_ALLOWED_NETWORKS: '10.1.0.0/16, ::1/128' }
  const { output, stop } = await data.start('serve', /"level":40.*WEBHOOK_ALLOWED_NETWORKS/, settings)
  assert.match(output.text, /"networks":\["10\.1\.0\.0\/16","::1\/128"\]/)
  await stop()
})

test('several processes that migrate at once create one schema', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  const results = await Promise.all([1, 2, 3, 4].map(() => data.run(['migrate'], database.settings)))
  assert.deepEqual(
    results.map(({ code, err }) => [code, err]),
    Array(4).fill([0, '']),
  )
})

test('a world is imported, exported and imported elsewhere as the same bytes', async () => {
  await using data = await dataFolder()
  await using here = await migratedDatabase()
  await using there = await migratedDatabase()
  assert.equal((await data.run(['import', demoWorld], here.settings)).err, '')
  const key = await data.run(
    ['key', 'create', '--workspace', 'acme', '--user', 'ADA@acme.test', '--super-admin'],
    here.settings,
  )
  assert.match(key.out, /^mb_[\w-]{43}\n$/)
  const limits = ['--scopes', 'write, read,write', '--expires', '2099-01-01T01:00:00+01:00']
  await data.run(['key', 'create', '--workspace', 'acme', '--user', 'bo@acme.test', ...limits], here.settings)
  const exported = await data.run(['export', '--workspace', 'acme', '--with-secrets'], here.settings)
  assert.equal(exported.err, '')
  assert.equal(JSON.parse(exported.out).workspaces[0].api_keys.length, 2)
  const limited = JSON.parse(exported.out).workspaces[0].api_keys.find(({ scopes }: { scopes: unknown }) => scopes)
  assert.deepEqual([limited.scopes, limited.expires_at], [['read', 'write'], '2099-01-01T00:00:00.000Z'])
  assert(!exported.out.includes(key.out.trim()), 'keys leave as hashes')
  const file = join(data.folder, 'acme.json')
  await writeFile(file, exported.out)
  assert.equal((await data.run(['import', file, '--fire-events'], there.settings)).err, '')
  const again = await data.run(['export', '--workspace', 'acme', '--with-secrets'], there.settings)
  assert(again.out === exported.out, 'the second export differs')
})

test('a mistake gives a sentence on standard error and an exit code, and changes nothing', async () => {
  await using data = await dataFolder()
  await using database = await migratedDatabase()
  const broken = join(data.folder, 'broken.json')
  const world = {
    version: 1,
    workspaces: [{ subdomain: 'acme', name: 'Acme', notes: [{ title: 'x', event: 'none' }] }],
  }
  await writeFile(broken, JSON.stringify(world))
  const mistakes: [args: string[], settings: object, code: number, message: RegExp][] = [
    [['import', broken], {}, 1, /^workspaces\[0\]\.notes\[0\]\.event\b.*\n$/],
    [['import'], {}, 1, /^Name the file to import/],
    [['import', '/nowhere.json'], {}, 1, /^ENOENT: no such file.*\n$/],
    [['import', data.folder], {}, 1, /^\/\S+ is a folder; name the file to import\n$/],
    [['export', '--workspace', 'acme'], {}, 1, /^There is no workspace acme\.?\n$/],
    [['export'], {}, 1, /^--workspace is missing\.\n$/],
    [['key', 'create', '--workspace', 'acme', '--user', 'x'], {}, 1, /^There is no workspace acme\.\n$/],
    [
      ['key', 'create', '--workspace', 'acme', '--user', 'x', '--scopes', 'read,all'],
      {},
      1,
      /^--scopes must be a comma list of read, write, webhooks, admin, scim; all is none\.\n$/,
    ],
    [
      ['key', 'create', '--workspace', 'acme', '--user', 'x', '--expires', '2026-13-01'],
      {},
      1,
      /^--expires must be a time/,
    ],
    [
      ['key', 'create', '--workspace', 'acme', '--user', 'x', '--expires', '2020-01-01T00:00:00Z'],
      {},
      1,
      /^--expires must be a time to come with an offset/,
    ],
    // A flag of another command would be taken for one that holds this back.
    [
      ['import', broken, '--dry-run'],
      {},
      1,
      /^minutebook import takes no --dry-run; --help after it says what it takes\.\n$/,
    ],
    [
      ['write-notes', '--workspace', 'acme', '--dry-run', '--yes', 'acme'],
      {},
      1,
      /^minutebook write-notes takes no --dry-run;/,
    ],
    [['mcp', '--dry-run'], {}, 1, /^minutebook mcp takes no --dry-run;/],
    [['import', '/nowhere.json', broken], {}, 1, /^minutebook import takes no \S+broken\.json;/],
    [['prune', 'deliveries', 'changes'], {}, 1, /^minutebook prune takes no changes;/],
    [['migrate', '--fast'], {}, 1, /^Unknown option '--fast'.*\n$/],
    [['migrate'], { PORT: 'many' }, 1, /^PORT must be a whole number from 0 to 65535\.\n$/],
    [['migrate'], { SECRET_KEY: '' }, 1, /^SECRET_KEY is required with DATABASE_URL.*\n$/],
    [['migrate'], { SECRET_KEY_OLD: '11,22' }, 1, /^SECRET_KEY_OLD must be 32 bytes, written as base64.*\n$/],
    [['secret', 'forget'], {}, 1, /^Try minutebook secret rotate\n$/],
    [['frobnicate'], {}, 2, /^There is no command frobnicate\.\n\nminutebook <command>/],
    [
      ['migrate'],
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      1,
      /^The database cannot be used: .*ECONNREFUSED.* Check DATABASE_URL; .*\n$/,
    ],
    [[], {}, 2, /^minutebook <command>/],
  ]
  // As a shell would: the exit code is the process's own.
  await assert.rejects(promisify(execFile)(process.execPath, [ofRepository.path, 'frobnicate']), {
    code: 2,
    stdout: '',
  })
  for (const [args, settings, code, message] of mistakes) {
    const done = await data.run(args, { ...database.settings, ...settings })
    assert.equal(done.code, code, args.join(' '))
    assert.match(done.err, message, args.join(' '))
    assert.equal(done.out, '')
  }
  for (const [args, printed] of [
    [['migrate', '--help'], /^minutebook migrate\n\nBring the database schema up to date\.\n/],
    [['--help'], /^minutebook <command>\n/],
    [['--version'], /^\d+\.\d+\.\d+\n$/],
  ] as const) {
    const { code, out, err } = await data.run([...args], { DATA_DIR: '/proc/no' })
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, printed)
  }
})

test('a wrong SECRET_KEY is refused by all commands that use it, and by no other', async () => {
  await using data = await dataFolder()
  await using database = await demoDatabase()
  const wrong = { ...database.settings, SECRET_KEY: '22'.repeat(32) }
  const exporting = ['export', '--workspace', 'acme']
  for (const args of [
    ['start'],
    ['worker'],
    ['import', demoWorld],
    ['secret', 'rotate'],
    ['write-notes', '--workspace', 'acme'],
    [...exporting, '--with-secrets'],
  ]) {
    const { code, out, err } = await data.run(args, wrong)
    assert.deepEqual([code, out], [1, ''], args.join(' '))
    assert.match(err, /^SECRET_KEY is not the key that the secrets of this database are sealed with: .*\n$/)
  }
  assert.equal((await data.run(exporting, wrong)).code, 0)
  assert.equal((await data.run(['export', '--workspace', 'acme', '--with-secrets'], database.settings)).code, 0)
})

test('a folder that cannot be created is named at once, with the reason', async () => {
  await using data = await dataFolder()
  await using database = await migratedDatabase()
  const file = join(data.folder, 'file')
  await writeFile(file, '')
  const refused: [folder: string, settings: Record<string, string>, message: RegExp][] = [
    [file, { DATA_DIR: file }, /^The data folder \S+\/file cannot be used \(EEXIST: .*\): make it .*\n$/],
    [
      file,
      { ...database.settings, MEDIA_DIR: join(file, 'm') },
      /^The folder \S+\/file\/m .*\(ENOTDIR: .*another MEDIA_DIR\.\n$/,
    ],
    [
      '/proc/no',
      { ...database.settings, DATA_DIR: '/proc/no' },
      /^The folder \/proc\/no\/media .*\(ENOENT: .*another DATA_DIR\.\n$/,
    ],
  ]
  for (const [folder, settings, message] of refused) {
    const { code, out, err } = await data.run(['serve'], settings)
    assert.equal(code, 1, folder)
    assert.deepEqual(messagesIn(out), settings.LOG_LEVEL === 'error' ? [] : ['Minutebook is starting'])
    assert.match(err, message)
  }
})

const messagesIn = (log: string) => log.split('\n').flatMap((line) => (line ? JSON.parse(line).msg : []))

test('a port in use gives one sentence before anything is loaded', async () => {
  await using data = await dataFolder()
  await using database = await migratedDatabase()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = String((taken.address() as AddressInfo).port)
  const { code, err } = await data.run(['start'], { ...database.settings, PORT: port, DEMO: 'auto' })
  taken.close()
  assert.deepEqual([code, err], [1, `Port ${port} is taken; choose another one with PORT.\n`])
  assert.match(
    (await data.run(['export', '--workspace', 'acme'], database.settings)).err,
    /^There is no workspace acme/,
  )
})

test('a worker whose port is in use works without health routes, and says so', async () => {
  await using data = await dataFolder()
  await using database = await migratedDatabase()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const settings = { PORT: String((taken.address() as AddressInfo).port), LOG_LEVEL: 'info' }
  const worker = await data.start('worker', /The worker is ready/, { ...database.settings, ...settings })
  taken.close()
  assert.match(worker.output.text, /"level":40.*The port is taken: this worker has no \/healthz/)
  assert.equal(await worker.stop(), 0)
})

test('sign-in-link prints an address for one person, and does not need the SECRET_KEY of the database', async () => {
  await using data = await dataFolder()
  await using database = await demoDatabase()
  const make = (user: string, settings = {}, workspace = 'acme') =>
    data.run(['sign-in-link', '--workspace', workspace, '--user', user], { ...database.settings, ...settings })
  const { code, out } = await make('ADA@acme.test', {
    PUBLIC_URL: 'https://minutes.example.com',
    SECRET_KEY: '22'.repeat(32),
  })
  assert.equal(code, 0)
  assert.match(out, /^https:\/\/minutes\.example\.com\/sign-in#token=[\w-]{43}\n$/)
  assert.match((await make('ada@acme.test', { PORT: '8080' })).out, /^http:\/\/127\.0\.0\.1:8080\/sign-in#/)
  for (const [user, workspace] of [
    ['nobody@acme.test', 'acme'],
    ['ada@acme.test', 'none'],
  ] as const) {
    const { code, out, err } = await make(user, {}, workspace)
    assert.deepEqual([code, out, err], [1, '', `There is no active person ${user} in a workspace ${workspace}.\n`])
  }
  assert.match(
    (await data.run(['sign-in-link', '--workspace', 'acme'], database.settings)).err,
    /^--user is missing\.\n$/,
  )
})

test('openapi prints the document of this repository, and creates no database for it', async () => {
  await using data = await dataFolder()
  const { out } = await data.run(['openapi'])
  assert.equal(out, await readFile(new URL('../openapi.json', import.meta.url), 'utf8'))
  assert.deepEqual(await readdir(data.folder), [])
})

test('a command with a missing or wrong argument creates no database', async () => {
  await using data = await dataFolder()
  const key = ['key', 'create', '--workspace', 'acme']
  const mistakes: [args: string[], message: RegExp][] = [
    [['prune', '--older-than', '5'], /^--older-than is for one of deliveries, changes, audit:/],
    [['prune', 'notes'], /^There is no log notes: /],
    [['import'], /^Name the file to import/],
    [['import', '/nowhere.json'], /^ENOENT: no such file/],
    [['export'], /^--workspace is missing/],
    [key, /^--user is missing/],
    [[...key, '--user', 'x', '--scopes', 'all'], /^--scopes must be a comma list/],
    [['sign-in-link', '--workspace', 'acme'], /^--user is missing/],
    [['secret'], /^Try minutebook secret rotate/],
    [['write-notes'], /^--workspace is missing/],
    [['workspace', 'move'], /^Try minutebook workspace freeze/],
    [['workspace', 'delete', 'acme'], /^This removes everything of acme\. If you mean it: --yes acme/],
    [['backup'], /^Name the folder to make/],
  ]
  for (const [args, message] of mistakes) {
    const { code, err } = await data.run(args)
    assert.equal(code, 1, args.join(' '))
    assert.match(err, message)
    assert.deepEqual(await readdir(data.folder), [], args.join(' '))
  }
})

test('without a schema a key, a sign-in link and an export are refused with a sentence about the next step', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  const person = ['--workspace', 'acme', '--user', 'ada@acme.test']
  for (const args of [
    ['key', 'create', ...person],
    ['sign-in-link', ...person],
    ['export', '--workspace', 'acme'],
  ]) {
    const { code, out, err } = await data.run(args, database.settings)
    assert.deepEqual([code, out], [1, ''], args.join(' '))
    assert.match(err, /^The database is empty: .*import.*DATA_DIR.*DATABASE_URL.*\n$/)
  }
})

test('write-notes prints its progress and a summary, and fails without its workspace; prune prints counts', async () => {
  await using data = await dataFolder()
  await using database = await demoDatabase()
  const { settings } = database
  const { code, out, err } = await data.run(['write-notes', '--workspace', 'acme', '--missing'], settings)
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^\d+ recordings? to write AI notes for\n[\s\S]*Written: \d+\. Failed: 0\.\n$/)
  const none = await data.run(['write-notes', '--workspace', 'none'], settings)
  assert.deepEqual([none.code, none.err], [1, 'There is no workspace none.\n'])
  assert.equal((await data.run(['write-notes'], settings)).err, '--workspace is missing.\n')
  // In the same database, because each one takes seconds to make.
  const counted = await data.run(['prune', '--workspace', 'acme', '--dry-run'], settings)
  const told = '0 deliveries would be removed.\n0 changes would be removed.\n0 audit rows would be removed.\n'
  assert.deepEqual([counted.code, counted.out, counted.err], [0, told, ''])
  for (const days of ['0', '36501']) {
    const { code, err } = await data.run(['prune', '--older-than', days], settings)
    assert.deepEqual([code, err], [1, '--older-than must be a whole number of days from 1 to 36500.\n'], days)
  }
})

test('MIGRATE=off: with pending migrations no process starts or changes anything; afterwards all start', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  const off = { ...database.settings, MIGRATE: 'off' }
  for (const args of [['serve'], ['worker'], ['import', demoWorld]]) {
    const { code, err } = await data.run(args, off)
    assert.equal(code, 1, args.join(' '))
    assert.match(
      err,
      /The database lacks the migration 0001_people and \d+ more, and MIGRATE is off; run minutebook migrate/,
    )
  }
  const tables = 'select count(*)::integer as count from pg_tables where schemaname in ($1, $2)'
  const count = async () => {
    const client = new pg.Client({ connectionString: database.settings.DATABASE_URL })
    await client.connect()
    const { rows } = await client.query(tables, ['public', 'pgboss'])
    await client.end()
    return rows[0].count
  }
  assert.equal(await count(), 0)
  assert.equal((await data.run(['migrate'], off)).code, 0, 'the command itself is what migrates')
  const worker = await data.start('worker', /The worker is ready/, { ...off, LOG_LEVEL: 'info' })
  assert.equal(await worker.stop(), 0)
})
