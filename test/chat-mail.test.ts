/** A chat that fails tells who set it and the super admins by mail, once for each time that it begins to fail, and never often. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { wordsIn } from '../server/people/mail/words.ts'
import { acme, keys } from './support/acme.ts'
import { chatServers, type Refusal } from './support/chat-servers.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let outside: Outside
let server: MailServer
before(async () => {
  outside = await openOutside()
  server = await openMailServer()
  world = await openWorld({ ...outside.settings, ...server.settings })
  await world.load(...acme())
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

const wantMails = (webhook_mail: boolean) => world.patch('/api/v1/workspace', keys.ada, { webhook_mail })

const channel = '/api/v1/channel/ch_eng'
const setChat = (path: string) =>
  world.patch(channel, keys.bo, { deliver_to: { kind: 'slack', url: outside.receiver.url(path) } })

/** Publishes a recap anew, which the chat answers so. @returns who got mails */
async function publish(answer: Refusal): Promise<string[]> {
  server.mails.length = 0
  outside.receiver.answering = (_, response) => response.writeHead(answer.status).end(answer.body)
  await world.delete('/api/v1/recording/r_1/publish/ch_eng', keys.adaRegular)
  await world.post('/api/v1/recording/r_1/publish', keys.adaRegular, { channel_id: 'ch_eng' })
  await world.settle()
  return server.mails.flatMap(({ to }) => to).sort()
}

test('each failure is told of once, without the address and the name of the channel', async () => {
  await world.patch('/api/v1/me', keys.bo, { language: 'de' })
  await wantMails(true)
  const { status, body } = await setChat('/services/hush')
  assert.equal(status, 200)
  const both = ['Bo@acme.test', 'ada@acme.test']
  const down = { status: 500, body: 'rollup_error' }
  const removed = chatServers.slack.removed[0]!
  assert.deepEqual(await publish(down), [], 'not of a single failure')
  world.advance({ hours: 1 })
  assert.deepEqual(await publish(down), both)
  const [toBo, toAda] = ['Bo@acme.test', 'ada@acme.test'].map(
    (address) => server.mails.find(({ to }) => to[0] === address)!.text,
  ) as [string, string]
  assert(toBo.includes(wordsIn('de').chat.what))
  assert.match(toAda, /^Subject: Minutebook: recaps do not arrive in Slack$/m)
  assert.match(toAda, /^In the workspace acme recaps of a channel do not arrive in Slack since 20.* UTC\.$/m)
  assert.match(toAda, /^https:\/\/minutebook\.test\/channel\/ch_eng$/m)
  for (const text of [toBo, toAda]) assert.doesNotMatch(text, new RegExp(`hush|${body.channel.title}`))
  world.advance({ hours: 2 })
  assert.deepEqual(await publish(down), [])
  assert.deepEqual(await publish(removed), [], 'it was told of already')

  await setChat('/services/new')
  assert.deepEqual(await publish(removed), both, 'a new address that fails is another failure')
})

test('a chat that works again is told of to nobody; who is inactive gets none', async () => {
  await setChat('/services/third')
  assert.deepEqual(await publish({ status: 200, body: 'ok' }), [])
  await world.patch('/api/v1/user/u_bo', keys.ada, { active: false })
  assert.deepEqual(await publish(chatServers.slack.removed[0]!), [])
})

test('who breaks a chat again and again causes one mail an hour, and super admins get none who want none', async () => {
  await world.patch('/api/v1/user/u_bo', keys.ada, { active: true })
  world.advance({ hours: 2 })
  const removed = chatServers.slack.removed[0]!
  const breakAnew = async (path: string) => {
    world.advance({ minutes: 1 })
    assert.equal((await setChat(path)).status, 200)
    return publish(removed)
  }
  assert.deepEqual(await breakAnew('/services/1'), ['Bo@acme.test', 'ada@acme.test'])
  await wantMails(false)
  assert.deepEqual([await breakAnew('/services/2'), await breakAnew('/services/3')], [[], []])
  world.advance({ hours: 1 })
  await world.settle()
  assert.deepEqual(
    server.mails.splice(0).flatMap(({ to }) => to),
    ['Bo@acme.test'],
    'the one that waited',
  )

  world.advance({ hours: 1 })
  let mails = 0
  for (let time = 0; time < 12; time++) {
    await world.patch(channel, keys.bo, { deliver_to: null })
    mails += (await breakAnew(`/services/anew/${time}`)).length
  }
  assert.equal(mails, 10)
})
