/** Links for people without an account (decision 57): who makes them, what they show, and when they show nothing. */
import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { after, before, beforeEach, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { acme, keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import type { Answer, World } from './support/world.ts'

let here: MediaWorld
let world: World
before(async () => {
  here = await openMediaWorld()
  world = here.world
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  await set({ outside_links: true })
})
after(() => here[Symbol.asyncDispose]())

const day = 86_400
const all = ['notes', 'items', 'transcript', 'media']

async function set(changes: object) {
  assert.equal((await world.patch('/api/v1/workspace', keys.ada, changes)).status, 200)
}
const ask = (thing: string, key: string, body?: object) => world.post(`/api/v1/${thing}/link`, key, body)
const list = (thing: string, key: string) => world.get(`/api/v1/${thing}/links`, key)
const withdraw = (thing: string, key: string, id: string) => world.delete(`/api/v1/${thing}/link/${id}`, key)
const open = (token: string, more: object = {}, host?: string) =>
  world.post('/api/v1/guest', undefined, { token, ...more }, host ? { host } : {})
const refusal = ({ status, body }: Answer) => [status, body.code ?? body.message]
const nothing = [404, 'no_link']

/** A link of this thing. */
async function make(thing = 'recording/r_1', body: object = {}, key = keys.bo) {
  const { status, body: answer, text } = await ask(thing, key, body)
  assert.equal(status, 201, text)
  const { url, ...link } = answer.link
  return { link, url, token: new URL(url).hash.replace('#token=', '') }
}

async function audited(action: string) {
  const filters = JSON.stringify({ action })
  const { body } = await world.get(`/api/v1/audit_log?filters=${encodeURIComponent(filters)}`, keys.ada)
  return body.data as { user_id: string; path: string; details: Record<string, unknown> }[]
}

test('57: a link shows its parts of a recording, is listed without its address, and is counted and audited', async () => {
  const { link, url, token } = await make('recording/r_1')
  assert.match(url, /^https:\/\/minutebook\.test\/guest#token=[\w-]{43}$/)
  assert.deepEqual([link.parts, link.has_password, link.works, link.openings], [['notes'], false, true, 0])
  assert.equal(Date.parse(link.expires_at) - Date.parse(link.created_at), 30 * day * 1_000)

  const opened = await open(token)
  assert.equal(opened.status, 200)
  const { shared } = opened.body
  assert.deepEqual(Object.keys(shared).sort(), [
    ...['ends_at', 'expires_at', 'kind', 'notes', 'parts', 'shared_by', 'starts_at', 'title', 'workspace'],
  ])
  assert.deepEqual([shared.title, shared.workspace, shared.shared_by], ['Weekly 5 Jan', 'Acme', 'Bo Lindqvist'])
  const points = [{ text: 'Send the deck', timestamp: 12 }]
  assert.deepEqual(shared.notes, { markdown: '', sections: [{ title: 'Points', items: points }] })
  for (const header of ['set-cookie', 'etag']) assert.equal(opened.headers[header], undefined)
  assert.equal(opened.headers['x-robots-tag'], 'noindex')
  assert.equal(opened.headers['referrer-policy'], 'no-referrer')
  assert.match(opened.headers['cache-control']!, /no-store/)

  const { links } = (await list('recording/r_1', keys.adaRegular)).body
  assert.deepEqual(links, [{ ...link, openings: 1, last_opened_at: world.base.clock().toISOString() }])
  assert.deepEqual((await list('note/n_1', keys.bo)).body, { links: [] })
  const [row] = await audited('outside_link.open')
  assert.deepEqual([row!.user_id, row!.path], ['u_bo', '/api/v1/guest'])
  assert.deepEqual(row!.details, { link_id: link.id, recording_id: 'r_1' })
  assert.equal((await audited('outside_link.create')).length, 1)
  assert(!JSON.stringify(await world.db.selectFrom('audit_log').selectAll().execute()).includes(token))
  assert(!JSON.stringify(world.logged).includes(token), 'no log has the token')
})

test('57: a link to the notes shows nothing of the transcript that proves them', async () => {
  const sentences = [{ text: 'All is well.', segment: 0, timestamp: 0, quote: 'Good morning.' }]
  const items = [{ text: 'All is well.', timestamp: 0, sentences }]
  await loadNotes([
    { title: 'Summary', content: 'All is well.', sentences },
    { title: 'Topics', items },
  ])
  const { token } = await make('recording/r_3', { parts: ['notes'] })
  const { text } = await open(token)
  assert.match(text, /All is well/)
  assert.doesNotMatch(text, /Good morning|sentences/)
})

test('57: items and transcript come only as parts; people appear by name alone', async () => {
  await loadNotes([{ title: 'Action items', items: [{ text: 'Send the deck', timestamp: 12, assignees: ['u_ada'] }] }])
  const { token } = await make('recording/r_3', { parts: ['items', 'transcript'] })
  const { body, text } = await open(token)
  const item = { text: 'Send the deck', timestamp: 12, assignees: ['Ada Moreau'], due_date: null, done: null }
  assert.deepEqual(body.shared.items, [item])
  assert.deepEqual(body.shared.transcript.speech_segments[0].text, 'Good morning.')
  assert.equal(body.shared.notes, undefined)
  assert.doesNotMatch(text, /@acme\.test|u_ada|u_bo|k_bo|meet\.test/)
})

/** A recording r_3 with these AI notes, one of whose speakers was recognised by their voice. */
async function loadNotes(sections: object[], markdown = '') {
  const [workspace] = acme() as [{ recordings: { transcript: object }[] }]
  const { transcript, ...recording } = workspace.recordings[0]!
  const heard = { ...transcript, recognised: [{ speaker: 'Ada Moreau', before: 'Speaker 1' }] }
  const added = { ...recording, id: 'r_3', published_to: [], transcript: heard, ai_notes: { markdown, sections } }
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', recordings: [added] })
}
/** What a link with these parts of r_3 shows. */
const shownBy = async (...parts: string[]) => (await open((await make('recording/r_3', { parts })).token)).body.shared

test('57: the action items of a recording are those of the section with this title, whoever is named elsewhere', async () => {
  const named = (text: string) => ({ text, timestamp: null, assignees: ['u_bo'] })
  const plain = (text: string) => ({ text, timestamp: null })
  const decisions = [named('The office costs 3 million'), plain('We sell the Berlin site')]
  await loadNotes([
    { title: 'Decisions', items: decisions },
    { title: 'Action items', items: [plain('Send the deck')] },
    { title: 'Action items', content: 'Everybody reads it' },
  ])
  const notes = await shownBy('notes')
  const shownDecisions = decisions.map(({ text }) => plain(text))
  assert.deepEqual(notes.notes, { markdown: '', sections: [{ title: 'Decisions', items: shownDecisions }] })
  assert.equal(notes.items, undefined)
  const items = await shownBy('items')
  const undone = { timestamp: null, assignees: [], due_date: null, done: null }
  assert.deepEqual(items.items, [
    { text: 'Send the deck', ...undone },
    { text: 'Everybody reads it', ...undone },
  ])
  assert.equal(items.notes, undefined)
})

test('57: a link with notes only shows no section that is titled as action items, in any spelling', async () => {
  const plain = { text: 'Send the deck', timestamp: null }
  const titles = [
    'action items',
    'ACTION ITEMS:',
    'Action points',
    'To-dos',
    'Todo',
    'Next steps',
    'Aufgaben',
    'Tâches',
  ]
  await loadNotes([
    { title: 'Summary', content: 'We met.' },
    ...titles.map((title) => ({ title, items: [plain] })),
    { title: 'Tasks', content: 'Everybody reads it' },
    { title: 'What we saw', items: [plain] },
  ])
  const { sections } = (await shownBy('notes')).notes
  assert.deepEqual(
    sections.map(({ title }: { title: string }) => title),
    ['Summary', 'What we saw'],
  )
  assert.equal((await shownBy('items')).items.length, titles.length + 1)
})

test('57: a section whose points are the action items that were found is one of them, whatever its title is', async () => {
  const found = {
    created_at: '2026-01-05T10:00:00Z',
    updated_at: '2026-01-05T10:00:00Z',
    note: 'n_1',
    ai_generated: true,
  }
  const texts = ['Send the deck today', 'Call Berlin']
  const action_items = texts.map((text, index) => ({ ...found, id: `ai_found_${index}`, text }))
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', action_items })
  const points = (...texts: string[]) => texts.map((text) => ({ text, timestamp: null }))
  await loadNotes([
    { title: 'Who does what', items: points('SEND the deck today', 'Call Berlin', 'Written later') },
    { title: 'Half', items: points('Call Berlin', 'Something else') },
    { title: 'Fewer', items: points('Call Berlin', 'Something else', 'And more') },
    { title: 'None', items: [] },
  ])
  const titles = (await shownBy('notes')).notes.sections.map(({ title }: { title: string }) => title)
  assert.deepEqual(titles, ['Fewer', 'None'])
  assert.equal((await shownBy('items')).items.length, 5)
})

test('57: what people marked is shown by no link', async () => {
  const point = { text: 'Ask legal – Ada Moreau', timestamp: 1 }
  await loadNotes([
    { title: 'Marked', items: [{ ...point, sentences: [{ ...point, segment: 0, quote: 'Good morning.' }] }] },
  ])
  for (const parts of [['notes'], ['items'], ['notes', 'items', 'transcript']]) {
    const { notes, items } = await shownBy(...parts)
    assert.deepEqual([notes?.sections ?? [], notes?.markdown ?? '', items ?? []], [[], '', []])
  }
})

test('57: notes that are one text are shown with their action items or not at all', async () => {
  const markdown = 'We met.\n\n- Send the deck'
  await loadNotes([], markdown)
  assert.deepEqual((await shownBy('notes')).notes, { markdown: '', sections: [] })
  assert.deepEqual((await shownBy('notes', 'items')).notes, { markdown, sections: [] })
})

test('57: a transcript does not tell who was recognised by their voice, and one that is missing is null', async () => {
  await loadNotes([])
  const { transcript } = await shownBy('transcript')
  assert.deepEqual(Object.keys(transcript), ['language_code', 'speech_segments'])
  await world.db.updateTable('recordings').set({ transcript: null }).where('id', '=', 'r_3').execute()
  assert.equal((await shownBy('transcript')).transcript, null)
})

test('57: a link to a note shows its agenda and items, and no recording', async () => {
  await set({ retention: 'standard' })
  const { token } = await make('note/n_1', { parts: ['notes', 'items'] })
  const { shared } = (await open(token)).body
  assert.deepEqual(shared.notes, { markdown: '# Goals', sections: [] })
  assert.deepEqual(shared.items, [
    { text: 'Send the deck', timestamp: null, assignees: ['Ada Moreau'], due_date: '2026-01-09', done: false },
  ])
  assert.equal(shared.transcript, undefined)
  const refused = await ask('note/n_1', keys.bo, { parts: ['transcript'] })
  assert.equal(refused.status, 400)
})

test('57: only who may share makes one; who may not share it sees no list, a super admin does', async () => {
  const { link } = await make('recording/r_1')
  await world.load({
    ...{ subdomain: 'acme', name: 'Acme', plan: 'enterprise' },
    users: [{ id: 'u_dan', email: 'dan@acme.test', full_name: 'Dan' }],
    api_keys: [{ id: 'k_dan', user: 'u_dan', name: 'dan', secret: 'mb_dan' }],
  })
  assert.equal((await ask('recording/r_1', 'mb_dan')).status, 404)
  await world.post('/api/v1/recording/r_1/share', keys.bo, { user: 'u_dan', can_edit: true })
  const forbidden = [403, 'Only its attendees may share or publish this recording']
  assert.deepEqual(refusal(await ask('recording/r_1', 'mb_dan')), forbidden)
  assert.deepEqual(refusal(await list('recording/r_1', 'mb_dan')), forbidden)
  assert.deepEqual(refusal(await withdraw('recording/r_1', 'mb_dan', link.id)), forbidden)
  assert.equal((await ask('note/n_bo', keys.ada)).status, 403, 'a super admin who does not attend')
  const bos = await make('note/n_bo')
  assert.equal((await list('note/n_bo', keys.ada)).body.links.length, 1)
  assert.deepEqual(refusal(await withdraw('recording/r_1', keys.bo, bos.link.id)), [404, 'Link not found'])
  assert.deepEqual((await withdraw('note/n_bo', keys.ada, bos.link.id)).body, { links: [] })
  assert.deepEqual(refusal(await open(bos.token)), nothing)
  assert.equal((await audited('outside_link.withdraw')).length, 1)
})

const limits: [body: object, status: number][] = [
  [{ expires_in: 3_599 }, 400],
  [{ expires_in: 3_600 }, 201],
  [{ expires_in: 31_536_000 }, 201],
  [{ expires_in: 31_536_001 }, 400],
  [{ parts: [] }, 400],
  [{ parts: all }, 201],
  [{ parts: ['notes', 'notes'] }, 400],
  [{ parts: ['everything'] }, 400],
  [{ password: '1234567' }, 400],
  [{ password: '12345678' }, 201],
  [{ password: 'x'.repeat(128) }, 201],
  [{ password: 'x'.repeat(129) }, 400],
]
test('57: the limits of a link, at, below and above', async () => {
  for (const [body, status] of limits) {
    const answer = await ask('recording/r_1', keys.bo, body)
    assert.equal(answer.status, status, JSON.stringify(body))
    if (status === 400) assert.match(answer.body.errors[0].location, /^body\.(expires_in|parts|password)/)
  }
})

test('57: a recording has 50 links at most', async () => {
  const { link } = await make()
  const row = await world.db.selectFrom('outside_links').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: 48 }, (_, n) => ({ ...row, id: `ol_${n}`, token_hash: Buffer.from(`token ${n}`) }))
  await world.db.insertInto('outside_links').values(more).execute()
  await make()
  assert.deepEqual(refusal(await ask('recording/r_1', keys.bo)), [
    ...[409, 'This recording has 50 links already; withdraw one'],
  ])
  await make('recording/r_2')
  await withdraw('recording/r_1', keys.bo, link.id)
  await make()
})

const ends: [name: string, end: () => Promise<unknown>, again?: () => Promise<unknown>][] = [
  ['the switch is off', () => set({ outside_links: false }), () => set({ outside_links: true })],
  ['its maker attends no longer', () => invited(false), () => invited(true)],
  ['its maker is deactivated', () => active(false), () => active(true)],
  ['it was deleted', () => world.delete('/api/v1/recording/r_1', keys.ada)],
  ['it has expired', async () => world.advance({ seconds: 3_600 })],
]
const active = (on: boolean) => world.patch('/api/v1/user/u_bo', keys.ada, { active: on })
/** Bo, by the address that invites him. */
const invited = (on: boolean) =>
  world.db.transaction().execute(async (tx) => {
    const attendees = tx.updateTable('event_attendees').where('position', '=', 1)
    const email = on ? 'bo@acme.test' : 'nobody@acme.test'
    await attendees.set({ email, email_folded: email }).execute()
  })

for (const [name, end, again] of ends) {
  test(`57: a link shows nothing from the moment ${name}`, async () => {
    const { token } = await make('recording/r_1', { expires_in: 3_600, parts: all })
    assert.equal((await open(token)).status, 200)
    await end()
    assert.deepEqual(refusal(await open(token)), nothing)
    await again?.()
    if (again) assert.equal((await open(token)).status, 200)
  })
}

test('57: an expired link is not listed, and a job deletes it', async () => {
  await make('recording/r_1', { expires_in: 3_600 })
  const later = await make('recording/r_1', { expires_in: 7_200 })
  world.advance({ seconds: 3_600 })
  const listed = (await list('recording/r_1', keys.bo)).body.links
  assert.deepEqual(
    listed.map(({ id }: { id: string }) => id),
    [later.link.id],
  )
  await backgroundJobs(world.base)
    .find(({ name }) => name === 'forget-outside-links')!
    .run({})
  const left = await world.db.selectFrom('outside_links').select('id').execute()
  assert.deepEqual(left, [{ id: later.link.id }])
})

test('57: off by default; off says so, and zero-day refuses transcript and media, and hides those of older links', async () => {
  const { token } = await make('recording/r_1', { parts: all })
  await set({ retention: 'zero_day' })
  const { shared } = (await open(token)).body
  assert.deepEqual(shared.parts, ['notes', 'items'])
  assert.deepEqual([shared.transcript, shared.media_url], [undefined, undefined])
  const none = [409, 'This workspace keeps no transcripts and no media that a link could show']
  for (const part of ['transcript', 'media'])
    assert.deepEqual(refusal(await ask('recording/r_1', keys.bo, { parts: ['notes', part] })), none)
  await make('recording/r_1')
  await set({ outside_links: false })
  const off = [409, 'Links for outsiders are switched off in this workspace']
  assert.deepEqual(refusal(await ask('recording/r_1', keys.bo)), off)
  assert.equal((await world.patch('/api/v1/workspace', keys.bo, { outside_links: true })).status, 403)
  const { body } = await world.get('/api/v1/workspace', keys.zoe)
  assert.equal(body.workspace.outside_links, false)
})

test('57: a password is asked for; after ten wrong ones even the right one waits a quarter of an hour', async () => {
  const { token, link } = await make('recording/r_1', { password: 'Grüße an alle' })
  assert.equal(link.has_password, true)
  assert.deepEqual(refusal(await open(token)), [403, 'password_required'])
  assert.equal((await open(token, { password: 'Gru\u0308ße an alle' })).status, 200, 'another form of ü')
  for (let tries = 0; tries < 10; tries++)
    assert.deepEqual(refusal(await open(token, { password: 'wrong' })), [403, 'wrong_password'])
  const refused = await open(token, { password: 'Grüße an alle' })
  assert.deepEqual([...refusal(refused), refused.headers['retry-after']], [429, 'rate_limited', '900'])
  world.advance({ seconds: 900 })
  assert.equal((await open(token, { password: 'Grüße an alle' })).status, 200)
  assert.equal((await audited('outside_link.refuse')).length, 10)
  const { password_hash } = await world.db.selectFrom('outside_links').selectAll().executeTakeFirstOrThrow()
  assert(!password_hash!.includes('Gr'))
})

test('57: right passwords are never counted, however many come at once; of wrong ones the tenth is the last', async () => {
  const { token, link } = await make('recording/r_1', { password: 'correct horse' })
  const ends_at = new Date(world.base.clock().getTime() + 900_000)
  await world.db
    .insertInto('sign_in_counts')
    .values({ what: `link ${link.id}`, used: 9, ends_at })
    .execute()
  const atOnce = async (count: number, password: string) => {
    const answers = await Promise.all(Array.from({ length: count }, () => open(token, { password })))
    return answers.map(({ status }) => status).sort()
  }
  assert.deepEqual(await atOnce(3, 'correct horse'), [200, 200, 200])
  assert.deepEqual(await atOnce(3, 'wrong'), [403, 429, 429])
  assert.deepEqual(await atOnce(1, 'correct horse'), [429])
})

test('57: a password is hashed only for a link that may be made', async () => {
  let hashes = 0
  const init = (_id: number, type: string) => {
    if (type === 'SCRYPTREQUEST') hashes++
  }
  const hook = createHook({ init }).enable()
  const withPassword = { password: 'correct horse' }
  assert.equal((await ask('recording/r_none', keys.bo, withPassword)).status, 404)
  assert.equal((await ask('note/n_bo', keys.ada, withPassword)).status, 403)
  await set({ outside_links: false })
  assert.equal((await ask('recording/r_1', keys.bo, withPassword)).status, 409)
  assert.equal(hashes, 0)
  await set({ outside_links: true })
  await make('recording/r_1', withPassword)
  assert.equal(hashes, 1)
  hook.disable()
})

test('57: an address opens sixty links a minute', async () => {
  for (let count = 0; count < 60; count++) assert.deepEqual(refusal(await open('guessed')), nothing)
  assert.deepEqual(refusal(await open('guessed')), [429, 'rate_limited'])
  world.advance({ seconds: 60 })
  assert.deepEqual(refusal(await open('guessed')), nothing)
})

test('57: media play by a link of their own that ends with the link', async () => {
  const id = await here.processed()
  const { token, link } = await make(`recording/${id}`, { parts: ['media'] })
  const path = (await open(token)).body.shared.media_url as string
  const play = () => world.get(path)
  const played = await play()
  assert.deepEqual([played.status, played.text], [200, words])
  assert.equal(played.headers['x-robots-tag'], 'noindex')
  await set({ outside_links: false })
  assert.equal((await play()).status, 403)
  await set({ outside_links: true })
  for (const changed of [
    path.replace(id, 'r_1'),
    path.replace(link.id, 'ol_other'),
    path.replace(/expires=1/, 'expires=2'),
  ])
    assert.equal((await world.get(changed)).status, 403)
  const notes = await make(`recording/${id}`, { parts: ['notes'] })
  assert.equal((await open(notes.token)).body.shared.media_url, undefined)
  world.advance({ hours: 4 })
  assert.equal((await play()).status, 403, 'four hours')
  const fresh = (await open(token)).body.shared.media_url as string
  await withdraw(`recording/${id}`, keys.bo, link.id)
  assert.equal((await world.get(fresh)).status, 403)
})

test('57: a token is good for nothing else, and not on the host of another workspace', async () => {
  const { token, link } = await make('recording/r_1', { parts: all })
  assert.deepEqual(refusal(await open(token, {}, 'zeta.localhost')), nothing)
  assert.equal((await open(token, {}, 'acme.localhost')).status, 200)
  assert.deepEqual(refusal(await open(link.id)), nothing)
  assert.equal((await world.post('/api/v1/session', undefined, { token })).status, 401)
  const others: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, { cookie: `minutebook=${token}` }]
  for (const headers of others) assert.equal((await world.get('/api/v1/me', undefined, { headers })).status, 401)
  const { paths } = world.api.document() as { paths: Record<string, Record<string, { security?: unknown[] }>> }
  for (const [template, operations] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(operations)) {
      if (security?.length === 0) continue
      const path = template.replaceAll(/\{(\w+)\}/g, 'r_1')
      const { status } = await world.request(method.toUpperCase(), path, { key: token })
      assert.equal(status, 401, `${method} ${path}`)
    }
  }
})

test('57: an erasure takes the links of the person, and an export of their data lists them', async () => {
  const { token, link } = await make('recording/r_1', { password: 'correct horse' })
  await open(token, { password: 'wrong' })
  await open(token, { password: 'correct horse' })
  const { body } = await world.get('/api/v1/user/u_bo/export', keys.ada)
  const rows = body.export.audit_log as { action: string; address: string }[]
  const addresses = Object.fromEntries(rows.map(({ action, address }) => [action, address]))
  const guests = { 'outside_link.open': '', 'outside_link.refuse': '' }
  assert.deepEqual(addresses, { 'outside_link.create': '127.0.0.1', ...guests }, 'no addresses of guests')
  assert.deepEqual(
    body.export.outside_links.map((row: { id: string }) => row.id),
    [link.id],
  )
  assert(!JSON.stringify(body).includes('hash'))
  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  assert.deepEqual(refusal(await open(token)), nothing)
  await world.settle()
  assert.deepEqual(await world.db.selectFrom('outside_links').selectAll().execute(), [])
})
