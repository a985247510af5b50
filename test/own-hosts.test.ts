/** Where each workspace has an address of its own, it is known by that alone, and links lead there. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ConfigError, readConfig } from '../server/platform/context/config.ts'
import { acmeWithWebhooks, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

const PUBLIC_URL = 'https://{subdomain}.meet.example'
const BASE_DOMAIN = 'meet.example'
const host = 'acme.meet.example'

let world: World
before(async () => {
  world = await openWorld({ PUBLIC_URL, BASE_DOMAIN })
  await world.load(...acmeWithWebhooks())
})
after(() => world[Symbol.asyncDispose]())

test('4: at a host that names no workspace a key names it; a sign-in is 404 there', async () => {
  for (const other of ['localhost', '127.0.0.1', 'meet.example', 'acme.meet.example.org']) {
    const me = async (key?: string) => (await world.get('/api/v1/me', key, { host: other })).status
    assert.deepEqual(
      [await me(keys.ada), await me(keys.zoe), await me(), await me('wrong')],
      [200, 200, 401, 401],
      other,
    )
    const answers = [
      await world.get('/api/v1/sign_in', undefined, { host: other }),
      await world.post('/api/v1/session', undefined, { api_key: keys.ada }, { host: other }),
    ]
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.message]),
      answers.map(() => [404, 'Workspace not found']),
      other,
    )
  }
})

test('4: at the host of a workspace of another cell everything is 404', async () => {
  for (const other of ['elsewhere.meet.example']) {
    const answers = [
      await world.get('/api/v1/me', keys.ada, { host: other }),
      await world.get('/api/v1/me', undefined, { host: other }),
      await world.get('/api/v1/sign_in', undefined, { host: other }),
      await world.post('/api/v1/session', undefined, { api_key: keys.ada }, { host: other }),
    ]
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.message]),
      answers.map(() => [404, 'Workspace not found']),
      other,
    )
  }
  assert.equal((await world.get('/api/v1/me', keys.ada, { host })).status, 200)
  assert.equal((await world.get('/api/v1/me', keys.zoe, { host })).status, 401)
  assert.equal((await world.get('/healthz', undefined, { host: 'localhost' })).status, 200)
})

test('links lead to the address of the workspace', async () => {
  const made = await world.post('/api/v1/user/u_bo/sign_in_link', keys.ada, undefined, { host })
  assert.deepEqual([made.status, made.body.url.split('#')[0]], [201, 'https://acme.meet.example/sign-in'])
  await world.loadAndAnnounce({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    recordings: [
      {
        id: 'r_new',
        note: 'n_1',
        title: 'New',
        transcript: { language_code: 'en', speech_segments: [] },
        ai_notes: { markdown: 'New', sections: [] },
      },
    ],
  })
  const { body } = await world.db
    .selectFrom('messages')
    .select('body')
    .where('webhook_id', '=', 'wh_all')
    .executeTakeFirstOrThrow()
  assert.match(body!.toString(), /"https:\/\/acme\.meet\.example\/recap\/r_new"/)
})

test('{subdomain} is the first label of a host of BASE_DOMAIN', () => {
  const read = (address: string) => readConfig({ PUBLIC_URL: address, BASE_DOMAIN }).publicUrl
  assert.equal(read(`${PUBLIC_URL}/`), PUBLIC_URL)
  assert.equal(read('http://{subdomain}.meet.example:8080'), 'http://{subdomain}.meet.example:8080')
  for (const wrong of [
    'https://meet.example/{subdomain}',
    'https://x.{subdomain}.meet.example',
    'https://{subdomain}.{subdomain}.meet.example',
    'https://{other}.meet.example',
    'https://{subdomain}.else.example',
    'https://{subdomain}',
    'https://{subdomain}meet.example',
  ])
    assert.throws(
      () => read(wrong),
      (error) => error instanceof ConfigError && error.message.startsWith('PUBLIC_URL '),
      wrong,
    )
})
