/** Acme leaves one Minutebook for another: its world goes out as a file, comes in elsewhere, and life goes on there. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exportWorld } from '../../server/keeping/world/export/export-world.ts'
import { acmeWithWebhooks, keys } from '../support/acme.ts'
import { isSigned } from '../support/is-signed.ts'
import { type Outside, openOutside } from '../support/outside.ts'
import { type Answer, openWorld, type World } from '../support/world.ts'

let outside: Outside
let old: World
let next: World
before(async () => {
  outside = await openOutside()
  old = await openWorld(outside.settings)
  next = await openWorld({ ...outside.settings, SECRET_KEY: '11'.repeat(32) })
  await old.load(...acmeWithWebhooks())
})
after(async () => {
  await old[Symbol.asyncDispose]()
  await next[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

/** As `minutebook export --workspace acme` prints it. */
async function exported({ base, db }: World): Promise<string> {
  let text = ''
  const options = { subdomain: 'acme', withSecrets: true, secretKey: base.secretKey }
  for await (const piece of exportWorld(db, options)) text += piece
  return text
}

/** What everyone reads of the workspace, by their own key. */
const readings = (world: World) =>
  Promise.all(
    [keys.ada, keys.adaRegular, keys.bo].flatMap((key) => [
      world.get('/api/v1/me', key),
      world.post('/api/v1/notes', key, { include: ['agenda'] }),
      world.post('/api/v1/recordings', key, {}),
      world.post('/api/v1/action_items', key, {}),
      world.get('/api/v1/note/n_1', key),
      world.get('/api/v1/recording/r_1', key),
      world.get('/api/v1/channels', key),
    ]),
  ).then((answers) => answers.map(({ status, body }: Answer) => [status, body]))

let file: string
let hook: { id: string; secret: string }

test('before the move Bo has a webhook for his items, and Ada one for the whole workspace', async () => {
  const url = outside.receiver.url('/bo')
  hook = (await old.post('/api/v1/webhook', keys.bo, { url, enabled_events: [] })).body.webhook
  file = await exported(old)
  assert.equal(JSON.parse(file).workspaces[0].subdomain, 'acme')
})

test('in the new place everyone uses the key they had, and reads the same data', async () => {
  const before = await readings(old)
  await next.load(...JSON.parse(file).workspaces)
  assert.deepEqual(await readings(next), before)
  assert.equal((await next.get('/api/v1/me', keys.zoe)).status, 401, 'the neighbour stayed')
})

test('a new export has the same bytes as the first one', async () => {
  assert.equal(await exported(next), file)
})

test('Bo’s program receives the events of the new place, signed with the secret it knows', async () => {
  outside.receiver.received.length = 0
  await next.post('/api/v1/action_item/ai_2/complete', keys.bo, { completed: true })
  next.advance({ seconds: 30 })
  await next.settle()
  const told = outside.receiver.received.find(({ path }) => path === '/bo')!
  assert.equal(JSON.parse(told.body).event_type, 'action_item.completed')
  assert(isSigned(hook.secret, told))
})
