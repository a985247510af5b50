/** MCP (decision 48): who may ask what at `POST /mcp`, and what the endpoint refuses. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { openAssistant, openListeningWorld } from './support/assistant.ts'
import { openBrowser, signedIn } from './support/browser.ts'
import { openWorld } from './support/world.ts'

let world: Awaited<ReturnType<typeof openListeningWorld>>
before(async () => {
  world = await openListeningWorld({ LOG_LEVEL: 'trace' })
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const accept = { accept: 'application/json, text/event-stream' }
const send = (key: string | undefined, body: unknown = message('tools/list'), more: object = {}) =>
  world.post('/mcp', key, body, { headers: accept, ...more })
const assistant = (key: string, headers = {}) => openAssistant(world.url, { 'x-api-key': key, ...headers })

/** @returns the secret of a new key of Bo's */
async function keyOf(more: object): Promise<string> {
  const { status, body } = await world.post('/api/v1/api_key', keys.bo, { name: 'made', ...more })
  assert.equal(status, 201)
  return body.secret
}

test('48: callers are the same as in the API; a missing or wrong key is a 401 that names the ways to send one', async () => {
  for (const key of [undefined, 'mb_wrong', keys.boInactive, keys.cy]) {
    const { status, headers, body } = await send(key)
    assert.deepEqual([status, body.message], [401, 'Missing or invalid API key'])
    assert.equal(headers['www-authenticate'], 'ApiKey realm="minutebook", Bearer realm="minutebook"')
  }
  for (const authorization of [`Bearer ${keys.bo}`, `apikey ${keys.bo}`]) {
    const { status } = await send(undefined, message('tools/list'), { headers: { ...accept, authorization } })
    assert.equal(status, 200)
  }
})

test('48: a key is valid only on its own workspace’s host', async () => {
  assert.equal((await send(keys.bo, message('ping'), { host: 'acme.localhost' })).status, 200)
  assert.equal((await send(keys.bo, message('ping'), { host: 'zeta.localhost' })).status, 401)
  assert.equal((await send(keys.bo, message('ping'), { host: 'nobody.localhost' })).status, 404)
})

test('48: a key that is switched off, deleted or expired is refused at the next call', async () => {
  const ends = [
    (id: string) => world.patch(`/api/v1/api_key/${id}`, keys.bo, { active: false }),
    (id: string) => world.delete(`/api/v1/api_key/${id}`, keys.bo),
    async () => world.advance({ hours: 2 }),
  ]
  for (const end of ends) {
    const more = { name: 'made', expires_at: '2026-01-10T13:00:00Z' }
    const { api_key, secret } = (await world.post('/api/v1/api_key', keys.bo, more)).body
    await using bo = await assistant(secret)
    assert.equal((await bo.read('who_am_i')).user.id, 'u_bo')
    await end(api_key.id)
    await assert.rejects(bo.call('who_am_i'), /Missing or invalid API key/)
  }
})

test('48: a read-only key gets no writing tools; a call of one is refused with a sentence', async () => {
  await using reader = await assistant(await keyOf({ scopes: ['read'] }))
  assert.deepEqual(
    reader.tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name),
    [],
  )
  assert.equal((await reader.read('who_am_i')).may_write, false)
  for (const [name, args] of [
    ['create_action_item', { text: 'x' }],
    ['complete_action_item', { id: 'ai_2' }],
    ['append_to_agenda', { note_id: 'n_1', content_native_markdown: '- x' }],
  ] as const) {
    assert.equal(await reader.refused(name, args), 'This key lacks the scope: write', name)
  }
  assert.equal((await world.get('/api/v1/action_item/ai_2', keys.bo)).body.action_item.status, 'Incomplete')
  const { status, body } = await send(await keyOf({ scopes: ['write'] }))
  assert.deepEqual([status, body.message], [403, 'This key lacks the scope: read'])
})

test('48: a caller who may not see an object cannot find out that it exists', async () => {
  await using zoe = await assistant(keys.zoe)
  await using bo = await assistant(keys.bo)
  const asked: [name: string, args: object, sentence: string][] = [
    ['fetch', { id: 'note:n_ada' }, 'Note not found'],
    ['fetch', { id: 'recording:r_x' }, 'Recording not found'],
    ['fetch', { id: 'item:ai_x' }, 'Action item not found'],
    ['get_meeting', { id: 'n_ada' }, 'Note not found'],
    ['get_transcript', { recording_id: 'r_x' }, 'Recording not found'],
    ['complete_action_item', { id: 'ai_x' }, 'Action item not found'],
    ['append_to_agenda', { note_id: 'n_ada', content_native_markdown: '- x' }, 'Note not found'],
    ['create_action_item', { text: 'x', note_id: 'n_ada' }, 'Note not found'],
  ]
  for (const [name, args, sentence] of asked) {
    assert.equal(await bo.refused(name, args), sentence, name)
    const there = JSON.parse(
      JSON.stringify(args)
        .replace(/n_ada/, 'n_1')
        .replace(/([ir])_x/, '$1_1'),
    )
    assert.equal(await zoe.refused(name, there), sentence, name)
  }
  assert.deepEqual((await zoe.read('search', { query: 'deck' })).results, [])
  assert.deepEqual((await zoe.read('list_action_items')).action_items, [])
  assert.deepEqual((await zoe.read('list_meetings')).meetings.length, 1)
})

test('48: a caller who sees an item but may not change it gets an error that says so', async () => {
  await world.post('/api/v1/note/n_ada/share', keys.adaRegular, { user: 'u_bo' })
  const { body } = await world.post('/api/v1/action_item', keys.adaRegular, { text: 'Alone', note_id: 'n_ada' })
  await using bo = await assistant(keys.bo)
  assert.match(await bo.refused('complete_action_item', { id: body.action_item.id }), /^Only its assignees and those/)
  const added = { note_id: 'n_ada', content_native_markdown: '- x' }
  assert.match(await bo.refused('append_to_agenda', added), /^You may see this note and not edit it/)
})

test('48: a super admin key acts on behalf of others, and each call is an audit row', async () => {
  await using bo = await assistant(keys.ada, { 'x-on-behalf-of': 'bo@acme.test' })
  const { user, reads_whole_workspace } = await bo.read('who_am_i')
  assert.deepEqual([user.id, reads_whole_workspace], ['u_bo', false])
  assert.equal(await bo.refused('get_meeting', { id: 'n_ada' }), 'Note not found')
  const rows = (await world.get('/api/v1/audit_log', keys.ada)).body.data
  assert.deepEqual(
    [rows[0].action, rows[0].on_behalf_of, rows[0].path, rows[0].status],
    ['impersonate', 'u_bo', '/mcp', 200],
  )
  const refused = await send(keys.bo, message('ping'), { headers: { ...accept, 'x-on-behalf-of': 'u_ada' } })
  assert.equal(refused.status, 403)
  await using ada = await assistant(keys.ada)
  assert.equal((await ada.read('who_am_i')).reads_whole_workspace, true)
})

test('48: a request from a page of another origin is refused, whatever host it names', async () => {
  const from = (origin: string, host?: string) =>
    send(keys.bo, message('ping'), { headers: { ...accept, origin }, host })
  assert.equal((await from('https://minutebook.test')).status, 200)
  for (const origin of ['https://evil.test', 'null', 'http://minutebook.test', 'https://minutebook.test:8443', '']) {
    const { status, body } = await from(origin)
    assert.deepEqual([status, body.message], [403, 'Requests from pages of other origins are refused'], origin)
  }
  // DNS rebinding: the page's own name points here.
  assert.equal((await from('http://evil.test:8080', 'evil.test:8080')).status, 403)
})

test('48: a session calls tools only from its own page, on the host of the service or of its workspace', async () => {
  const called = message('tools/call', { name: 'who_am_i', arguments: {} })
  for (const host of [undefined, 'acme.localhost']) {
    const bo = await signedIn(world, 'bo@acme.test', host)
    const status = async (headers: Record<string, string>) =>
      (await bo.post('/mcp', called, { headers: { ...accept, ...headers } })).status
    const own = `https://${host ?? 'minutebook.test'}`
    assert.equal(await status({ origin: own }), 200, own)
    const elsewhere = ['same-site', 'cross-site', 'none'].map((site) => ({ 'sec-fetch-site': site, origin: own }))
    for (const headers of elsewhere) assert.equal(await status(headers), 403, headers['sec-fetch-site'])
  }
})

test('48: a session of a read-only key has no writing tools', async () => {
  const reader = openBrowser(world)
  await reader.signIn({ api_key: await keyOf({ scopes: ['read'] }) })
  const write = message('tools/call', { name: 'create_action_item', arguments: { text: 'Call' } })
  const { text } = await reader.post('/mcp', write, { headers: accept })
  assert.match(text, /This key lacks the scope: write/)
  assert(!(await reader.post('/mcp', message('tools/list'), { headers: accept })).text.includes('create_action_item'))
})

test('48: a request is one protocol message, sent by POST, within the size limit', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
    const { status, headers } = await world.request(method, '/mcp', { key: keys.bo })
    assert.deepEqual([status, headers.allow], [405, 'POST'])
  }
  const wrong: [body: unknown, status: number, message: RegExp][] = [
    ['', 400, /^body is required/],
    ['{', 400, /^body must be JSON/],
    ['[]', 400, /^body must be an object/],
    [[message('ping'), message('ping')], 400, /^body must be an object/],
    [`{"a":"${'x'.repeat(262_136)}"}`, 400, /^$/],
    [`{"a":"${'x'.repeat(262_137)}"}`, 413, /^The body is over the limit of 262144 bytes/],
  ]
  for (const [body, status, words] of wrong) {
    const answer = await send(keys.bo, body)
    assert.deepEqual([answer.status, words.test(answer.body.message ?? '')], [status, true], answer.text)
  }
  const headers = { ...accept, 'content-type': 'text/plain' }
  assert.equal((await send(keys.bo, message('ping'), { headers })).status, 415)
})

test('48: unknown methods get the error of the protocol, and a subscription ends at once', async () => {
  const { status, text } = await send(keys.bo, message('tools/burn'))
  assert.equal(status, 200)
  assert.match(text, /"code":-32601/)
  await using bo = await assistant(keys.bo)
  await assert.rejects(bo.client.request({ method: 'resources/list' }), /Method not found/)
  await assert.rejects(bo.call('burn'), /There is no tool burn/)
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const named = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const listen = message('subscriptions/listen', { notifications: { toolsListChanged: true }, _meta })
  const ended = await send(keys.bo, listen, { headers: { ...accept, ...named } })
  assert.match(ended.text, /"resultType":"complete"/)
  assert.equal((await send(keys.bo, { jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202)
})

test('48: the log of a call has its tool, and never a key or the arguments', async () => {
  world.logged.length = 0
  await using bo = await openAssistant(world.url, { authorization: `Bearer ${keys.bo}` })
  await bo.read('search', { query: 'a secret plan' })
  await bo.refused('get_meeting', { id: 'n_secret' })
  await bo.refused('search', { query: 'a secret plan', limit: 99 })
  await bo.client.request({ method: 'resources/list' }).catch(() => {})
  const { status, headers } = await send(keys.bo, { secret: true }, { headers: { ...accept, origin: 'null' } })
  assert.deepEqual([status, typeof headers['x-request-id']], [403, 'string'])
  const lines = world.logged.join('')
  assert.match(lines, /"tool":"search","msg":"A tool was called"/)
  assert.match(lines, /"tool":"get_meeting","status":404,"msg":"A tool was refused"/)
  assert.match(lines, /"method":"POST","path":"\/mcp","status":200/)
  assert.doesNotMatch(lines, new RegExp(`${keys.bo}|secret`))
})

test('48: the rate limit of the API applies', async () => {
  await using slow = await openWorld({ API_RATE_PER_SECOND: '2' })
  await slow.load(...acme())
  const post = () => slow.post('/mcp', keys.bo, message('ping'), { headers: accept })
  assert.deepEqual([(await post()).status, (await post()).status, (await post()).status], [200, 200, 429])
})
