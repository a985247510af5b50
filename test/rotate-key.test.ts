/** `minutebook secret rotate`: whatever breaks it off, nothing becomes unreadable, and all goes on as before. */
// In a third of the runs: it starts and kills processes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { buildApi } from '../server/app/api.ts'
import { type Base, migrateBase, openBase } from '../server/app/base.ts'
import { rotateKey } from '../server/app/commands/rotate-key.ts'
import { withCell } from '../server/app/commands/workspace.ts'
import { sealedKinds } from '../server/app/rooms.ts'
import { freezeWorkspace, unfreezeRows } from '../server/keeping/cells/freeze.ts'
import { exportWorld } from '../server/keeping/world/export/export-world.ts'
import { importWorld } from '../server/keeping/world/import/import-world.ts'
import { addressKey, keepFeed, openAddress, sealAddress } from '../server/meetings/calendar/feeds/feeds.ts'
import { linkKey, printLink } from '../server/meetings/recordings/media/media-link.ts'
import { readConfig } from '../server/platform/context/config.ts'
import { keyIdOf, open, type SecretKey, seal } from '../server/platform/secrets.ts'
import { openHeaders, sealHeaders } from '../server/webhooks/endpoints/custom-headers.ts'
import { asPrevious, secretOf } from '../server/webhooks/endpoints/previous-secrets.ts'
import { openSigningSecret, sealSigningSecret } from '../server/webhooks/endpoints/signing-secret.ts'
import { dataFolder, migratedDatabase } from './support/program.ts'

const [first, second, third] = ['11', '22', '33'].map((byte) => byte.repeat(32)) as [string, string, string]
const log = pino({ level: 'silent' })
const program = new URL('../bin/minutebook.js', import.meta.url).pathname
const until = new Date('2036-01-01T00:00:00.000Z')
const secretOfHook = (id: string, of = 'own') => `whsec_${Buffer.from(`${id} ${of}`).toString('base64')}`
const accountTokens = '{"refresh":"secret"}'
const feedUrl = (id: string) => `https://calendars.test/${id}.ics?token=secret`
const mediaAddress = JSON.stringify({ url: 'https://media.test/1', auth: { type: 'bearer_token', token: 'secret' } })

type Settings = Record<string, string>

async function openWith(settings: Settings): Promise<Base> {
  const base = await openBase(readConfig({ LOG_LEVEL: 'silent', ...settings }), log)
  await migrateBase(base)
  return base
}

async function withBase<T>(settings: Settings, run: (base: Base) => Promise<T>): Promise<T> {
  const base = await openWith(settings)
  return run(base).finally(() => base.close())
}

/** Some of everything that is sealed. */
async function fill({ db, secretKey }: Base, webhooks: number) {
  const now = new Date('2026-01-01')
  const own = { workspace_id: 'ws', user_id: 'u' }
  await sql`insert into workspaces (id, subdomain, name) values ('ws', 'acme', 'Acme')`.execute(db)
  await sql`insert into users (workspace_id, id, email, email_folded, full_name, created_at)
    values ('ws', 'u', 'u@acme.test', 'u@acme.test', 'U', ${now})`.execute(db)
  for (let index = 0; index < webhooks; index++) {
    const id = `wh_${index}`
    const hook = { workspace_id: 'ws', id }
    const previous = ['one', 'two'].map((of) =>
      asPrevious(sealSigningSecret(secretKey, secretOfHook(id, of), hook), until),
    )
    const secret = sealSigningSecret(secretKey, secretOfHook(id), hook)
    const row = { ...own, id, url: 'https://hooks.test/1', description: '', scope: 'user', status: 'active', secret }
    await db
      .insertInto('webhooks')
      .values({
        ...row,
        enabled_events: [],
        previous_secrets: JSON.stringify(previous),
        ...sealHeaders(secretKey, { authorization: secretOfHook(id) }, hook),
        created_at: now,
        updated_at: now,
      } as never)
      .execute()
  }
  for (const id of ['cal_1', 'cal_2', 'cal_3']) {
    const url_key = addressKey(secretKey, { workspaceId: 'ws', userId: 'u' }, feedUrl(id))
    const address = sealAddress(secretKey, { workspaceId: 'ws', id }, feedUrl(id))
    await db
      .insertInto('calendar_feeds')
      .values({ ...own, id, ...address, url_key, next_read_at: until, created_at: now } as never)
      .execute()
  }
  const tokens = seal(secretKey, accountTokens, 'ws/cal_4')
  const account = { provider: 'google', account: 'u@gmail.test', host: 'accounts.google.com', tokens }
  await db
    .insertInto('calendar_feeds')
    .values({ ...own, id: 'cal_4', ...account, next_read_at: until, created_at: now } as never)
    .execute()
  const upload = { submitted_by: 'u', title: 'Call', title_folded: 'call', status: 'PENDING' }
  await db
    .insertInto('uploads')
    .values({ workspace_id: 'ws', recording_id: 'r', ...upload, created_at: now, updated_at: now } as never)
    .execute()
  const address = seal(secretKey, mediaAddress, 'ws/r')
  await db
    .insertInto('upload_sources')
    .values({ workspace_id: 'ws', recording_id: 'r', address } as never)
    .execute()
}

/** All that is stored opens, to what it was. */
async function checkAll({ db, secretKey }: Base, only?: SecretKey) {
  const key = only ?? secretKey
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['workspace_id', 'id', 'secret', 'previous_secrets', 'sealed_headers'])
    .execute()
  for (const hook of webhooks) {
    assert.deepEqual(openHeaders(key, hook.sealed_headers, hook), { authorization: secretOfHook(hook.id) })
    const opened = [hook.secret, ...hook.previous_secrets.map(secretOf)].map((secret) =>
      openSigningSecret(key, { ...hook, secret }),
    )
    assert.deepEqual(
      opened,
      ['own', 'one', 'two'].map((of) => secretOfHook(hook.id, of)),
    )
  }
  const feeds = await db.selectFrom('calendar_feeds').select(['id', 'url', 'url_key', 'tokens']).execute()
  for (const { id, url, url_key, tokens } of feeds) {
    if (tokens) {
      assert.equal(open(key, tokens, 'ws/cal_4'), accountTokens)
      continue
    }
    assert.equal(openAddress(key, { workspaceId: 'ws', id }, url!), feedUrl(id))
    if (only) assert.deepEqual(url_key, addressKey(only, { workspaceId: 'ws', userId: 'u' }, feedUrl(id)))
  }
  const { address } = await db.selectFrom('upload_sources').select('address').executeTakeFirstOrThrow()
  assert.equal(open(key, address!, 'ws/r'), mediaAddress)
  return webhooks.length
}

const keyOf = (hex: string): SecretKey => ({ current: Buffer.from(hex, 'hex'), old: [] })
const quiet = { print: () => {} }

test('interrupted after each batch and run again, all values are sealed only with the new key, and open unchanged', async () => {
  await using database = await migratedDatabase()
  const before = { ...database.settings, SECRET_KEY: first }
  const after = { ...database.settings, SECRET_KEY: second, SECRET_KEY_OLD: first }
  await withBase(before, (base) => fill(base, 5))
  const lines: string[] = []
  for (let broken = true; broken; ) {
    broken = false
    await withBase(after, async (base) => {
      const breakOff = (line: string) => {
        lines.push(line)
        if (!/: 0 sealed anew|^Everything/.test(line)) throw new Error('broken off')
      }
      await rotateKey(base, { print: breakOff, batchSize: 2 }).catch((error) => {
        assert.equal(error.message, 'broken off')
        broken = true
      })
      await checkAll(base)
      if (!broken) return
      await assert.rejects(openWith(before), /being sealed with a new key/)
      await assert.rejects(openWith({ ...after, SECRET_KEY_OLD: '' }), /being sealed with a new key/)
    })
  }
  assert.equal(lines.filter((line) => /: [12] sealed anew/.test(line)).length, 3 + 2 + 1, lines.join('\n'))
  assert.equal(lines.at(-1), 'Everything is sealed with SECRET_KEY: remove SECRET_KEY_OLD and restart.')
  await withBase({ ...after, SECRET_KEY_OLD: '' }, (base) => checkAll(base, keyOf(second)))
  await assert.rejects(openWith(before), /^OperatorError|SECRET_KEY is not the key/)
})

test('a wrong old key, or a value of a third key, is refused, and nothing changes', async () => {
  await using database = await migratedDatabase()
  const before = { ...database.settings, SECRET_KEY: first }
  await withBase(before, (base) => fill(base, 2))
  const stored = (base: Base) => base.db.selectFrom('webhooks').select(['id', 'secret']).orderBy('id').execute()
  const was = await withBase(before, stored)
  const wrong = { ...database.settings, SECRET_KEY: second, SECRET_KEY_OLD: third }
  await assert.rejects(openWith(wrong), /SECRET_KEY is not the key/)
  assert.deepEqual(await withBase(before, stored), was)

  await withBase(before, async ({ db }) => {
    const stray = sealSigningSecret(keyOf(third), 'whsec_x', { workspace_id: 'ws', id: 'wh_1' })
    await db.updateTable('webhooks').set({ secret: stray }).where('id', '=', 'wh_1').execute()
  })
  const after = { ...database.settings, SECRET_KEY: second, SECRET_KEY_OLD: first }
  await withBase(after, (base) =>
    assert.rejects(rotateKey(base, quiet), /1 webhook secrets, such as ws\/wh_1\): add it to SECRET_KEY_OLD/),
  )
  await withBase({ ...after, SECRET_KEY_OLD: `${first},${third}` }, (base) => rotateKey(base, quiet))
  await withBase({ ...after, SECRET_KEY_OLD: '' }, async ({ db }) => {
    const hook = await db
      .selectFrom('webhooks')
      .select(['workspace_id', 'id', 'secret'])
      .where('id', '=', 'wh_1')
      .executeTakeFirstOrThrow()
    assert.equal(openSigningSecret(keyOf(second), hook), 'whsec_x')
  })
})

test('the command waits for a locked row; values that a process seals with the old key meanwhile are sealed again', async () => {
  await using database = await migratedDatabase()
  const after = { ...database.settings, SECRET_KEY: second, SECRET_KEY_OLD: first }
  await withBase({ ...database.settings, SECRET_KEY: first }, async (old) => {
    await fill(old, 3)
    await withBase(after, async (base) => {
      let release = () => {}
      const held = Promise.withResolvers<void>()
      const holder = old.db.transaction().execute(async (tx) => {
        await tx.selectFrom('webhooks').select('id').where('id', '=', 'wh_1').forUpdate().execute()
        held.resolve()
        await new Promise<void>((resolve) => (release = resolve))
      })
      await held.promise
      let waited = false
      await rotateKey(base, {
        print: (line) => {
          if (line === 'webhook secrets: 2 sealed anew' && !waited) waited = true
          else if (waited) release()
        },
      })
      await holder
      await checkAll(base, keyOf(second))
    })
  })
})

test('killed at any moment and run again; webhooks keep their secrets', async () => {
  await using database = await migratedDatabase()
  await withBase({ ...database.settings, SECRET_KEY: first }, (base) => fill(base, 1_000))
  const after = { ...database.settings, SECRET_KEY: second, SECRET_KEY_OLD: first }
  const rotate = () =>
    spawn(process.execPath, [program, 'secret', 'rotate'], { env: { PATH: process.env.PATH, ...after } })
  for (const reached of [/secrets: 100 /, /secrets: 200 /, /secrets: 100 /]) {
    const child = rotate()
    let text = ''
    for await (const chunk of child.stdout) {
      text += chunk
      if (reached.test(text)) child.kill('SIGKILL')
    }
    if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
    await withBase(after, (base) => checkAll(base))
  }
  const last = rotate()
  assert.deepEqual(await once(last, 'exit'), [0, null])
  assert.equal(await withBase({ ...after, SECRET_KEY_OLD: '' }, (base) => checkAll(base, keyOf(second))), 1_000)
})

test('the key of the embedded database is replaced if nobody else uses it, and an interrupted change continues', async () => {
  await using data = await dataFolder()
  const settings = { DATA_DIR: data.folder }
  const file = join(data.folder, 'secret-key')
  const keyFiles = async () => (await readdir(data.folder)).filter((name) => name.startsWith('secret-key')).sort()
  const readKey = async () => Buffer.from(await readFile(file, 'utf8'), 'base64')
  await withBase(settings, (base) => fill(base, 5))
  const before = await readKey()

  await withBase(settings, async (service) => {
    const { code, err } = await data.run(['secret', 'rotate'])
    assert.equal(code, 1)
    assert.match(err, /^Stop Minutebook first: .*\n$/)
    assert.deepEqual(await readKey(), before)
    await checkAll(service)
  })
  await withBase(settings, async (base) => {
    const breakOff = (line: string) => {
      if (line === 'webhook secrets: 2 sealed anew') throw new Error('broken off')
    }
    await assert.rejects(rotateKey(base, { print: breakOff, batchSize: 2 }), /broken off/)
  })
  assert.deepEqual(await keyFiles(), ['secret-key', 'secret-key.old'])
  await withBase(settings, (base) => checkAll(base))
  const { code, out } = await data.run(['secret', 'rotate'])
  assert.equal(code, 0)
  assert.match(
    out,
    /^webhook secrets: 3 sealed anew\n(.*\n)*Everything is sealed with the new key in .*secret-key: make a backup of it\.\n$/,
  )
  assert.deepEqual(await keyFiles(), ['secret-key'])
  const now = await readKey()
  assert.notDeepEqual(keyIdOf(now), keyIdOf(before))
  await withBase(settings, (base) => checkAll(base, { current: now, old: [] }))

  await rename(file, `${file}.lost`)
  const lost = await data.run(['import', '/dev/null'])
  assert.equal(lost.code, 1)
  assert.match(
    lost.err,
    /secret-key, the key that opens the secrets of the database beside it, is missing: put it back from a backup.*\n$/,
  )
  assert.deepEqual(await keyFiles(), ['secret-key.lost'])
  assert.equal((await data.run(['export', '--workspace', 'acme'])).code, 0, 'the way out')
  assert.equal((await data.run(['export', '--workspace', 'acme', '--with-secrets'])).code, 1)
  await rename(`${file}.lost`, file)
  await rm(join(data.folder, 'media'), { recursive: true, force: true })
  await withBase(settings, (base) => checkAll(base))
})

test('a frozen workspace is named, and the key stays, until it takes changes again', async () => {
  await using data = await dataFolder()
  const settings = { DATA_DIR: data.folder }
  const readKey = () => readFile(join(data.folder, 'secret-key'), 'utf8')
  await withBase(settings, async (base) => {
    await fill(base, 2)
    await withCell(base, (cell) => freezeWorkspace(cell, 'ws', null, () => {}))
    const before = await readKey()
    await assert.rejects(rotateKey(base, quiet), {
      message:
        'What is sealed for these workspaces cannot change: acme (frozen). Run minutebook workspace unfreeze, or delete for one that has moved; then run this again.',
    })
    assert.equal(await readKey(), before)
    await checkAll(base)
    await withCell(base, ({ db }) => unfreezeRows(db, 'ws'))
    await rotateKey(base, quiet)
    assert.notEqual(await readKey(), before)
  })
})

test('while the key is changed: links work, a feed is recognized, and the same file changes nothing', async () => {
  await using database = await migratedDatabase()
  const before = { ...database.settings, SECRET_KEY: first }
  await withBase(before, (base) => fill(base, 2))
  const after = { ...database.settings, SECRET_KEY: second, SECRET_KEY_OLD: first }
  await withBase(after, async (base) => {
    const { db, secretKey, clock } = base
    const { api, close } = await buildApi(base)
    const expires = String(Math.floor(clock().getTime() / 1_000) + 60)
    const link = { workspaceId: 'ws', recordingId: 'none', userId: 'u', keyId: 'k', sessionId: null, expires }
    const answers = [first, second, third].map((key) => api.inject(printLink(linkKey(Buffer.from(key, 'hex')), link)))
    assert.deepEqual(
      (await Promise.all(answers)).map(({ statusCode }) => statusCode),
      [404, 404, 403],
    )
    await close()

    const user = { id: 'u', email: 'u@acme.test', full_name: 'U' }
    const importer = { workspaceId: 'ws', user, superAdmin: false }
    const feed = { url: feedUrl('cal_2'), secretKey, now: clock() }
    assert.equal(await db.transaction().execute((tx) => keepFeed(tx, importer, feed)), 'cal_2')

    let file = ''
    for await (const text of exportWorld(db, { subdomain: 'acme', withSecrets: true, secretKey })) file += text
    const tally = await importWorld(db, Readable.from([Buffer.from(file)]), base)
    assert.deepEqual([tally.created, tally.updated], [0, 0])
    await rotateKey(base, quiet)
    await checkAll(base, keyOf(second))
  })
})

test('each file that seals values has an entry that says how to seal them again', async () => {
  const server = new URL('../server/', import.meta.url)
  const names = (await readdir(server, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const sealing = []
  for (const name of names) if (/\bseal\(/.test(await readFile(new URL(name, server), 'utf8'))) sealing.push(name)
  // Each of the rooms here has a kind in `sealedKinds`: anyone who seals something new adds one. What is sealed for a
  // browser, a state or a challenge, is stored nowhere: the browser keeps it for minutes.
  assert.deepEqual(sealing.sort(), [
    ...['making/recorders/recorders.ts', 'making/recorders/store-event.ts', 'making/uploads/submit-upload.ts'],
    ...['making/voices/stored-voices.ts', 'meetings/calendar/accounts/accounts.ts', 'meetings/calendar/feeds/feeds.ts'],
    'meetings/todo-lists/accounts.ts',
    ...['people/passkeys/challenges.ts', 'people/push/push-keys.ts', 'people/push/subscriptions.ts'],
    ...['people/sessions/browser-states.ts', 'platform/postgres/key-check.ts', 'platform/secrets.ts'],
    ...['webhooks/endpoints/custom-headers.ts', 'webhooks/endpoints/signing-secret.ts'],
  ])
  assert.equal(sealedKinds.length, 8)
})
