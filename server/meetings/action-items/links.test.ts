/** The links of action items to other systems (decision 68): who sets them, what is refused and where, what shows them. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { acme, keys } from '../../../test/support/acme.ts'
import { type Answer, openWorld, type World } from '../../../test/support/world.ts'
import { maxLinkLengths, maxLinks } from './schemas.ts'

const world: World = await openWorld()
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})

const issue = { system: 'GitHub', key: 'acme/app#12', url: 'https://github.com/acme/app/issues/12', state: 'open' }
const page = { system: 'Wiki', key: 'The deck', url: 'https://wiki.acme.test/deck?v=ü' }

const edit = (body: unknown, id = 'ai_1', key = keys.ada) =>
  world.request('PATCH', `/api/v1/action_item/${id}`, { key, body })
const links = async (id = 'ai_1') => (await world.get(`/api/v1/action_item/${id}`, keys.ada)).body.action_item.links
const told = ({ status, body }: Answer) => [status, ...(body.errors ?? []).map(Object.values)]
const found = async (link_url: string, key = keys.ada, filters = {}) =>
  (await world.post('/api/v1/action_items', key, { filters: { ...filters, link_url } })).body.data.map(
    ({ id }: { id: string }) => id,
  )

test('a new item has its links; an edit replaces all of them, and without the field they stay', async () => {
  const created = await world.post('/api/v1/action_item', keys.ada, {
    text: 'x',
    links: [issue, { ...page, state: null, unknown: 1 }],
  })
  assert.equal(created.status, 201)
  assert.deepEqual(created.body.action_item.links, [issue, page])
  assert.deepEqual(await links(), [])
  assert.deepEqual((await edit({ links: [page, issue] })).body.action_item.links, [page, issue])
  assert.deepEqual((await edit({ text: 'Send it', links: null })).body.action_item.links, [page, issue])
  const { content_native_markdown } = (await world.get('/api/v1/note/n_1', keys.ada)).body.note
  const rewritten = { content_native_markdown: content_native_markdown.replace('Send it', 'Send it twice') }
  assert.equal((await world.post('/api/v1/note/n_1/agenda', keys.ada, rewritten)).status, 200)
  assert.deepEqual(await links(), [page, issue])
  assert.deepEqual((await edit({ links: [] })).body.action_item.links, [])
})

test('a change of links changes the item; the same links again do not', async () => {
  const changed = async (body: object) => (await edit(body)).body.action_item.updated_at
  const before = await changed({ links: [issue] })
  world.advance({ minutes: 1 })
  assert.equal(await changed({ links: [issue] }), before)
  const { cursor } = (await world.get('/api/v1/changes', keys.ada)).body.page_info
  assert.notEqual(await changed({ links: [{ ...issue, state: 'closed' }] }), before)
  const { data } = (await world.get(`/api/v1/changes?cursor=${cursor}`, keys.ada)).body
  assert.deepEqual(data.map(({ id }: { id: string }) => id).sort(), ['ai_1', 'n_1'])
})

test('they are set by who may edit the item: an assignee who only completes it is refused', async () => {
  assert.deepEqual(told(await edit({ links: [issue] }, 'ai_2')), [403])
  assert.deepEqual(await links('ai_2'), [])
  assert.equal((await edit({ links: [issue] }, 'ai_2', keys.bo)).status, 200)
  assert.deepEqual(told(await edit({ links: [issue] }, 'ai_2', keys.zoe)), [404])
})

const other = (number: number) => ({ ...issue, url: `${issue.url}${number}` })

test('an item has at most five links', async () => {
  for (const count of [maxLinks - 1, maxLinks]) {
    const wanted = Array.from({ length: count }, (_, number) => other(number))
    assert.deepEqual((await edit({ links: wanted })).body.action_item.links, wanted)
  }
  const tooMany = { links: Array.from({ length: maxLinks + 1 }, (_, number) => other(number)) }
  const refused = [400, ['body.links', 'must have at most 5 entries']]
  assert.deepEqual(told(await edit(tooMany)), refused)
  assert.deepEqual(told(await world.post('/api/v1/action_item', keys.ada, { text: 'x', ...tooMany })), refused)
})

test('each part of a link has its length, in characters', async () => {
  const longest = { system: '😀', key: 'ä', url: 'x', state: '木' }
  for (const [part, most] of Object.entries(maxLinkLengths)) {
    const start = part === 'url' ? 'https://a.test/' : ''
    const link = (length: number) => {
      const text = start + longest[part as keyof typeof longest].repeat(length - start.length)
      return { ...issue, [part]: text }
    }
    for (const length of [most - 1, most])
      assert.deepEqual((await edit({ links: [link(length)] })).body.action_item?.links, [link(length)], part)
    assert.deepEqual(told(await edit({ links: [page, link(most + 1)] })), [
      400,
      [`body.links[1].${part}`, `must have at most ${most} characters`],
    ])
  }
})

test('a link needs a system, a key and an address, each on one line', async () => {
  assert.deepEqual(told(await edit({ links: [{ url: page.url }] })), [
    400,
    ['body.links[0].system', 'is required'],
    ['body.links[0].key', 'is required'],
  ])
  for (const part of ['system', 'key', 'state'])
    for (const text of ['', ' ', ' x', 'a\nb', 'a\u0007']) {
      const [status, [place]] = told(await edit({ links: [{ ...issue, [part]: text }] })) as [number, string[]]
      assert.deepEqual([status, place], [400, `body.links[0].${part}`], JSON.stringify(text))
    }
})

test('an address is HTTPS, on one line, and signs nobody in', async () => {
  const refused = [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://a.test/',
    'ftp://a.test/',
    '//a.test/',
    '/items',
    '',
  ]
  const sly = [
    'https:a.test',
    'https:\\\\a.test',
    'https://',
    'https://a b.test/',
    ' https://a.test/',
    'https://a.test/\n',
  ]
  const secret = [
    'https://ada@a.test/',
    'https://ada:pw@a.test/',
    'https://:pw@a.test/',
    'https://[::1',
    'https://a.test:99999/',
  ]
  const message = 'must be an address that starts with https://, without a user name or password'
  for (const url of [...refused, ...sly, ...secret, 'https://a.test/\u202egpj.exe', 'java\nscript:alert(1)'])
    assert.deepEqual(told(await edit({ links: [{ ...issue, url }] })), [400, ['body.links[0].url', message]], url)
  const taken = [
    'https://a.test',
    'HTTPS://A.TEST/x',
    'https://a.test:8443/?q=@#x',
    'https://[2001:db8::1]/',
    'https://ü.test/ä',
  ]
  for (const url of taken)
    assert.deepEqual((await edit({ links: [{ ...issue, url }] })).body.action_item?.links, [{ ...issue, url }], url)
})

test('the same address twice is refused, whatever its spelling and the rest', async () => {
  const twice = [page, issue, { ...page, url: issue.url.replace('github.com', 'GitHub.com') }]
  const refused = [400, ['body.links[2].url', 'must differ from body.links[1].url']]
  assert.deepEqual(told(await edit({ links: twice })), refused)
  assert.deepEqual(told(await world.post('/api/v1/action_item', keys.ada, { text: 'x', links: twice })), refused)
  assert.deepEqual(await links(), [])
})

test('items are found by exactly the address of a link, by whoever sees them', async () => {
  await edit({ links: [page, issue] })
  await edit({ links: [issue] }, 'ai_2', keys.bo)
  assert.deepEqual((await found(issue.url)).sort(), ['ai_1', 'ai_2'])
  assert.deepEqual(await found(page.url), ['ai_1'])
  assert.deepEqual(await found(`${issue.url}3`), [])
  assert.deepEqual(await found(issue.url, keys.bo, { note_id: 'n_1' }), ['ai_1'])
  assert.deepEqual(await found(issue.url, keys.bo, { assignee: 'u_bo' }), ['ai_2'])
  assert.deepEqual(await found(issue.url, keys.zoe), [])
  const wrong = await world.post('/api/v1/action_items', keys.ada, { filters: { link_url: 'issue 12' } })
  assert.equal(wrong.body.errors[0].location, 'body.filters.link_url')
})

test('a change of links alone makes no event', async () => {
  await edit({ links: [issue] })
  world.advance({ seconds: 31 })
  await world.settle()
  assert.deepEqual(await world.db.selectFrom('messages').select('event_type').execute(), [])
})
