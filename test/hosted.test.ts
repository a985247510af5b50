/** A workspace that speaks as the hosted original, point by point, and one that does not (docs/hosted.md). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acmeWithWebhooks, keys } from './support/acme.ts'
import { isSigned } from './support/is-signed.ts'
import { echo } from './support/receiver.ts'
import { openWebhookWorld, result, type WebhookWorld } from './support/webhook-world.ts'
import type { Answer, World } from './support/world.ts'

let hooks: WebhookWorld
let world: World
before(async () => {
  hooks = await openWebhookWorld()
  world = hooks.world
})
beforeEach(async () => {
  await world.empty()
  hooks.receiver.received.length = 0
  hooks.receiver.answering = echo
  await load('hosted')
})
after(() => hooks[Symbol.asyncDispose]())

const load = (compatibility: string) =>
  world.load(...acmeWithWebhooks().map((workspace) => ({ ...workspace, compatibility })))

const transcript = { speech_segments: [{ text: 'Hi.', start_time: 0, end_time: 1 }] }
const contract = { headers: { 'x-minutebook-profile': 'none' } }
const list = (name: string, body?: object, key = keys.ada) => world.post(`/api/v1/${name}`, key, body)
const note = async (more = {}) => (await world.get('/api/v1/note/n_1', keys.ada, more)).body.note
const recording = async (id = 'r_1') => (await world.get(`/api/v1/recording/${id}`, keys.ada)).body.recording

test('1: lists are inside an object under their name; cursors and errors do not change', async () => {
  for (const name of ['notes', 'recordings', 'action_items']) {
    const pagination = { page_size: 1 }
    const first = await list(name, { pagination })
    assert.deepEqual(Object.keys(first.body), [name])
    const { page_info, data } = first.body[name]
    assert.deepEqual([page_info.page_size, data.length, first.headers['x-minutebook-profile']], [1, 1, 'hosted'])
    const plain = await world.post(`/api/v1/${name}`, keys.ada, { pagination }, contract)
    assert.deepEqual([plain.body.page_info, plain.headers['x-minutebook-profile']], [page_info, undefined])
    assert.equal((await list(name, { pagination: { page_size: 51 } })).status, 400)
  }
  assert.deepEqual(Object.keys((await list('recordings/upload/list', {})).body), ['uploads'])
})

test('2: attendees are objects, and the content has its other name in all requests and answers', async () => {
  const invited = ['ada@acme.test', 'bo@acme.test', 'guest@elsewhere.test'].map((email) => ({ email }))
  const read = await note()
  assert.deepEqual(read.event_attendees, invited)
  assert.match(read.content_fellow_markdown, /^::agenda/)
  assert.equal(read.content_native_markdown, undefined)

  const include = { content_fellow_markdown: true, event_attendees: true }
  const [listed] = (await list('notes', { filters: { event_guid: read.event_guid }, include })).body.notes.data
  assert.deepEqual([listed.content_fellow_markdown, listed.event_attendees], [read.content_fellow_markdown, invited])
  assert.equal(listed.content_markdown, undefined)

  const agenda = (way: string, body: object) => world.post(`/api/v1/note/n_1/agenda${way}`, keys.ada, body)
  for (const [way, body] of [
    ['', { content_fellow_markdown: '::agenda{version=1}\n# Ours' }],
    ['/append', { content_fellow_markdown: 'Last' }],
    ['/prepend', { content_native_markdown: 'First' }],
    ['/find-replace', { find: '# Ours', content_fellow_markdown: '# Theirs' }],
  ] as [string, object][]) {
    const written = await agenda(way, body)
    assert.equal(written.status, 200, written.text)
    assert.deepEqual(Object.keys(written.body.agenda).sort(), ['content_fellow_markdown', 'note_id', 'title'])
  }
  assert.match((await note()).content_fellow_markdown, /First.*# Theirs.*Last/s)
  const made = await world.post('/api/v1/note', keys.ada, {
    title: 'Plans',
    content_fellow_markdown: '::agenda{version=1}\n# Plans',
  })
  assert.match(made.body.note.content_fellow_markdown, /# Plans/)
  const renamed = await world.patch('/api/v1/note/n_1', keys.ada, { title: 'Other' })
  assert.match(renamed.body.note.content_fellow_markdown, /# Theirs/)
})

test('2: both names at once, or a wrong value, are a 400 under the name that was sent', async () => {
  const both = { content_fellow_markdown: 'a', content_native_markdown: 'b' }
  for (const way of ['', '/append', '/prepend', '/find-replace']) {
    const { status, body } = await world.post(`/api/v1/note/n_1/agenda${way}`, keys.ada, { ...both, find: 'x' })
    const message = 'must be sent under one of its names only'
    assert.deepEqual([status, body.errors], [400, [{ location: 'body.content_fellow_markdown', message }]], way)
  }
  const flags = { content_fellow_markdown: true, content_native_markdown: null }
  assert.equal(
    (await list('notes', { include: flags })).body.errors[0].location,
    'body.include.content_fellow_markdown',
  )
  const wrong = await world.post('/api/v1/note/n_1/agenda', keys.ada, { content_fellow_markdown: 5 })
  const message = 'body.content_fellow_markdown must be a string'
  assert.deepEqual([wrong.body.message, wrong.body.detail], [message, message])
  assert.deepEqual(wrong.body.errors, [{ location: 'body.content_fellow_markdown', message: 'must be a string' }])
  for (const include of [5, [], 'content_fellow_markdown', { content_fellow_markdown: 1 }]) {
    assert.equal((await list('notes', { include })).status, 400, JSON.stringify(include))
  }
})

test('3: segments have start and end, in every answer that has a transcript', async () => {
  const said = { speaker: 'Ada Moreau', text: '"start_time": 7, "transcript":', start_time: 0.5, end_time: 1.4 }
  const speech_segments = [said, { ...said, text: 'Yes.', start_time: 2, end_time: 3e-1 + 2 }]
  await world.db
    .updateTable('recordings')
    .set({ transcript: JSON.stringify({ language_code: 'en', speech_segments }) })
    .where('id', '=', 'r_1')
    .execute()
  const timed = speech_segments.map((each) => ({ ...each, start: each.start_time, end: each.end_time }))
  assert.deepEqual((await recording()).transcript.speech_segments, timed)
  const exported = await world.get('/api/v1/recording/r_1/transcript', keys.ada)
  assert.deepEqual(exported.body.speech_segments, timed)
  const changed = await world.patch('/api/v1/recording/r_1', keys.ada, { title: 'Weekly' })
  assert.deepEqual(changed.body.recording.transcript.speech_segments, timed)
  assert.match((await world.get('/api/v1/recording/r_1/transcript?format=vtt', keys.ada)).text, /^WEBVTT/)
  // Long pages are sent in pieces.
  const others = Array.from({ length: 9 }, (_, index) => ({
    id: `r_${index + 10}`,
    note: 'n_1',
    title: 'Part',
    transcript: { language_code: 'en', speech_segments },
    ai_notes: { markdown: '* "transcript":', sections: [] },
  }))
  await world.load({ subdomain: 'acme', name: 'Acme', recordings: others })
  const { body } = await list('recordings', { include: { transcript: true, ai_notes: true } })
  assert.deepEqual([Object.keys(body), Object.keys(body.recordings)], [['recordings'], ['page_info', 'data']])
  assert.equal(body.recordings.data.length, 11)
  for (const { id, transcript, ai_notes } of body.recordings.data) {
    if (id !== 'r_2') assert.deepEqual(transcript.speech_segments, timed, id)
    if (/r_\d\d/.test(id)) assert.equal(ai_notes[0].sections[0].content, '* "transcript":')
  }
})

test('3: AI notes are null or a list with one entry', async () => {
  const person = { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' }
  const task = { id: null, completion_type: null, due_date: null, accepted: false, status: 'Incomplete' }
  const aiNotes = {
    generated_by: 'embedded',
    markdown: '# All',
    sections: [
      { title: 'Summary', content: 'It goes out.' },
      { title: 'Points', items: [{ text: 'Said', timestamp: null }] },
      {
        title: 'To do',
        items: [
          { text: 'Send', timestamp: 12, assignees: ['u_ada'] },
          { text: 'Rest', timestamp: 20 },
        ],
      },
    ],
  }
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    recordings: [{ id: 'r_1', note: 'n_1', title: 'W', ai_notes: aiNotes }],
  })
  const general = { id: 'GENERAL', is_active: true, title: 'GENERAL', template_creator: 'embedded' }
  const expected = [
    {
      ...general,
      sections: [
        { title: 'Summary', type: 'STANDARD', content: 'It goes out.' },
        { title: 'Points', type: 'STANDARD', content: [{ timestamp: null, text: 'Said' }] },
        {
          title: 'To do',
          type: 'STANDARD',
          content: [
            { ...task, timestamp: 12, text: 'Send', assignees: [person] },
            { ...task, timestamp: 20, text: 'Rest', assignees: [] },
          ],
        },
      ],
    },
  ]
  assert.deepEqual((await recording()).ai_notes, expected)
  const listed = await list('recordings', { include: { ai_notes: true } })
  const found = (id: string) => listed.body.recordings.data.find((each: { id: string }) => each.id === id)
  assert.deepEqual([found('r_1').ai_notes, found('r_2').ai_notes], [expected, null])
  assert.equal((await recording('r_2')).ai_notes, null)
  const plain = { id: 'r_1', note: 'n_1', title: 'W', ai_notes: { markdown: '## Summary', sections: [] } }
  await world.load({ subdomain: 'acme', name: 'Acme', recordings: [plain] })
  assert.deepEqual((await recording()).ai_notes, [
    { ...general, template_creator: null, sections: [{ title: 'Summary', type: 'STANDARD', content: '## Summary' }] },
  ])
  const imported = { ...plain, ai_notes: { ...plain.ai_notes, generated_by: 'claude', imported: true } }
  await world.load({ subdomain: 'acme', name: 'Acme', recordings: [imported] })
  assert.equal((await recording()).ai_notes[0].template_creator, null, 'an import says it of itself')
})

test('5: a deletion is answered with a sentence', async () => {
  const gone = await world.delete('/api/v1/recording/r_1', keys.ada)
  assert.deepEqual(gone.body, { recording_id: 'r_1', deleted: true, message: 'The recording was deleted' })
  const note = await world.delete('/api/v1/note/n_1', keys.ada)
  assert.deepEqual(note.body, { note_id: 'n_1', deleted: true, message: 'The note was deleted' })
  assert.equal((await world.delete('/api/v1/note/n_1', keys.bo)).status, 403)
})

test('7: a time without a zone is UTC, in bodies, in queries and in uploads', async () => {
  const ids = async (bound: string) =>
    (await list('recordings', { filters: { created_at_end: bound } })).body.recordings.data.length
  assert.deepEqual([await ids('2026-01-05T09:30:59'), await ids('2026-01-05T09:31:00')], [0, 2])
  assert.deepEqual([await ids('2026-01-05T09:31:00+01:00'), await ids('2026-01-05')], [0, 2])
  for (const wrong of ['2026-02-30T09:00:00', '2026-01-05T09:31', 'now', '']) {
    assert.equal((await list('recordings', { filters: { created_at_end: wrong } })).status, 400, wrong)
  }
  const filters = encodeURIComponent(JSON.stringify({ created_at_end: '2026-01-05T09:30:59' }))
  assert.deepEqual((await world.get(`/api/v1/webhooks?filters=${filters}`, keys.ada)).body.webhooks.data, [])
  // Only a time is one: a title that looks like it stays.
  const titled = await world.patch('/api/v1/note/n_1', keys.ada, { title: '2026-01-05T09:31:00' })
  assert.equal(titled.body.note.title, '2026-01-05T09:31:00')
})

test('7: uploads accept languages with _, times without a zone, and other bytes unchanged', async () => {
  const upload = (more: object) =>
    list('recordings/upload', { title: 'Über "language_code": "en_us"', transcript, ...more })
  const source = async (answer: Answer) => {
    assert.equal(answer.status, 201, answer.text)
    const { recording_id } = answer.body
    const row = await world.db
      .selectFrom('upload_sources')
      .selectAll()
      .where('recording_id', '=', recording_id)
      .executeTakeFirstOrThrow()
    return {
      ...row.facts,
      title: (await world.get(`/api/v1/recordings/upload/${recording_id}`, keys.ada)).body.upload.title,
    }
  }
  for (const [given, language] of [
    ['en_uk', 'en-GB'],
    ['EN-UK', 'en-GB'],
    ['pt_br', 'pt-BR'],
    ['ZH_hant_tw', 'zh-Hant-TW'],
    ['de', 'de'],
  ]) {
    const stored = await source(await upload({ language_code: given, started_at: '2026-01-05T09:00:10' }))
    assert.equal(stored.language_code, language)
    assert.equal(stored.started_at, '2026-01-05T09:00:10.000Z')
    assert.equal(stored.title, 'Über "language_code": "en_us"')
  }
  const long = 'é'.repeat(90_000)
  const speech_segments = [{ text: long, start_time: 0, end_time: 1 }]
  const stored = await source(await upload({ language_code: 'fr_FR', transcript: { speech_segments } }))
  assert.equal(stored.language_code, 'fr-FR')
  assert.equal((await upload({ language_code: 'no_language_at_all' })).status, 400)
  assert.equal((await upload({ started_at: '2026-02-30T09:00:10' })).status, 400)
})

test('7: a body [] is {}', async () => {
  assert.equal((await world.post('/api/v1/notes', keys.ada, [])).status, 200)
  assert.deepEqual((await world.patch('/api/v1/webhook/wh_1', keys.ada, [] as never)).status, 200)
  assert.equal((await world.post('/api/v1/action_item', keys.ada, [])).body.errors[0].location, 'body.text')
  assert.equal((await world.post('/api/v1/recordings/upload', keys.ada, ' [ ] ')).body.errors[0].location, 'body.title')
  assert.equal((await world.post('/api/v1/notes', keys.ada, [1])).status, 400)
})

test('10: PUT changes a webhook as PATCH does, and GET /webhook lists', async () => {
  const put = (id: string, body: object, more = {}) =>
    world.request('PUT', `/api/v1/webhook/${id}`, { key: keys.ada, body, ...more })
  const changed = await put('wh_1', { description: 'New' })
  assert.deepEqual(
    [changed.status, changed.body.webhook.description, changed.body.webhook.status],
    [200, 'New', 'active'],
  )
  assert.equal((await put('wh_1', { scope: 'workspace' })).status, 400)
  assert.equal((await put('wh_bo', { description: 'New' })).status, 403)
  assert.equal((await put('wh_none', {})).status, 404)
  const limited = await world.get('/api/v1/webhook?limit=1', keys.ada)
  assert.deepEqual([limited.body.webhooks.page_info.page_size, limited.body.webhooks.data.length], [1, 1])
  const next = await world.get(`/api/v1/webhook?limit=50&cursor=${limited.body.webhooks.page_info.cursor}`, keys.ada)
  assert.equal(next.body.webhooks.data.length, 2)
  for (const wrong of ['0', '51', 'x']) {
    const { status, body } = await world.get(`/api/v1/webhook?limit=${wrong}`, keys.ada)
    assert.deepEqual([status, body.errors[0].location], [400, 'query.limit'], wrong)
  }
  assert.equal((await world.get('/api/v1/webhook?limit=1&page_size=1', keys.ada)).status, 400)
  assert.equal((await world.get('/api/v1/webhook', keys.ada)).body.webhooks.page_info.page_size, 20)
})

test('11: deliveries have the signature also in the svix headers, with the same values', async () => {
  const { id, secret } = (await hooks.create(keys.ada)).body.webhook
  const sendTest = async () => {
    hooks.receiver.received.length = 0
    await world.post(`/api/v1/webhook/${id}/test`, keys.ada, { event_type: 'action_item.assigned' })
    await world.settle()
    return hooks.receiver.received[0]!
  }
  const received = await sendTest()
  for (const name of ['id', 'timestamp', 'signature']) {
    assert.equal(received.headers[`svix-${name}`], received.headers[`hook-${name}`], name)
  }
  assert(isSigned(secret, received))
  await load('none')
  const plain = (await sendTest()).headers
  assert.deepEqual(
    Object.keys(plain).filter((name) => name.startsWith('svix')),
    [],
  )
})

/** What differs, as requests that both profiles take. */
const asked: [method: string, path: string, body?: unknown][] = [
  ['POST', 'notes', { include: { content_native_markdown: true, event_attendees: true } }],
  ['GET', 'note/n_1'],
  ['POST', 'note/n_1/agenda', { title: 'Weekly 5 Jan' }],
  ['POST', 'note/n_1/agenda', { content_native_markdown: 5 }],
  ['PATCH', 'note/n_1', { title: 'Weekly 5 Jan' }],
  ['POST', 'recordings', { include: { transcript: true, ai_notes: true } }],
  ['GET', 'recording/r_1'],
  ['GET', 'recording/r_1/transcript'],
  ['POST', 'action_items', {}],
  ['POST', 'notes', []],
  ['POST', 'notes', { filters: { created_at_end: '2026-01-05T09:31:00' } }],
  ['POST', 'recordings/upload', { title: 'x', language_code: 'en_uk', transcript }],
  ['PUT', 'webhook/wh_1', {}],
  ['GET', 'webhook?limit=1'],
  ['DELETE', 'recording/r_2'],
  ['DELETE', 'note/n_1'],
]

async function answers(more: { headers?: Record<string, string> } = {}) {
  const all: unknown[] = []
  for (const [method, path, body] of asked) {
    const { status, headers, text } = await world.request(method, `/api/v1/${path}`, { key: keys.ada, body, ...more })
    const { 'x-request-id': _, date: __, ...others } = headers
    all.push([method, path, status, others, text.replace(/"r_[0-9a-z]{20,}"/, '"r_new"')])
  }
  return all
}

test('a workspace without the setting, and a request that selects the contract, get exactly the contract’s answers', async () => {
  const asking = await answers(contract)
  await world.empty()
  await load('none')
  const unswitched = await answers()
  assert.deepEqual(unswitched, asking)
  const statuses = (unswitched as [string, string, number][]).map(([, , status]) => status)
  assert.deepEqual(statuses, [200, 200, 200, 400, 200, 200, 200, 200, 200, 400, 400, 400, 405, 405, 200, 200])
})

test('the other methods stay unknown in all other workspaces', async () => {
  const put = (key?: string, more = {}) => world.request('PUT', '/api/v1/webhook/wh_1', { key, ...more })
  const large = { headers: { 'content-length': '1' }, body: 'x'.repeat(100_000) }
  for (const refused of [
    await put(),
    await put('mb_none'),
    await put(keys.ada, contract),
    await put(undefined, large),
  ]) {
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'DELETE, GET, HEAD, PATCH'])
  }
  for (const refused of [await world.get('/api/v1/webhook'), await world.get('/api/v1/webhook', keys.ada, contract)]) {
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'POST'])
  }
  const post = await world.request('POST', '/api/v1/webhook/wh_1', { key: keys.ada })
  assert.deepEqual([post.status, post.headers.allow], [405, 'DELETE, GET, HEAD, PATCH'])
  assert.equal((await put(keys.ada, { body: 'x'.repeat(100_000) })).status, 413)
})

test('the setting applies from the next request, and is in the audit log', async () => {
  const set = (compatibility: string, key = keys.ada) => world.patch('/api/v1/workspace', key, { compatibility })
  assert.equal((await set('none', keys.bo)).status, 403)
  assert.equal((await set('none')).body.workspace.compatibility, 'none')
  assert.deepEqual(Object.keys((await list('notes')).body), ['page_info', 'data'])
  world.advance({ seconds: 1 })
  assert.equal((await set('hosted')).body.workspace.compatibility, 'hosted')
  assert.deepEqual(Object.keys((await list('notes', {}, keys.bo)).body), ['notes'])
  assert.deepEqual(Object.keys((await world.post('/api/v1/notes', keys.zoe, {}, contract)).body), ['page_info', 'data'])
  assert.equal((await world.get('/api/v1/workspace', keys.bo)).body.workspace.compatibility, 'hosted')
  const filters = encodeURIComponent('{"action": "workspace.change"}')
  const { data } = (await world.get(`/api/v1/audit_log?filters=${filters}`, keys.ada)).body
  assert.deepEqual(data[0].details, { before: { compatibility: 'none' }, after: { compatibility: 'hosted' } })
  assert.equal(data.length, 2)
})

test('sight and rights are as in the contract', async () => {
  const ids = async (key: string, more: object) => (await world.post('/api/v1/notes', key, {}, more)).body
  const [hosted, plain] = [await ids(keys.bo, {}), await ids(keys.bo, contract)]
  assert.deepEqual(
    hosted.notes.data.map(({ id }: { id: string }) => id),
    plain.data.map(({ id }: { id: string }) => id),
  )
  assert.deepEqual(
    result(await world.get('/api/v1/note/n_ada', keys.bo)),
    result(await world.get('/api/v1/note/n_ada', keys.bo, contract)),
  )
  assert.equal((await world.post('/api/v1/note/n_ada/agenda', keys.bo, { content_fellow_markdown: '' })).status, 404)
})
