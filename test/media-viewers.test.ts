/**
 * A link to media belongs to its viewer: when they may no longer see the recording, the next request is rejected
 * (decision 16 on recording fields).
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { linkKey } from '../server/meetings/recordings/media/media-link.ts'
import { keys } from './support/acme.ts'
import { calendarHeaders, single } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import { failureBody } from './support/failure-body.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import type { Answer } from './support/world.ts'

let here: MediaWorld
/** Made by Bo, without an event, and not published: only Bo sees it. */
let id: string
before(async () => {
  here = await openMediaWorld()
})
beforeEach(async () => {
  const users = [
    { id: 'u_dan', email: 'dan@acme.test', full_name: 'Dan', active: true },
    { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true, active: true },
  ]
  const api_keys = [
    { id: 'k_dan', user: 'u_dan', name: 'dan', secret: dan, active: true },
    { id: 'k_ada', user: 'u_ada', name: 'ci', secret: ada, super_admin: true, active: true },
  ]
  const channels = [{ id: 'ch_eng', title: 'Engineering', members: ['u_ada', 'u_bo'] }]
  await here.world.load({ subdomain: 'acme', name: 'Acme', plan: 'enterprise', users, api_keys, channels })
  id = await here.processed()
})
afterEach(async () => {
  await here.world.db.deleteFrom('recordings').where('id', '=', id).execute()
})
after(() => here[Symbol.asyncDispose]())

const { ada, adaRegular, bo } = keys
const dan = 'mb_dan_0123456789'
const lost = failureBody('The person or the key that this link was made for may no longer see the recording')
const forged = failureBody('This link is not valid or has expired')

const done = (answer: Answer) => assert(answer.status < 300, answer.text)
const share = async (user: string) => done(await here.world.post(`/api/v1/recording/${id}/share`, bo, { user }))
const publish = async () => done(await here.world.post(`/api/v1/recording/${id}/publish`, bo, { channel_id: 'ch_eng' }))
const change = async (path: string, body: object) => done(await here.world.patch(`/api/v1/${path}`, ada, body))
const remove = async (path: string, key = bo) => done(await here.world.delete(`/api/v1/${path}`, key))

/** The path of a new link to the recording. */
async function linkOf(key: string, headers = {}): Promise<string> {
  const { status, body } = await here.world.get(`/api/v1/recording/${id}`, key, { headers })
  assert.equal(status, 200)
  const { pathname, search } = new URL(body.recording.media_url)
  return pathname + search
}
const forDan = { 'x-on-behalf-of': 'u_dan' }

const ways: [method: string, headers: Record<string, string>, good: number][] = [
  ['GET', {}, 200],
  ['HEAD', {}, 200],
  ['GET', { range: 'bytes=5-9' }, 206],
  ['GET', { 'if-none-match': '*' }, 304],
]

async function assertOpen(link: string): Promise<void> {
  for (const [method, headers, good] of ways) {
    assert.equal((await here.world.request(method, link, { headers })).status, good, JSON.stringify([method, headers]))
  }
}

async function assertRefused(link: string, status = 403, refusal: object = lost): Promise<void> {
  for (const [method, headers] of ways) {
    const answer = await here.world.request(method, link, { headers })
    const expected = method === 'HEAD' ? undefined : refusal
    assert.deepEqual([answer.status, answer.body], [status, expected], JSON.stringify([method, headers]))
  }
}

test('unshared', async () => {
  await share('u_dan')
  const link = await linkOf(dan)
  await assertOpen(link)
  await remove(`recording/${id}/share/u_dan`)
  await assertRefused(link)
  await share('u_dan')
  await assertOpen(link)
})

test('unpublished; whoever sees it in another way can still use the link', async () => {
  await publish()
  const [hers, his] = [await linkOf(adaRegular), await linkOf(bo)]
  await assertOpen(hers)
  await remove(`recording/${id}/publish/ch_eng`)
  await assertRefused(hers)
  await assertOpen(his)
})

test('the viewer left the channel', async () => {
  await publish()
  const link = await linkOf(adaRegular)
  await assertOpen(link)
  await remove('channel/ch_eng/members/u_ada', adaRegular)
  await assertRefused(link)
})

test('removed from the event by its organizer', async () => {
  const invite = async (...people: string[]) => {
    const emails = people.map((name) => `mailto:${name}@acme.test`)
    const event = single({ UID: 'launch', ORGANIZER: 'mailto:ada@acme.test', ATTENDEE: emails })
    done(await here.world.post('/api/v1/calendar/import', adaRegular, calendar(event), { headers: calendarHeaders }))
  }
  await invite('ada', 'dan')
  id = await here.processed({ event_guid: 'launch' }, adaRegular)
  const link = await linkOf(dan)
  await assertOpen(link)
  await invite('ada')
  await assertRefused(link)
})

test('the key is switched off, and on again', async () => {
  const link = await linkOf(bo)
  await change('api_key/k_bo', { active: false })
  await assertRefused(link)
  await change('api_key/k_bo', { active: true })
  await assertOpen(link)
})

test('the key is deleted; a link by another key of the same person still works', async () => {
  await share('u_dan')
  const made = await here.world.post('/api/v1/api_key', dan, { name: 'second' })
  const [first, second] = [await linkOf(dan), await linkOf(made.body.secret)]
  await remove(`api_key/${made.body.api_key.id}`, dan)
  await assertRefused(second)
  await assertOpen(first)
})

test('the person is deactivated, and active again', async () => {
  await share('u_dan')
  const link = await linkOf(dan)
  await change('user/u_dan', { active: false })
  await assertRefused(link)
  await change('user/u_dan', { active: true })
  await assertOpen(link)
})

test('after zero-day retention or deletion: 404', async () => {
  const link = await linkOf(bo)
  await change('workspace', { retention: 'zero_day' })
  await assertRefused(link, 404, failureBody('Media not found'))
  await change('workspace', { retention: 'standard' })
  await here.world.db.deleteFrom('recordings').where('id', '=', id).execute()
  id = await here.processed()
  const another = await linkOf(bo)
  await remove(`recording/${id}`, ada)
  await assertRefused(another, 404, failureBody('Media not found'))
})

/** Removes what makes a key super admin (decision 6). */
const lowered: Record<string, () => Promise<unknown>> = {
  'its mark': () =>
    here.world.db.updateTable('api_keys').set({ super_admin: false }).where('id', '=', 'k_ada').execute(),
  'its owner’s designation': () =>
    here.world.db.updateTable('users').set({ admin: false }).where('id', '=', 'u_ada').execute(),
  'the plan': () => here.world.db.updateTable('workspaces').set({ plan: 'team' }).where('id', '=', 'ws_acme').execute(),
}

for (const [what, lower] of Object.entries(lowered)) {
  test(`a super admin key that loses ${what}: what its owner sees stays open, everything else does not`, async () => {
    const link = await linkOf(ada)
    await assertOpen(link)
    await lower()
    await assertRefused(link)
    await share('u_ada')
    await assertOpen(link)
  })

  test(`on behalf of somebody, the key loses ${what}: refused, whatever both people see`, async () => {
    await share('u_dan')
    await share('u_ada')
    const link = await linkOf(ada, forDan)
    await assertOpen(link)
    await lower()
    await assertRefused(link)
  })
}

test('on behalf of somebody that person’s sight counts, and the key must be active', async () => {
  await share('u_dan')
  const link = await linkOf(ada, forDan)
  await remove(`recording/${id}/share/u_dan`)
  await assertRefused(link)
  await share('u_dan')
  await change('user/u_dan', { active: false })
  await assertRefused(link)
  await change('user/u_dan', { active: true })
  await assertOpen(link)
  await here.world.db.updateTable('api_keys').set({ active: false }).where('id', '=', 'k_ada').execute()
  await assertRefused(link)
})

test('links without a viewer, and with another viewer are refused', async () => {
  const link = new URL(await linkOf(bo), 'http://localhost')
  const [, expires] = /expires=(\d+)/.exec(link.search)!
  assert.deepEqual([...link.searchParams.keys()], ['user_id', 'key_id', 'expires', 'signature'])
  assert(!link.href.includes(bo))
  const signature = createHmac('sha256', linkKey(here.world.base.secretKey.current))
    .update(`ws_acme\n${id}\n${expires}`)
    .digest('base64url')
  await assertRefused(`${link.pathname}?expires=${expires}&signature=${signature}`, 403, forged)
  for (const [name, value] of [
    ['user_id', 'u_ada'],
    ['user_id', ''],
    ['key_id', 'k_ada'],
    ['key_id', 'k_bo\nk_bo'],
  ] as const) {
    const changed = new URLSearchParams(link.search)
    changed.set(name, value)
    await assertRefused(`${link.pathname}?${changed}`, 403, forged)
    changed.delete(name)
    await assertRefused(`${link.pathname}?${changed}`, 403, forged)
  }
})

test('a response that has begun may finish, the next range is refused', { timeout: 60_000 }, async () => {
  const large = Buffer.alloc(30 * 1_048_576, words)
  here.receiver.answering = (_received, response) => response.setHeader('content-type', 'audio/mpeg').end(large)
  id = await here.processed()
  const link = await linkOf(bo)
  const { api } = here.world.api
  await api.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(api.listeningOrigin + link)
  await change('api_key/k_bo', { active: false })
  assert.equal((await fetch(api.listeningOrigin + link, { headers: { range: 'bytes=9-' } })).status, 403)
  assert((await answer.bytes()).length === large.length)
  await change('api_key/k_bo', { active: true })
})
