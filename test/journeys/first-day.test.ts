/** A first day with Minutebook: the walk of docs/use/walk.md, from a calendar file to the events that were heard of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Ajv from 'ajv/dist/2020.js'
import { isSigned } from '../support/is-signed.ts'
import { type Outside, openOutside } from '../support/outside.ts'
import { scriptedWriter } from '../support/scripted-writer.ts'
import { openWorld, type World } from '../support/world.ts'

const admin = 'mb_first_day_ada_0123456789'
const keys = { ada: '', bo: 'mb_first_day_bo_0123456789', cleo: '' }
type Person = keyof typeof keys

let outside: Outside
let world: World
before(async () => {
  outside = await openOutside()
  world = await openWorld(outside.settings)
  world.base.engines = { ...world.base.engines, noteWriter: scriptedWriter }
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    plan: 'enterprise',
    email_domains: ['acme.test'],
    users: [
      { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true },
      { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' },
    ],
    api_keys: [
      { id: 'k_ada', user: 'u_ada', name: 'first', secret: admin, super_admin: true },
      { id: 'k_bo', user: 'u_bo', name: 'first', secret: keys.bo },
    ],
  })
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

const calendar = `BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:pricing@acme.test
DTSTART:20260110T090000Z
DTEND:20260110T093000Z
SUMMARY:Pricing
ORGANIZER:mailto:ada@acme.test
ATTENDEE;CN=ada@acme.test:mailto:ada@acme.test
ATTENDEE;CN=Bo:mailto:bo@acme.test
END:VEVENT
END:VCALENDAR`

const captions = `WEBVTT

00:01.000 --> 00:05.000
<v Ada Moreau>We decided to keep the base price at twenty-five euros.

00:05.500 --> 00:09.000
<v Bo Lindqvist>I will send the cost sheet by Wednesday.`

/** A request that succeeds. */
async function ask(method: string, path: string, key: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await world.request(method, `/api/v1${path}`, { key, body, headers })
  assert(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer
}
const get = async (path: string, key: string) => (await ask('GET', path, key)).body
const post = async (path: string, key: string, body: object) => (await ask('POST', path, key, body)).body
/** What becomes of reading it, by each person. */
const readBy = async (path: string) =>
  Promise.all(Object.values(keys).map(async (key) => (await world.get(`/api/v1${path}`, key)).status))

let noteId: string
let recordingId: string

test('Ada creates Cleo’s account and key, and an ordinary key for herself', async () => {
  await post('/user', admin, { email: 'cleo@acme.test', full_name: 'Cleo Okafor' })
  const name = { name: 'laptop' }
  const first = await ask('POST', '/api_key', admin, name, { 'x-on-behalf-of': 'cleo@acme.test' })
  keys.cleo = first.body.secret
  keys.ada = (await post('/api_key', admin, name)).secret
  const names = await Promise.all(Object.values(keys).map(async (key) => (await get('/me', key)).user.full_name))
  assert.deepEqual(names, ['Ada Moreau', 'Bo Lindqvist', 'Cleo Okafor'])
})

const hooks: Record<string, { secret: string; scope: 'user' | 'workspace' }> = {}

test('each person creates a webhook for all events, and Ada one for the workspace', async () => {
  const { event_types } = await get('/event_types', keys.bo)
  const every = event_types.map(({ event_type }: { event_type: string }) => event_type)
  const listen = async (path: string, key: string, more: object) => {
    const url = outside.receiver.url(path)
    const { secret, scope } = (await post('/webhook', key, { url, ...more })).webhook
    hooks[path] = { secret, scope }
  }
  for (const person of Object.keys(keys) as Person[]) await listen(`/${person}`, keys[person], { enabled_events: [] })
  await listen('/workspace', admin, { enabled_events: every, scope: 'workspace' })
  outside.receiver.received.length = 0
})

test('Bo imports his calendar: the people invited to the meeting can read its note', async () => {
  const imported = await ask('POST', '/calendar/import', keys.bo, calendar, { 'content-type': 'text/calendar' })
  const { events_created, notes_created, problems } = imported.body
  assert.deepEqual([events_created, notes_created, problems], [1, 1, []])
  noteId = (await post('/notes', keys.bo, {})).data[0].id
  assert.deepEqual(await readBy(`/note/${noteId}`), [200, 200, 404])
})

test('Ada writes the agenda; Bo’s edit of the old version is a 412', async () => {
  const before = await ask('GET', `/note/${noteId}`, keys.bo)
  const content_native_markdown = '::agenda{version=1}\n\n# Goals\n- A price for spring'
  await post(`/note/${noteId}/agenda`, keys.ada, { content_native_markdown })
  const asRead = { headers: { 'if-match': before.headers.etag! } }
  const late = await world.post(`/api/v1/note/${noteId}/agenda`, keys.bo, { title: 'Prices' }, asRead)
  assert.equal(late.status, 412)
  assert.equal((await get(`/note/${noteId}`, keys.bo)).note.content_markdown, '# Goals\n\n* A price for spring')
})

test('Bo uploads the transcript; the AI notes have its decisions and action items', async () => {
  const upload = { title: 'Pricing', event_guid: 'pricing@acme.test', started_at: '2026-01-10T09:00:10Z' }
  const sent = await post('/recordings/upload', keys.bo, { ...upload, transcript: { format: 'vtt', text: captions } })
  recordingId = sent.recording_id
  assert.equal((await get(`/recordings/upload/${recordingId}`, keys.bo)).upload.status, 'PENDING')
  await world.settle()
  assert.equal((await get(`/recordings/upload/${recordingId}`, keys.bo)).upload.status, 'SUCCESS')
  const { recording } = await get(`/recording/${recordingId}`, keys.ada)
  assert.equal(recording.note_id, noteId)
  assert.match(
    recording.ai_notes.markdown,
    /## Decisions\n\n- \[00:00:01\] Ada Moreau: We decided to keep the base price/,
  )
  assert.match(
    recording.ai_notes.markdown,
    /Bo Lindqvist: I will send the cost sheet by Wednesday. \(Bo Lindqvist\) \(Due: 2026-01-17\)/,
  )
  const srt = await ask('GET', `/recording/${recordingId}/transcript?format=srt`, keys.ada)
  assert.match(srt.text, /^2\n00:00:05,500 --> 00:00:09,000\nBo Lindqvist: I will send/m)
})

test('Bo’s action item is in the agenda, is announced after 30 s, and Bo completes it', async () => {
  world.advance({ seconds: 30 })
  await world.settle()
  const filters = { scope: 'assigned_to_me', completed: false }
  const [item] = (await post('/action_items', keys.bo, { filters })).data
  assert.deepEqual([item.note_id, item.ai_detected], [noteId, true])
  const { action_item } = await post(`/action_item/${item.id}/complete`, keys.bo, { completed: true })
  assert.equal(action_item.status, 'Done')
  assert.match((await get(`/note/${noteId}`, keys.ada)).note.content_native_markdown, /cost sheet.* status=Done\}$/)
  world.advance({ seconds: 30 })
  await world.settle()
})

test('Bo publishes the recap in a channel: Cleo can read the recap, but not the note', async () => {
  const { channel } = await post('/channel', keys.bo, { title: 'Pricing' })
  await post(`/channel/${channel.id}/members`, keys.cleo, { user: 'cleo@acme.test' })
  assert.deepEqual(await readBy(`/recording/${recordingId}`), [200, 200, 404])
  await post(`/recording/${recordingId}/publish`, keys.bo, { channel_id: channel.id })
  await world.settle()
  assert.deepEqual(await readBy(`/recording/${recordingId}`), [200, 200, 200])
  assert.deepEqual(await readBy(`/note/${noteId}`), [200, 200, 404])
})

test('each webhook received each of its events once, signed, as the catalogue describes them', async () => {
  const { event_types } = await get('/event_types', keys.bo)
  const ajv = new Ajv.default({ strict: false })
  const heard: Record<string, string[]> = Object.fromEntries(Object.keys(hooks).map((path) => [path, []]))
  for (const received of outside.receiver.received) {
    const { secret, scope } = hooks[received.path]!
    assert(isSigned(secret, received))
    const payload = JSON.parse(received.body)
    heard[received.path]!.push(payload.event_type)
    const type = event_types.find(({ event_type }: { event_type: string }) => event_type === payload.event_type)
    assert(ajv.validate(type[scope].schema, payload), `${received.path} ${ajv.errorsText()}`)
  }
  const [generated, shared] = ['ai_note.generated', 'ai_note.shared_to_channel']
  const named = heard['/workspace']!.filter((type) => /^(recording|note)\./.test(type)).sort()
  assert.deepEqual(named, ['note.changed', 'recording.ready'])
  heard['/workspace'] = heard['/workspace']!.filter((type) => !named.includes(type))
  assert.deepEqual(heard, {
    '/ada': [generated],
    '/bo': [generated, 'action_item.assigned', 'action_item.completed', shared],
    '/cleo': [shared],
    '/workspace': [generated, 'action_item.assigned', 'action_item.completed', shared],
  })
})

test('the audit log says what Ada did, and on whose behalf', async () => {
  const { data } = await get('/audit_log', admin)
  const { user } = await get('/me', keys.cleo)
  const actions = data.map(({ action, on_behalf_of }: Record<string, string>) => `${action} for ${on_behalf_of}`)
  const cleos = ['api_key.create', 'impersonate'].map((action) => `${action} for ${user.id}`)
  assert.deepEqual(
    actions.sort(),
    [...cleos, 'api_key.create for null', 'user.create for null', 'webhook.create for null'].sort(),
  )
})
